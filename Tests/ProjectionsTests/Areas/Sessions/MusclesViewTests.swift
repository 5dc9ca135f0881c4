import Events
import Projections
import TestSupport
import Testing

@Suite struct MusclesViewTests {
  private func rows(_ facts: [Fact]) throws -> [String] {
    let (history, muscles) = try replay(
      log(events(facts)), OfUser<History>("ann"), ExerciseMuscles())
    return MusclesView(of: "ann", history.value, muscles).rows.map {
      "\($0.period) \($0.muscle): \(decimal($0.sets)) \(decimal($0.volumeKg))"
    }
  }

  private func described(
    _ exercise: Name, _ primary: [String], _ secondary: [String] = [], part: String? = nil
  ) -> Fact {
    .by(
      nil,
      .exercises(
        .exerciseCatalogued(
          ExerciseCatalogued(
            exercise: exercise, name: exercise.text, bodyPart: part, primaryMuscles: primary,
            secondaryMuscles: secondary))))
  }

  @Test func `a set counts fully for primary muscles and half for secondary ones`() throws {
    #expect(
      try rows([
        described("squat", ["Quadriceps"], ["glutes", "quadriceps"]),
        .by("ann", .logged("s", "squat", 5, Weight(100))),
        .by("ann", .logged("s", "squat", 5, Weight(80), kind: .warmup)),
        .by("ann", .logged("s", "squat", 5, Weight(80), completed: false)),
        .by("ann", .logged("s", "squat", 5, Weight(110))),
        .by("ann", .logged("s", "sled", 1)),
      ]) == [
        "2026-03-02 quadriceps: 2 1050", "2026-03-02 glutes: 1 525", "2026-03-02 other: 1 0",
      ])
  }

  @Test func `without muscles the part of the body counts, otherwise a common name`() throws {
    #expect(
      try rows([
        described("zercher", [], part: "Upper Legs"), described("leg-curl", []),
        .by("ann", .logged("s", "zercher", 5, Weight(100))),
        .by("ann", at: "2026-03-09T12:00:00Z", .logged("t", "leg-curl", 10, Weight(40))),
        .by("ann", at: "2026-03-09T12:01:00Z", .logged("t", "hammer-curl", 10, Weight(12))),
      ]) == [
        "2026-03-09 biceps: 1 120", "2026-03-09 hamstrings: 1 400", "2026-03-02 upper legs: 1 500",
      ])
  }

  @Test(arguments: [
    ("Front Squat", "quadriceps"), ("bench-dip", "triceps"), ("Incline Bench Row", "middle back"),
    ("Incline Bench Press", "chest"), ("dip", "chest"), ("Face Pull (Cable)", "shoulders"),
    ("arrow", "other"),
  ])
  func `a typed name has the muscle of its words`(
    _ exercise: String, _ muscle: String
  ) throws {
    #expect(
      try rows([.by("ann", .logged("s", Name(exercise), 5))]) == ["2026-03-02 \(muscle): 1 0"])
  }

  @Test func `a set changes only the rows of its muscles, also in the later session of a week`()
    throws
  {
    let log = log(
      events([
        described("squat", ["quadriceps"], ["glutes"]),
        .by("ann", .logged("s", "row", 1, Weight(9))),
        .by("ann", at: "2026-03-03T12:00:00Z", .logged("t", "squat", 5, Weight(100))),
        .by("ann", at: "2026-03-03T12:01:00Z", .logged("t", "squat", 5, Weight(110))),
        .by("ann", at: "2026-03-03T12:02:00Z", .revised(id(4), kind: .warmup)),
      ]))
    let links = try Blame.chain(MusclesView.self, RecordPath(), of: "ann", in: log)
    let changes = links.filter { $0.writer.seq > 3 }.map { link in
      "\(link.writer.seq) \(link.path) \(String(decoding: link.after?.bytes ?? [], as: UTF8.self))"
    }
    #expect(
      changes == [
        "4 [key=2026-03-02/quadriceps].sets 2", "4 [key=2026-03-02/quadriceps].volumeKg 1050",
        "4 [key=2026-03-02/glutes].sets 1", "4 [key=2026-03-02/glutes].volumeKg 525",
        "5 [key=2026-03-02/quadriceps].sets 1", "5 [key=2026-03-02/quadriceps].volumeKg 500",
        "5 [key=2026-03-02/glutes].sets 0.5", "5 [key=2026-03-02/glutes].volumeKg 250",
      ])
  }
}
