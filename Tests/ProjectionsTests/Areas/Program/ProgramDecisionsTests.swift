import Events
import Projections
import TestSupport
import Testing

@Suite struct ProgramDecisionsTests {
  private func ann(_ bodies: Event.Body...) -> Given {
    Given([.signedIn("ann"), .signedIn("bob")] + bodies.map { .by("ann", $0) })
  }

  private func ann(_ bodies: [Event.Body]) -> Given {
    Given([.signedIn("ann"), .signedIn("bob")] + bodies.map { .by("ann", $0) })
  }

  private func started(_ cycle: Int? = nil) -> Event.Body {
    ProgramStarted(
      program: "g", scheme: .fiveThreeOne,
      lifts: [
        TrainingMax(exercise: "squat", weight: Weight(126), increment: 5),
        TrainingMax(exercise: "bench", weight: Weight(200, .lb), increment: 5),
      ], cycle: cycle
    ).body
  }

  private func did(
    _ exercise: Name, _ week: Int, _ reps: Int, cycle: Int = 1, _ weight: Weight? = nil
  ) -> Event.Body {
    ProgramSetCompleted(
      program: "g", exercise: exercise, cycle: cycle, week: week, reps: reps, weight: weight
    ).body
  }

  /// The facts about the program that a request of Ann leads to, without the ids of their sets.
  private func recorded(
    _ bodies: [Event.Body], _ request: CompleteProgramSet
  ) throws -> [Event.Body] {
    try facts(bodies, request).compactMap { fact in
      guard case .program(let event) = fact else { return nil }
      guard case .programSetCompleted(let set) = event else { return fact }
      return did(set.exercise, set.week, set.reps, cycle: set.cycle, set.weight)
    }
  }

  private func facts(_ bodies: [Event.Body], _ request: CompleteProgramSet) throws -> [Event.Body] {
    let log = log(events([.signedIn("ann")] + bodies.map { .by("ann", $0) }))
    let now = moment("2026-03-02T13:00:00Z")
    return try request.drafts(log, by: "ann", at: now).map(\.body)
  }

  private func ended(_ cycle: Int) -> Event.Body {
    CycleCompleted(program: "g", cycle: cycle).body
  }

  private func adjusted(_ exercise: Name, _ weight: Weight) -> Event.Body {
    TrainingMaxAdjusted(program: "g", exercise: exercise, weight: weight).body
  }

  private func lift(
    _ exercise: String, _ weight: String, _ increment: Double? = nil
  ) -> StartProgram.Lift {
    StartProgram.Lift(exercise: exercise, weight: entered(weight), increment: increment)
  }

  private func fact(_ step: Double? = nil, _ lifts: TrainingMax...) -> Event.Body {
    ProgramStarted(scheme: .fiveThreeOne, step: step, lifts: lifts).body
  }

  // MARK: - The start

  @Test func `a program starts with 90 % of each maximum and the increases in the book`() {
    ann().when(StartProgram([lift("squat", "140kg"), lift("bench", "315lb")]), by: "ann").then(
      fact(
        nil, TrainingMax(exercise: "squat", weight: Weight(125), increment: 5),
        TrainingMax(exercise: "bench", weight: Weight(285, .lb), increment: 5)), by: "ann")
  }

  @Test func `a program without weights starts with the maxima in the profile`() {
    func max(_ lift: Lift, _ weight: Weight) -> Event.Body {
      MaxRecorded(lift: lift, weight: weight).body
    }
    let lifts = ["squat", "bench-press"].map { StartProgram.Lift(exercise: $0) }
    let given = ann(max(.squat, Weight(140)), max(.bench, Weight(315, .lb)))
    // The maxima of a profile are no training maxes.
    given.when(StartProgram(lifts, isTrainingMax: true, isNew: true), by: "ann").then(
      fact(
        nil, TrainingMax(exercise: "squat", weight: Weight(125), increment: 5),
        TrainingMax(exercise: "bench-press", weight: Weight(285, .lb), increment: 5)))
    given.when(StartProgram([StartProgram.Lift(exercise: "row")], isNew: true), by: "ann")
      .thenRefused("the profile has no maximum for 'row'", help: "give it as row=100kg")
  }

  @Test func `a program without exercises uses the main lifts in the profile`() {
    func max(_ lift: Lift, _ weight: Weight) -> Event.Body {
      MaxRecorded(lift: lift, weight: weight).body
    }
    ann(max(.press, Weight(60)), max(.squat, Weight(140))).when(StartProgram([]), by: "ann").then(
      fact(
        nil, TrainingMax(exercise: "squat", weight: Weight(125), increment: 5),
        TrainingMax(exercise: "overhead-press", weight: Weight(55), increment: 2.5)))
    ann().when(StartProgram([]), by: "ann").thenRefused(
      "the profile has no one-repetition maximum to start from",
      help: "give the maxima: \(.startProgram(lifts: ["squat=140kg", "bench-press=100kg"]))")
  }

  @Test func `the name of a main lift refers to the matching exercise in the log`() {
    func max(_ lift: Lift, _ weight: Weight) -> Event.Body {
      MaxRecorded(lift: lift, weight: weight).body
    }
    let given = ann(
      max(.squat, Weight(140)), .added(.monday, "front-squat-barbell", Weight(60)),
      .added(.monday, "squat-barbell", Weight(100)), .added(.monday, "row-barbell", Weight(60)))
    let squat = TrainingMax(exercise: "squat-barbell", weight: Weight(125), increment: 5)
    given.when(StartProgram([]), by: "ann").then(fact(nil, squat))
    given.when(StartProgram([lift("Squat", "140kg")]), by: "ann").then(fact(nil, squat))
    // A row is no main lift, so the one near exercise is only offered.
    given.when(StartProgram([lift("row", "100kg")]), by: "ann").thenRefused(
      "unknown exercise 'row'",
      help: "did you mean \(.exercise("row-barbell"))? \(.give(.isNew)) records a new one")
    // A leg press is near a press, but another lift.
    ann(.added(.monday, "leg-press", Weight(60)))
      .when(StartProgram([lift("press", "60kg")]), by: "ann").thenRefused(
        "unknown exercise 'press'",
        help: "did you mean \(.exercise("leg-press"))? \(.give(.isNew)) records a new one")
  }

  @Test func `an exercise of the log stays the same in a program with new exercises`() {
    let given = ann(.added(.monday, "Overhead Press", Weight(60)))
    let lifts = [lift("overhead-press", "100kg"), lift("press", "140kg")]
    given.when(StartProgram(lifts, isNew: true), by: "ann").then(
      fact(
        nil, TrainingMax(exercise: "Overhead Press", weight: Weight(90), increment: 2.5),
        TrainingMax(exercise: "press", weight: Weight(125), increment: 2.5)))
  }

  @Test func `a program has no assisted loads`() {
    ann().when(StartProgram([lift("pull-up-assisted", "20kg")]), by: "ann").thenRefused(
      "the load of 'pull-up-assisted' is assistance, which a program cannot raise",
      help: "choose an exercise without assistance")
  }

  @Test func `an exercise in the log is not read as short for another one in the program`() throws {
    let lift = TrainingMax(exercise: "front-squat", weight: Weight(100), increment: 5)
    let start = ProgramStarted(program: "g", scheme: .fiveThreeOne, lifts: [lift]).body
    let complete = CompleteProgramSet(exercise: "squat", reps: 8)
    #expect(try recorded([start], complete).count == 1)
    ann([start, .added(.monday, "squat", Weight(60))]).when(complete, by: "ann").thenRefused(
      "the program has no 'squat'", help: "it has 'front-squat'")
  }

  @Test func `an increase, a step and a training max can be given`() {
    ann().when(
      StartProgram(
        [lift("squat", "126.5kg", 2.5)], step: entered("1kg"), isTrainingMax: true), by: "ann"
    ).then(fact(1, TrainingMax(exercise: "squat", weight: Weight(126.5), increment: 2.5)))
    ann().when(StartProgram([lift("squat", "141kg")], step: entered("1")), by: "ann").then(
      fact(1, TrainingMax(exercise: "squat", weight: Weight(127), increment: 5)))
  }

  @Test func `a number without a unit is in the user's unit`() {
    ann(.added(.monday, "row", Weight(100, .lb))).when(
      StartProgram([lift("press", "100")]), by: "ann"
    ).then(fact(nil, TrainingMax(exercise: "press", weight: Weight(90, .lb), increment: 5)))
  }

  @Test func `a second program starts only if it replaces the first`() {
    ann(started()).when(StartProgram([lift("squat", "140kg")]), by: "ann").thenRefused(
      "there is already a program, started on 2026-03-02, now in cycle 1",
      help: "end it with \(.endProgram), or replace it with \(.give(.replaced))")
    ann(started()).when(StartProgram([lift("row", "100kg")], replaces: true), by: "ann").then(
      fact(nil, TrainingMax(exercise: "row", weight: Weight(90), increment: 2.5)))
  }

  @Test func `a program without exercises, or with one twice, is refused`() {
    ann().when(StartProgram([], scheme: .linear), by: "ann").thenRefused(
      "a program must have 1…20 exercises, got 0", help: "for example squat=3x5x100kg")
    ann().when(StartProgram([lift("squat", "140kg"), lift("squat", "100kg")]), by: "ann")
      .thenRefused("'squat' is listed twice", help: "name each exercise once")
  }

  @Test(arguments: ["0kg", "-20kg"])
  func `a maximum of zero is refused`(weight: String) {
    ann().when(StartProgram([lift("squat", weight)]), by: "ann").thenRefused(
      "the maximum of 'squat' must be more than 0, got \(entered(weight).value == 0 ? "0" : "-20") kg",
      help: "give the one-repetition maximum")
  }

  @Test func `a step must be in the unit of the weights`() {
    ann().when(StartProgram([lift("squat", "140kg")], step: entered("5lb")), by: "ann")
      .thenRefused(
        "the step must be in kg like the weights, got lb",
        help: "omit it to round to 2.5 kg or 5 lb")
    ann().when(StartProgram([lift("squat", "140kg")], step: entered("0kg")), by: "ann")
      .thenRefused(
        "the step must be more than 0, got 0", help: "for example \(.give(.step, "2.5kg"))")
    ann().when(StartProgram([lift("squat", "140kg")], step: entered("500kg")), by: "ann")
      .thenRefused(
        "a maximum of 140 kg for 'squat' is less than a step of 500 kg",
        help: "give a smaller step with \(.give(.step)), or the one-repetition maximum")
  }

  @Test func `a maximum out of range, or an exercise that a catalogue lacks, is refused`() {
    ann().when(StartProgram([lift("squat", "9000kg")]), by: "ann").thenRefused(
      "'lifts' has an invalid value: 'weight' must be -500…2,000 kg, got 8,100 kg")
    ann(.catalogued("squat")).when(StartProgram([lift("squad", "100kg")]), by: "ann").thenRefused(
      "unknown exercise 'squad'",
      help: """
        did you mean \(.exercise("squat"))? \(.give(.isNew)) records a new one
        """)
    ann(.catalogued("squat")).when(
      StartProgram([lift("squad", "100kg")], isNew: true), by: "ann"
    ).then(fact(nil, TrainingMax(exercise: "squad", weight: Weight(90), increment: 2.5)))
  }

  // MARK: - Sets and cycles

  @Test func `a set is recorded in the first week in which its exercise is not done`() throws {
    #expect(
      try recorded([started()], CompleteProgramSet(exercise: "squat", reps: 8))
        == [did("squat", 1, 8)])
    let done = [started(), did("squat", 1, 8)]
    let heavy = CompleteProgramSet(exercise: "Squat", reps: 5, weight: entered("110"))
    #expect(try recorded(done, heavy) == [did("squat", 2, 5, Weight(110))])
    let pounds = CompleteProgramSet(exercise: "bench", reps: 5, weight: entered("170"))
    #expect(try recorded(done, pounds) == [did("bench", 1, 5, Weight(170, .lb))])
  }

  @Test func `a set of the program belongs to the open session, or to a session of its own`() throws
  {
    let request = CompleteProgramSet(exercise: "squat", reps: 8)
    let open = try facts([started(), .started("s")], request)
    // 85 % of 126 kg.
    #expect(open.first == .logged("s", "squat", 8, Weight(107.5)) && open.count == 2)
    let own = try facts([started()], request)
    guard case .sessions(.sessionStarted(let start)) = own[0], let session = start.session else {
      Issue.record("\(own)")
      return
    }
    #expect(own[1...2] == [.logged(session, "squat", 8, Weight(107.5)), .ended(session)])
  }

  @Test func `repeating a week that is done corrects its set, or logs another if that was removed`()
    throws
  {
    let logged = ProgramSetCompleted(
      program: "g", exercise: "squat", cycle: 1, week: 1, reps: 8, set: id(4)
    ).body
    let done: [Event.Body] = [
      started(), .started("s"), .logged("s", "squat", 8, Weight(107.5)), logged,
    ]
    let request = CompleteProgramSet(exercise: "squat", reps: 9, week: 1)
    let again = try facts(done, request)
    #expect(again.first == .revised(id(4), reps: 9) && again.count == 2)
    let removed = try facts(done + [.removed(id(4))], request)
    #expect(removed.first == .logged("s", "squat", 9, Weight(107.5)))
    let same = CompleteProgramSet(exercise: "squat", reps: 8, week: 1)
    #expect(try facts(done, same) == [])
    // A set that was corrected by itself is corrected back.
    #expect(try facts(done + [.revised(id(4), reps: 7)], same) == [.revised(id(4), reps: 8)])
    ann([started()]).when(
      CompleteProgramSet(exercise: "squat", [EnteredSet(reps: 5), EnteredSet(reps: 5)]), by: "ann"
    ).thenRefused(
      "the last set of a week of 5/3/1 must be one set of repetitions",
      help: "for example 8 or 8x120kg")
  }

  @Test
  func `a week that is done can be corrected, and does not change if the values are the same`()
    throws
  {
    let done = [started(), did("squat", 1, 8)]
    #expect(
      try recorded(done, CompleteProgramSet(exercise: "squat", reps: 9, week: 1))
        == [did("squat", 1, 9)])
    ann(done).when(CompleteProgramSet(exercise: "squat", reps: 8, week: 1), by: "ann").thenNothing()
    ann(done).when(
      CompleteProgramSet(exercise: "squat", reps: 8, week: 1, weight: entered("107.5kg")), by: "ann"
    ).thenNothing()
  }

  /// All sets of a cycle but one.
  private var nearlyDone: [Event.Body] {
    [started()] + (1...4).flatMap { [did("squat", $0, 5), did("bench", $0, 5)] }.dropLast()
  }

  @Test func `the last set of a cycle ends it`() throws {
    #expect(
      try recorded(nearlyDone, CompleteProgramSet(exercise: "bench", reps: 5))
        == [did("bench", 4, 5), ended(1)])
    // A correction is not the last one.
    #expect(
      try recorded(nearlyDone, CompleteProgramSet(exercise: "bench", reps: 9, week: 3))
        == [did("bench", 3, 9)])
  }

  @Test func `a cycle whose weeks are all done continues with the next`() throws {
    let all = nearlyDone + [did("bench", 4, 5)]
    ann(all).when(CompleteProgramSet(exercise: "bench", reps: 5), by: "ann").thenRefused(
      "all weeks of 'bench' in cycle 1 are done",
      help: "correct one with \(.give(.week)), or continue with \(.nextCycle)")
    ann(all).when(EndCycle(), by: "ann").then(ended(1))
    #expect(
      try recorded(all + [ended(1)], CompleteProgramSet(exercise: "bench", reps: 6))
        == [did("bench", 1, 6, cycle: 2)])
  }

  @Test func `a cycle can end before its deload, or earlier on request`() {
    let three = [started()] + (1...3).flatMap { [did("squat", $0, 5), did("bench", $0, 5)] }
    ann(three).when(EndCycle(), by: "ann").then(ended(1))
    ann(started(), did("squat", 1, 5)).when(EndCycle(), by: "ann").thenRefused(
      "week 1 of cycle 1 is not done: 'bench'",
      help: "record it with \(.completeProgramSet), or skip it with \(.give(.isSkipped))")
    ann(started(3)).when(EndCycle(), by: "ann").thenRefused(
      "week 1 of cycle 3 is not done: 'squat' and 1 more",
      help: "record it with \(.completeProgramSet), or skip it with \(.give(.isSkipped))")
    ann(started()).when(EndCycle(skips: true), by: "ann").then(ended(1))
  }

  @Test func `a cycle does not end if a training max would exceed the limit of a load`() throws {
    let high = adjusted("squat", Weight(1_996))
    ann(started(), high).when(EndCycle(skips: true), by: "ann").thenRefused(
      "the next training max of 'squat' must be -500…2,000 kg, got 2,001 kg",
      help: "lower it first: \(.adjustTrainingMax)")
    #expect(
      try recorded(nearlyDone + [high], CompleteProgramSet(exercise: "bench", reps: 5))
        == [did("bench", 4, 5)])
  }

  @Test func `a set without a program, an exercise in it, a week or a number is refused`() {
    let begin: Remedy = "start one: \(.startProgram(lifts: ["squat=140kg", "bench-press=100kg"]))"
    ann().when(CompleteProgramSet(exercise: "squat", reps: 8), by: "ann").thenRefused(
      "there is no current program", help: begin)
    ann(started()).when(CompleteProgramSet(exercise: "squat", reps: 8), by: "bob").thenRefused(
      "there is no current program", help: begin)
    ann(started()).when(CompleteProgramSet(exercise: "row", reps: 8), by: "ann").thenRefused(
      "the program has no 'row'", help: "it has 'squat', 'bench'")
    ann(started()).when(CompleteProgramSet(exercise: "squat", reps: 8, week: 5), by: "ann")
      .thenRefused(
        "the week must be 1…4, got 5", help: "omit it for the first unfinished week")
    ann(started()).when(CompleteProgramSet(exercise: "squat", reps: -1), by: "ann")
      .thenRefused("'reps' must be 0…1,000, got -1")
  }

  // MARK: - Training maxes

  @Test func `after a stall a training max drops by three increments or to 90% of a new estimate`()
  {
    ann(started()).when(AdjustTrainingMax(exercise: "squat", .back), by: "ann").then(
      adjusted("squat", Weight(111)))
    ann(started(), ended(1)).when(AdjustTrainingMax(exercise: "bench", .back), by: "ann").then(
      adjusted("bench", Weight(190, .lb)))
    // 170 lb for 2 are an estimate of 181.32 lb, of which 90 % are 163.19 lb.
    ann(started(), did("bench", 1, 2)).when(
      AdjustTrainingMax(exercise: "bench", .estimate), by: "ann"
    ).then(adjusted("bench", Weight(165, .lb)))
    ann(started()).when(AdjustTrainingMax(exercise: "squat", .max(entered("130kg"))), by: "ann")
      .then(adjusted("squat", Weight(117.5)))
  }

  @Test func `a training max is used as given, in the unit of its exercise`() {
    ann(started()).when(AdjustTrainingMax(exercise: "squat", .to(entered("121"))), by: "ann")
      .then(adjusted("squat", Weight(121)))
    ann(started()).when(AdjustTrainingMax(exercise: "bench", .to(entered("80kg"))), by: "ann")
      .then(adjusted("bench", Weight(175, .lb)))
    ann(started()).when(AdjustTrainingMax(exercise: "squat", .to(entered("126kg"))), by: "ann")
      .thenNothing()
  }

  @Test func `a training max of zero, and an estimate of zero, are refused`() {
    ann(started()).when(AdjustTrainingMax(exercise: "squat", .to(entered("0"))), by: "ann")
      .thenRefused(
        "the training max of 'squat' must be more than 0, got 0 kg", help: "give a larger value")
    ann(started(), adjusted("squat", Weight(10))).when(
      AdjustTrainingMax(exercise: "squat", .back), by: "ann"
    ).thenRefused(
      "the training max of 'squat' must be more than 0, got -5 kg", help: "give a larger value")
    ann(started(), did("squat", 1, 0), did("squat", 4, 5)).when(
      AdjustTrainingMax(exercise: "squat", .estimate), by: "ann"
    ).thenRefused(
      "no set of 'squat' has an estimate yet",
      help: "give the one-repetition maximum with \(.give(.max))")
  }

  // MARK: - The end

  @Test func `a program ends once`() {
    let end = ProgramEnded(program: "g").body
    ann(started()).when(EndProgram(), by: "ann").then(end, by: "ann")
    ann(started(), end).when(EndProgram(), by: "ann").thenRefused(
      "there is no current program",
      help: "start one: \(.startProgram(lifts: ["squat=140kg", "bench-press=100kg"]))")
  }

  // MARK: - Undoing

  /// What `ann` follows after the latest action is undone.
  private func undone(_ bodies: [Event.Body]) throws -> Program.Followed? {
    let events = events([.signedIn("ann")] + bodies.map { .by("ann", $0) })
    let appended = try log(events).dryRun(
      Revert([.latest]), by: "ann",
      defaults: DraftDefaults(now: moment("2026-03-02T13:00:00Z"), seed: 1))
    return try followed(events + appended.acknowledgements.map(\.event))
  }

  private func followed(_ events: [Event]) throws -> Program.Followed? {
    try replay(log(events), OfUser<Program>("ann")).value.followed
  }

  private func followed(_ bodies: [Event.Body]) throws -> Program.Followed? {
    try followed(events([.signedIn("ann")] + bodies.map { .by("ann", $0) }))
  }

  @Test func `undoing the end or the replacement of a program restores it`()
    throws
  {
    let before =
      nearlyDone + [ended(1), did("squat", 1, 7, cycle: 2), adjusted("bench", Weight(180, .lb))]
    let expected = try #require(try followed(before))
    #expect(expected.cycle == 2 && expected.sets.count == 8)
    let end = ProgramEnded(program: "g").body
    #expect(try undone(before + [end]) == expected)
    let other = fact(nil, TrainingMax(exercise: "row", weight: Weight(90), increment: 2.5))
    #expect(try undone(before + [other]) == expected)
    #expect(try undone([started()]) == nil)
  }

  @Test func `later changes are not undone without force`() throws {
    let events = events(
      [.signedIn("ann")]
        + [started(), did("squat", 1, 5), did("squat", 1, 6)].map { .by("ann", $0) })
    #expect {
      try log(events).dryRun(
        Revert([.prefix("@3")]), by: "ann",
        defaults: DraftDefaults(now: moment("2026-03-02T13:00:00Z"), seed: 1))
    } throws: { error in
      (error as? Refusal)?.message
        == "cannot undo event 3 (ProgramSetCompleted): event 4 (ProgramSetCompleted) later changed the same value"
    }
  }
}
