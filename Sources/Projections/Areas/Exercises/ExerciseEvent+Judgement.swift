import Events

extension ExerciseEvent {
  /// The catalogue is shared by all users.
  var judgement: Judgement {
    switch self {
    case .exerciseCatalogued(let entry):
      .decision(DescribeExercise(exercise: entry.exercise.text, name: entry.name))
    case .exerciseAliased(let alias):
      .decision(AliasExercise(alias: alias.alias, exercise: alias.exercise.text, isNew: true))
    case .exerciseUnaliased(let alias): .decision(UnaliasExercise(alias: alias.alias))
    case .exerciseUncatalogued(let removal):
      .unless(MissingDescription(exercise: removal.exercise))
    // A merge in the opposite direction would end the effect of both.
    case .exerciseMerged(let merge): .decision(MergeExercises(merge))
    case .exerciseUnmerged(let end):
      .unless(
        Missing(from: OfUser<ExerciseMerges>.self) { $0.value.targets[end.exercise] != nil })
    }
  }
}

/// A check of whether an exercise has no description; only the user who described it last may remove it.
private struct MissingDescription: InertEvent {
  let exercise: Name

  func isInert(_ event: Event, _ state: Describers) throws(Refusal) -> Bool {
    guard let user = state.users[exercise] else { return true }
    guard user == event.user else {
      throw Refusal(
        .notOwner,
        "only the user who described '\(exercise)' last can remove the description",
        help: "ask that user, or change the description: \(.describeExercise)")
    }
    return false
  }
}

/// The users who described exercises last; nil for an import.
private struct Describers: Projection {
  private(set) var users: [Name: Name?] = [:]

  static var reads: Areas { [.exercises] }

  mutating func apply(_ event: Event) {
    switch event.body {
    case .exercises(.exerciseCatalogued(let entry)): users[entry.exercise] = .some(event.user)
    case .exercises(.exerciseUncatalogued(let removal)): users.removeValue(forKey: removal.exercise)
    default: break
    }
  }
}
