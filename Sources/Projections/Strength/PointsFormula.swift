import Events

/// A formula that compares totals of lifters of different body weights, by a polynomial of the body weight.
///
/// The points are the total in kilograms times a coefficient. A body weight outside the range to which a formula was
/// fitted counts as the nearest end of the range. The sex mx uses the men's constants.
///
/// Source of constants and ranges: OpenPowerlifting, crates/coefficients.
public enum PointsFormula: String, CaseIterable, Sendable {
  /// The Wilks formula of 1994: 500 over a polynomial of degree five.
  ///
  /// It was fitted to body weights of 40…201.9 kg for men and 26.51…154.53 kg for women.
  case wilks
  /// The Wilks formula of 2020, also called Wilks 2: 600 over a polynomial of degree five.
  ///
  /// It was fitted to body weights of 40…200.95 kg for men and 40…150.95 kg for women.
  case wilks2020
  /// The DOTS formula of Tim Konertz (2019): 500 over a polynomial of degree four.
  ///
  /// It was fitted to body weights of 40…210 kg for men and 40…150 kg for women.
  case dots

  /// Returns the points of a total; 0 if the body weight or the total is 0.
  ///
  /// - Parameters:
  ///   - total: The total in kilograms.
  ///   - bodyWeight: The body weight in kilograms.
  public func points(total: Double, bodyWeight: Double, _ sex: Sex) -> Double {
    guard total > 0, bodyWeight > 0 else { return 0 }
    return total * coefficient(bodyWeight: bodyWeight, sex)
  }

  /// Returns the factor from a total to its points; 0 if the body weight is 0.
  ///
  /// - Parameter bodyWeight: The body weight in kilograms.
  public func coefficient(bodyWeight: Double, _ sex: Sex) -> Double {
    guard bodyWeight > 0 else { return 0 }
    let constants = constants(sex)
    let weight = min(max(bodyWeight, constants.range.lowerBound), constants.range.upperBound)
    let divisor = constants.polynomial.reversed().reduce(0) { $0 * weight + $1 }
    return constants.numerator / divisor
  }

  /// The constants of a formula: the coefficients, from the constant term up, and the range.
  private struct Constants {
    let numerator: Double
    let range: ClosedRange<Double>
    let polynomial: [Double]
  }

  private func constants(_ sex: Sex) -> Constants {
    switch (self, sex) {
    case (.wilks, .female): Self.wilksWomen
    case (.wilks, _): Self.wilksMen
    case (.wilks2020, .female): Self.wilks2020Women
    case (.wilks2020, _): Self.wilks2020Men
    case (.dots, .female): Self.dotsWomen
    case (.dots, _): Self.dotsMen
    }
  }

  private static let wilksMen = Constants(
    numerator: 500, range: 40...201.9,
    polynomial: [
      -216.0475144, 16.2606339, -0.002388645, -0.00113732, 7.01863e-06, -1.291e-08,
    ])

  private static let wilksWomen = Constants(
    numerator: 500, range: 26.51...154.53,
    polynomial: [
      594.31747775582, -27.23842536447, 0.82112226871, -0.00930733913, 0.00004731582,
      -0.00000009054,
    ])

  private static let wilks2020Men = Constants(
    numerator: 600, range: 40...200.95,
    polynomial: [
      47.4617885411949, 8.47206137941125, 0.073694103462609, -0.00139583381094385,
      0.00000707665973070743, -0.0000000120804336482315,
    ])

  private static let wilks2020Women = Constants(
    numerator: 600, range: 40...150.95,
    polynomial: [
      -125.425539779509, 13.7121941940668, -0.0330725063103405, -0.0010504000506583,
      0.00000938773881462799, -0.000000023334613884954,
    ])

  private static let dotsMen = Constants(
    numerator: 500, range: 40...210,
    polynomial: [-307.75076, 24.0900756, -0.1918759221, 0.0007391293, -0.0000010930])

  private static let dotsWomen = Constants(
    numerator: 500, range: 40...150,
    polynomial: [-57.96288, 13.6175032, -0.1126655495, 0.0005158568, -0.0000010706])
}
