import Events
import Projections
import TestSupport
import Testing

@Suite struct BodyWeightTests {
  private func folded(_ facts: Fact...) throws -> BodyWeight {
    try replay(log(events(facts)), OfUser<BodyWeight>("ann")).value
  }

  private static func weighed(_ value: Double, _ unit: Weight.Unit = .kg, at time: String) -> Fact {
    .by("ann", at: time, BodyWeightRecorded(weight: Weight(value, unit)).body)
  }

  @Test func `the weight on a day is that of the last measurement on or before that day`() throws {
    let body = try folded(
      Self.weighed(82, at: "2026-03-10T07:00:00Z"),
      Self.weighed(181, .lb, at: "2026-03-02T07:00:00Z"),
      Self.weighed(81, at: "2026-03-10T20:00:00Z"))
    for (text, weight) in [
      ("2026-03-01", nil), ("2026-03-02", Weight(181, .lb)), ("2026-03-09", Weight(181, .lb)),
      ("2026-03-10", Weight(81)), ("2027-01-01", Weight(81)),
    ] {
      #expect(body.weight(on: day(text)) == weight, "\(text)")
      #expect(body.series.weight(on: day(text)) == weight, "\(text)")
    }
    #expect(body.latest?.weight == Weight(81))
    #expect(body.series.measurements.map(\.weight.value) == [181, 82, 81])
  }

  @Test func `the day is the user's local day, even if it is another day elsewhere`() throws {
    let body = try folded(
      Self.weighed(80, at: "2026-03-03T00:30:00+14:00"),
      Self.weighed(79, at: "2026-03-02T23:00:00-08:00"))
    #expect(body.weight(on: day("2026-03-02")) == Weight(79))
    #expect(body.weight(on: day("2026-03-03")) == Weight(80))
  }

  @Test func `a removed measurement does not count, and removing a missing one changes nothing`()
    throws
  {
    let removal = BodyWeightRemoved(measurement: id(2)).body
    let body = try folded(
      Self.weighed(80, at: "2026-03-01T07:00:00Z"), Self.weighed(8, at: "2026-03-02T07:00:00Z"),
      .by("ann", removal), .by("ann", removal),
      .by("bob", BodyWeightRemoved(measurement: id(1)).body))
    #expect(body.weight(on: day("2026-03-02")) == Weight(80))
    #expect(body.series.measurements.map(\.id) == [id(1)])
  }
}
