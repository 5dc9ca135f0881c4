import Events
import Projections

/// The source of the values with which a shell completes an argument.
///
/// The first of these that has values decides: the command of the argument (`Command.completions`), the choices of its
/// type, its name (`EXERCISE`, `--user`), its type (`ArgumentValue.completion`).
enum Completion: Equatable, Sendable {
  /// No values: the argument is free text or a number.
  case nothing
  /// Words without spaces.
  case words([String])
  /// Files, and the folders that lead to them.
  case files
  case folders
  /// Values from the log.
  case live(LiveValue)
  /// The first words of the commands.
  case commands
  /// The second words of the commands that begin with the previous word.
  case verbs

  static let pastDays = Completion.words(["today", "yesterday"] + Weekday.allCases.map(\.rawValue))

  /// Returns the completion of an argument by its name alone: `EXERCISE`, `--user`.
  static func byName(_ name: String) -> Completion {
    let noun = name.drop { $0 == "-" }.prefix { $0 != "[" && $0 != "=" }.uppercased()
    if let value = LiveValue.allCases.first(where: { $0.nouns.contains(noun) }) {
      return .live(value)
    }
    switch noun {
    case "FILE", "O": return .files
    case "DIR", "GOLDEN": return .folders
    case "VIEW": return .words(Views.all.map { hyphened($0.name) })
    case "TYPE" where name.hasPrefix("--"): return .words(EventType.all.map { $0.name })
    case "COMMAND": return .commands
    case "SUBCOMMAND": return .verbs
    default: return .nothing
    }
  }
}

/// A kind of value for arguments: from the log, or from the system.
enum LiveValue: CaseIterable, Sendable {
  case exercises, users, sessions, sets, posts, classes, workouts, templates, videos, mails, events
  case pushUps, measurements, bodyMeasurements
  /// The events of a log that wait to be synced, and those that the remote refused.
  case pendingEvents, refusedEvents
  /// The time zones of the system.
  case zones

  /// The names of arguments with this kind of value.
  var nouns: [String] {
    switch self {
    case .exercises: ["EXERCISE", "LIFT"]
    case .users: ["USER"]
    case .sessions: ["SESSION"]
    case .sets: ["SET"]
    case .posts: ["POST"]
    case .classes: ["CLASS"]
    case .workouts: ["WORKOUT"]
    case .templates: ["TEMPLATE", "REPLACE"]
    case .videos: ["VIDEO"]
    case .mails: ["MAIL"]
    case .events: ["REF", "ABOUT", "WITHOUT"]
    case .measurements: ["MEASUREMENT"]
    case .zones: ["TIME-ZONE"]
    // The noun of their command is a session.
    case .pushUps: []
    // The noun is that of body weights.
    case .bodyMeasurements: []
    // The noun is that of a mail.
    case .pendingEvents, .refusedEvents: []
    }
  }
}
