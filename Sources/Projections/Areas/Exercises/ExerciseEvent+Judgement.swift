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
    case .exerciseUncatalogued: .onlyAtRemote
    // A merge in the opposite direction would end the effect of both.
    case .exerciseMerged(let merge): .decision(MergeExercises(merge))
    case .exerciseUnmerged: .always
    }
  }
}
