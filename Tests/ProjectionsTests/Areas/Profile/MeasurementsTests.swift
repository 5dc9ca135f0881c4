import Events
import Projections
import TestSupport
import Testing

@Suite struct MeasurementsTests {
  private func logged(
    _ kind: BodyMeasure, _ value: Double, _ unit: LengthUnit = .cm, at time: String? = nil
  ) -> Fact {
    .by("ann", at: time, MeasurementLogged(kind, value, unit).body)
  }

  private func rows(_ facts: [Fact]) throws -> [String] {
    let measurements = try replay(log(events(facts)), OfUser<Measurements>("ann")).value
    return MeasurementsView(of: "ann", measurements, EmptyProjection()).rows.map { row in
      let change = row.change.map { " \(decimal($0))" } ?? ""
      return "\(row.measurement.kind) \(decimal(row.measurement.amount))\(change)"
    }
  }

  @Test func `a measurement has its change since the previous one of the same kind`() throws {
    #expect(
      try rows([
        logged(.waist, 84), logged(.bodyFat, 20), logged(.waist, 32, .inch),
        logged(.bodyFat, 18.5),
        logged(.waist, 90, at: "2026-03-01T12:00:00Z"),
      ]) == ["bodyFat 18.5 -1.5", "waist 81.28 -2.72", "bodyFat 20", "waist 84 -6", "waist 90"])
  }

  @Test func `a removed measurement does not count until it is restored`() throws {
    let facts = [
      logged(.waist, 84), logged(.waist, 82),
      .by("ann", MeasurementRemoved(measurement: id(1)).body),
      .by("ann", MeasurementRemoved(measurement: id(9)).body),
    ]
    #expect(try rows(facts) == ["waist 82"])
    let restored = MeasurementRestored(measurement: id(1))
    #expect(
      try rows(facts + [.by("ann", .profile(.measurementRestored(restored)))])
        == ["waist 82 -2", "waist 84"])
  }

  @Test(arguments: [
    ("82cm", BodyMeasure.waist, MeasurementLogged(.waist, 82)),
    ("82,5", .waist, MeasurementLogged(.waist, 82.5)),
    ("32.5 in", .arm, MeasurementLogged(.arm, 32.5, .inch)),
    ("14\"", .arm, MeasurementLogged(.arm, 14, .inch)),
    ("18.5%", .bodyFat, MeasurementLogged(.bodyFat, 18.5)),
    ("18.5", .bodyFat, MeasurementLogged(.bodyFat, 18.5)),
  ])
  func `a measurement is written with its unit`(
    _ text: String, _ kind: BodyMeasure, _ fact: MeasurementLogged
  ) throws {
    let measure = try #require(EnteredMeasure(text))
    Given(.signedIn("ann")).when(LogMeasurement(kind: kind, measure), by: "ann")
      .then(.profile(.measurementLogged(fact)))
  }

  @Test func `a length is not a percentage, and body fat is not a length`() throws {
    let given = Given(.signedIn("ann"))
    let help: Remedy = "write body fat as 18.5%, and all others as 82cm or 32in"
    given.when(LogMeasurement(kind: .waist, EnteredMeasure(12, isPercent: true)), by: "ann")
      .thenRefused("the waist must be a length, got a percentage", help: help)
    given.when(LogMeasurement(kind: .bodyFat, EnteredMeasure(12, .cm)), by: "ann")
      .thenRefused("body fat must be a percentage, got a length", help: help)
    given.when(LogMeasurement(kind: .bodyFat, EnteredMeasure(120)), by: "ann").thenRefused(
      "body fat must be 1…100%, got 120%", help: "give the percentage of your body weight")
    #expect(EnteredMeasure("82kg") == nil && EnteredMeasure("") == nil)
  }

  @Test func `the last measurement is the one that was logged last, even for a past day`() {
    Given(.signedIn("ann"), logged(.waist, 84), logged(.waist, 90, at: "2026-03-01T12:00:00Z"))
      .when(RemoveMeasurement(measurement: .latest), by: "ann")
      .then(MeasurementRemoved(measurement: id(3)).body)
  }

  @Test func `measurements are in the order of their local days`() throws {
    let facts = [
      logged(.waist, 82, at: "2026-03-02T00:30:00+10:00"),
      logged(.waist, 84, at: "2026-03-01T20:00:00-05:00"),
    ]
    let measurements = try replay(log(events(facts)), OfUser<Measurements>("ann")).value
    let rows = MeasurementsView(of: "ann", measurements, EmptyProjection()).rows
    #expect(rows.map(\.measurement.amount) == [82, 84])
    #expect(rows.map(\.change) == [-2, nil])
  }
}
