import Projections
import Testing

@Suite struct RPEChartTests {
  private static let chart: [(rpe: Double, percent: [Double])] = [
    (10, [100, 95.5, 92.2, 89.2, 86.3, 83.7, 81.1, 78.6, 76.2, 73.9, 70.7, 68.0]),
    (9.5, [97.8, 93.9, 90.7, 87.8, 85.0, 82.4, 79.9, 77.4, 75.1, 72.3, 69.4, 66.7]),
    (9, [95.5, 92.2, 89.2, 86.3, 83.7, 81.1, 78.6, 76.2, 73.9, 70.7, 68.0, 65.3]),
    (8.5, [93.9, 90.7, 87.8, 85.0, 82.4, 79.9, 77.4, 75.1, 72.3, 69.4, 66.7, 64.0]),
    (8, [92.2, 89.2, 86.3, 83.7, 81.1, 78.6, 76.2, 73.9, 70.7, 68.0, 65.3, 62.6]),
    (6, [86.3, 83.7, 81.1, 78.6, 76.2, 73.9, 70.7, 68.0, 65.3, 62.6, 59.9, 57.4]),
  ]

  @Test func `the percentages match the chart`() {
    for (rpe, row) in Self.chart {
      for (reps, percent) in zip(1..., row) {
        #expect(RPEChart.percent(reps: reps, rpe: rpe) == percent, "\(reps) at \(rpe)")
      }
    }
  }

  @Test(
    arguments: [
      (0, 8), (13, 8), (5, 5.5), (5, 10.5), (5, 8.25), (5, .nan), (.max, 8), (-1, 10),
    ] as [(Int, Double)])
  func `outside the chart there is no percentage`(reps: Int, rpe: Double) {
    #expect(RPEChart.percent(reps: reps, rpe: rpe) == nil)
    #expect(RPEChart.estimate(100, reps: reps, rpe: rpe) == nil)
    #expect(RPEChart.load(for: reps, rpe: rpe, ofMax: 100) == nil)
  }

  @Test func `a load and its estimate are inverses`() throws {
    for reps in 1...12 {
      for half in 12...20 {
        let rpe = Double(half) / 2
        let load = try #require(RPEChart.load(for: reps, rpe: rpe, ofMax: 180))
        let estimate = try #require(RPEChart.estimate(load, reps: reps, rpe: rpe))
        #expect(abs(estimate - 180) < 1e-9)
      }
    }
    #expect(RPEChart.estimate(0, reps: 5, rpe: 8) == nil)
    #expect(RPEChart.load(for: 5, rpe: 8, ofMax: -100) == nil)
  }
}
