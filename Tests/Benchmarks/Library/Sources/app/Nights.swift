import Events
import Projections

/// A user's nights of sleep: events that only this app decodes.
struct Nights: UserProjection {
  struct Night: Equatable {
    let day: LocalDay
    let hours: Double
  }

  private(set) var nights: [Night] = []

  static var reads: Areas { .unknown }

  mutating func apply(_ event: Event) {
    guard case .unknown(let own) = event.body, own.type == "AcmeNightSlept",
      case .number(let hours)? = own.data["hours"]
    else { return }
    nights.append(Night(day: event.at.day, hours: hours.double))
  }
}

/// A user's nights of sleep, in the order of the log.
struct NightsView: PersonalView {
  struct Row: Record {
    let night: Nights.Night

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.night.day, .plain, "The day on which the user woke up.")
      f("hours", row?.night.hours, .plain, "The hours slept.")
    }
  }

  static let name = "nights"
  static let summary = "the nights of sleep"
  static let scaling = Scaling.perUser
  var rows: [Row]

  init(of user: Name?, _ nights: Nights, _: EmptyProjection) { rows = nights.nights.map(Row.init) }
}
