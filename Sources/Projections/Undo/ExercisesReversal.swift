import Events

extension ExerciseEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ state: ReversalState) -> Reversal {
    switch self {
    case .exerciseCatalogued(let entry): Self.reversal(of: entry, state)
    case .exerciseUncatalogued(let removal): Self.reversal(ofRemoving: removal.exercise, state)
    case .exerciseAliased(let aliased): Self.reversal(of: aliased, state)
    case .exerciseUnaliased(let unaliased): Self.reversal(ofUnaliasing: unaliased.alias, state)
    }
  }

  /// The parts of the state that the event changes.
  var subjects: [UndoTarget] {
    switch self {
    case .exerciseCatalogued(let entry): [.exercise(entry.exercise)]
    case .exerciseUncatalogued(let removal): [.exercise(removal.exercise)]
    case .exerciseAliased(let aliased): [.alias(aliased.alias)]
    case .exerciseUnaliased(let unaliased): [.alias(unaliased.alias)]
    }
  }

  /// Returns the reversal of a description: the previous one, or none.
  private static func reversal(of entry: ExerciseCatalogued, _ state: ReversalState) -> Reversal {
    let (name, before) = (entry.exercise, state.catalogue.entries[entry.exercise])
    if let before, ExerciseCatalogued.isVerbatim(before, entry) { return .noEffect }
    let back: ExerciseEvent =
      before.map { .exerciseCatalogued($0) }
      ?? .exerciseUncatalogued(ExerciseUncatalogued(exercise: name))
    return .facts(about: [.exercise(name)]) { state in
      guard let now = state.catalogue.entries[name] else { return .overwritten(orForced: nil) }
      return ExerciseCatalogued.isVerbatim(now, entry)
        ? .facts([.exercises(back)]) : .overwritten(orForced: [.exercises(back)])
    }
  }

  private static func reversal(ofRemoving name: Name, _ state: ReversalState) -> Reversal {
    guard let before = state.catalogue.entries[name] else { return .noEffect }
    return .facts(about: [.exercise(name)]) { state in
      state.catalogue.entries[name] == nil
        ? .facts([.exercises(.exerciseCatalogued(before))]) : .overwritten(orForced: nil)
    }
  }

  /// Returns the reversal of an alias: its previous exercise, or none.
  private static func reversal(of aliased: ExerciseAliased, _ state: ReversalState) -> Reversal {
    let (alias, before) = (aliased.alias, state.aliases[aliased.alias])
    let made = ExerciseAliases.Alias(alias: alias, exercise: aliased.exercise)
    guard before != made else { return .noEffect }
    let back: ExerciseEvent =
      before.map { .exerciseAliased(ExerciseAliased(alias: $0.alias, exercise: $0.exercise)) }
      ?? .exerciseUnaliased(ExerciseUnaliased(alias: alias))
    return .facts(about: [.alias(alias)]) { state in
      guard let now = state.aliases[alias] else { return .overwritten(orForced: nil) }
      return now == made
        ? .facts([.exercises(back)]) : .overwritten(orForced: [.exercises(back)])
    }
  }

  private static func reversal(ofUnaliasing alias: String, _ state: ReversalState) -> Reversal {
    guard let before = state.aliases[alias] else { return .noEffect }
    let again = ExerciseAliased(alias: before.alias, exercise: before.exercise)
    return .facts(about: [.alias(alias)]) { state in
      state.aliases[alias] == nil
        ? .facts([.exercises(.exerciseAliased(again))]) : .overwritten(orForced: nil)
    }
  }
}

extension UndoTarget {
  /// Returns the exercise to which a text refers as an alias.
  static func alias(_ text: String) -> UndoTarget { .aliasSlug(ExerciseSlugs.slug(of: text)) }
}
