import Events

/// The classes of all users, with their bookings and attendance.
///
/// Bookings are in order. The first ones hold the places of the class; later ones are on the waiting list. They move up
/// when an earlier booking is cancelled or the class gets more places. A user with a place in another class at that time
/// is passed over. An event about a class that is not scheduled yet changes nothing.
public struct Timetable: Projection {
  public struct FitnessClass: Equatable, Sendable {
    public let `class`: Name
    @Verbatim public internal(set) var title: String
    public internal(set) var startsAt: Timestamp
    public internal(set) var minutes: Double
    @Verbatim public internal(set) var instructor: String?
    @Verbatim public internal(set) var place: String?
    /// The number of places; nil if it is unlimited.
    public internal(set) var capacity: Int?
    public internal(set) var isCancelled = false
    /// The user who scheduled it; no other user may change it.
    public let scheduledBy: Name?
    /// The position of the event that scheduled it.
    public let seq: Int
    var bookings = BookingQueue()
    var marks: [Name: Mark] = [:]
  }

  /// The entry of a user about a past class.
  enum Mark: Equatable, Sendable {
    /// An attended class; the minutes are nil for the duration of the class.
    case attended(minutes: Double?)
    case missed
  }

  /// The time between two moments in milliseconds since 1970; a hand-written line may have any number of minutes.
  struct Span: Equatable, Sendable {
    let start: Double
    let end: Double

    func overlaps(_ other: Span) -> Bool { start < other.end && other.start < end }
  }

  /// The classes in the order in which they were scheduled.
  public internal(set) var classes: [FitnessClass] = []
  private var places: [Name: Int] = [:]
  /// The indices of the classes that each user booked, with the number of the booking.
  var booked: [Name: [Int: Int]] = [:]
  var bookingCount = 0
  /// The indices of the classes in which each user holds a place.
  var held: [Name: Set<Int>] = [:]
  /// The indices of the classes that each user waits for.
  var awaited: [Name: Set<Int>] = [:]
  /// The latest time of an event about classes; nil if there is none.
  public private(set) var latest: Timestamp?

  public init() {}
  public static var reads: Areas { [.classes] }

  /// A class by its name; nil if it was never scheduled.
  public subscript(class: Name) -> FitnessClass? { places[`class`].map { classes[$0] } }

  /// Returns the index of a class among all classes; nil if it was never scheduled.
  func order(of class: Name) -> Int? { places[`class`] }

  public mutating func apply(_ event: Event) {
    guard case .classes(let fact) = event.body, event.mayChange({ self[$0].map(\.scheduledBy) })
    else { return }
    latest = max(latest ?? event.at, event.at)
    switch fact {
    case .classScheduled(let scheduled): schedule(scheduled, event)
    case .classRescheduled(let change): arrange(change.class) { $0.change(change) }
    case .classCancelled(let fact): arrange(fact.class) { $0.isCancelled = true }
    case .classReinstated(let fact): arrange(fact.class) { $0.isCancelled = false }
    case .classBooked(let fact):
      if let user = event.user, let place = places[fact.class] { book(place, by: user) }
    case .bookingCancelled(let fact):
      if let user = event.user, let place = places[fact.class] { cancelBooking(place, by: user) }
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
    if let user, let place = places[name] { classes[place].marks[user] = mark }
  }

  /// Changes a class, and who has a place in it.
  private mutating func arrange(_ name: Name, _ body: (inout FitnessClass) -> Void) {
    guard let place = places[name] else { return }
    let old = classes[place].isCancelled ? nil : classes[place].time
    body(&classes[place])
    redistribute(place, from: old)
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
  /// A booking on the waiting list of a user who has a place in another class at that time.
  case overlaps
  case attended
  /// A booking with a place in a past class that the user did not attend.
  case missed
}

extension Timetable.FitnessClass {
  /// The number of places, at least 0; a hand-written line may have any number.
  var bound: Int { max(0, capacity ?? .max) }

  /// The number of bookings with a place.
  public var booked: Int { bookings.count - bookings.waiting }

  /// The number of bookings on the waiting list.
  public var waiting: Int { bookings.waiting }

  /// Returns whether the class has begun at `now`.
  public func hasBegun(at now: Timestamp) -> Bool { startsAt.milliseconds <= now.milliseconds }

  /// Returns whether the class is over at `now`.
  public func isOver(at now: Timestamp) -> Bool { time.end <= Double(now.milliseconds) }

  /// The time that the class takes.
  var time: Timetable.Span {
    let start = Double(startsAt.milliseconds)
    return Timetable.Span(start: start, end: start + minutes * 60_000)
  }

  /// Returns the position of a user on the waiting list, from 1; nil for a user who is not on it.
  public func waitingPosition(of user: Name?) -> Int? {
    user.flatMap { bookings.waitingRank(of: $0) }
  }

  public func isBooked(by user: Name?) -> Bool { user.map { bookings.contains($0) } ?? false }

  /// Returns the state of a user; nil for a user who neither booked nor attended.
  ///
  /// A class alone does not know of others: it is `waiting` for a user with another place at that time.
  /// `Timetable.state(of:in:at:)` is `overlaps` then.
  ///
  /// A user missed a class if they had a place and did not attend. In addition, they must have said so, or the class
  /// must be over. A cancelled class is never missed.
  ///
  /// - Parameter now: The time for deciding which classes are over. If it is nil, only the users' own entries count as
  ///   missed.
  public func state(of user: Name?, at now: Timestamp?) -> BookingState? {
    guard let user else { return nil }
    if case .attended = marks[user] { return .attended }
    guard isBooked(by: user) else { return nil }
    if waitingPosition(of: user) != nil { return .waiting }
    let isMissed = marks[user] == .missed || now.map { isOver(at: $0) } ?? false
    return isMissed && !isCancelled ? .missed : .booked
  }

  /// Returns the minutes that a user attended; nil for a user who did not attend.
  public func attendedMinutes(of user: Name?) -> Double? {
    guard let user, case .attended(let minutes) = marks[user] else { return nil }
    return minutes ?? self.minutes
  }
}
