import Events
import Projections
import Testing

@Suite struct AgeFactorTests {
  private static let table: [(first: Int, factors: [Double])] = [
    (0, [0, 0, 0, 0, 0]),
    (5, [1.73, 1.67, 1.61, 1.55, 1.49, 1.43, 1.38, 1.33, 1.28]),
    (14, [1.23, 1.18, 1.13, 1.08, 1.06, 1.04, 1.03, 1.02, 1.01]),
    (23, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (41, [1.010, 1.020, 1.031, 1.043, 1.055, 1.068, 1.082, 1.097, 1.113, 1.130]),
    (51, [1.147, 1.165, 1.184, 1.204, 1.225, 1.246, 1.268, 1.291, 1.315, 1.340]),
    (61, [1.366, 1.393, 1.421, 1.450, 1.480, 1.511, 1.543, 1.576, 1.610, 1.645]),
    (71, [1.681, 1.718, 1.756, 1.795, 1.835, 1.876, 1.918, 1.961, 2.005, 2.050]),
    (81, [2.096, 2.143, 2.190, 2.238, 2.287, 2.337, 2.388, 2.440, 2.494, 2.549]),
    (91, [2.605, 2.662, 2.720, 2.779, 2.839, 2.900, 2.962, 3.025, 3.089, 3.154]),
    (101, [3.154, 3.154]),
  ]

  @Test func `the factor for each age matches the table`() {
    for (first, factors) in Self.table {
      for (offset, factor) in factors.enumerated() {
        #expect(AgeFactor.factor(age: Double(first + offset)) == factor, "\(first + offset)")
      }
    }
    #expect(AgeFactor.factor(age: nil) == 1)
    #expect(AgeFactor.factor(age: 1e300) == 3.154)
    #expect(AgeFactor.factor(age: -1) == 0)
    #expect(AgeFactor.factor(age: .nan) == 0)
  }

  @Test func `an age from the year of birth alone never gives too many points`() {
    #expect(AgeFactor.factor(age: 40.5) == 1)
    #expect(AgeFactor.factor(age: 41.5) == 1.010)
    #expect(AgeFactor.factor(age: 13.5) == 1.23)
    #expect(AgeFactor.factor(age: 22.5) == 1)
    #expect(AgeFactor.factor(age: 4.5) == 1.73)
  }

  @Test func `a lifter of 80 has a little more than twice the points`() {
    let points = PointsFormula.wilks.points(total: 317.5, bodyWeight: 82.1, .male)
    #expect(abs(points - 213.32) < 0.005)
    #expect(abs(points * AgeFactor.factor(age: 80) - 437.30) < 0.01)
  }
}
