import Events

extension ExerciseEvent {
  /// The reversal of the event: none, since logs and plans name the exercises of a catalogue.
  var reversal: Reversal {
    switch self {
    case .exerciseCatalogued:
      .bystander(
        reason: "an exercise stays in the catalogue", help: "describe it again to change it")
    case .exerciseAliased:
      .bystander(
        reason: "sets may have been logged under the other name",
        help: "remove the name: \(.unaliasExercise)")
    case .exerciseUnaliased:
      .bystander(
        reason: "sets may have been logged under the name since",
        help: "add the name again: \(.aliasExercise)")
    }
  }
}
