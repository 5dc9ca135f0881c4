extension Event.Body {
  /// The exercises that the fields name, in wire order; empty for an alias, since the log names its exercise earlier.
  package var exercises: [Name] {
    switch self {
    // Nearly all events are sets, so this avoids a walk for them.
    case .sessions(.setLogged(let set)): [set.exercise]
    case .exercises(.exerciseAliased): []
    default: payload?._exercises ?? []
    }
  }
}
