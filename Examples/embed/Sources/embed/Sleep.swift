import Events
import Projections

/// A night of sleep: an event of the app's own, which replog keeps and passes on without knowing it.
///
/// A type of its own has a name that no type of replog will have, such as one that begins with the app's.
struct NightSlept {
  static let type = "AcmeNightSlept"
  let hours: Double

  init(hours: Double) { self.hours = hours }

  /// Reads the event out of a log; nil where it is another, or has no hours.
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

/// The sleep of a user, next to the sets of the same log.
struct Sleep: UserProjection {
  private(set) var hours = 0.0
  private(set) var nights = 0
  private(set) var sets = 0

  /// The events that no area of replog has, and those of sessions.
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
