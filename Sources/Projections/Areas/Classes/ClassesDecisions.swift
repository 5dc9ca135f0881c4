import Events

/// A request to schedule a class, which all users can book.
public struct ScheduleClass: Decision {
  public var title: String
  public var startsAt: Timestamp
  public var minutes: Double
  public var instructor: String?
  public var place: String?
  /// The number of places; nil for no limit.
  public var capacity: Int?

  public init(
    title: String, startsAt: Timestamp, minutes: Double, instructor: String? = nil,
    place: String? = nil, capacity: Int? = nil
  ) {
    (self.title, self.startsAt, self.minutes) = (title, startsAt, minutes)
    (self.instructor, self.place, self.capacity) = (instructor, place, capacity)
  }

  public func decide(_ state: EmptyProjection, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard let title = given(title) else { throw .emptyTitle }
    try requireDuration(minutes)
    try context.requireFuture(startsAt)
    let scheduled = ClassScheduled(
      title: title, startsAt: startsAt, minutes: minutes, instructor: given(instructor),
      place: given(place), capacity: capacity)
    return [scheduled.body]
  }
}

/// A request of the user who scheduled a class to change it.
public struct RescheduleClass: Equatable, Decision {
  public var `class`: Reference
  public var title: String?
  public var startsAt: Timestamp?
  public var minutes: Double?
  /// The new instructor; an empty text removes the instructor.
  public var instructor: String?
  /// The new place; an empty text removes the place.
  public var place: String?
  public var capacity: Int?
  /// A Boolean value indicating whether the limit of places is removed.
  public var isUnbounded: Bool

  public init(
    class: Reference, title: String? = nil, startsAt: Timestamp? = nil, minutes: Double? = nil,
    instructor: String? = nil, place: String? = nil, capacity: Int? = nil,
    isUnbounded: Bool = false
  ) {
    (self.class, self.title, self.startsAt, self.minutes) = (`class`, title, startsAt, minutes)
    (self.instructor, self.place) = (instructor, place)
    (self.capacity, self.isUnbounded) = (capacity, isUnbounded)
  }

  public func decide(_ state: Timetable, _ context: Context) throws(Refusal) -> [Event.Body] {
    let it = try state.fitnessClass(`class`, of: context, to: "change")
    if self == RescheduleClass(class: `class`) {
      throw Refusal(
        .nothingToChange, "there is nothing to change", help: "see \(.show(.classChanges))")
    }
    if title != nil, given(title) == nil { throw .emptyTitle }
    try requireDuration(minutes ?? 1)
    let change = change(of: it)
    if change == ClassRescheduled(class: it.class) { return [] }
    guard !it.isCancelled else {
      throw Refusal(
        .classCancelled, "'\(it.title)' is cancelled",
        help: "reinstate it first: \(.reinstateClass(it.class))")
    }
    if let start = change.startsAt {
      try context.requireNotBegun(it, "it cannot be moved")
      try context.requireFuture(start)
    }
    if let capacity = change.capacity, capacity < it.booked {
      throw Refusal(
        .overbooked,
        "the capacity of '\(it.title)' must cover its \(it.booked) bookings, got \(capacity)",
        help: "the users who booked last would lose their places; give at least \(it.booked)")
    }
    return [change.body]
  }

  private func change(of it: Timetable.FitnessClass) -> ClassRescheduled {
    var cleared: [ClassDetail] = []
    if instructor != nil, given(instructor) == nil, it.instructor != nil {
      cleared.append(.instructor)
    }
    if place != nil, given(place) == nil, it.place != nil { cleared.append(.place) }
    if isUnbounded, it.capacity != nil { cleared.append(.capacity) }
    return ClassRescheduled(
      class: it.class, title: changed(given(title), from: it.title),
      startsAt: changed(startsAt, from: it.startsAt), minutes: changed(minutes, from: it.minutes),
      instructor: changed(given(instructor), from: it.instructor),
      place: changed(given(place), from: it.place),
      capacity: isUnbounded ? nil : changed(capacity, from: it.capacity), cleared: cleared)
  }
}

/// A request of the user who scheduled a class to cancel it.
public struct CancelClass: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(_ state: Timetable, _ context: Context) throws(Refusal) -> [Event.Body] {
    let it = try state.fitnessClass(`class`, of: context, to: "cancel")
    if it.isCancelled { return [] }
    let isAttended = it.marks.values.contains { if case .attended = $0 { true } else { false } }
    guard !isAttended else {
      throw Refusal(
        .classAttended, "'\(it.title)' was attended, so it took place",
        help: "a user can remove an attendance entered by mistake: \(.clearAttendance)")
    }
    return [ClassCancelled(class: it.class).body]
  }
}

/// A request of the user who scheduled a class to withdraw its cancellation.
public struct ReinstateClass: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(_ state: Timetable, _ context: Context) throws(Refusal) -> [Event.Body] {
    let it = try state.fitnessClass(`class`, of: context, to: "reinstate", isCancelled: true)
    guard it.isCancelled else { return [] }
    return [ClassReinstated(class: it.class).body]
  }
}

extension Refusal {
  fileprivate static var emptyTitle: Refusal {
    Refusal(
      .emptyValue, "the title must not be empty",
      help: "for example 'Yoga'; classes with the same title are one kind")
  }
}

/// Refuses a class with a duration of 0.
private func requireDuration(_ minutes: Double) throws(Refusal) {
  guard minutes != 0 else {
    throw Refusal(
      .outOfRange, "the minutes of a class must be more than 0",
      help: "for example \(.give(.minutes, "60"))")
  }
}

extension Context {
  fileprivate func requireFuture(_ start: Timestamp) throws(Refusal) {
    guard start.milliseconds > now.milliseconds else {
      let times = minutes(start, now)
      throw Refusal(
        .inPast, "\(times.0) is in the past, so nobody could book the class",
        help: "it is \(times.1); give a later start")
    }
  }

  /// Refuses changes that are only possible before a class begins.
  func requireNotBegun(
    _ it: Timetable.FitnessClass, _ refused: String, help: Remedy? = nil
  ) throws(Refusal) {
    guard !it.hasBegun(at: now) else {
      throw Refusal(
        .classBegun, "'\(it.title)' began at \(minute(it.startsAt)), so \(refused)",
        help: help ?? "\(.show(.timetable)) shows upcoming classes")
    }
  }
}

extension Timetable {
  /// Returns the class of a reference: its id or a prefix of it, its title, `@45` for the class that event 45 scheduled,
  /// or the class scheduled last.
  ///
  /// - Parameter isMeant: A closure that selects the one that is meant among several classes with the title.
  func fitnessClass(
    _ reference: Reference, _ isMeant: (FitnessClass) -> Bool
  ) throws(Refusal) -> FitnessClass {
    if case .prefix(let text) = reference, self[Name(text)] == nil,
      let titled = try fitnessClass(titled: trimmed(text), isMeant)
    {
      return titled
    }
    return try reference.resolve(
      among: classes, by: { ($0.class, $0.seq) }, "class", created: "did not schedule a class",
      help: "\(.show(.timetable)) shows the classes")
  }

  /// Returns the class with a title in any letter case; nil if there is none.
  private func fitnessClass(
    titled title: String, _ isMeant: (FitnessClass) -> Bool
  ) throws(Refusal) -> FitnessClass? {
    let all = classes.filter { $0.title.lowercased() == title.lowercased() }
    let meant = all.filter(isMeant)
    guard all.count > 1, meant.count != 1 else { return meant.first ?? all.first }
    let some = meant.isEmpty ? all : meant
    let listed = some.suffix(5).map { "\($0.class) (\(minute($0.startsAt)))" }
    throw Refusal(
      .ambiguous, "\(some.count) classes are called '\(title)'",
      help: "write an id: \(listed.joined(separator: ", "))")
  }

  /// Returns the class of a reference, if the user scheduled it; `last` is the last class that the user scheduled.
  ///
  /// - Parameter isCancelled: Whether a cancelled class is meant if others have the same title.
  fileprivate func fitnessClass(
    _ reference: Reference, of context: Context, to change: String, isCancelled: Bool = false
  ) throws(Refusal) -> FitnessClass {
    if reference == .latest, let own = classes.last(where: { $0.scheduledBy == context.user }) {
      return own
    }
    let it = try fitnessClass(reference) {
      $0.scheduledBy == context.user && $0.isCancelled == isCancelled
        && !$0.hasBegun(at: context.now)
    }
    guard it.scheduledBy == context.user else {
      throw Refusal(
        .notOwner, "only the user who scheduled '\(it.title)' can \(change) it",
        help: "to cancel only your booking: \(.cancelBooking(it.class))")
    }
    return it
  }
}

extension ClassEvent {
  /// Places are shared by all users; an attendance is the user's own.
  var judgement: Judgement {
    switch self {
    case .classScheduled(let it):
      .decision(
        ScheduleClass(
          title: it.title, startsAt: it.startsAt, minutes: it.minutes, instructor: it.instructor,
          place: it.place, capacity: it.capacity))
    case .classRescheduled(let change): .decision(RescheduleClass(change))
    case .classCancelled(let it): .decision(CancelClass(class: Reference(to: it.class)))
    case .classReinstated(let it): .decision(ReinstateClass(class: Reference(to: it.class)))
    case .classBooked(let it): .decision(BookClass(class: Reference(to: it.class)))
    case .bookingCancelled(let it): .decision(CancelBooking(class: Reference(to: it.class)))
    case .classAttended, .classMissed: .always
    case .attendanceCleared(let it):
      .unless(Unchanged(Timetable.self) { $0[it.class]?.marks })
    }
  }
}

extension RescheduleClass {
  /// Creates the request that leads to a change.
  fileprivate init(_ change: ClassRescheduled) {
    func value(_ new: String?, _ detail: ClassDetail) -> String? {
      change.cleared.contains(detail) ? "" : new
    }
    self.init(
      class: Reference(to: change.class), title: change.title, startsAt: change.startsAt,
      minutes: change.minutes, instructor: value(change.instructor, .instructor),
      place: value(change.place, .place), capacity: change.capacity,
      isUnbounded: change.cleared.contains(.capacity))
  }
}
