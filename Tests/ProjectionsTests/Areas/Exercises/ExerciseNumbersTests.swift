import TestSupport
import Testing

@testable import Events
@testable import Projections

@Suite struct ExerciseNumbersTests {
  private func exercises(_ bodies: Event.Body...) throws -> [Name] {
    try replay(log(events(bodies.map { .by("ann", $0) })), ExerciseNumbers()).exercises
  }

  @Test func `the first exercise is 1, the next new one is 2`() throws {
    let numbers = try replay(
      log(
        .by(nil, .catalogued("squat")), .by("ann", .added(.monday, "bench")),
        .by("bob", .logged("s", "squat", 5)), .by("bob", .logged("s", "row", 5))),
      ExerciseNumbers())
    #expect(numbers.exercises == ["squat", "bench", "row"])
    #expect(numbers["squat"] == 1)
    #expect(numbers["bench"] == 2)
    #expect(numbers["row"] == 3)
    #expect(numbers["curl"] == nil)
  }

  @Test(arguments: 0..<20)
  func `the first mentions in the parts of a log give the numbers of the whole log`(
    _ seed: Int
  ) throws {
    var facts = RandomFacts(seed: UInt64(seed))
    let events = facts.events(80)
    func first(_ part: [Event]) throws -> [Name: (seq: Int, place: Int)] {
      let numbers = try replay(log(part), ExerciseNumbers())
      return Dictionary(
        uniqueKeysWithValues: zip(1..., numbers.exercises).map {
          ($1, numbers.firstMention(ofNumber: $0))
        })
    }
    let parts = try Dictionary(grouping: events, by: \.user).values.map(first)
    let merged = parts.reduce([:]) { $0.merging($1) { $0 < $1 ? $0 : $1 } }
    #expect(
      merged.sorted { $0.value < $1.value }.map(\.key)
        == (try replay(log(events), ExerciseNumbers())).exercises)
  }

  @Test func `an empty log has no exercises`() throws {
    #expect(try exercises().isEmpty)
  }

  @Test func `a plan's exercises are numbered in its order, and a repeated one once`() throws {
    let order: [Name] = ["c", "a", "d", "b"]
    #expect(try exercises(.shared(.monday, "c", "a", "c", "d", "b", "a")) == order)
    #expect(try exercises(.saved("p", .monday, "c", "a", "c", "d", "b", "a")) == order)
    #expect(
      try exercises(
        .logged("s", "a", 1), .shared(.monday, "c", "a", "b"), .saved("p", .friday, "d"))
        == ["a", "c", "b", "d"])
  }

  @Test func `facts without an exercise assign no number`() throws {
    #expect(
      try exercises(
        .chose(.monday, "Chest"), .cleared(.monday), .liked("p"), .started("s"), .ended("s"),
        .registered("a@b.c")
      ).isEmpty)
  }

  @Test func `the areas that are read are those of the events that name exercises`() {
    var areas: Areas = []
    for type in EventType.all where type.description.contains({ $0.traits.isExercise }) {
      areas = areas.union(Areas(type.area))
    }
    #expect(ExerciseNumbers.reads == areas)
  }

  @Test func `an undone exercise keeps its number`() throws {
    #expect(
      try exercises(
        .added(.monday, "a"), .cleared(.monday), .logged("s", "b", 1), .removed(id(3)),
        .discarded("s"), .shared(.monday, as: "p", "c"), .deleted("p"), .added(.monday, "d"),
        .catalogued("a"))
        == ["a", "b", "c", "d"])
  }

  @Test func `exercises are told apart by their bytes`() throws {
    // The second é is an e with an accent behind it.
    #expect(try exercises(.catalogued("Squat"), .catalogued("squat")).count == 2)
    #expect(try exercises(.catalogued("d\u{e9}v"), .catalogued("de\u{301}v")).count == 2)
  }
}
