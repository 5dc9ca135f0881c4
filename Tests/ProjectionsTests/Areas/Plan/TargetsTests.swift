import Events
import Projections
import TestSupport
import Testing

/// Ranges of repetitions, supersets and rest as targets of planned exercises.
@Suite struct TargetsTests {
  private let row = PlannedExercise(
    exercise: "row", sets: 3, reps: 8, weight: Weight(50), maxReps: 12, superset: .a,
    restSeconds: 90)

  private func added(_ planned: PlannedExercise) -> Event.Body {
    ExerciseAdded(day: .monday, planned).body
  }

  private func removed(_ exercise: Name, _ position: Int) -> Event.Body {
    ExerciseRemoved(day: .monday, exercise: exercise, position: position).body
  }

  private func planned(_ exercises: [PlannedExercise]) -> Given {
    let facts = exercises.map { Fact.by("ann", added($0)) }
    return Given([Fact.signedIn("ann")] + facts)
  }

  @Test func `a distance is entered as in a set`() throws {
    for (text, sets, metres, seconds) in [
      ("5km", 1, 5_000, nil), ("3x400m", 3, 400, nil), ("5km/27:30", 1, 5_000, 1_650),
    ] as [(String, Int, Double, Double?)] {
      let entry = try EnteredSet(planned: text)
      #expect(entry.count == sets && entry.metres == metres && entry.seconds == seconds, "\(text)")
    }
  }

  @Test func `a range of repetitions is entered like a number`() throws {
    for (text, sets, load) in [
      ("3x8-12x60kg", 3, Weight(60)), ("3x8–12", 3, nil), ("8-12", 1, nil), ("8-12xbw", 1, nil),
    ] as [(String, Int, Weight?)] {
      let entry = try EnteredSet(planned: text)
      #expect(entry.count == sets && entry.reps == 8 && entry.maxReps == 12, "\(text)")
      #expect(entry.weight.map { Weight($0.value, $0.unit ?? .lb) } == load, "\(text)")
    }
    for text in ["12-8", "8-8", "8-", "-8-12", "8-12x3x60kg", "3x8-12-15", "8.5-12"] {
      #expect(throws: EntryError.self, "\(text)") { try EnteredSet(planned: text) }
    }
    #expect(throws: EntryError.self) { try EnteredSet("8-12x60kg") }
    #expect(try EnteredSet(planned: "3x8-12x60kg").description == "3x8-12x60kg")
  }

  @Test func `a range of repetitions is met from its lower end`() throws {
    let start = SessionStarted(session: "s", planned: [row]).body
    let sets = [(12, 50.0), (8, 50), (7, 50), (12, 45)].map { reps, load in
      Fact.by("ann", .logged("s", "row", reps, Weight(load)))
    }
    let history = try replay(log(events([.by("ann", start)] + sets)), OfUser<History>("ann")).value
    let progress = try #require(history.sessions.first?.progress.first)
    #expect(progress.done == 4 && progress.met == 2 && progress.metMost == 1)
  }

  @Test(arguments: [
    (Weight(100), Weight(220.46, .lb), 1), (Weight(100), Weight(220.45, .lb), 0),
    (Weight(135, .lb), Weight(61.23), 1), (Weight(135, .lb), Weight(61.22), 0),
    (Weight(100), Weight(99.999), 0),
  ])
  func `a load entered as a table shows it meets the plan`(
    _ planned: Weight, _ entered: Weight, _ met: Int
  ) throws {
    let squat = PlannedExercise(exercise: "squat", sets: 1, reps: 5, weight: planned)
    let start = SessionStarted(session: "s", planned: [squat]).body
    let facts: [Fact] = [.by("ann", start), .by("ann", .logged("s", "squat", 5, entered))]
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    #expect(history.sessions.first?.progress.first?.met == met)
  }

  @Test func `a planned distance is met within its time limit`() throws {
    func met(_ planned: PlannedExercise) throws -> Int? {
      let start = SessionStarted(session: "s", planned: [planned]).body
      let runs: [(Double, Double?)] = [
        (5_000, 1_620), (5_100, 1_700), (4_900, 1_500), (5_000, nil),
      ]
      let sets = runs.map { metres, seconds in
        let run = SetLogged(
          session: "s", exercise: "run", reps: 0, weight: nil, seconds: seconds, metres: metres)
        return Fact.by("ann", .sessions(.setLogged(run)))
      }
      let history = try replay(
        log(events([.by("ann", start)] + sets)), OfUser<History>("ann")
      ).value
      return history.sessions.first?.progress.first?.met
    }
    #expect(try met(PlannedExercise(exercise: "run", sets: 1, metres: 5_000)) == 3)
    #expect(try met(PlannedExercise(exercise: "run", sets: 1, seconds: 1_650, metres: 5_000)) == 1)
    #expect(try met(PlannedExercise(exercise: "run", sets: 1, seconds: 1_550)) == 2)
  }

  @Test func `a distance replaces repetitions, and repetitions replace a distance`() {
    let run = PlannedExercise(
      exercise: "run", sets: 1, seconds: 1_650, restSeconds: 90, metres: 5_000)
    var edit = EditExercise(day: .monday, exercise: "run", sets: 3)
    edit.targets.metres = 400
    planned([run]).when(edit).then(
      removed("run", 1),
      added(PlannedExercise(exercise: "run", sets: 3, restSeconds: 90, metres: 400)))
    planned([run]).when(EditExercise(day: .monday, exercise: "run", reps: 10)).then(
      removed("run", 1),
      added(PlannedExercise(exercise: "run", sets: 1, reps: 10, restSeconds: 90)))
    planned([row]).when(edit.of("row")).then(
      removed("row", 1),
      added(
        PlannedExercise(
          exercise: "row", sets: 3, weight: Weight(50), superset: .a, restSeconds: 90, metres: 400))
    )
  }

  @Test func `a distance and a duration of 0 are refused`() {
    let distance = "the distance of a set must be more than 0, got 0"
    var add = AddExercise(day: .monday, exercise: "run")
    add.targets.metres = 0
    planned([]).when(add, by: "ann").thenRefused(
      distance, help: "write its distance as 5km or 400m")
    var edit = EditExercise(day: .monday, exercise: "row")
    edit.targets.metres = 0
    planned([row]).when(edit, by: "ann").thenRefused(
      distance, help: "write its distance as 5km or 400m")
    edit.targets = PlannedTargets(seconds: 0)
    planned([row]).when(edit, by: "ann").thenRefused(
      "the duration of a set must be more than 0, got 0", help: "write its time as 60s or 1:30")
  }

  @Test func `repetitions of 0 are refused wherever sets are planned`() throws {
    let why = "'reps' must be 1…1,000 in a plan, got 0"
    var add = AddExercise(day: .monday, exercise: "squat", reps: 0)
    planned([]).when(add, by: "ann").thenRefused("\(why)")
    (add.reps, add.targets.maxReps) = (0, 12)
    planned([]).when(add, by: "ann").thenRefused("\(why)")
    planned([row]).when(EditExercise(day: .monday, exercise: "row", reps: 0), by: "ann")
      .thenRefused("\(why)")
    for text in ["3x0x60kg", "3x0"] {
      let exercise = DefineTemplate.Exercise("squat", try EnteredSet(planned: text))
      planned([]).when(DefineTemplate(name: "Legs", exercises: [exercise]), by: "ann")
        .thenRefused("\(why)")
    }
  }

  @Test func `new repetitions replace a range, and other targets stay`() {
    func edited(_ reps: Int, to most: Int? = nil) -> PlannedExercise {
      PlannedExercise(
        exercise: "row", sets: 3, reps: reps, weight: Weight(50), maxReps: most, superset: .a,
        restSeconds: 90)
    }
    var edit = EditExercise(day: .monday, exercise: "row", reps: 10)
    planned([row]).when(edit, by: "ann").then(removed("row", 1), added(edited(10)))
    edit.targets.maxReps = 15
    planned([row]).when(edit, by: "ann").then(removed("row", 1), added(edited(10, to: 15)))
    edit.targets.maxReps = 10
    planned([row]).when(edit, by: "ann").thenRefused(
      "a range of repetitions must begin below its end, got 10…10",
      help: "for example 3x8-12x60kg")
  }

  @Test func `a swapped exercise keeps its targets and its position`() {
    let (squat, other) = (
      PlannedExercise(exercise: "squat", sets: 5, reps: 5), PlannedExercise(exercise: "curl")
    )
    let pull = PlannedExercise(
      exercise: "pull-up", sets: 3, reps: 8, maxReps: 12, superset: .a, restSeconds: 90)
    let swap = SwapExercise(day: .monday, "row", by: "pull-up", isNew: true)
    planned([squat, row, other]).when(swap, by: "ann").then(
      removed("row", 2), added(pull),
      ExerciseMoved(day: .monday, exercise: "pull-up", position: 3, toDay: .monday, toPosition: 2)
        .body)
    planned([squat, row]).when(swap, by: "ann").then(removed("row", 2), added(pull))
    planned([squat, row]).when(SwapExercise(day: .monday, "row", by: "row"), by: "ann").then()
  }

  @Test func `swapping an exercise for the one that it is merged into keeps its load`() {
    let squat = PlannedExercise(exercise: "squat", sets: 5, reps: 5, weight: Weight(100))
    let heavier = PlannedExercise(exercise: "squat", sets: 5, reps: 5, weight: Weight(110))
    let merge = Fact.by("ann", ExerciseMerged(exercise: "squat", into: "back-squat").body)
    let given = Given([.signedIn("ann"), .by("ann", added(squat)), merge])
    func swap(_ weight: EnteredWeight?) -> SwapExercise {
      SwapExercise(day: .monday, "squat", by: "back-squat", weight: weight, isNew: true)
    }
    given.when(swap(nil), by: "ann").then()
    given.when(swap(EnteredWeight(110)), by: "ann").then(removed("squat", 1), added(heavier))
  }
}

extension EditExercise {
  /// Returns the same request for another exercise.
  fileprivate func of(_ exercise: String) -> EditExercise {
    var edit = self
    edit.exercise = exercise
    return edit
  }
}
