import Events
import Projections
import Testing

/// Points of a lifter by a formula, as they are published or computed elsewhere.
private struct Vector: CustomTestStringConvertible {
  let sex: Sex
  let bodyWeight: Double
  let total: Double
  let points: Double
  /// The half of the last digit that is given.
  var tolerance = 0.005

  init(_ sex: Sex, _ bodyWeight: Double, _ total: Double, _ points: Double, _ tolerance: Double) {
    (self.sex, self.bodyWeight, self.total, self.points) = (sex, bodyWeight, total, points)
    // A little more than half, since a published value may lie on it.
    self.tolerance = tolerance * 1.01
  }

  var testDescription: String { "\(sex) \(bodyWeight)/\(total)" }
}

@Suite struct PointsFormulaTests {
  @Test func `the Wilks coefficients for 100 kg match OpenPowerlifting's test values`() {
    let men = PointsFormula.wilks.coefficient(bodyWeight: 100, .male)
    #expect(abs(men - 0.608_589_071_906_651_1) < 1e-14)
    let women = PointsFormula.wilks.coefficient(bodyWeight: 100, .female)
    #expect(abs(women - 0.832_583_316_736_822_8) < 1e-14)
  }

  @Test(arguments: [
    Vector(.male, 100, 1_000, 608.589_07, 0.000_005), Vector(.female, 60, 500, 557.443_4, 0.000_05),
    // Independent tests in C++.
    Vector(.male, 87.2, 1_013, 657.51, 0.005), Vector(.female, 74, 725, 695.09, 0.005),
    // Rows of OpenPowerlifting.
    Vector(.female, 59.8, 290, 324.16, 0.005), Vector(.female, 51.2, 282.5, 356.40, 0.005),
    Vector(.female, 146.4, 352.5, 272.07, 0.005), Vector(.male, 53.7, 362.5, 344.10, 0.005),
    Vector(.male, 162, 765, 418.61, 0.005),
    // Body weights at and beyond the ends of the range.
    Vector(.male, 30, 400, 534.169_1, 0.000_05), Vector(.male, 40, 400, 534.169_1, 0.000_05),
    Vector(.male, 201.9, 1_000, 531.502_8, 0.000_05),
    Vector(.male, 250, 1_000, 531.502_8, 0.000_05), Vector(.female, 20, 100, 167.742_0, 0.000_05),
    Vector(.female, 26.51, 100, 167.742_0, 0.000_05),
    Vector(.female, 154.53, 500, 384.074_6, 0.000_05),
    Vector(.female, 200, 500, 384.074_6, 0.000_05),
  ])
  fileprivate func `Wilks points match the published values`(_ vector: Vector) {
    expect(.wilks, vector)
  }

  @Test(arguments: [
    (20, 1.3895), (40, 1.3895), (50, 1.1510), (60, 0.9968), (70, 0.8923), (80, 0.8191),
    (90, 0.7670), (100, 0.7294), (120, 0.6817), (140, 0.6546), (160, 0.6361), (180, 0.6213),
    (200, 0.6123), (200.95, 0.6122), (201, 0.6122), (400, 0.6122),
  ])
  func `the Wilks 2020 coefficients for men match the published values`(
    weight: Double, expected: Double
  ) {
    let coefficient = PointsFormula.wilks2020.coefficient(bodyWeight: weight, .male)
    #expect(abs(coefficient - expected) < 0.000_050_5)
  }

  @Test(arguments: [
    (20, 1.8486), (40, 1.8486), (50, 1.5091), (60, 1.3190), (70, 1.2042), (80, 1.1318),
    (90, 1.0846), (100, 1.0525), (110, 1.0286), (120, 1.0089), (130, 0.9912), (140, 0.9753),
    (150, 0.9635), (150.95, 0.9627), (151, 0.9627), (200, 0.9627),
  ])
  func `the Wilks 2020 coefficients for women match the published values`(
    weight: Double, expected: Double
  ) {
    let coefficient = PointsFormula.wilks2020.coefficient(bodyWeight: weight, .female)
    #expect(abs(coefficient - expected) < 0.000_050_5)
  }

  @Test(arguments: [
    Vector(.male, 87.2, 1_013, 790.04, 0.005), Vector(.female, 74, 725, 849.19, 0.005),
  ])
  fileprivate func `Wilks 2020 points match the published values`(_ vector: Vector) {
    expect(.wilks2020, vector)
  }

  @Test(arguments: [
    Vector(.male, 87.2, 1_013, 665.75, 0.005), Vector(.female, 74, 725, 711.19, 0.005),
    Vector(.male, 100, 1_000, 615.515_8, 0.000_05), Vector(.female, 60, 500, 554.272_8, 0.000_05),
    Vector(.male, 82.5, 600, 406.435_6, 0.000_05), Vector(.female, 57, 350, 400.993_3, 0.000_05),
    Vector(.male, 250, 1_000, 495.620_7, 0.000_05), Vector(.male, 210, 1_000, 495.620_7, 0.000_05),
    Vector(.female, 200, 500, 385.378_3, 0.000_05), Vector(.female, 150, 500, 385.378_3, 0.000_05),
    Vector(.male, 30, 400, 508.444_0, 0.000_05), Vector(.male, 40, 400, 508.444_0, 0.000_05),
  ])
  fileprivate func `DOTS points match the published values`(_ vector: Vector) {
    expect(.dots, vector)
  }

  @Test func `the DOTS coefficient of a man of 100 kg has six digits in the rules`() {
    let coefficient = PointsFormula.dots.coefficient(bodyWeight: 100, .male)
    #expect(abs(coefficient - 0.615_516) < 0.000_000_5)
  }

  @Test(arguments: PointsFormula.allCases)
  func `a weight of zero gives no points, and mx uses the constants for men`(
    _ formula: PointsFormula
  ) {
    #expect(formula.points(total: 0, bodyWeight: 80, .male) == 0)
    #expect(formula.points(total: 500, bodyWeight: 0, .female) == 0)
    #expect(formula.coefficient(bodyWeight: 0, .male) == 0)
    #expect(
      formula.points(total: 500, bodyWeight: 80, .mx)
        == formula.points(total: 500, bodyWeight: 80, .male))
    #expect(
      formula.points(total: 500, bodyWeight: 80, .mx)
        != formula.points(total: 500, bodyWeight: 80, .female))
  }

  @Test func `incorrect copies with another year's constants give different values`() {
    let points = PointsFormula.wilks2020.points(total: 1_013, bodyWeight: 87.2, .male)
    // With 500 for 600, and with the constants of 1994.
    #expect(abs(points - 790.04 * 500 / 600) > 1)
    #expect(abs(points - 657.51 * 600 / 500) > 1 && abs(points - 657.51) > 1)
  }

  private func expect(
    _ formula: PointsFormula, _ vector: Vector, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let points = formula.points(total: vector.total, bodyWeight: vector.bodyWeight, vector.sex)
    #expect(abs(points - vector.points) < vector.tolerance, sourceLocation: sourceLocation)
  }
}
