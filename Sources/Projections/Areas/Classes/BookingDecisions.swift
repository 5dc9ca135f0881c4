import Events

/// A request to book a class: for a place, or for a position on the waiting list if the class is full.
public struct BookClass: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(
    _ state: Pair<OfUser<OwnClasses>, Timetable>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let it = try state.second.fitnessClass(`class`) {
      !$0.isCancelled && !$0.hasBegun(at: context.now)
    }
    guard !it.isBooked(by: context.user) else {
      let waiting = it.waitingPosition(of: context.user)
      throw Refusal(
        .alreadyBooked,
        "you have already booked '\(it.title)'"
          + (waiting.map { ", and are number \($0) on its waiting list" } ?? ""),
        help: "\(.show(.bookings)) shows your bookings")
    }
    guard !it.isCancelled else {
      throw Refusal(
        .classCancelled, "'\(it.title)' is cancelled",
        help: "\(.show(.timetable)) shows upcoming classes")
    }
    try context.requireNotBegun(it, "it cannot be booked")
    let others = state.first.value.classes(of: context.user, in: state.second)
    let other = others.first {
      !$0.isCancelled && $0.state(of: context.user, at: nil) == .booked && $0.time.overlaps(it.time)
    }
    if let other {
      throw Refusal(
        .overlappingBooking,
        "your class '\(other.title)' at \(minute(other.startsAt)) overlaps with this class",
        help: "cancel that booking first: \(.cancelBooking(other.class))")
    }
    return [ClassBooked(class: it.class).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .classes(.classBooked(let booking)) = facts.first,
      let it = state.second[booking.class], it.booked >= it.bound
    else { return [] }
    return [.waitingList(title: it.title, position: it.waiting + 1)]
  }
}

/// A request to cancel a booking of a class, with a place or on the waiting list.
public struct CancelBooking: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(
    _ state: Pair<OfUser<OwnClasses>, Timetable>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let it = try state.findBooked(`class`, by: context.user) { !$0.hasBegun(at: context.now) }
    try context.requireNotBegun(
      it, "your booking cannot be cancelled", help: "if you missed it: \(.missClass(it.class))")
    return [BookingCancelled(class: it.class).body]
  }
}

/// A request to record attendance at a class, with or without a booking.
public struct AttendClass: Decision {
  public var `class`: Reference
  /// The time spent there; nil for the duration of the class.
  public var minutes: Double?

  public init(class: Reference, minutes: Double? = nil) {
    (self.class, self.minutes) = (`class`, minutes)
  }

  public func decide(
    _ state: Pair<OfUser<OwnClasses>, Timetable>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let it = try state.fitnessClass(`class`, of: context.user) { $0.hasBegun(at: context.now) }
    try context.requireBegun(it, "attended")
    guard minutes != 0 else {
      throw Refusal(
        .outOfRange, "the minutes of an attendance must be more than 0",
        help: "if you missed it: \(.missClass(it.class))")
    }
    guard it.marks[context.user] != .attended(minutes: minutes) else { return [] }
    return [ClassAttended(class: it.class, minutes: minutes).body]
  }
}

/// A request to record that the user had a place in a class and missed it.
public struct MissClass: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(
    _ state: Pair<OfUser<OwnClasses>, Timetable>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let it = try state.findBooked(`class`, by: context.user) { $0.hasBegun(at: context.now) }
    try context.requireBegun(it, "missed")
    guard it.waitingPosition(of: context.user) == nil else {
      throw Refusal(
        .notBooked, "you had no place in '\(it.title)', so you cannot have missed it",
        help: "\(.show(.pastBookings)) shows your past bookings")
    }
    if it.state(of: context.user, at: context.now) == .missed { return [] }
    return [ClassMissed(class: it.class).body]
  }
}

/// A request to remove an attendance or absence that was entered by mistake.
public struct ClearAttendance: Decision {
  public var `class`: Reference

  public init(class: Reference) { self.class = `class` }

  public func decide(
    _ state: Pair<OfUser<OwnClasses>, Timetable>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let it = try state.fitnessClass(`class`, of: context.user) { $0.marks[context.user] != nil }
    guard it.marks[context.user] != nil else { return [] }
    return [AttendanceCleared(class: it.class).body]
  }
}

extension Context {
  /// Refuses entries about a class that has not begun, or that is cancelled.
  fileprivate func requireBegun(_ it: Timetable.FitnessClass, _ done: String) throws(Refusal) {
    guard !it.isCancelled else {
      throw Refusal(.classCancelled, "'\(it.title)' is cancelled, so nobody \(done) it")
    }
    guard it.hasBegun(at: now) else {
      let help: Remedy =
        it.isBooked(by: user)
        ? "to cancel your booking: \(.cancelBooking(it.class))"
        : "record it once the class has begun"
      throw Refusal(
        .classNotBegun,
        "'\(it.title)' begins at \(minute(it.startsAt)), so nobody has \(done) it yet",
        help: help)
    }
  }
}

extension Pair<OfUser<OwnClasses>, Timetable> {
  /// Returns the class of a reference; `last` is the class scheduled last among those that the user booked or attended,
  /// if there are any.
  fileprivate func fitnessClass(
    _ reference: Reference, of user: Name, _ isMeant: (Timetable.FitnessClass) -> Bool
  ) throws(Refusal) -> Timetable.FitnessClass {
    if reference == .latest {
      let own = first.value.classes(of: user, in: second)
      if let latest = own.max(by: { $0.seq < $1.seq }) { return latest }
    }
    return try second.fitnessClass(reference, isMeant)
  }

  /// Returns the class of a reference, if the user booked it.
  fileprivate func findBooked(
    _ reference: Reference, by user: Name, _ isMeant: (Timetable.FitnessClass) -> Bool
  ) throws(Refusal) -> Timetable.FitnessClass {
    let it = try fitnessClass(reference, of: user) { $0.isBooked(by: user) && isMeant($0) }
    guard it.isBooked(by: user) else {
      throw Refusal(
        .notBooked, "you have not booked '\(it.title)'",
        help: "\(.show(.bookings)) shows your bookings")
    }
    return it
  }
}
