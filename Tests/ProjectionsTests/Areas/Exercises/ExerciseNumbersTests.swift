import Events
import Projections
import TestSupport
import Testing

@Suite struct ExerciseNumbersTests {
  private func exercises(_ bodies: Event.Body...) throws -> [Name] {
    try replay(log(events(bodies.map { .by("ann", $0) })), ExerciseNumbers()).exercises
  }

  @Test func `the first exercise is 1, the next new one 2`() throws {
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

  @Test func `an empty log has met nothing`() throws {
    #expect(try exercises().isEmpty)
  }

  @Test func `every fact that names an exercise is an encounter`() throws {
    #expect(try exercises(.catalogued("a")) == ["a"])
    #expect(try exercises(.added(.monday, "a")) == ["a"])
    #expect(try exercises(.removed(.monday, "a")) == ["a"])
    #expect(try exercises(.moved(.monday, "a", to: .friday)) == ["a"])
    #expect(try exercises(.shared(.monday, "b", "a", "b", "c")) == ["b", "a", "c"])
    #expect(try exercises(.saved("p", .monday, "b", "a", "b", "c")) == ["b", "a", "c"])
    #expect(try exercises(.logged("s", "a", 1)) == ["a"])
  }

  @Test func `a plan's exercises are numbered in its order, and one that comes again once`() throws
  {
    let order: [Name] = ["c", "a", "d", "b"]
    #expect(try exercises(.shared(.monday, "c", "a", "c", "d", "b", "a")) == order)
    #expect(try exercises(.saved("p", .monday, "c", "a", "c", "d", "b", "a")) == order)
    #expect(
      try exercises(
        .logged("s", "a", 1), .shared(.monday, "c", "a", "b"), .saved("p", .friday, "d"))
        == ["a", "c", "b", "d"])
  }

  @Test func `facts that name none are no encounter`() throws {
    #expect(
      try exercises(
        .chose(.monday, "Chest"), .cleared(.monday), .liked("p"), .started("s"), .ended("s"),
        .registered("a@b.c")
      ).isEmpty)
  }

  @Test func `what is taken back keeps its number`() throws {
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
