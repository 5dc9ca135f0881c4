import Events

extension ExerciseEvent {
  /// The reversal of the event: none, since logs and plans name exercises of a catalogue.
  var reversal: Reversal {
    switch self {
    case .exerciseCatalogued:
      .bystander(
        reason: "an exercise stays catalogued", help: "catalogue it anew to describe it otherwise")
    case .exerciseAliased:
      .bystander(
        reason: "sets may have been logged under the other name",
        help: "take the name away: replog exercises unalias NAME")
    case .exerciseUnaliased:
      .bystander(
        reason: "sets may have been logged under the name since",
        help: "give the name again: replog exercises alias NAME EXERCISE")
    }
  }
}
