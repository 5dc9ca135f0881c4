import Events

/// A formula that estimates the one-repetition maximum from a set of several repetitions.
///
/// All formulas are made for few repetitions: they agree within a few percent up to ten repetitions and diverge
/// beyond. None of them calls the mathematical library, since its last digits differ from machine to machine.
public enum OneRepMax: String, CaseIterable, Sendable {
  /// The formula `w(1 + r/30)`, for any repetitions from 2 on.
  ///
  /// Source: Epley, "Poundage chart" (1985).
  case epley
  /// The formula `w · 36/(37 - r)`, below 37 repetitions.
  ///
  /// Source: Brzycki, "Strength testing: predicting a one-rep max from reps-to-fatigue" (1993), as a fraction; his own
  /// `w/(1.0278 - 0.0278r)` is the same within rounding.
  case brzycki
  /// The formula `w · r^0.10`, for any repetitions.
  ///
  /// Source: Lombardi, "Beginning weight training" (1989).
  case lombardi
  /// The formula `100w/(52.2 + 41.9e^(-0.055r))`, for any repetitions from 2 on.
  ///
  /// Source: Mayhew et al., "Relative muscular endurance performance as a predictor of bench press strength" (1992).
  case mayhew
  /// The formula `w(1 + 0.025r)`, for any repetitions from 2 on.
  ///
  /// Source: O'Conner et al., "Weight training today" (1989).
  case oconner
  /// The formula `100w/(48.8 + 53.8e^(-0.075r))`, for any repetitions from 2 on.
  ///
  /// Source: Wathan, "Load assignment" (1994).
  case wathan
  /// The formula `100w/(101.3 - 2.67123r)`, below 38 repetitions.
  ///
  /// Source: Lander, "Maximum based on reps" (1985).
  case lander
  /// The formula `w · r · 0.0333 + w`, for any repetitions from 2 on.
  ///
  /// Source: Wendler, "5/3/1" (2009).
  case wendler

  /// The seven formulas of the literature, in the order in which they are listed.
  public static let published: [OneRepMax] = [
    .epley, .brzycki, .lombardi, .mayhew, .oconner, .wathan, .lander,
  ]

  /// Returns the estimate for `reps` repetitions with `weight`, in the unit of the weight.
  ///
  /// - Returns: The estimate; nil if nothing was lifted, or if the formula does not apply to so many repetitions.
  public func estimate(_ weight: Double, reps: Int) -> Double? {
    guard weight > 0, reps > 0 else { return nil }
    if reps == 1 { return weight }
    let count = Double(reps)
    switch self {
    case .epley: return weight * (1 + count / 30)
    case .brzycki: return reps < 37 ? weight * 36 / (37 - count) : nil
    case .lombardi: return weight * tenthRoot(count)
    case .mayhew: return 100 * weight / (52.2 + 41.9 * power(0.946_485_147_953_483_8, reps))
    case .oconner: return weight * (1 + 0.025 * count)
    case .wathan: return 100 * weight / (48.8 + 53.8 * power(0.927_743_486_328_552_9, reps))
    case .lander: return reps < 38 ? 100 * weight / (101.3 - 2.67123 * count) : nil
    case .wendler: return weight * count * 0.0333 + weight
    }
  }

  /// Returns the weight for `reps` repetitions of a lifter who can lift `max` once.
  ///
  /// It is the inverse of `estimate`, in the unit of `max`.
  ///
  /// - Returns: The weight; nil if `estimate` has no value.
  public func load(for reps: Int, ofMax max: Double) -> Double? {
    guard max > 0, let factor = estimate(1, reps: reps) else { return nil }
    return max / factor
  }

  /// Returns a number between 0 and 1, such as e to the -0.055, raised to a power.
  private func power(_ base: Double, _ exponent: Int) -> Double {
    var (power, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest % 2 == 1 { power *= square }
      square *= square
      rest /= 2
    }
    return power
  }

  /// Returns the tenth root of a number of at least 1, by Newton's method.
  private func tenthRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<1_000 {
      let ninth = power(root, 9)
      let next = root - (ninth * root - number) / (10 * ninth)
      // From above, the value falls until the last digit is reached.
      guard next < root else { break }
      root = next
    }
    return root
  }
}
