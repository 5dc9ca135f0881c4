import Events

/// A request to merge an exercise into another one of the user, such as a typed name into an imported one.
///
/// The history, the records, the plan, the templates, the program and the workouts then show one exercise.
public struct MergeExercises: Decision {
  /// The exercise that becomes a part of the other one.
  public var exercise: String
  /// The exercise that stays.
  public var into: String

  /// The merge that a judge decides on; nil for a request of a user.
  private var offered: ExerciseMerged?

  public init(exercise: String, into: String) { (self.exercise, self.into) = (exercise, into) }

  /// Creates the request that a merge of another device is decided as.
  init(_ merge: ExerciseMerged) {
    (exercise, into, offered) = (merge.exercise.text, merge.into.text, merge)
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<Program>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let (history, known) = (state.first.value, state.second.second)
    let merges = history.merges
    // The event of another device is taken as it is, and names no alias.
    let exercise =
      if let offered { offered.exercise } else { try known.existing(exercise, in: history) }
    let into =
      if let offered { offered.into } else { merges[try known.existing(into, in: history)] }
    if merges[exercise] == into, exercise != into { return [] }
    // The undo of a merge gives a part back to its former target before that one's own merge ends.
    if offered != nil, let target = merges.targets[exercise], merges.targets[into] == target {
      return []
    }
    // A merge counts while its target stays. The parts of an exercise follow it in the same step.
    if let target = merges.targets[exercise], merges.targets[target] == nil {
      throw Refusal(
        .alreadyExists, "'\(exercise)' is already merged into '\(target)'",
        help: "merge '\(target)', or undo the earlier merge first")
    }
    guard exercise != into else {
      throw Refusal(
        .nothingToChange, "'\(exercise)' and '\(trimmed(self.into))' are already one exercise",
        help: "name two exercises; \(.show(.catalogue)) lists all")
    }
    if let target = merges.targets[into] {
      throw Refusal(
        .alreadyExists, "'\(into)' is merged into '\(target)' already",
        help: "merge into '\(target)', or undo the earlier merge first")
    }
    let lifts = state.second.first.followed?.lifts.map { merges[$0.exercise] } ?? []
    if lifts.contains(exercise), lifts.contains(into) {
      throw Refusal(
        .listedTwice, "the program has both '\(exercise)' and '\(into)', each with its own maximum",
        help: "start a program with one of them, or end it with \(.endProgram)")
    }
    // What counts for the exercise counts for the other one from now on: a merge is a single step.
    let facts = [exercise] + merges.parts(of: exercise)
    return facts.map { ExerciseMerged(exercise: $0, into: into).body }
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .exercises(.exerciseMerged(let merge)) = facts.first else { return [] }
    let history = state.first.value
    let (own, others) = (history.sets(of: merge.exercise), history.sets(of: merge.into))
    return [
      .merged(
        merge.exercise, into: merge.into, sets: own.count,
        own.isEmpty || others.isEmpty
          ? [] : differences(merge, own, others, history))
    ]
  }

  private func differences(
    _ merge: ExerciseMerged, _ own: [History.LoggedSet], _ others: [History.LoggedSet],
    _ history: History
  ) -> [MergeDifference] {
    /// Returns the only one of the exercises with such a set; nil for none or both.
    func only(_ isSuch: (History.LoggedSet) -> Bool) -> Name? {
      let (one, other) = (own.contains(where: isSuch), others.contains(where: isSuch))
      return one == other ? nil : one ? merge.exercise : merge.into
    }
    var found: [MergeDifference] = []
    if let unit = history.unit(of: merge.exercise), let other = history.unit(of: merge.into),
      unit != other
    {
      found.append(.unit(unit, other))
    }
    if let name = only({ ($0.weight?.value ?? 0) < 0 }) { found.append(.assistance(name)) }
    if let name = only({ $0.reps == 0 && ($0.seconds != nil || $0.metres != nil) }) {
      found.append(.timed(name))
    }
    return found
  }
}

extension KnownExercises {
  /// Returns the exercise of the log that `text` names.
  fileprivate func existing(_ text: String, in history: History) throws(Refusal) -> Name {
    if let known = exercise(text) { return known }
    let near = near(text, in: history)
    throw Refusal(
      .unknownExercise, "the log has no exercise '\(trimmed(text))'",
      help: near.isEmpty ? "\(.show(.catalogue)) lists all" : "did you mean \(near.choices)?")
  }
}

extension History {
  /// Returns the sets of an exercise, and of the exercises that are merged into it.
  fileprivate func sets(of exercise: Name) -> [LoggedSet] {
    sessions.flatMap(\.sets).filter { $0.exercise == exercise }
  }
}
