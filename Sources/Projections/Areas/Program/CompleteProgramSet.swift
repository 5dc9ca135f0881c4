import Events

/// A request to record sets of the program: the last set of a week of 5/3/1, or the sets of a progression.
///
/// The sets are part of the history: they are logged into the open session, otherwise into a session of their own. The
/// last set of the last week of 5/3/1 ends the cycle and increases the training maxes.
public struct CompleteProgramSet: Decision {
  public var exercise: String
  /// The sets, one for 5/3/1; a set without a load has the planned load.
  public var sets: [EnteredSet]
  /// The week of the cycle; nil for the first unfinished week of the exercise.
  public var week: Int?

  public init(exercise: String, reps: Int, week: Int? = nil, weight: EnteredWeight? = nil) {
    self.init(exercise: exercise, [EnteredSet(reps: reps, weight: weight)], week: week)
  }

  public init(exercise: String, _ sets: [EnteredSet], week: Int? = nil) {
    (self.exercise, self.sets, self.week) = (exercise, sets, week)
  }

  public func decide(
    _ state: Pair<OfUser<Program>, Pair<OfUser<History>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let followed = try state.first.value.followedProgram()
    let history = state.second.first.value
    let lift = try followed.lift(exercise, state.second.second, state.first.merges)
    if let progression = followed.progression(of: lift.exercise, in: history) {
      return try work(of: lift, progression, followed, history, context)
    }
    guard sets.count == 1, sets[0].count == 1, let reps = sets[0].reps else {
      throw Refusal(
        .noRepetitions, "the last set of a week of 5/3/1 must be one set of repetitions",
        help: "for example 8 or 8x120kg")
    }
    let week = if let week { week } else { try followed.openWeek(of: lift.exercise) }
    guard (1...FiveThreeOne.weeks).contains(week) else {
      throw Refusal(
        .outOfRange, "the week must be 1…\(FiveThreeOne.weeks), got \(week)",
        help: "omit it for the first unfinished week")
    }
    let before = followed.done(lift.exercise, week: week)
    let set = ProgramSetCompleted(
      program: followed.program, exercise: lift.exercise, cycle: followed.cycle, week: week,
      reps: reps, weight: sets[0].weight?.weight(lift.trainingMax.unit))
    let planned = followed.sets(of: lift, week: week).last?.load ?? 0
    let load = set.weight ?? Weight(planned, lift.trainingMax.unit)
    let facts = try facts(for: set, load, before, history, context)
    guard before == nil, followed.openSets == 1 else { return facts }
    // A cycle that cannot end stays open; the request to end it states the reason.
    return facts + [try? followed.cycleEnd()].compactMap(\.self)
  }

  /// Returns the facts that record a set in the history and in the program; none if both have it already.
  private func facts(
    for set: ProgramSetCompleted, _ load: Weight, _ before: Program.Done?, _ history: History,
    _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let isSame = before.map { $0.reps == set.reps && $0.load == load } ?? false
    // Earlier builds recorded a set in the program only.
    if isSame, before?.set == nil { return [] }
    guard let logged = before?.set.flatMap({ history.set($0) }) else {
      let id = newSetID(history, context)
      let facts = try history.logging(
        into: history.open?.session, context, of: "program complete"
      ) { session in
        [SetLogged(session: session, exercise: set.exercise, reps: set.reps, weight: load)]
      }
      return facts + [set.logged(as: id).body]
    }
    let revision = SetRevised(
      set: logged.id, reps: logged.reps == set.reps ? nil : set.reps,
      weight: logged.weight == load ? nil : load)
    return (revision == SetRevised(set: logged.id) ? [] : [revision.body])
      + (isSame ? [] : [set.logged(as: logged.id).body])
  }

  /// Returns the facts that log the sets of a progression, by default with its working weight.
  private func work(
    of lift: Program.Lift, _ progression: Progression, _ followed: Program.Followed,
    _ history: History, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    guard week == nil else {
      throw Refusal(
        .otherScheme, "a \(followed.scheme.title) has no weeks", help: "leave out \(.give(.week))")
    }
    return try history.logging(
      into: history.open?.session, context, of: "program complete"
    ) { session throws(Refusal) in
      var logged: [SetLogged] = []
      for set in sets {
        guard let reps = set.reps else {
          throw Refusal(
            .noRepetitions, "a set of a program must have repetitions", help: "for example 5")
        }
        let weight = set.weight?.weight(progression.weight.unit) ?? progression.weight
        let one = SetLogged(session: session, exercise: lift.exercise, reps: reps, weight: weight)
        logged += Array(repeating: one, count: set.count)
      }
      return logged
    }
  }

  /// Returns an id that no set has, for a set to which the program refers.
  private func newSetID(_ history: History, _ context: Context) -> EventID {
    func id(_ number: Int) -> EventID {
      EventID(
        milliseconds: context.now.milliseconds,
        from: ["program complete", context.user.text, "\(context.now)", "\(number)"])
    }
    var number = 1
    while history.hasLogged(id(number)) { number += 1 }
    return id(number)
  }

  public func id(of fact: Event.Body, among facts: [Event.Body]) -> EventID? {
    guard case .sessions(.setLogged) = fact else { return nil }
    for case .program(.programSetCompleted(let set)) in facts { return set.set }
    return nil
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    let history = state.second.first.value
    let changes = facts.compactMap { fact -> Remark? in
      guard case .sessions(.setRevised(let revision)) = fact,
        let before = history.set(revision.set)
      else { return nil }
      var after = before
      after.revise(revision)
      return .changed(before, now: after)
    }
    return changes + history.remarks(onSetsOf: facts)
  }
}

extension ProgramSetCompleted {
  /// Returns the same record with its set in the history.
  fileprivate func logged(as set: EventID) -> ProgramSetCompleted {
    ProgramSetCompleted(
      program: program, exercise: exercise, cycle: cycle, week: week, reps: reps, weight: weight,
      set: set)
  }
}
