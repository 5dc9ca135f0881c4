import Events

/// The scheduled classes, as a user without bookings sees them.
///
/// `replog timetable` shows them for one user: `OwnTimetableView`.
public struct TimetableView: LogView {
  public struct Row: Record {
    public let fitnessClass: Timetable.FitnessClass
    /// The state of the user; nil for a user who neither booked nor attended.
    public let state: BookingState?
    /// The position of the user on the waiting list, from 1; nil for a user who is not on it.
    public let position: Int?
    /// The minutes that the user attended; nil for a user who did not attend.
    public let attendedMinutes: Double?

    /// Creates the row of a class for a user.
    ///
    /// - Parameter now: The time for deciding which classes are over. If it is nil, only the users' own entries count
    ///   as missed.
    public init(
      _ fitnessClass: Timetable.FitnessClass, of user: Name?, in timetable: Timetable,
      at now: Timestamp?
    ) {
      self.fitnessClass = fitnessClass
      state = timetable.state(of: user, in: fitnessClass, at: now)
      position =
        state == .waiting || state == .overlaps ? fitnessClass.waitingPosition(of: user) : nil
      attendedMinutes = fitnessClass.attendedMinutes(of: user)
    }

    public static var key: String? { "class" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let it = row?.fitnessClass
      f("class", it?.class, .plain.reference.column(8, "class"), "The class.")
      f("title", it?.title, .plain.shortened.column(3, "title"), "The title.")
      f("startsAt", it?.startsAt, .plain.column(1, "starts"), "The start.")
      f("minutes", it?.minutes, .plain.column(2, "minutes"), "The duration in minutes.")
      f(
        "instructor", it?.instructor, .plain.personal.shortened.dropped(2).column(4, "instructor"),
        "The instructor, or null.")
      f("place", it?.place, .plain.shortened.dropped(1).column(5, "place"), "The place, or null.")
      f("capacity", it?.capacity, .hidden, "The number of places; null for no limit.")
      f("booked", it?.booked, .plain.column(6, "booked"), "The number of bookings with a place.")
      f("waiting", it?.waiting, .hidden, "The number of bookings on the waiting list.")
      f("cancelled", it?.isCancelled, .hidden, "Whether the class is cancelled.")
      f(
        "state", row?.state, .plain.column(7, "you"),
        "The user's booking state; null if the user neither booked nor attended.")
      f(
        "position", row?.position, .hidden,
        "The position of the user on the waiting list, from 1; null if the user is not on it.")
      f(
        "attendedMinutes", row?.attendedMinutes, .hidden,
        "The minutes that the user attended; null if the user did not attend.")
    }
  }

  public static let name = "timetable"
  public static let summary = "the scheduled classes, earliest first"
  public static let scaling = Scaling.stream(of: [.classes])
  public static let emptyText = "no classes"
  public static var day: (@Sendable (Row) -> LocalDay)? { { $0.fitnessClass.startsAt.day } }

  public var rows: [Row]

  public init(_ timetable: Timetable) {
    rows = timetable.byStart.map { Row($0, of: nil, in: timetable, at: nil) }
  }

  public static func row(_ key: Name, of timetable: Timetable) -> Row? {
    timetable[key].map { Row($0, of: nil, in: timetable, at: nil) }
  }

  public static func touched(by event: Event) -> [Name]? {
    guard case .classes(let fact) = event.body else { return [] }
    switch fact {
    case .classScheduled, .classAttended, .classMissed, .attendanceCleared:
      return event.fitnessClass.map { [$0] } ?? []
    // Places in other classes at the same time may change, too.
    default: return nil
    }
  }
}

/// The scheduled classes, with a user's state in each.
public struct OwnTimetableView: PersonalView {
  public typealias Row = TimetableView.Row

  public static let name = TimetableView.name
  public static let summary = TimetableView.summary
  public static let scaling = Scaling.stream(of: [.classes])
  public static let emptyText = TimetableView.emptyText
  public static var day: (@Sendable (Row) -> LocalDay)? { TimetableView.day }

  public var rows: [Row]

  public init(of user: Name?, _: OwnClasses, _ timetable: Timetable) {
    self.init(of: user, timetable, at: nil)
  }

  /// Creates the view at a time; if it is nil, only the users' own entries count as missed.
  public init(of user: Name?, _ timetable: Timetable, at now: Timestamp?) {
    rows = timetable.byStart.map { Row($0, of: user, in: timetable, at: now) }
  }
}

extension Event {
  /// The class of the event; nil for an event of another area.
  var fitnessClass: Name? {
    guard case .classes(let fact) = body else { return nil }
    return switch fact {
    case .classScheduled(let fact): fact.class ?? Name(id)
    case .classRescheduled(let fact): fact.class
    case .classCancelled(let fact): fact.class
    case .classReinstated(let fact): fact.class
    case .classBooked(let fact): fact.class
    case .bookingCancelled(let fact): fact.class
    case .classAttended(let fact): fact.class
    case .classMissed(let fact): fact.class
    case .attendanceCleared(let fact): fact.class
    }
  }
}

/// The upcoming classes of each weekday, Monday to Sunday.
public struct WeekdayCardsView: PersonalView {
  public struct Row: Record {
    /// The next date with this weekday; it may be today.
    public let date: LocalDay
    /// The classes of that day that are not over.
    public let classes: [TimetableView.Row]

    public static var key: String? { "day" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.date.weekday, .plain, "The weekday.")
      f("date", row?.date, .plain, "The next date with this weekday; it may be today.")
      f.list("classes", row?.classes, .plain, "The classes of that day that are not over.")
    }
  }

  public static let name = TimetableView.name
  public static let summary = "the upcoming classes of each weekday"
  public static let scaling = Scaling.stream(of: [.classes])
  public static let emptyText = TimetableView.emptyText

  public var rows: [Row]

  public init(of user: Name?, _: OwnClasses, _ timetable: Timetable) {
    self.init(of: user, timetable, at: timetable.latest)
  }

  /// Creates the cards of the seven days from the day of `now` on; empty if `now` is nil.
  public init(of user: Name?, _ timetable: Timetable, at now: Timestamp?) {
    guard let now else {
      rows = []
      return
    }
    let days = now.day.number..<now.day.number + Weekday.allCases.count
    var classes: [Int: [TimetableView.Row]] = [:]
    for it in timetable.byStart where days.contains(it.startsAt.day.number) && !it.isOver(at: now) {
      classes[it.startsAt.day.number, default: []].append(
        TimetableView.Row(it, of: user, in: timetable, at: now))
    }
    rows = days.map { Row(date: LocalDay(number: $0), classes: classes[$0] ?? []) }
      .sorted { $0.date.weekday.index < $1.date.weekday.index }
  }
}
