/// The events of classes with a timetable, bookings and attendance.
public enum ClassEvent: Equatable, Sendable, EventArea {
  case classScheduled(ClassScheduled)
  case classRescheduled(ClassRescheduled)
  case classCancelled(ClassCancelled)
  case classReinstated(ClassReinstated)
  case classBooked(ClassBooked)
  case bookingCancelled(BookingCancelled)
  case classAttended(ClassAttended)
  case classMissed(ClassMissed)
  case attendanceCleared(AttendanceCleared)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("ClassScheduled", ClassScheduled.self),
    ("ClassRescheduled", ClassRescheduled.self),
    ("ClassCancelled", ClassCancelled.self),
    ("ClassReinstated", ClassReinstated.self),
    ("ClassBooked", ClassBooked.self),
    ("BookingCancelled", BookingCancelled.self),
    ("ClassAttended", ClassAttended.self),
    ("ClassMissed", ClassMissed.self),
    ("AttendanceCleared", AttendanceCleared.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .classScheduled(let payload): payload
    case .classRescheduled(let payload): payload
    case .classCancelled(let payload): payload
    case .classReinstated(let payload): payload
    case .classBooked(let payload): payload
    case .bookingCancelled(let payload): payload
    case .classAttended(let payload): payload
    case .classMissed(let payload): payload
    case .attendanceCleared(let payload): payload
    }
  }
}

/// A property of a class that can be removed.
public enum ClassDetail: String, CaseIterable, Sendable, Vocabulary {
  case instructor
  case place
  case capacity

  @usableFromInline package static let words = Words(Self.self)
}

/// A class at a time, open to bookings from all users.
public struct ClassScheduled: Equatable, Sendable, EventPayload {
  /// The id of the class; nil for the event's id, as in events written by replog.
  public let `class`: Name?
  /// The title; classes with the same title count as one kind.
  public let title: String
  /// The start, in the local time of the place.
  public let startsAt: Timestamp
  public let minutes: Double
  public let instructor: String?
  public let place: String?
  /// The number of places; nil for no limit.
  public let capacity: Int?

  public init(
    class: Name? = nil, title: String, startsAt: Timestamp, minutes: Double,
    instructor: String? = nil, place: String? = nil, capacity: Int? = nil
  ) {
    (self.class, self.title, self.startsAt, self.minutes) = (`class`, title, startsAt, minutes)
    (self.instructor, self.place, self.capacity) = (instructor, place, capacity)
  }

  package var body: Event.Body { .classes(.classScheduled(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f.optional(
      "class", old?.class, .begins(.fitnessClass),
      "The class; omitted if it has the id of the event.")
    title = try f(
      "title", old?.title, .text.common,
      "The title; classes with the same title are of the same kind.")
    startsAt = try f("startsAt", old?.startsAt, .any, "The start.")
    minutes = try f("minutes", old?.minutes, .minutes, "The duration.")
    instructor = try f.optional(
      "instructor", old?.instructor, .text.personal(naming: .anyone), "The instructor.")
    place = try f.optional("place", old?.place, .text.common, "The place.")
    capacity = try f.optional(
      "capacity", old?.capacity, .capacity,
      "The number of places; omitted if there is no limit.")
  }
}

/// A change of a class by the user who scheduled it; a nil field keeps its value.
public struct ClassRescheduled: Equatable, Sendable, EventPayload {
  public let `class`: Name
  /// The new title; nil if unchanged.
  public let title: String?
  /// The new start; nil if unchanged.
  public let startsAt: Timestamp?
  /// The new duration; nil if unchanged.
  public let minutes: Double?
  /// The new instructor; nil if unchanged.
  public let instructor: String?
  /// The new place; nil if unchanged.
  public let place: String?
  /// The new number of places; nil if unchanged.
  public let capacity: Int?
  /// The properties to remove from the class; a new value of such a property is ignored.
  public let cleared: [ClassDetail]

  public init(
    class: Name, title: String? = nil, startsAt: Timestamp? = nil, minutes: Double? = nil,
    instructor: String? = nil, place: String? = nil, capacity: Int? = nil,
    cleared:
      [ClassDetail] = []
  ) {
    (self.class, self.title, self.startsAt, self.minutes) = (`class`, title, startsAt, minutes)
    (self.instructor, self.place, self.capacity) = (instructor, place, capacity)
    self.cleared = cleared
  }

  package var body: Event.Body { .classes(.classRescheduled(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .changes(.fitnessClass), "The class.")
    title = try f.optional(
      "title", old?.title, .text.common, "The new title; omitted if unchanged.")
    startsAt = try f.optional(
      "startsAt", old?.startsAt, .any, "The new start; omitted if unchanged.")
    minutes = try f.optional(
      "minutes", old?.minutes, .minutes, "The new duration; omitted if unchanged.")
    instructor = try f.optional(
      "instructor", old?.instructor, .text.personal(naming: .anyone),
      "The new instructor; omitted if unchanged.")
    place = try f.optional(
      "place", old?.place, .text.common, "The new place; omitted if unchanged.")
    capacity = try f.optional(
      "capacity", old?.capacity, .capacity, "The new number of places; omitted if unchanged.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties to remove from the class.")
  }
}

/// The cancellation of a class by the user who scheduled it; no booking of it then counts as an absence.
public struct ClassCancelled: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.classCancelled(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .ends(.fitnessClass), "The class.")
  }
}

/// The reinstatement of a cancelled class, with its bookings.
public struct ClassReinstated: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.classReinstated(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .restores(.fitnessClass), "The class.")
  }
}

/// A booking of a place in a class, or of a place on its waiting list if the class is full.
public struct ClassBooked: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.classBooked(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .refers(to: .fitnessClass), "The class.")
  }
}

/// The cancellation of a booking; the first user on the waiting list gets the place.
public struct BookingCancelled: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.bookingCancelled(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .refers(to: .fitnessClass), "The class.")
  }
}

/// A user's attendance at a class, with or without a booking.
public struct ClassAttended: Equatable, Sendable, EventPayload {
  public let `class`: Name
  /// The time that the user spent there; nil for the duration of the class.
  public let minutes: Double?

  public init(class: Name, minutes: Double? = nil) {
    (self.class, self.minutes) = (`class`, minutes)
  }

  package var body: Event.Body { .classes(.classAttended(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .refers(to: .fitnessClass), "The class.")
    minutes = try f.optional(
      "minutes", old?.minutes, .minutes,
      "The minutes attended; omitted if the user attended the whole class.")
  }
}

/// An absence from a booked class, replacing an attendance entered by mistake.
public struct ClassMissed: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.classMissed(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .refers(to: .fitnessClass), "The class.")
  }
}

/// The removal of an attendance or absence entered by mistake.
public struct AttendanceCleared: Equatable, Sendable, EventPayload {
  public let `class`: Name

  public init(class: Name) { self.class = `class` }

  package var body: Event.Body { .classes(.attendanceCleared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    `class` = try f("class", old?.class, .refers(to: .fitnessClass), "The class.")
  }
}
