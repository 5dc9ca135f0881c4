import Events
import Projections
import TestSupport
import Testing

/// Linear and double progressions, whose loads follow from the history.
@Suite struct ProgressionTests {
  private static let linear = TrainingMax(
    exercise: "squat", weight: Weight(100), increment: 2.5, sets: 3, reps: 5)
  private static let double = TrainingMax(
    exercise: "squat", weight: Weight(15), increment: 1, sets: 3, reps: 8, maxReps: 12)

  private func started(
    _ lift: TrainingMax = linear, _ scheme: ProgramScheme = .linear, step: Double? = nil
  ) -> Event.Body {
    ProgramStarted(program: "g", scheme: scheme, step: step, lifts: [lift]).body
  }

  private func adjusted(_ weight: Weight) -> Event.Body {
    TrainingMaxAdjusted(program: "g", exercise: "squat", weight: weight).body
  }

  /// A finished session with sets of one load.
  private func session(_ name: Name, _ weight: Weight, _ reps: Int...) -> [Event.Body] {
    [.started(name)] + reps.map { .logged(name, "squat", $0, weight) } + [.ended(name)]
  }

  private func progression(_ bodies: [Event.Body]) throws -> Progression {
    let log = log(events(bodies.map { .by("ann", $0) }))
    let training = try replay(log, OfUser<ProgramTraining>("ann")).value
    return try #require(training.progressions.first)
  }

  // MARK: - The rule

  @Test func `the load rises after a session with all sets and repetitions`() throws {
    let made = try progression([started()] + session("s", Weight(100), 5, 6, 5))
    #expect(made.weight == Weight(102.5) && made.next == Weight(105))
    #expect(made.latest?.outcome == .made && made.latest?.weight == Weight(100))
    // A heavier set counts, too, and so does one more than planned.
    let more = try progression([started()] + session("s", Weight(110), 5, 5, 5, 2))
    #expect(more.weight == Weight(102.5) && more.latest?.reps == [5, 5, 5, 2])
  }

  @Test func `a load entered as a table shows it is the working weight`() throws {
    let shown = Weight(220.46, .lb)
    let made = try progression([started()] + session("s", shown, 5, 5, 5))
    #expect(made.weight == Weight(102.5) && made.latest?.outcome == .made)
    let lighter = try progression([started()] + session("s", Weight(220.45, .lb), 5, 5, 5))
    #expect(lighter.latest == nil)
  }

  @Test func `a set to failure counts like any other`() throws {
    let failing = SetLogged(
      session: "s", exercise: "squat", reps: 5, weight: Weight(100), kind: .failure)
    let made = try progression(
      [started(), .started("s")] + (1...2).map { _ in .logged("s", "squat", 5, Weight(100)) }
        + [.sessions(.setLogged(failing)), .ended("s")])
    #expect(made.latest?.outcome == .made && made.weight == Weight(102.5))
  }

  @Test func `a program that continues keeps its progress, and a new start does not`() throws {
    let ended = ProgramEnded(program: "g").body
    let before = [started()] + session("a", Weight(100), 5, 5, 4) + [ended]
    func start(continues: Bool?) -> Event.Body {
      ProgramStarted(program: "g", scheme: .linear, lifts: [Self.linear], continues: continues).body
    }
    #expect(try progression(before + [start(continues: true)]).failures == 1)
    #expect(try progression(before + [start(continues: nil)]).failures == 0)
    #expect(try progression([start(continues: true)] + before.dropFirst().dropLast()).failures == 1)
  }

  @Test func `an undo of the end of a program restores its progress and its start`() throws {
    let ended = ProgramEnded(program: "g").body
    var bench = RevertBench()
    for fact in [started()] + session("a", Weight(100), 5, 5, 4) { bench.add(fact) }
    let old = try replay(bench.log, OfUser<ProgramTraining>("ann")).value
    bench.add(ended)
    let undone = try bench.undo()
    #expect(undone.count == 1)
    let new = try replay(bench.log, OfUser<ProgramTraining>("ann")).value
    #expect(new.program.followed?.startedAt == old.program.followed?.startedAt)
    #expect(new.progressions.map(\.failures) == [1])
  }

  @Test func `the load falls after failed sessions in a row, rounded down to a step`() throws {
    let failed = session("a", Weight(100), 5, 5, 4) + session("b", Weight(100), 5, 5)
    let two = try progression([started()] + failed)
    #expect(two.weight == Weight(100) && two.failures == 2 && two.latest?.outcome == .failed)
    let three = try progression([started()] + failed + session("c", Weight(100), 0))
    #expect(three.weight == Weight(90) && three.failures == 0)
    // A session that is made in between begins the count again, here with 92.25 kg.
    let made = session("c", Weight(100), 5, 5, 5)
    let again = (1...3).flatMap { session(Name("d\($0)"), Weight(102.5), 4) }
    #expect(try progression([started()] + failed + made).failures == 0)
    #expect(try progression([started()] + failed + made + again).weight == Weight(90))
  }

  @Test func `the number of failures and the deload are those of the program`() throws {
    let lift = TrainingMax(
      exercise: "squat", weight: Weight(135, .lb), increment: 5, sets: 1, reps: 5, failures: 1,
      deload: 20)
    let failed = session("s", Weight(135, .lb), 4)
    // 108 lb are rounded down to steps of 5 lb, or of 2 lb.
    #expect(try progression([started(lift)] + failed).weight == Weight(105, .lb))
    #expect(try progression([started(lift, step: 2)] + failed).weight == Weight(108, .lb))
    let light = TrainingMax(exercise: "squat", weight: Weight(2), increment: 2.5, failures: 1)
    #expect(try progression([started(light)] + session("s", Weight(2), 0)).weight == Weight(2))
  }

  @Test func `an increase of less than a step counts as an increase`() throws {
    let lift = TrainingMax(exercise: "squat", weight: Weight(100), increment: 1)
    let made = session("s", Weight(100), 1)
    #expect(try progression([started(lift)] + made).weight == Weight(101))
    #expect(try progression([started(lift, step: 2.5)] + made).weight == Weight(101))
    let odd = TrainingMax(exercise: "squat", weight: Weight(101), increment: 2.5)
    #expect(try progression([started(odd)] + session("s", Weight(101), 1)).weight == Weight(102.5))
  }

  @Test func `in a double progression the repetitions increase first, then the load`() throws {
    let start = [started(Self.double, .double)]
    #expect(try progression(start).aim == 8)
    let progress = try progression(start + session("a", Weight(15), 10, 9, 9))
    #expect(progress.weight == Weight(15) && progress.aim == 10 && progress.failures == 0)
    let made = try progression(
      start + session("a", Weight(15), 10, 9, 9) + session("b", Weight(15), 12, 12, 12))
    #expect(made.weight == Weight(16) && made.aim == 8)
    let failed = try progression(start + session("a", Weight(15), 12, 12, 7))
    #expect(failed.failures == 1 && failed.aim == 8)
    let then = try progression(
      start + session("a", Weight(15), 12, 12, 7) + session("b", Weight(15), 8, 8, 8))
    #expect(then.failures == 0 && then.aim == 9)
  }

  // MARK: - The sets that count

  @Test func `lighter sets, warm-ups and sets that are not done do not count`() throws {
    let facts: [Event.Body] = [
      started(), .started("s"), .logged("s", "squat", 5, Weight(60)),
      .logged("s", "squat", 5, Weight(100), kind: .warmup),
      .logged("s", "squat", 5, Weight(100), completed: false), .logged("s", "row", 5, Weight(100)),
      .logged("s", "squat", 5), .ended("s"),
    ]
    #expect(try progression(facts).latest == nil)
    #expect(try progression(facts + session("t", Weight(220, .lb), 5, 5, 5)).latest == nil)
    let heavy = session("t", Weight(221, .lb), 5, 5, 5)
    #expect(try progression(facts + heavy).weight == Weight(102.5))
  }

  @Test func `a session counts once it has ended, and sets before the program never count`() throws
  {
    let set = Event.Body.logged("s", "squat", 5, Weight(100))
    let open = [.started("s"), set, set, set]
    #expect(try progression([started()] + open).weight == Weight(100))
    #expect(try progression([started()] + open + [.ended("s")]).weight == Weight(102.5))
    #expect(try progression([started()] + open + [.ended("s"), .reopened("s")]).latest == nil)
    #expect(try progression(open + [started(), .ended("s")]).latest == nil)
    // An import after the start brings sets with earlier times.
    let old = session("s", Weight(100), 5, 5, 5).map {
      Fact.by("ann", at: "2026-02-01T12:00:00Z", $0)
    }
    let log = log(events([.by("ann", started())] + old))
    let training = try replay(log, OfUser<ProgramTraining>("ann")).value
    #expect(training.progressions.first?.latest == nil)
  }

  @Test func `corrected sets count with their new values, and removed ones do not count`() throws {
    let made = [started()] + session("s", Weight(100), 5, 5, 5)
    #expect(try progression(made + [.revised(id(5), reps: 4)]).failures == 1)
    #expect(try progression(made + [.removed(id(5))]).failures == 1)
    let restored = made + [.removed(id(5)), .restored(id(5), at: 1)]
    #expect(try progression(restored).weight == Weight(102.5))
    #expect(try progression(made + [.discarded("s")]).latest == nil)
  }

  @Test func `an adjusted weight counts from then on, in the unit of the exercise`() throws {
    let facts = [started()] + session("a", Weight(100), 4) + [adjusted(Weight(80))]
    let adjusted80 = try progression(facts)
    #expect(adjusted80.weight == Weight(80) && adjusted80.failures == 0)
    #expect(try progression(facts + session("b", Weight(80), 5, 5, 5)).weight == Weight(82.5))
    #expect(try progression(facts + [adjusted(Weight(80))]).weight == Weight(80))
    let pounds = try progression([started(), adjusted(Weight(225, .lb))])
    #expect(pounds.weight == Weight(102.058283))
    // The current weight changes nothing.
    let same = [started()] + session("a", Weight(100), 4) + [adjusted(Weight(100))]
    #expect(try progression(same).failures == 1)
  }

  @Test func `a merged exercise counts for the one in the program`() throws {
    let facts: [Event.Body] = [
      started(), ExerciseMerged(exercise: "squat", into: "back-squat").body,
      .started("s"), .logged("s", "back-squat", 5, Weight(100)),
      .logged("s", "squat", 5, Weight(100)), .logged("s", "squat", 5, Weight(100)), .ended("s"),
    ]
    #expect(try progression(facts).weight == Weight(102.5))
  }

  // MARK: - Requests

  private func ann(_ bodies: [Event.Body]) -> Given {
    Given([.signedIn("ann")] + bodies.map { .by("ann", $0) })
  }

  private func lift(_ text: String, _ exercise: String = "squat") throws -> StartProgram.Lift {
    StartProgram.Lift(exercise: exercise, sets: try EnteredSet(planned: text))
  }

  @Test func `a progression starts with its sets, its working weight and the usual increase`()
    throws
  {
    ann([]).when(StartProgram([try lift("3x5x100kg")], scheme: .linear)).then(
      ProgramStarted(
        scheme: .linear,
        lifts: [TrainingMax(exercise: "squat", weight: Weight(100), increment: 5, sets: 3, reps: 5)]
      ).body)
    let deload = StartProgram.Deload(failures: 2, percent: 15)
    ann([]).when(StartProgram([try lift("3x8-12x15kg", "curl")], scheme: .double, deload: deload))
      .then(
        ProgramStarted(
          scheme: .double,
          lifts: [
            TrainingMax(
              exercise: "curl", weight: Weight(15), increment: 2.5, sets: 3, reps: 8, maxReps: 12,
              failures: 2, deload: 15)
          ]
        ).body)
  }

  @Test func `a progression without sets, a weight or valid repetitions is refused`() throws {
    ann([]).when(StartProgram([StartProgram.Lift(exercise: "squat")], scheme: .linear)).thenRefused(
      "'squat' must have sets, repetitions and a working weight",
      help: "for example squat=3x5x100kg")
    ann([]).when(StartProgram([try lift("3x8x15kg")], scheme: .double)).thenRefused(
      "a double progression must have a range of repetitions, got '3x8x15kg' for 'squat'",
      help: "for example squat=3x8-12x15kg")
    ann([]).when(StartProgram([try lift("3x8-12x15kg")], scheme: .linear)).thenRefused(
      "a linear progression must have one number of repetitions, got '3x8-12x15kg' for 'squat'",
      help: "for example squat=3x5x100kg")
    ann([]).when(StartProgram([try lift("3x5x-20kg")], scheme: .linear)).thenRefused(
      "the working weight of 'squat' must be more than 0, got -20 kg",
      help: "for example squat=3x5x100kg"
    )
  }

  @Test func `sets of a progression are logged with its working weight`() throws {
    let sets = [5, 5, 4].map { EnteredSet(reps: $0) }
    ann([started(), .started("s")]).when(CompleteProgramSet(exercise: "squat", sets)).then(
      .logged("s", "squat", 5, Weight(100)), .logged("s", "squat", 5, Weight(100)),
      .logged("s", "squat", 4, Weight(100)))
    let heavier = [EnteredSet(reps: 5, weight: entered("105kg"))]
    ann([started(), .started("s")]).when(CompleteProgramSet(exercise: "squat", heavier)).then(
      .logged("s", "squat", 5, Weight(105)))
  }

  @Test func `requests for another scheme are refused`() {
    ann([started()]).when(EndCycle()).thenRefused(
      "a linear progression has no cycles",
      help: "the program increases the load after successful sessions")
    ann([started()]).when(CompleteProgramSet(exercise: "squat", reps: 5, week: 1)).thenRefused(
      "a linear progression has no weeks", help: "leave out \(.give(.week))")
    ann([started()]).when(AdjustTrainingMax(exercise: "squat", .estimate)).thenRefused(
      "a linear progression has no training max", help: "give the working weight of 'squat'")
  }

  @Test func `the working weight is adjusted from its current value`() {
    let made = [started()] + session("s", Weight(100), 5, 5, 5)
    ann(made).when(AdjustTrainingMax(exercise: "squat", .back)).then(adjusted(Weight(90)))
    ann(made).when(AdjustTrainingMax(exercise: "squat", .to(entered("102.5kg")))).thenNothing()
    ann(made).when(AdjustTrainingMax(exercise: "squat", .to(entered("100kg")))).then(
      adjusted(Weight(100)))
    ann(made).when(AdjustTrainingMax(exercise: "squat", .to(entered("0")))).thenRefused(
      "the working weight of 'squat' must be more than 0, got 0 kg", help: "give a larger value")
  }
}
