import Events

/// The classes of all users, with their bookings and attendance.
///
/// Bookings are in order. As many of them as the class has places hold one; those after them wait, and move
/// up when a booking before theirs is cancelled or the class gets more places. An event about a class that
/// is not scheduled yet changes nothing.
public struct Timetable: Projection {
  /// A class.
  public struct FitnessClass: Equatable, Sendable {
    public let `class`: Name
    @Verbatim public internal(set) var title: String
    public internal(set) var startsAt: Timestamp
    public internal(set) var minutes: Double
    @Verbatim public internal(set) var instructor: String?
    @Verbatim public internal(set) var place: String?
    /// The number of places; nil when there is no bound.
    public internal(set) var capacity: Int?
    public internal(set) var isCancelled = false
    /// The user who scheduled it, and alone may change it.
    public let scheduledBy: Name?
    /// The position of the event that scheduled it.
    public let seq: Int
    var bookings = BookingQueue()
    var marks: [Name: Mark] = [:]
  }

  /// The entry of a user about a class that took place.
  enum Mark: Equatable, Sendable {
    /// Minutes are nil for the duration of the class.
    case attended(minutes: Double?)
    case missed
  }

  /// The classes in the order in which they were scheduled.
  public private(set) var classes: [FitnessClass] = []
  private var places: [Name: Int] = [:]
  /// The latest time of an event about classes; nil without one.
  public private(set) var latest: Timestamp?

  public init() {}
  public static var reads: Areas { [.classes] }

  /// A class by its name; nil when it was never scheduled.
  public subscript(class: Name) -> FitnessClass? { places[`class`].map { classes[$0] } }

  /// Returns the position of a class among all, from 0; nil when it was never scheduled.
  func order(of class: Name) -> Int? { places[`class`] }

  public mutating func apply(_ event: Event) {
    guard case .classes(let fact) = event.body else { return }
    latest = max(latest ?? event.at, event.at)
    switch fact {
    case .classScheduled(let scheduled): schedule(scheduled, event)
    case .classRescheduled(let change): self.change(change.class) { $0.change(change) }
    case .classCancelled(let fact): change(fact.class) { $0.isCancelled = true }
    case .classReinstated(let fact): change(fact.class) { $0.isCancelled = false }
    case .classBooked(let fact):
      if let user = event.user { change(fact.class) { $0.bookings.append(user) } }
    case .bookingCancelled(let fact):
      if let user = event.user { change(fact.class) { $0.bookings.remove(user) } }
    case .classAttended(let fact): mark(fact.class, .attended(minutes: fact.minutes), event.user)
    case .classMissed(let fact): mark(fact.class, .missed, event.user)
    case .attendanceCleared(let fact): mark(fact.class, nil, event.user)
    }
  }

  private mutating func schedule(_ scheduled: ClassScheduled, _ event: Event) {
    let name = scheduled.class ?? Name(event.id)
    guard places[name] == nil else { return }
    places[name] = classes.count
    classes.append(
      FitnessClass(
        class: name, title: scheduled.title, startsAt: scheduled.startsAt,
        minutes: scheduled.minutes, instructor: scheduled.instructor, place: scheduled.place,
        capacity: scheduled.capacity, scheduledBy: event.user, seq: event.seq))
  }

  private mutating func mark(_ name: Name, _ mark: Mark?, _ user: Name?) {
    if let user { change(name) { $0.marks[user] = mark } }
  }

  private mutating func change(_ name: Name, _ body: (inout FitnessClass) -> Void) {
    if let place = places[name] { body(&classes[place]) }
  }
}

extension Timetable.FitnessClass {
  mutating func change(_ change: ClassRescheduled) {
    title = change.title ?? title
    startsAt = change.startsAt ?? startsAt
    minutes = change.minutes ?? minutes
    instructor = change.instructor ?? instructor
    place = change.place ?? place
    capacity = change.capacity ?? capacity
    for detail in change.cleared {
      switch detail {
      case .instructor: instructor = nil
      case .place: place = nil
      case .capacity: capacity = nil
      }
    }
  }
}

// MARK: - Places, and the state of a user

/// The state of a user in a class.
public enum BookingState: String, CaseIterable, Sendable, RecordValue {
  /// A booking that holds a place.
  case booked
  /// A booking on the waiting list.
  case waiting
  case attended
  /// A place in a class that took place without the user.
  case missed
}

extension Timetable.FitnessClass {
  /// The number of places; a line written by hand may have any number.
  private var bound: Int { max(0, capacity ?? .max) }

  /// The number of bookings that hold a place.
  public var booked: Int { min(bookings.count, bound) }

  /// The number of bookings on the waiting list.
  public var waiting: Int { bookings.count - booked }

  /// Returns whether the class has begun at `now`.
  public func hasBegun(at now: Timestamp) -> Bool { startsAt.milliseconds <= now.milliseconds }

  /// Returns whether the class is over at `now`.
  public func isOver(at now: Timestamp) -> Bool { end <= Double(now.milliseconds) }

  /// Returns whether the class and another one are at the same time, at least for a moment.
  func overlaps(_ other: Self) -> Bool {
    Double(startsAt.milliseconds) < other.end && Double(other.startsAt.milliseconds) < end
  }

  /// The end, in milliseconds since 1970; a line written by hand may have any number of minutes.
  private var end: Double { Double(startsAt.milliseconds) + minutes * 60_000 }

  /// Returns the position of a user on the waiting list, from 1; nil for a user who does not wait.
  public func waitingPosition(of user: Name?) -> Int? {
    guard let user, let rank = bookings.rank(of: user), rank > bound else { return nil }
    return rank - bound
  }

  /// Returns whether a user has a booking.
  public func isBooked(by user: Name?) -> Bool {
    user.map { bookings.rank(of: $0) != nil } ?? false
  }

  /// Returns the state of a user; nil for one who neither booked nor attended.
  ///
  /// A class is missed by those who had a place in it, did not attend it, and either said so or let it pass.
  /// Nobody misses a class that was cancelled.
  ///
  /// - Parameter now: the time up to which classes are over; nil where only what users said counts.
  public func state(of user: Name?, at now: Timestamp?) -> BookingState? {
    guard let user else { return nil }
    if case .attended = marks[user] { return .attended }
    guard isBooked(by: user) else { return nil }
    if waitingPosition(of: user) != nil { return .waiting }
    let isMissed = marks[user] == .missed || now.map { isOver(at: $0) } ?? false
    return isMissed && !isCancelled ? .missed : .booked
  }

  /// Returns the minutes that a user attended; nil for one who did not.
  public func attendedMinutes(of user: Name?) -> Double? {
    guard let user, case .attended(let minutes) = marks[user] else { return nil }
    return minutes ?? self.minutes
  }
}
