import Events
import Projections
import TestSupport
import Testing

@Suite struct PathSuggestionsTests {
  private let events = log(
    .by("ann", .logged("s", "squat", 5, Weight(100))), .by("ann", .logged("s", "bench", 5)))

  private func suggested(_ path: String) throws -> [String]? {
    let suggestions = try events.suggestions(
      for: try RecordPath(parsing: path), in: PersonalBestsView.self, of: "ann")
    return suggestions.map { near in near.steps.map { "\(near.reached.appending($0))" } }
  }

  @Test func `the nearest keys come first, from the last valid step`() throws {
    #expect(try suggested("[exercise=sqat].reps")?.first == "[exercise=squat]")
    #expect(try suggested("[exercise=squat].weightkg")?.first == "[exercise=squat].weightKg")
    #expect(try suggested("[exercise=squat].weightKg.x") == [])
  }

  @Test func `a valid path needs no suggestion`() throws {
    #expect(try suggested("[exercise=squat].reps") == nil)
    #expect(try suggested("") == nil)
  }
}
