import Events
import Projections
import Testing

@Suite struct IPFPointsTests {
  private func goodlift(
    _ sex: Sex, _ equipment: LiftingEquipment, _ event: LiftingEvent, _ bodyWeight: Double,
    _ total: Double
  ) -> Double { IPFPoints.goodlift(total: total, bodyWeight: bodyWeight, sex, equipment, event) }

  @Test func `IPF GL points match the federation's paper`() {
    #expect(abs(goodlift(.male, .equipped, .sbd, 92.04, 1_035) - 112.85) < 0.005)
    #expect(abs(goodlift(.female, .classic, .bench, 70.50, 122.5) - 96.78) < 0.005)
  }

  @Test(
    arguments: [
      (Sex.male, .classic, .sbd, 87.2, 1_013, 136.8), (.male, .equipped, .sbd, 90, 1_131, 124.8),
      (.male, .classic, .bench, 89, 280, 135.76), (.male, .equipped, .bench, 134.9, 508, 144.16),
      (.female, .classic, .sbd, 74, 725, 144.79), (.female, .equipped, .sbd, 76, 726, 119.12),
      (.female, .classic, .bench, 120.2, 205, 145.5),
      (.female, .equipped, .bench, 126.5, 259, 121.52),
    ] as [(Sex, LiftingEquipment, LiftingEvent, Double, Double, Double)])
  func `IPF GL points of lifters are within 0.1 of the values from other programs`(
    sex: Sex, equipment: LiftingEquipment, event: LiftingEvent, bodyWeight: Double, total: Double,
    points: Double
  ) {
    #expect(abs(goodlift(sex, equipment, event, bodyWeight, total) - points) <= 0.1)
  }

  @Test func `IPF GL points are computed to all digits`() {
    #expect(abs(goodlift(.male, .classic, .sbd, 100, 1_000) - 126.329_2) < 0.000_05)
    #expect(abs(goodlift(.female, .classic, .sbd, 60, 500) - 113.020_1) < 0.000_05)
    #expect(abs(goodlift(.male, .classic, .sbd, 93, 700) - 91.574_8) < 0.000_05)
    #expect(abs(goodlift(.male, .equipped, .bench, 134.9, 508) - 144.18) < 0.005)
  }

  @Test func `IPF GL has no points below 35 kg, and mx uses the constants for men`() {
    #expect(goodlift(.male, .classic, .sbd, 34.99, 200) == 0)
    #expect(goodlift(.male, .classic, .sbd, 35, 200) > 0)
    #expect(goodlift(.female, .classic, .sbd, 60, 0) == 0)
    #expect(
      goodlift(.mx, .equipped, .bench, 80, 150) == goodlift(.male, .equipped, .bench, 80, 150))
  }

  @Test func `IPF points of 2019 match other programs`() {
    let haack = IPFPoints.of2019(total: 1_013, bodyWeight: 87.2, .male)
    #expect(abs(haack - 1_032.16) < 0.005)
    let hawkins = IPFPoints.of2019(total: 725, bodyWeight: 74, .female)
    #expect(abs(hawkins - 1_170.93) < 0.005)
  }

  @Test func `IPF points of 2019 are 500 at the mean, 600 one deviation above, and never below 0`()
  {
    for (sex, equipment, event) in [
      (Sex.male, LiftingEquipment.classic, LiftingEvent.sbd), (.female, .equipped, .sbd),
      (.male, .equipped, .bench), (.female, .classic, .bench),
    ] {
      let points = { (total: Double) in
        IPFPoints.of2019(total: total, bodyWeight: 80, sex, equipment, event)
      }
      // The points rise by the same for each kilogram.
      let perKilogram = points(1_001) - points(1_000)
      let mean = 1_000 - (points(1_000) - 500) / perKilogram
      #expect(abs(points(mean) - 500) < 1e-6)
      #expect(abs(points(mean + 100 / perKilogram) - 600) < 1e-6)
      #expect(points(0.001) >= 0)
    }
    #expect(IPFPoints.of2019(total: 50, bodyWeight: 120, .male) == 0)
    #expect(IPFPoints.of2019(total: 500, bodyWeight: 39.9, .male) == 0)
  }
}
