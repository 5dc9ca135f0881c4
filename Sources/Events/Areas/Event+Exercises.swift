extension Event.Body {
  /// The exercises that the fields name, in wire order; empty for an alias, since the log names its exercise earlier.
  package var exercises: [Name] {
    switch self {
    // Most events are of these types, and a walk takes ten times as long: it needs a box for the payload.
    case .sessions(.setLogged(let set)): [set.exercise]
    case .sessions(.sessionStarted(let start)): start.planned.map { $0.exercise }
    case .sessions(.sessionEnded): []
    case .exercises(.exerciseAliased): []
    default: payload?._exercises ?? []
    }
  }
}
