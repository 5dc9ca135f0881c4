import Events

/// Wendler's 5/3/1: the loads of its four weeks, as percentages of a training max.
///
/// Source: Wendler, "5/3/1: How to Build Pure Strength" (T-Nation, 2009); the warm-up as in the 5/3/1 of
/// bkfitstudios.com. Loads are rounded to the nearest step, from the middle upwards: 142.5 lb is 145 lb.
public enum FiveThreeOne {
  /// A set of a week, in the unit of the training max.
  public struct PlannedSet: Equatable, Sendable {
    /// The percentage of the training max.
    public let percent: Int
    public let load: Double
    public let reps: Int
    /// A Boolean value indicating whether as many repetitions as possible are done, `reps` at least.
    public let isAMRAP: Bool
  }

  /// The work after the main sets.
  public enum Supplement: String, CaseIterable, Sendable {
    /// Boring but big: five sets of ten with half of the training max.
    case bbb
    /// First set last: five sets of five with the load of the first main set.
    case fsl
  }

  /// The number of weeks of a cycle, the last of which is the deload.
  public static let weeks = 4

  /// The percentages and repetitions of each week; in all but the last the final set is an AMRAP.
  private static let main: [[(percent: Int, reps: Int)]] = [
    [(65, 5), (75, 5), (85, 5)],
    [(70, 3), (80, 3), (90, 3)],
    [(75, 5), (85, 3), (95, 1)],
    [(40, 5), (50, 5), (60, 5)],
  ]

  /// Returns the training max of a one-repetition maximum: 90 % of it, rounded.
  public static func trainingMax(ofMax max: Double, _ step: LoadStep) -> Double {
    step.nearest(max * 90 / 100)
  }

  /// Returns the main sets of a week, from 1; none for a week that a cycle has not.
  public static func sets(week: Int, of trainingMax: Double, _ step: LoadStep) -> [PlannedSet] {
    guard (1...weeks).contains(week) else { return [] }
    let sets = main[week - 1]
    return sets.indices.map { place in
      planned(
        sets[place], of: trainingMax, step, isAMRAP: week < weeks && place == sets.count - 1)
    }
  }

  /// Returns the warm-up before the main sets: 40, 50 and 60 % of the training max.
  public static func warmUp(of trainingMax: Double, _ step: LoadStep) -> [PlannedSet] {
    [(40, 5), (50, 5), (60, 3)].map { planned($0, of: trainingMax, step) }
  }

  /// Returns the sets of a supplement in a week, from 1; none for a week that a cycle has not.
  public static func sets(
    of supplement: Supplement, week: Int, _ trainingMax: Double, _ step: LoadStep
  ) -> [PlannedSet] {
    guard (1...weeks).contains(week) else { return [] }
    let set: (percent: Int, reps: Int) =
      switch supplement {
      case .bbb: (50, 10)
      case .fsl: (main[week - 1][0].percent, 5)
      }
    return Array(repeating: planned(set, of: trainingMax, step), count: 5)
  }

  private static func planned(
    _ set: (percent: Int, reps: Int), of trainingMax: Double, _ step: LoadStep,
    isAMRAP: Bool = false
  ) -> PlannedSet {
    PlannedSet(
      percent: set.percent, load: step.nearest(trainingMax * Double(set.percent) / 100),
      reps: set.reps, isAMRAP: isAMRAP)
  }
}

extension FiveThreeOne {
  /// Returns the rise of a training max after a cycle.
  ///
  /// It is 5 lb or 2.5 kg for lifts of the upper body, twice that for those of the lower.
  public static func increment(isLowerBody: Bool, _ unit: Weight.Unit) -> Double {
    (unit == .kg ? 2.5 : 5) * (isLowerBody ? 2 : 1)
  }

  /// Returns whether an exercise is one of the lower body, by the words of its name.
  public static func isLowerBody(_ exercise: Name) -> Bool {
    let words = ExerciseSlugs.slug(of: exercise.text).split(separator: "-")
    return words.contains { word in lowerBody.contains { word.hasPrefix($0) } }
  }

  /// The beginnings of words that name lifts of the lower body.
  private static let lowerBody = [
    "squat", "deadlift", "leg", "lunge", "hip", "glute", "calf", "calves", "thrust",
  ]

  /// Returns the training max after a stall: three increments back.
  public static func afterStall(_ trainingMax: Double, increment: Double) -> Double {
    trainingMax - 3 * increment
  }

  /// Returns the estimate of the one-repetition maximum after the last set of a week.
  public static func estimate(_ load: Double, reps: Int) -> Double? {
    OneRepMax.wendler.estimate(load, reps: reps)
  }
}
