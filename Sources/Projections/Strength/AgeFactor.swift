/// The factor for the points of young and old lifters.
///
/// Sources: Foster's table for 14…22 years and McCulloch's from 41 on. The ages below and above continue them as in
/// OpenPowerlifting (crates/coefficients).
public enum AgeFactor {
  /// Returns the factor for an age in years; 1 if the age is unknown.
  ///
  /// It is 0 below 5 years, since there is no factor, and from 100 on the factor for 100. An age with a fraction is
  /// known only by the year of birth. Below 30 it counts as the age at the next birthday, from 30 on as that at the
  /// last birthday. So neither table gives too much.
  public static func factor(age: Double?) -> Double {
    guard let age else { return 1 }
    guard age >= 0, age < 1_000 else { return age > 0 ? factors[factors.count - 1] : 0 }
    var years = Int(age)
    if age != age.rounded(.down), age < 30 { years += 1 }
    guard years >= first else { return 0 }
    return factors[min(years - first, factors.count - 1)]
  }

  /// The age of the first factor.
  private static let first = 5

  private static let factors =
    [1.73, 1.67, 1.61, 1.55, 1.49, 1.43, 1.38, 1.33, 1.28]  // 5
    + [1.23, 1.18, 1.13, 1.08, 1.06, 1.04, 1.03, 1.02, 1.01]  // 14
    + [Double](repeating: 1, count: 18)  // 23
    + fromForty

  private static let fromForty = [
    1.010, 1.020, 1.031, 1.043, 1.055, 1.068, 1.082, 1.097, 1.113, 1.130,  // 41
    1.147, 1.165, 1.184, 1.204, 1.225, 1.246, 1.268, 1.291, 1.315, 1.340,  // 51
    1.366, 1.393, 1.421, 1.450, 1.480, 1.511, 1.543, 1.576, 1.610, 1.645,  // 61
    1.681, 1.718, 1.756, 1.795, 1.835, 1.876, 1.918, 1.961, 2.005, 2.050,  // 71
    2.096, 2.143, 2.190, 2.238, 2.287, 2.337, 2.388, 2.440, 2.494, 2.549,  // 81
    2.605, 2.662, 2.720, 2.779, 2.839, 2.900, 2.962, 3.025, 3.089, 3.154,  // 91
  ]
}
