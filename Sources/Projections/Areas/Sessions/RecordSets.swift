import Events

/// A request to record sets of one exercise directly: sets × repetitions × weight, and a comment.
///
/// They go into the open session, or for a past time into the session that was open then. If there is none, they get
/// their own session, which begins and ends in the same batch.
///
/// Source: Pump Path's form; all its fields except the comment are required. A request without a comment gets a
/// remark.
public struct RecordSets: ExerciseRequest {
  public var exercise: String
  public var set: EnteredSet
  public var comment: String?
  /// A Boolean value indicating whether an exercise that is new to the log is accepted.
  public var isNew: Bool
  public var rpe: Double?
  /// The repetitions in reserve; with a rating of perceived exertion they must be 10 minus the rating.
  public var rir: Double?
  public var superset: SupersetGroup?
  /// A Boolean value indicating whether the load is for one side, with all repetitions done on each side.
  public var isPerSide = false

  public init(exercise: String, _ set: EnteredSet, comment: String? = nil, isNew: Bool = false) {
    (self.exercise, self.set, self.comment, self.isNew) = (exercise, set, comment, isNew)
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let history = state.first.value
    guard let reps = set.reps, set.seconds == nil, set.metres == nil,
      set.weight != nil || set.isBodyAlone
    else {
      throw Refusal(
        .noRepetitions, "a record must have sets, repetitions and weight, got '\(set)'",
        help: """
          write 3x5x100kg, or 3x12xbw without added weight; \(.logSet) accepts other sets
          """)
    }
    try requireAgreement(rpe: rpe, rir: rir)
    try requireWork(
      reps: reps, load: set.weight?.value, seconds: nil, metres: nil, kind: .normal)
    let exercise = try state.second.second.resolve(exercise, isNew: isNew, in: history)
    let unit = state.second.first.value.unit(of: exercise, in: history)
    let open =
      context.past == nil
      ? history.open?.session : try? history.session(takingSetsAt: context.past)
    return try history.logging(into: open, context, of: "set record") { session in
      let logged = SetLogged(
        session: session, exercise: exercise, reps: reps,
        weight: set.weight?.load(of: exercise, typed: self.exercise, unit),
        rpe: rpe, note: given(comment), rir: rir, superset: superset, isPerSide: isPerSide)
      return Array(repeating: logged, count: set.count)
    }
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    state.second.second.remarks(onTyped: exercise, in: state.first.value)
      + (isNew ? [] : state.second.second.remarks(onNew: exercise, in: state.first.value))
      + (given(comment) == nil ? [.noComment] : []) + state.first.value.remarks(onSetsOf: facts)
  }
}
