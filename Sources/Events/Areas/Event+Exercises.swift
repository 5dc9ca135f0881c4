extension Event.Body {
  /// The exercises that the fields name, in wire order; none for an alias, which follows an exercise of the log.
  package var exercises: [Name] {
    switch self {
    // Nearly all events are sets, so this avoids a walk for them.
    case .sessions(.setLogged(let set)): return [set.exercise]
    case .exercises(.exerciseAliased): return []
    default: break
    }
    guard let payload, namingExercises.contains(ObjectIdentifier(Swift.type(of: payload))) else {
      return []
    }
    return payload._exercises
  }
}

extension Areas {
  /// The areas with events that name exercises.
  package static let namingExercises = EventType.all.filter { $0.payload.namesExercises }
    .reduce([] as Areas) { $0.union(Areas($1.area)) }
}

/// The types of payloads that name exercises.
private let namingExercises = Set(
  EventType.all.map(\.payload).filter { $0.namesExercises }.map { ObjectIdentifier($0) })

extension Payload {
  fileprivate static var namesExercises: Bool { description.contains { $0.traits.isExercise } }
}
