import Events
import Projections

/// A night of sleep, an event type of the app. replog keeps and copies such events without interpreting them.
///
/// The name of the type begins with the name of the app, so that no later type of replog has the same name.
struct NightSlept {
  static let type = "AcmeNightSlept"
  let hours: Double

  init(hours: Double) { self.hours = hours }

  /// Creates the night from an event of the log; nil for an event of another type or without hours.
  init?(_ event: Event) {
    guard case .unknown(let own) = event.body, own.type == Self.type,
      case .number(let hours)? = own.data["hours"]
    else { return nil }
    self.hours = hours.double
  }

  var body: Event.Body {
    .unknown(UnknownEvent(type: Self.type, data: .object([("hours", .number(.double(hours)))])))
  }
}

/// The hours of sleep of a user and the number of sets, from one log.
struct Sleep: UserProjection {
  private(set) var hours = 0.0
  private(set) var nights: [(day: LocalDay, hours: Double)] = []
  private(set) var sets = 0

  /// The events of types that replog does not know, and the events of sessions.
  static var reads: Areas { [.sessions, .unknown] }

  mutating func apply(_ event: Event) {
    if let night = NightSlept(event) {
      hours += night.hours
      nights.append((event.at.day, night.hours))
    } else if case .sessions(.setLogged) = event.body {
      sets += 1
    }
  }
}

/// The nights of a user, a view of the app: JSON, a table, paths and a schema follow from the fields of its rows.
struct SleepView: PersonalView {
  struct Row: Record {
    let day: LocalDay
    let hours: Double

    static var key: String? { "day" }

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.day, .plain, "The day on which the user woke up.")
      f("hours", row?.hours, .plain, "The hours of sleep.")
    }
  }

  static let name = "sleep"
  static let summary = "the nights"
  static let scaling = Scaling.perUser
  var rows: [Row]

  init(of user: Name?, _ sleep: Sleep, _: EmptyProjection) {
    rows = sleep.nights.map { Row(day: $0.day, hours: $0.hours) }
  }
}
