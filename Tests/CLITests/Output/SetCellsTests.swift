import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// Best sets in which nothing was lifted.
@Suite struct SetCellsTests {
  /// The cells of the load and the repetitions of a set; nil for those that a table makes itself.
  private func cells(_ set: Event.Body) throws -> [String?] {
    let bests = try replay(log(.by("ann", set)), OfUser<PersonalBests>("ann")).value
    let view = PersonalBestsView(of: "ann", bests, ExerciseNumbers())
    let row = try #require(view.rows.first)
    return ["weightKg", "reps"].map { row.cell(of: $0, in: .kg) }
  }

  @Test func `a distance or a time is shown instead of the load, unless repetitions were counted`()
    throws
  {
    #expect(try cells(.logged("s", "run", 0, metres: 5_000)) == ["5 km", "–"])
    #expect(try cells(.logged("s", "run", 1, seconds: 90)) == ["1:30", nil])
    #expect(try cells(.logged("s", "burpee", 2, seconds: 90)) == ["bw", nil])
    #expect(try cells(.logged("s", "dip", 0)) == ["bw", nil])
    #expect(try cells(.logged("s", "carry", 0, Weight(40), metres: 50)) == [nil, nil])
  }
}
