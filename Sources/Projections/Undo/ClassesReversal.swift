import Events

extension ClassEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .classScheduled(let fact): Self.reversal(ofNew: fact.class ?? Name(event.id), state)
    case .classRescheduled(let fact): Self.reversal(of: fact, state)
    case .classCancelled(let fact): Self.reversal(ofCancellation: true, fact.class, state)
    case .classReinstated(let fact): Self.reversal(ofCancellation: false, fact.class, state)
    case .classBooked(let fact): Self.reversal(ofBooking: true, fact.class, state)
    case .bookingCancelled(let fact): Self.reversal(ofBooking: false, fact.class, state)
    case .classAttended(let fact):
      Self.reversal(of: .attended(minutes: fact.minutes), fact.class, state)
    case .classMissed(let fact): Self.reversal(of: .missed, fact.class, state)
    case .attendanceCleared(let fact): Self.reversal(of: nil, fact.class, state)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .classScheduled(let fact): [.fitnessClass(fact.class ?? Name(id))]
    case .classRescheduled(let fact): [.fitnessClass(fact.class)]
    case .classCancelled(let fact): [.fitnessClass(fact.class)]
    case .classReinstated(let fact): [.fitnessClass(fact.class)]
    case .classBooked(let fact): [.booking(fact.class)]
    case .bookingCancelled(let fact): [.booking(fact.class)]
    case .classAttended(let fact): [.attendance(fact.class)]
    case .classMissed(let fact): [.attendance(fact.class)]
    case .attendanceCleared(let fact): [.attendance(fact.class)]
    }
  }

  /// Returns the reversal of a new class: a cancellation, since other users may have booked it.
  private static func reversal(ofNew name: Name, _ state: ReversalState) -> Reversal {
    guard state.timetable[name] == nil else { return .noEffect }
    return .facts(about: [.fitnessClass(name)]) { state throws(Refusal) in
      guard let it = state.timetable[name], it.scheduledBy == state.user, !it.isCancelled else {
        return .overwritten(orForced: nil)
      }
      return .facts([.classes(cancellation(true, name))])
    }
  }

  private static func cancellation(_ isCancelled: Bool, _ name: Name) -> ClassEvent {
    isCancelled
      ? .classCancelled(ClassCancelled(class: name))
      : .classReinstated(ClassReinstated(class: name))
  }

  private static func reversal(
    ofCancellation isCancelled: Bool, _ name: Name, _ state: ReversalState
  ) -> Reversal {
    guard let it = state.timetable[name], it.isCancelled != isCancelled else { return .noEffect }
    return .facts(about: [.fitnessClass(name)]) { state throws(Refusal) in
      guard let it = state.timetable[name], it.isCancelled == isCancelled else {
        return .overwritten(orForced: nil)
      }
      try requireOwn(it, state)
      return .facts([.classes(cancellation(!isCancelled, name))])
    }
  }

  private static func requireOwn(
    _ it: Timetable.FitnessClass, _ state: ReversalState
  ) throws(Refusal) {
    guard it.scheduledBy == state.user else {
      throw Refusal(.notOwner, "only the user who scheduled '\(it.title)' can change it")
    }
  }

  private static func reversal(of change: ClassRescheduled, _ state: ReversalState) -> Reversal {
    guard let before = state.timetable[change.class] else { return .noEffect }
    var after = before
    after.change(change)
    guard let back = after.change(to: before) else { return .noEffect }
    return .facts(about: [.fitnessClass(change.class)]) { state throws(Refusal) in
      guard let now = state.timetable[change.class] else { return .overwritten(orForced: nil) }
      try requireOwn(now, state)
      let facts: [Event.Body] = [.classes(.classRescheduled(back))]
      // Only the values that the event changed are compared; the reversal restores all of them.
      var restored = now
      restored.change(back)
      var made = restored
      made.change(change)
      return made.change(to: now) == nil ? .facts(facts) : .overwritten(orForced: facts)
    }
  }

  /// Returns the reversal of a booking or its cancellation; a class that is booked again gets the last booking.
  private static func reversal(
    ofBooking isBooked: Bool, _ name: Name, _ state: ReversalState
  ) -> Reversal {
    let user = state.user
    guard let it = state.timetable[name], it.isBooked(by: user) != isBooked else {
      return .noEffect
    }
    return .facts(about: [.booking(name)]) { state in
      guard let it = state.timetable[name], it.isBooked(by: user) == isBooked else {
        return .overwritten(orForced: nil)
      }
      return .facts([
        .classes(
          isBooked
            ? .bookingCancelled(BookingCancelled(class: name))
            : .classBooked(ClassBooked(class: name)))
      ])
    }
  }

  private static func reversal(
    of mark: Timetable.Mark?, _ name: Name, _ state: ReversalState
  ) -> Reversal {
    let user = state.user
    guard let it = state.timetable[name], it.marks[user] != mark else { return .noEffect }
    let back: ClassEvent =
      switch it.marks[user] {
      case .attended(let minutes):
        .classAttended(ClassAttended(class: name, minutes: minutes))
      case .missed: .classMissed(ClassMissed(class: name))
      case nil: .attendanceCleared(AttendanceCleared(class: name))
      }
    return .facts(about: [.attendance(name)]) { state in
      guard let it = state.timetable[name] else { return .overwritten(orForced: nil) }
      let facts: [Event.Body] = [.classes(back)]
      return it.marks[user] == mark ? .facts(facts) : .overwritten(orForced: facts)
    }
  }
}

extension Timetable.FitnessClass {
  /// Returns the change that gives this class the values of another; nil if they are equal.
  fileprivate func change(to other: Self) -> ClassRescheduled? {
    var cleared: [ClassDetail] = []
    if instructor != nil, other.instructor == nil { cleared.append(.instructor) }
    if place != nil, other.place == nil { cleared.append(.place) }
    if capacity != nil, other.capacity == nil { cleared.append(.capacity) }
    let change = ClassRescheduled(
      class: `class`, title: changed(other.title, from: title),
      startsAt: changed(other.startsAt, from: startsAt),
      minutes: changed(other.minutes, from: minutes),
      instructor: changed(other.instructor, from: instructor),
      place: changed(other.place, from: place),
      capacity: changed(other.capacity, from: capacity), cleared: cleared)
    return change == ClassRescheduled(class: `class`) ? nil : change
  }
}
