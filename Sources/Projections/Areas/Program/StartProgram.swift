import Events

/// A request to start a program.
public struct StartProgram: Decision {
  /// An exercise of the program, as entered.
  public struct Lift: Equatable, Sendable {
    public var exercise: String
    /// The one-repetition maximum, or the training max; nil for the one-repetition maximum of the profile.
    public var weight: EnteredWeight?
    /// The increase after a cycle or a session, in the unit of the weight; nil for the usual one.
    public var increment: Double?
    /// The sets of a session of a progression, with the working weight; 5/3/1 ignores them.
    public var sets: EnteredSet?

    public init(
      exercise: String, weight: EnteredWeight? = nil, increment: Double? = nil,
      sets: EnteredSet? = nil
    ) {
      (self.exercise, self.weight) = (exercise, weight)
      (self.increment, self.sets) = (increment, sets)
    }
  }

  /// The values that determine when and by how much a progression reduces the weight.
  public struct Deload: Equatable, Sendable {
    /// The number of failed sessions in a row before a deload; nil for three.
    public var failures: Int?
    /// The reduction of the weight in percent; nil for ten.
    public var percent: Double?

    public init(failures: Int? = nil, percent: Double? = nil) {
      (self.failures, self.percent) = (failures, percent)
    }
  }

  public var scheme: ProgramScheme
  /// The exercises; empty for the main lifts with a maximum in the profile, in 5/3/1.
  public var lifts: [Lift]
  /// The deload of a progression; 5/3/1 ignores it.
  public var deload: Deload
  /// The step to which loads are rounded; nil for 2.5 kg or 5 lb.
  public var step: EnteredWeight?
  /// A Boolean value indicating whether the weights are training maxes, instead of one-repetition maxima.
  public var isTrainingMax: Bool
  /// A Boolean value indicating whether the program replaces the current one.
  public var replaces: Bool
  /// A Boolean value indicating whether exercises that the log does not name are accepted.
  public var isNew: Bool

  /// The maximum number of exercises of a program.
  private static let most = 20

  public init(
    _ lifts: [Lift], step: EnteredWeight? = nil, isTrainingMax: Bool = false,
    replaces: Bool = false, isNew: Bool = false, scheme: ProgramScheme = .fiveThreeOne,
    deload: Deload = Deload()
  ) {
    (self.scheme, self.deload) = (scheme, deload)
    (self.lifts, self.step, self.isTrainingMax) = (lifts, step, isTrainingMax)
    (self.replaces, self.isNew) = (replaces, isNew)
  }

  public func decide(
    _ state: Pair<
      OfUser<Program>,
      Pair<OfUser<Profile>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>>
    >, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    if let followed = state.first.value.followed, !replaces {
      throw Refusal(
        .programFollowed,
        "there is already a program, started on \(followed.startedAt.day)"
          + (followed.isProgression ? "" : ", now in cycle \(followed.cycle)"),
        help: "end it with \(.endProgram), or replace it with \(.give(.replaced))")
    }
    let lifts = try requested(state.second.first.value)
    var maxes: [TrainingMax] = []
    for lift in lifts {
      let max =
        try scheme == .fiveThreeOne
        ? trainingMax(of: lift, state.second) : workingWeight(of: lift, state.second.second)
      guard !maxes.contains(where: { $0.exercise == max.exercise }) else {
        throw Refusal(
          .listedTwice, "'\(max.exercise)' is listed twice", help: "name each exercise once")
      }
      maxes.append(max)
    }
    return [ProgramStarted(scheme: scheme, step: step?.value, lifts: maxes).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .program(.programStarted(let started)) = facts.first,
      let lifts = try? requested(state.second.first.value)
    else { return [] }
    let (history, known) = (state.second.second.first.value, state.second.second.second.second)
    return zip(lifts, started.lifts).flatMap { lift, started -> [Remark] in
      let read = known.remarks(
        onCommonName: trimmed(lift.exercise), takenFor: started.exercise, in: history)
      guard self.lifts.isEmpty,
        let max = try? state.second.first.value.maximum(of: started.exercise, as: lift.exercise)
      else { return read }
      return read + [.profileMaximum(started.exercise, max)]
    }
  }

  /// Returns the exercises of the request, otherwise the main lifts with a maximum in the profile.
  private func requested(_ profile: Profile) throws(Refusal) -> [Lift] {
    if lifts.isEmpty, scheme == .fiveThreeOne {
      let known = Events.Lift.allCases.filter { profile.maxes[$0] != nil }
      guard known.isEmpty else { return known.map { Lift(exercise: $0.exercise) } }
      throw Refusal(
        .profileIncomplete, "the profile has no one-repetition maximum to start from",
        help: "give the maxima: \(.startProgram(lifts: ["squat=140kg", "bench-press=100kg"]))")
    }
    guard (1...Self.most).contains(lifts.count) else {
      throw Refusal(
        .outOfRange, "a program must have 1…\(Self.most) exercises, got \(lifts.count)",
        help: "for example squat=\(scheme.example)")
    }
    return lifts
  }

  private func trainingMax(
    of lift: Lift,
    _ state: Pair<
      OfUser<Profile>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
    >
  ) throws(Refusal) -> TrainingMax {
    let known = state.second.second
    let exercise = try known.second.resolve(
      lift: lift.exercise, isNew: isNew, in: state.second.first.value)
    try requireRaisable(exercise, lift)
    let entered = lift.weight?.weight(known.first.unit)
    let weight =
      if let entered { entered } else {
        try state.first.value.maximum(of: exercise, as: lift.exercise)
      }
    let step = try step(of: weight.unit)
    guard weight.value > 0 else {
      throw Refusal(
        .outOfRange, "the maximum of '\(exercise)' must be more than 0, got \(weight)",
        help: "give the one-repetition maximum")
    }
    let load =
      isTrainingMax && entered != nil
      ? weight.value : FiveThreeOne.trainingMax(ofMax: weight.value, step)
    guard load > 0 else {
      throw Refusal(
        .outOfRange,
        "a maximum of \(weight) for '\(exercise)' is less than a step of "
          + "\(Weight(step.size, weight.unit))",
        help: "give a smaller step with \(.give(.step)), or the one-repetition maximum")
    }
    let usual = FiveThreeOne.increment(isLowerBody: FiveThreeOne.isLowerBody(exercise), weight.unit)
    return TrainingMax(
      exercise: exercise, weight: Weight(load, weight.unit), increment: lift.increment ?? usual)
  }

  /// Returns an exercise of a progression.
  private func workingWeight(
    of lift: Lift, _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
  ) throws(Refusal) -> TrainingMax {
    let exercise = try state.second.second.resolve(
      lift: lift.exercise, isNew: isNew, in: state.first.value)
    try requireRaisable(exercise, lift)
    guard let sets = lift.sets, let reps = sets.reps, reps > 0, let entered = sets.weight else {
      throw Refusal(
        .noRepetitions, "'\(exercise)' must have sets, repetitions and a working weight",
        help: "for example \(exercise)=\(scheme.example)")
    }
    guard (scheme == .double) == (sets.maxReps.map { $0 > reps } ?? false) else {
      throw Refusal(
        .noRepetitions,
        "a \(scheme.title) must have \(scheme == .double ? "a range" : "one number") of repetitions, "
          + "got '\(sets)' for '\(exercise)'",
        help: "for example \(exercise)=\(scheme.example)")
    }
    let weight = entered.weight(state.second.first.value.unit(of: exercise, in: state.first.value))
    guard weight.value > 0 else {
      throw Refusal(
        .outOfRange, "the working weight of '\(exercise)' must be more than 0, got \(weight)",
        help: "for example \(exercise)=\(scheme.example)")
    }
    _ = try step(of: weight.unit)
    let usual = FiveThreeOne.increment(
      isLowerBody: scheme == .linear && FiveThreeOne.isLowerBody(exercise), weight.unit)
    return TrainingMax(
      exercise: exercise, weight: weight, increment: lift.increment ?? usual, sets: sets.count,
      reps: reps, maxReps: sets.maxReps, failures: deload.failures, deload: deload.percent)
  }

  /// Requires that the load of an exercise is not assistance.
  private func requireRaisable(_ exercise: Name, _ lift: Lift) throws(Refusal) {
    guard !exercise.isAssisted, !Name(trimmed(lift.exercise)).isAssisted else {
      throw Refusal(
        .outOfRange, "the load of '\(exercise)' is assistance, which a program cannot raise",
        help: "choose an exercise without assistance")
    }
  }

  private func step(of unit: Weight.Unit) throws(Refusal) -> LoadStep {
    guard let step else { return .usual(unit) }
    guard step.unit ?? unit == unit else {
      throw Refusal(
        .unitMismatch,
        "the step must be in \(unit.rawValue) like the weights, got \(step.unit?.rawValue ?? "")",
        help: "omit it to round to 2.5 kg or 5 lb")
    }
    guard let size = LoadStep(step.value) else {
      throw Refusal(
        .outOfRange, "the step must be more than 0, got \(decimal(step.value))",
        help: "for example \(.give(.step, "2.5kg"))")
    }
    return size
  }
}

extension Profile {
  /// Returns the one-repetition maximum of an exercise that is one of the main lifts by its name or a typed one.
  fileprivate func maximum(of exercise: Name, as typed: String) throws(Refusal) -> Weight {
    if let lift = Lift(of: exercise) ?? Lift(namedBy: typed), let max = maxes[lift] { return max }
    throw Refusal(
      .profileIncomplete, "the profile has no maximum for '\(exercise)'",
      help: "give it as \(exercise)=100kg")
  }
}

extension ProgramScheme {
  /// The name of the scheme in a sentence.
  package var title: String {
    switch self {
    case .fiveThreeOne: "5/3/1"
    case .linear: "linear progression"
    case .double: "double progression"
    }
  }

  /// The value of an exercise in a request to start it.
  fileprivate var example: String {
    switch self {
    case .fiveThreeOne: "140kg"
    case .linear: "3x5x100kg"
    case .double: "3x8-12x15kg"
    }
  }
}
