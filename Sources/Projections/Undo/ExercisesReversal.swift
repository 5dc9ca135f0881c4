import Events

extension ExerciseEvent {
  /// The reversal of the event: none, since logs and plans name exercises of a catalogue.
  var reversal: Reversal {
    switch self {
    case .exerciseCatalogued:
      .bystander(
        reason: "an exercise stays catalogued", help: "describe it again to change it")
    case .exerciseAliased:
      .bystander(
        reason: "sets may have been logged under the other name",
        help: "take the name away: \(.unaliasExercise)")
    case .exerciseUnaliased:
      .bystander(
        reason: "sets may have been logged under the name since",
        help: "give the name again: \(.aliasExercise)")
    }
  }
}
