import Events

/// The program that the user follows.
struct FollowedProgram: UndoSubject {
  typealias Value = Program.Followed

  func value(in state: inout ReversalState) -> Value? {
    state.program.followed?.settled(by: state.history)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard now != target else { return [] }
    guard let target else { return now.map { [ProgramEnded(program: $0.program).body] } ?? [] }
    // The sets that a progression counts follow its start, so a second start would lose its progress.
    let last = state.program.earlier[target.program]?.settled(by: state.history)
    guard last == target, now?.program != target.program else { return target.restored }
    return [target.start(continues: true).body]
  }
}

/// The cycle of a program, and the training maxes that rise with it.
struct ProgramCycle: UndoSubject {
  let program: Name

  struct Value: Equatable, Sendable {
    var cycle: Int
    let lifts: [Program.Lift]
  }

  func value(in state: inout ReversalState) -> Value? {
    state.program.current(program).map { Value(cycle: $0.cycle, lifts: $0.lifts) }
  }

  func differs(_ one: Value?, _ other: Value?, after change: UndoChange<Self>?) -> Bool {
    change == nil ? one?.cycle != other?.cycle : one != other
  }

  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value> {
    guard var target = now, let old = change.old, now?.cycle == change.new?.cycle else {
      return UndoneValue(target: now, isUntouched: false)
    }
    target.cycle = old.cycle
    return UndoneValue(target: target, isUntouched: now == change.new)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let now = now?.cycle, let target = target?.cycle, now != target else { return [] }
    return [
      now > target
        ? CycleReopened(program: program, cycle: target).body
        : CycleCompleted(program: program, cycle: now).body
    ]
  }
}

/// A value of an exercise in a program.
enum ProgramSetting: FactSubject {
  /// The last set of an exercise in a cycle and a week.
  case set(Name, Name, cycle: Int, week: Int)
  case trainingMax(Name, Name)

  func facts(in state: ReversalState) -> SettingFacts {
    switch self {
    case .set(let program, let exercise, let cycle, let week):
      let set = state.program.current(program)?.done(exercise, cycle: cycle, week: week)
      return SettingFacts(
        set?.recorded(in: program),
        ProgramSetCleared(program: program, exercise: exercise, cycle: cycle, week: week))
    case .trainingMax(let program, let exercise):
      let max = state.program.current(program)?.settled(by: state.history)[exercise]?.trainingMax
      return SettingFacts(
        max.map { TrainingMaxAdjusted(program: program, exercise: exercise, weight: $0) },
        nil as TrainingMaxAdjusted?)
    }
  }
}

extension Program {
  /// Returns a program if the user follows it.
  fileprivate func current(_ program: Name) -> Followed? {
    followed.flatMap { $0.program == program ? $0 : nil }
  }
}

extension Program.Followed {
  /// The facts that start this program in its current state.
  fileprivate var restored: [Event.Body] {
    [start().body] + sets.map { $0.recorded(in: program).body }
  }

  /// Returns the start of this program with its current loads.
  fileprivate func start(continues: Bool? = nil) -> ProgramStarted {
    ProgramStarted(
      program: program, scheme: scheme, step: step, lifts: lifts.map(\.setting),
      cycle: cycle == 1 ? nil : cycle, continues: continues)
  }
}

extension Program.Done {
  /// Returns the fact that records the set with its load.
  fileprivate func recorded(in program: Name) -> ProgramSetCompleted {
    ProgramSetCompleted(
      program: program, exercise: exercise, cycle: cycle, week: week, reps: reps, weight: load,
      set: set)
  }
}
