import Events

extension ProgramEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    let before = state.program.followed
    var program = state.program
    program.apply(event)
    guard program.followed != before else { return .noEffect }
    let after = program.followed
    switch self {
    case .programStarted(let start):
      let back: [Event.Body] =
        before?.restored
        ?? [.program(.programEnded(ProgramEnded(program: start.program ?? Name(event.id))))]
      return Self.reversal(to: back, after, about: subjects(event.id))
    case .programEnded:
      return Self.reversal(to: before?.restored ?? [], after, about: subjects(event.id))
    case .programSetCompleted(let set):
      return Self.reversal(of: (set.exercise, set.cycle, set.week), before, after)
    case .programSetCleared(let set):
      return Self.reversal(of: (set.exercise, set.cycle, set.week), before, after)
    case .cycleCompleted(let end):
      let back = CycleReopened(program: end.program, cycle: end.cycle)
      return Self.reversal(ofCycle: .cycleReopened(back), after)
    case .cycleReopened(let reopening):
      let back = CycleCompleted(program: reopening.program, cycle: reopening.cycle)
      return Self.reversal(ofCycle: .cycleCompleted(back), after)
    case .trainingMaxAdjusted(let adjustment):
      return Self.reversal(of: adjustment, before, after)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .programStarted, .programEnded: [.program]
    case .programSetCompleted(let set): [.programSet(set.exercise, set.cycle, set.week), .program]
    case .programSetCleared(let set): [.programSet(set.exercise, set.cycle, set.week), .program]
    case .cycleCompleted, .cycleReopened: [.cycle, .program]
    case .trainingMaxAdjusted(let adjustment): [.trainingMax(adjustment.exercise), .program]
    }
  }

  /// Returns the reversal of a start or an end: the previous program, or none.
  private static func reversal(
    to back: [Event.Body], _ after: Program.Followed?, about subjects: [UndoTarget]
  ) -> Reversal {
    .facts(about: subjects) { state in
      state.program.followed == after ? .facts(back) : .overwritten(orForced: back)
    }
  }

  /// Returns the reversal of a change to the last set of an exercise in a cycle and a week.
  private static func reversal(
    of set: (exercise: Name, cycle: Int, week: Int), _ before: Program.Followed?,
    _ after: Program.Followed?
  ) -> Reversal {
    let done = { (program: Program.Followed?) in
      program?.done(set.exercise, cycle: set.cycle, week: set.week)
    }
    guard let program = after?.program else { return .noEffect }
    let back: ProgramEvent =
      done(before).map { ProgramEvent.programSetCompleted($0.recorded(in: program)) }
      ?? .programSetCleared(
        ProgramSetCleared(
          program: program, exercise: set.exercise, cycle: set.cycle, week: set.week))
    let made = done(after)
    return .facts(about: [.programSet(set.exercise, set.cycle, set.week)]) { state in
      guard let now = state.program.followed, now.program == program else {
        return .overwritten(orForced: nil)
      }
      return done(now) == made ? .facts([.program(back)]) : .overwritten(orForced: [.program(back)])
    }
  }

  private static func reversal(ofCycle back: ProgramEvent, _ after: Program.Followed?) -> Reversal {
    .facts(about: [.cycle] + (after?.lifts ?? []).map { .trainingMax($0.exercise) }) { state in
      guard let now = state.program.followed, let after, now.program == after.program,
        now.cycle == after.cycle
      else { return .overwritten(orForced: nil) }
      return now.lifts == after.lifts
        ? .facts([.program(back)]) : .overwritten(orForced: [.program(back)])
    }
  }

  private static func reversal(
    of adjustment: TrainingMaxAdjusted, _ before: Program.Followed?, _ after: Program.Followed?
  ) -> Reversal {
    let exercise = adjustment.exercise
    guard let max = before?[exercise]?.trainingMax, let made = after?[exercise] else {
      return .noEffect
    }
    let back = TrainingMaxAdjusted(
      program: adjustment.program, exercise: exercise, weight: max)
    return .facts(about: [.trainingMax(exercise), .cycle]) { state in
      guard let now = state.program.followed, now.program == adjustment.program else {
        return .overwritten(orForced: nil)
      }
      let facts: [Event.Body] = [.program(.trainingMaxAdjusted(back))]
      return now[exercise] == made ? .facts(facts) : .overwritten(orForced: facts)
    }
  }
}

extension Program.Followed {
  /// The facts that start this program in its current state.
  fileprivate var restored: [Event.Body] {
    let maxes = lifts.map {
      TrainingMax(exercise: $0.exercise, weight: $0.trainingMax, increment: $0.increment)
    }
    let start = ProgramStarted(
      program: program, scheme: scheme, step: step, lifts: maxes, cycle: cycle == 1 ? nil : cycle)
    return [.program(.programStarted(start))]
      + sets.map { .program(.programSetCompleted($0.recorded(in: program))) }
  }
}

extension Program.Done {
  /// Returns the fact that records the set with its load.
  fileprivate func recorded(in program: Name) -> ProgramSetCompleted {
    ProgramSetCompleted(
      program: program, exercise: exercise, cycle: cycle, week: week, reps: reps, weight: load)
  }
}
