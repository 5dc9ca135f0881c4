import Events

/// The classes that a user booked or attended, by start.
public struct BookingsView: PersonalView {
  public typealias Row = TimetableView.Row

  public static let name = "bookings"
  public static let summary = "the classes that you booked or attended"
  public static let scaling = Scaling.stream(of: [.classes])
  public static let emptyText = "no bookings"
  public static var day: (@Sendable (Row) -> LocalDay)? { TimetableView.day }

  public var rows: [Row]

  public init(of user: Name?, _ own: OwnClasses, _ timetable: Timetable) {
    self.init(of: user, own, timetable, at: nil)
  }

  /// Creates the view at a time; if it is nil, only the users' own entries count as missed.
  public init(of user: Name?, _ own: OwnClasses, _ timetable: Timetable, at now: Timestamp?) {
    rows = own.classes(of: user, in: timetable).map { Row($0, of: user, in: timetable, at: now) }
  }

  public static func row(
    _ key: Name, of user: Name?, _: OwnClasses, _ timetable: Timetable
  ) -> Row? {
    timetable[key].map { Row($0, of: user, in: timetable, at: nil) }
      .flatMap { $0.state == nil ? nil : $0 }
  }

  public static func touched(by event: Event) -> [Name]? { TimetableView.touched(by: event) }
}
