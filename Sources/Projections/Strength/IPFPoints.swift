import Events

/// The equipment of a lifter, in the classes of the federations' formulas.
public enum LiftingEquipment: String, CaseIterable, Sendable {
  /// Raw, wraps or straps.
  case classic
  /// Single ply, multi ply or unlimited.
  case equipped
}

/// A competition for which the International Powerlifting Federation has formulas.
public enum LiftingEvent: String, CaseIterable, Sendable {
  /// Squat, bench press and deadlift.
  case sbd
  /// The bench press alone.
  case bench
}

/// The two formulas of the International Powerlifting Federation.
///
/// Both compare a result with that of the best lifters of the same body weight, sex, equipment and competition. The sex
/// mx uses the men's constants.
///
/// Source of constants and limits: OpenPowerlifting, crates/coefficients.
public enum IPFPoints {
  /// Returns the IPF GL points, or Goodlift points, which the federation has used since 2020.
  ///
  /// They are `total · max(0, 100/(A - B·e^(-C·bw)))`. They are 0 below 35 kg of body weight, and if nothing was
  /// lifted.
  ///
  /// - Parameters:
  ///   - total: The result in kilograms.
  ///   - bodyWeight: The body weight in kilograms.
  public static func goodlift(
    total: Double, bodyWeight: Double, _ sex: Sex, _ equipment: LiftingEquipment = .classic,
    _ event: LiftingEvent = .sbd
  ) -> Double {
    guard total > 0, bodyWeight >= 35 else { return 0 }
    let (a, b, c) = goodliftConstants(sex, equipment, event)
    return total * max(0, 100 / (a - b * exponential(-c * bodyWeight)))
  }

  /// Returns the IPF points that the federation used in 2019 and 2020, before IPF GL.
  ///
  /// They are `max(0, 500 + 100(total - (a·ln bw - b))/(c·ln bw - d))`. They are 0 below 40 kg of body weight, and if
  /// nothing was lifted.
  ///
  /// - Parameters:
  ///   - total: The result in kilograms.
  ///   - bodyWeight: The body weight in kilograms.
  public static func of2019(
    total: Double, bodyWeight: Double, _ sex: Sex, _ equipment: LiftingEquipment = .classic,
    _ event: LiftingEvent = .sbd
  ) -> Double {
    guard total > 0, bodyWeight >= 40 else { return 0 }
    let (a, b, c, d) = constantsOf2019(sex, equipment, event)
    let logarithm = naturalLogarithm(bodyWeight)
    let (mean, deviation) = (a * logarithm - b, c * logarithm - d)
    return max(0, 500 + 100 * (total - mean) / deviation)
  }

  private static func goodliftConstants(
    _ sex: Sex, _ equipment: LiftingEquipment, _ event: LiftingEvent
  ) -> (Double, Double, Double) {
    switch (event, equipment, sex) {
    case (.sbd, .classic, .female): (610.32796, 1045.59282, 0.03048)
    case (.sbd, .classic, _): (1199.72839, 1025.18162, 0.009210)
    case (.sbd, .equipped, .female): (758.63878, 949.31382, 0.02435)
    case (.sbd, .equipped, _): (1236.25115, 1449.21864, 0.01644)
    case (.bench, .classic, .female): (142.40398, 442.52671, 0.04724)
    case (.bench, .classic, _): (320.98041, 281.40258, 0.01008)
    case (.bench, .equipped, .female): (221.82209, 357.00377, 0.02937)
    case (.bench, .equipped, _): (381.22073, 733.79378, 0.02398)
    }
  }

  private static func constantsOf2019(
    _ sex: Sex, _ equipment: LiftingEquipment, _ event: LiftingEvent
  ) -> (Double, Double, Double, Double) {
    switch (event, equipment, sex) {
    case (.sbd, .classic, .female): (125.1435, 228.03, 34.5246, 86.8301)
    case (.sbd, .classic, _): (310.67, 857.785, 53.216, 147.0835)
    case (.sbd, .equipped, .female): (176.58, 373.315, 48.4534, 110.0103)
    case (.sbd, .equipped, _): (387.265, 1121.28, 80.6324, 222.4896)
    case (.bench, .classic, .female): (25.0485, 43.848, 6.7172, 13.952)
    case (.bench, .classic, _): (86.4745, 259.155, 17.5785, 53.122)
    case (.bench, .equipped, .female): (49.106, 124.209, 23.199, 67.4926)
    case (.bench, .equipped, _): (133.94, 441.465, 35.3938, 113.0057)
    }
  }
}
