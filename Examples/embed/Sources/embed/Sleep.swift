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
  private(set) var nights = 0
  private(set) var sets = 0

  /// The events of types that replog does not know, and the events of sessions.
  static var reads: Areas { Areas.unknown.union([.sessions]) }

  mutating func apply(_ event: Event) {
    if let night = NightSlept(event) {
      hours += night.hours
      nights += 1
    } else if case .sessions(.setLogged) = event.body {
      sets += 1
    }
  }
}
