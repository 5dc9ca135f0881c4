import Events
import Projections
import TestSupport
import Testing

@Suite struct ProgramTests {
  private static let lifts = [
    TrainingMax(exercise: "squat", weight: Weight(126), increment: 5),
    TrainingMax(exercise: "bench", weight: Weight(285, .lb), increment: 5),
    TrainingMax(exercise: "squat", weight: Weight(1), increment: 1),
  ]

  private func program(_ facts: ProgramEvent...) -> Program {
    var program = Program()
    let start = ProgramEvent.programStarted(
      ProgramStarted(program: "g", scheme: .fiveThreeOne, lifts: Self.lifts))
    for event in events(([start] + facts).map { .by("ann", .program($0)) }) { program.apply(event) }
    return program
  }

  private func did(
    _ exercise: Name, _ week: Int, _ reps: Int, cycle: Int = 1, in program: Name = "g"
  ) -> ProgramEvent {
    .programSetCompleted(
      ProgramSetCompleted(
        program: program, exercise: exercise, cycle: cycle, week: week, reps: reps))
  }

  private func ended(_ cycle: Int) -> ProgramEvent {
    .cycleCompleted(CycleCompleted(program: "g", cycle: cycle))
  }

  private func reopened(_ cycle: Int) -> ProgramEvent {
    .cycleReopened(CycleReopened(program: "g", cycle: cycle))
  }

  private func max(_ program: Program, _ exercise: Name) throws -> Weight {
    try #require(program.followed?[exercise]?.trainingMax)
  }

  @Test func `a huge training max stays a number after an increase`() throws {
    var program = Program()
    let lift = TrainingMax(exercise: "squat", weight: Weight(1e304), increment: 5)
    let facts: [ProgramEvent] = [
      .programStarted(ProgramStarted(program: "g", scheme: .fiveThreeOne, lifts: [lift])),
      .cycleCompleted(CycleCompleted(program: "g", cycle: 1)),
    ]
    for event in events(facts.map { .by("ann", .program($0)) }) { program.apply(event) }
    #expect(program.followed?.cycle == 2)
    #expect(program.followed?["squat"]?.trainingMax == Weight(1e304))
  }

  @Test func `training maxes increase with each cycle, and decrease when a cycle is reopened`()
    throws
  {
    let twice = program(ended(1), ended(2))
    #expect(try max(twice, "squat") == Weight(136))
    #expect(try max(twice, "bench") == Weight(295, .lb))
    let again = program(ended(1), ended(2), reopened(2), reopened(1))
    #expect(again.followed == program().followed)
    #expect(again.followed?.cycle == 1)
  }

  @Test func `only the current cycle can end or reopen`() throws {
    let runs = program(ended(2), ended(0), reopened(1), reopened(0), reopened(-1))
    #expect(runs.followed == program().followed)
    #expect(try max(runs, "squat") == Weight(126))
  }

  @Test func `an adjusted training max increases from its value, in its own unit`() throws {
    let adjusted = program(
      ended(1),
      .trainingMaxAdjusted(
        TrainingMaxAdjusted(program: "g", exercise: "bench", weight: Weight(100))), ended(2))
    let max = try max(adjusted, "bench")
    #expect(max.unit == .lb && abs(max.value - (100 / 0.45359237 + 5)) < 1e-5)
  }

  @Test func `the week is the first in which an exercise is not done`() throws {
    #expect(program().followed?.week == 1)
    #expect(program(did("squat", 1, 5)).followed?.week == 1)
    #expect(program(did("squat", 1, 5), did("bench", 1, 5)).followed?.week == 2)
    #expect(program(did("squat", 2, 5), did("bench", 2, 5)).followed?.week == 1)
    let all = program(
      did("squat", 1, 5), did("bench", 1, 5), did("squat", 2, 5), did("bench", 2, 5),
      did("squat", 3, 5), did("bench", 3, 5), did("squat", 4, 5), did("bench", 4, 5))
    #expect(all.followed?.week == 4)
    let cleared = ProgramEvent.programSetCleared(
      ProgramSetCleared(program: "g", exercise: "squat", cycle: 1, week: 1))
    #expect(program(did("squat", 1, 5), did("bench", 1, 5), cleared).followed?.week == 1)
  }

  @Test func `a set keeps the load that was planned when it was done`() throws {
    let later = program(
      did("bench", 1, 8),
      .trainingMaxAdjusted(
        TrainingMaxAdjusted(program: "g", exercise: "bench", weight: Weight(200, .lb))))
    let done = try #require(later.followed?.done("bench", week: 1))
    #expect(done.load == Weight(240, .lb))
    let estimate: Double = 240 * 8 * 0.0333 + 240
    #expect(done.estimate == estimate)
    #expect(later.followed?.latest("bench") == done)
  }

  @Test func `an exercise stalls with fewer repetitions than planned`() {
    #expect(program(did("squat", 1, 4)).followed?.isStalled("squat") == true)
    #expect(program(did("squat", 1, 5)).followed?.isStalled("squat") == false)
    #expect(program(did("squat", 3, 0)).followed?.isStalled("squat") == true)
    // A deload proves nothing, and the cycle before is over.
    #expect(program(did("squat", 4, 1)).followed?.isStalled("squat") == false)
    #expect(program(did("squat", 1, 4), ended(1)).followed?.isStalled("squat") == false)
  }

  @Test func `facts about another program, or about missing parts, change nothing`() {
    let other = program(
      did("squat", 1, 5, in: "h"), did("row", 1, 5),
      .programEnded(ProgramEnded(program: "h")),
      .cycleCompleted(CycleCompleted(program: "h", cycle: 1)),
      .trainingMaxAdjusted(
        TrainingMaxAdjusted(program: "g", exercise: "row", weight: Weight(1))))
    #expect(other.followed == program().followed)
    #expect(program(.programEnded(ProgramEnded(program: "g"))).followed == nil)
    #expect(program().followed?.lifts.map(\.exercise) == ["squat", "bench"])
  }

  @Test func `a program without a name has the name of its event`() {
    var program = Program()
    let start = ProgramEvent.programStarted(
      ProgramStarted(scheme: .fiveThreeOne, lifts: Self.lifts, cycle: 7))
    for event in events([.by("ann", .program(start))]) { program.apply(event) }
    #expect(program.followed?.program == name(1))
    #expect(program.followed?.cycle == 7)
  }
}
