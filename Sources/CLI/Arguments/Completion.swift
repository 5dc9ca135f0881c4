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
    let noun = name.drop { $0 == "-" }.prefix { $0 != "[" && $0 != "=" }.lowercased()
    if let kind = EntityKind(rawValue: noun) { return .live(.entity(kind)) }
    switch noun {
    case "exercise", "lift": return .live(.exercises)
    case "user": return .live(.users)
    case "replace": return .live(.entity(.template))
    case "ref", "about", "without": return .live(.entity(.event))
    case "time-zone": return .live(.zones)
    case "file", "o": return .files
    case "dir", "golden": return .folders
    case "view": return .words(Views.all.map { hyphened($0.name) })
    case "type" where name.hasPrefix("--"): return .words(EventType.all.map { $0.name })
    case "command": return .commands
    case "subcommand": return .verbs
    default: return .nothing
    }
  }
}

/// A kind of value for arguments: from the log, or from the system.
enum LiveValue: Equatable, Sendable {
  case exercises, users
  case entity(EntityKind)
  /// The events of a log that wait to be synced, and those that the remote refused.
  case pendingEvents, refusedEvents
  /// The time zones of the system.
  case zones
}
