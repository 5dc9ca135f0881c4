import Events

/// Wendler's 5/3/1: the loads of its four weeks, as percentages of a training max.
///
/// Sources: Wendler, "5/3/1: How to Build Pure Strength" (T-Nation, 2009); the warm-up is that of the 5/3/1 at
/// bkfitstudios.com. Loads are rounded to the nearest step, and halves up: 142.5 lb is 145 lb.
public enum FiveThreeOne {
  /// A set of a week, in the unit of the training max.
  public struct PlannedSet: Equatable, Sendable {
    /// The percentage of the training max.
    public let percent: Int
    public let load: Double
    public let reps: Int
    /// A Boolean value indicating whether to do as many repetitions as possible, at least `reps`.
    public let isAMRAP: Bool
  }

  /// The work after the main sets.
  public enum Supplement: String, CaseIterable, Sendable {
    /// Boring but big: five sets of ten with half of the training max.
    case bbb
    /// First set last: five sets of five with the load of the first main set.
    case fsl
  }

  /// The number of weeks of a cycle; the last week is the deload.
  public static let weeks = 4

  /// The percentages and repetitions of each week; the final set is an AMRAP in all weeks but the last.
  private static let main: [[(percent: Int, reps: Int)]] = [
    [(65, 5), (75, 5), (85, 5)],
    [(70, 3), (80, 3), (90, 3)],
    [(75, 5), (85, 3), (95, 1)],
    [(40, 5), (50, 5), (60, 5)],
  ]

  /// Returns the training max for a one-repetition maximum: 90 % of it, rounded.
  public static func trainingMax(ofMax max: Double, _ step: LoadStep) -> Double {
    step.nearest(max * 90 / 100)
  }

  /// Returns the main sets of a week, from 1; an empty array for a week outside the cycle.
  public static func sets(week: Int, of trainingMax: Double, _ step: LoadStep) -> [PlannedSet] {
    guard (1...weeks).contains(week) else { return [] }
    let sets = main[week - 1]
    return sets.indices.map { place in
      planned(sets[place], of: trainingMax, step, isAMRAP: week < weeks && place == sets.count - 1)
    }
  }

  /// Returns the warm-up before the main sets: 40, 50 and 60 % of the training max.
  public static func warmUp(of trainingMax: Double, _ step: LoadStep) -> [PlannedSet] {
    [(40, 5), (50, 5), (60, 3)].map { planned($0, of: trainingMax, step) }
  }

  /// Returns the sets of a supplement in a week, from 1; an empty array for a week outside the cycle.
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
  /// Returns the increase of a training max after a cycle.
  ///
  /// It is 5 lb or 2.5 kg for lifts of the upper body, and twice as much for lifts of the lower body.
  public static func increment(isLowerBody: Bool, _ unit: Weight.Unit) -> Double {
    (unit == .kg ? 2.5 : 5) * (isLowerBody ? 2 : 1)
  }

  /// Returns whether an exercise trains the lower body, by the words of its name.
  public static func isLowerBody(_ exercise: Name) -> Bool {
    let words = ExerciseSlugs.slug(of: exercise.text).split(separator: "-")
    return words.contains { word in lowerBody.contains { word.hasPrefix($0) } }
  }

  /// The first letters of words that name lifts of the lower body.
  private static let lowerBody = [
    "squat", "deadlift", "leg", "lunge", "hip", "glute", "calf", "calves", "thrust",
  ]

  /// Returns the training max after a stall: three increments less.
  public static func afterStall(_ trainingMax: Double, increment: Double) -> Double {
    trainingMax - 3 * increment
  }

  /// Returns the estimated one-repetition maximum after the last set of a week.
  public static func estimate(_ load: Double, reps: Int) -> Double? {
    OneRepMax.wendler.estimate(load, reps: reps)
  }
}
