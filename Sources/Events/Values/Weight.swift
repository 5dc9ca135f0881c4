/// A mass in the unit of its entry: 225 lb stays 225 lb.
public struct Weight: Hashable, Sendable {
  public enum Unit: String, CaseIterable, Sendable {
    /// Kilograms, the default unit.
    case kg
    /// International avoirdupois pounds, exactly 0.45359237 kg each (1959 agreement).
    case lb
  }

  /// The number as entered; negative for assistance.
  public let value: Double
  public let unit: Unit

  /// Creates the weight of `value` in `unit`.
  public init(_ value: Double, _ unit: Unit = .kg) { (self.value, self.unit) = (value, unit) }

  /// The mass in kilograms, computed with one multiplication.
  public var kilograms: Double { unit == .kg ? value : value * 0.45359237 }

  /// Returns the mass in another unit.
  public func converted(to other: Unit) -> Double {
    switch (unit, other) {
    case (.kg, .lb): value / 0.45359237
    case (.lb, .kg): kilograms
    default: value
    }
  }
}

extension Weight: CustomStringConvertible {
  /// The weight as `100 kg`, `102.5 kg` or `225 lb`, with at most two decimals.
  public var description: String { "\(decimal(value)) \(unit.rawValue)" }
}

/// Returns `value` for display: at most `places` decimals, no trailing zeros, no exponent below 2^53.
package func decimal(_ value: Double, places: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (value * scale).rounded()
  // Larger numbers have no decimals to round. Adding 0 turns -0 into 0.
  let isExact = scaled.magnitude < 9_007_199_254_740_992
  let text = (isExact ? scaled / scale + 0 : value).description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
