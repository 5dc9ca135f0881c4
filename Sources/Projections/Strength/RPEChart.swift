/// The percentage of the one-repetition maximum for a number of repetitions at a rate of perceived exertion (RPE).
///
/// Source: Tuchscherer, "The Reactive Training Manual" (2008), in the revision with half points by Reactive Training
/// Systems, for 1…12 repetitions at an RPE of 6…10. The chart is a single row: one more repetition has the same effect
/// as one point less of RPE.
public enum RPEChart {
  /// Returns the percentage; nil outside the chart and between its half points.
  public static func percent(reps: Int, rpe: Double) -> Double? {
    guard (1...12).contains(reps), (6...10).contains(rpe), rpe * 2 == (rpe * 2).rounded() else {
      return nil
    }
    return row[2 * (reps - 1) + Int((10 - rpe) * 2)]
  }

  /// Returns the estimated one-repetition maximum after `reps` repetitions with `weight` at `rpe`.
  ///
  /// - Returns: The estimate; nil outside the chart, or if nothing was lifted.
  public static func estimate(_ weight: Double, reps: Int, rpe: Double) -> Double? {
    guard weight > 0, let percent = percent(reps: reps, rpe: rpe) else { return nil }
    return weight * 100 / percent
  }

  /// Returns the weight for `reps` repetitions at `rpe`; nil outside the chart.
  public static func load(for reps: Int, rpe: Double, ofMax max: Double) -> Double? {
    guard max > 0, let percent = percent(reps: reps, rpe: rpe) else { return nil }
    return max * percent / 100
  }

  /// The percentages, from one repetition at RPE 10 on; each is half a repetition farther from it.
  private static let row = [
    100, 97.8, 95.5, 93.9, 92.2, 90.7, 89.2, 87.8, 86.3, 85.0, 83.7, 82.4, 81.1, 79.9, 78.6, 77.4,
    76.2, 75.1, 73.9, 72.3, 70.7, 69.4, 68.0, 66.7, 65.3, 64.0, 62.6, 61.3, 59.9, 58.6, 57.4,
  ]
}
