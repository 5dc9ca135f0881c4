import Events
import Foundation
import TestSupport
import Testing

@testable import Projections

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
      ExerciseCatalogued(
        exercise: exercise, name: exercise.text, bodyPart: part, primaryMuscles: primary,
        secondaryMuscles: secondary
      ).body)
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
        "2026-03-09 biceps: 1 120", "2026-03-09 hamstrings: 1 400", "2026-03-09 calves: 0.5 200",
        "2026-03-09 forearms: 0.5 60", "2026-03-02 upper legs: 1 500",
      ])
  }

  @Test(arguments: [
    ("Front Squat", ["quadriceps: 1", "abdominals: 0.5", "glutes: 0.5", "hamstrings: 0.5"]),
    ("bench-dip", ["triceps: 1", "chest: 0.5", "shoulders: 0.5"]),
    ("Incline Bench Row", ["middle back: 1", "biceps: 0.5", "lats: 0.5"]),
    ("Incline Bench Press", ["chest: 1", "shoulders: 0.5", "triceps: 0.5"]),
    ("dip", ["chest: 1", "shoulders: 0.5", "triceps: 0.5"]),
    ("Face Pull (Cable)", ["shoulders: 1", "middle back: 0.5", "traps: 0.5"]),
    ("Hip Thrust (Barbell)", ["glutes: 1", "hamstrings: 0.5"]),
    ("Split Jerk", ["shoulders: 1", "glutes: 0.5", "quadriceps: 0.5", "triceps: 0.5"]),
    (
      "Snatch Grip Deadlift",
      [
        "lower back: 1", "forearms: 0.5", "glutes: 0.5", "hamstrings: 0.5", "quadriceps: 0.5",
        "traps: 0.5",
      ]
    ),
    ("arrow", ["other: 1"]), ("Swimming", ["other: 1"]),
  ])
  func `a typed name has the muscles of its words`(_ exercise: String, _ muscles: [String]) throws {
    #expect(
      try rows([.by("ann", .logged("s", Name(exercise), 5))])
        == muscles.map { "2026-03-02 \($0) 0" })
  }

  @Test func `of the exercises without known muscles, the one with the most sets comes first`()
    throws
  {
    let facts: [Fact] = [
      .by("ann", .logged("s", "prowler", 5, Weight(100))), .by("ann", .logged("s", "sled", 1)),
      .by("ann", .logged("s", "squat", 5)), .by("ann", .logged("s", "sled", 1)),
    ]
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    #expect(ExerciseMuscles().unknown(in: history.sessions) == ["sled", "prowler"])
  }

  @Test func `the page of common names has every row, and no name hides a later one`() throws {
    let page = Workdir.repository
      .appendingPathComponent("Sources/Projections/Projections.docc/CommonMuscles.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let all = CommonMuscles.all
    #expect(
      lines.filter { $0.hasPrefix("| `") }
        == all.map { entry in
          let others = entry.muscles.secondary
          let names = entry.names.map { "`\($0)`" }.joined(separator: ", ")
          return "| \(names) | \(entry.muscles.primary.joined(separator: ", ")) | "
            + "\(others.isEmpty ? "–" : others.joined(separator: ", ")) |"
        })
    let names = all.flatMap(\.names)
    for (place, name) in names.enumerated() {
      let hiding = names[..<place].first { "-\(name)".contains("-\($0)") }
      #expect(hiding == nil, "\(hiding ?? "") hides \(name)")
    }
  }

  /// The public catalogue "free-exercise-db", in the folder that REPLOG_DATA names.
  private static let catalogue = ProcessInfo.processInfo.environment["REPLOG_DATA"]
    .map { URL(fileURLWithPath: $0).appendingPathComponent("free-exercise-db.json") }

  @Test(.enabled(if: catalogue != nil, "REPLOG_DATA names no folder of real files"))
  func `a public catalogue lists the main muscle of a common name for nine of ten exercises`()
    throws
  {
    struct Entry: Decodable {
      let id: String
      let primaryMuscles, secondaryMuscles: [String]
    }
    let data = try Data(contentsOf: #require(Self.catalogue))
    let entries = try JSONDecoder().decode([Entry].self, from: data)
    let none = ExerciseMuscles()
    let known = entries.compactMap { entry in none[Name(entry.id)].map { (entry, $0) } }
    let listed = known.count { entry, muscles in
      (entry.primaryMuscles + entry.secondaryMuscles).contains(muscles.primary[0])
    }
    #expect(known.count > 600)
    #expect(Double(listed) > 0.9 * Double(known.count))
  }

  @Test func `a set of a merged exercise changes the rows of the muscles of the other one`() throws
  {
    let merge = ExerciseMerged(exercise: "sled", into: "squat")
    let log = log(
      events([
        described("squat", ["quadriceps"]), described("sled", ["calves"]),
        .by("ann", .exercises(.exerciseMerged(merge))),
        .by("ann", .logged("s", "squat", 5, Weight(100))),
        .by("ann", .logged("s", "sled", 5, Weight(10))),
      ]))
    let links = try Blame.chain(MusclesView.self, RecordPath(), of: "ann", in: log)
    #expect(
      links.filter { $0.writer.seq == 5 }.map { "\($0.path)" } == [
        "[key=2026-03-02/quadriceps].sets", "[key=2026-03-02/quadriceps].volumeKg",
      ])
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
