/// A mass as somebody entered it: 225 lb stays 225 lb.
public struct Weight: Equatable, Sendable {
  /// The unit a weight was entered in.
  public enum Unit: String, CaseIterable, Sendable {
    /// Kilograms, the unit of a weight that names none.
    case kg
    /// International avoirdupois pounds; exactly 0.45359237 kg each (1959 agreement).
    case lb
  }

  /// The number as entered; negative for assistance.
  public let value: Double
  /// The unit it was entered in.
  public let unit: Unit

  /// `value` in `unit`.
  public init(_ value: Double, _ unit: Unit = .kg) {
    self.value = value
    self.unit = unit
  }

  /// The mass in kilograms, one multiplication away from what was entered.
  public var kilograms: Double { unit == .kg ? value : value * 0.45359237 }

  /// The same mass on another scale.
  public func converted(to other: Unit) -> Double {
    switch (unit, other) {
    case (.kg, .lb): value / 0.45359237
    case (.lb, .kg): kilograms
    default: value
    }
  }
}

extension Weight {
  /// The weight written `100kg`, `225 lb`, `.5kg`, `-20kg`, or a bare number in `unit`; nil when it
  /// is not one.
  public init?(_ text: String, unit: Unit) {
    let named = Unit.allCases.first { text.lowercased().hasSuffix($0.rawValue) }
    let digits = named == nil ? trimmed(text) : trimmed(text.dropLast(2))
    // The library also takes exponents, hexadecimal, "nan" and "inf".
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
      !digits.hasSuffix("."), let value = Double(digits), value.isFinite
    else { return nil }
    self.init(value, named ?? unit)
  }
}

extension Weight: CustomStringConvertible {
  /// `100 kg`, `102.5 kg`, `225 lb`; at most two decimals.
  public var description: String { "\(decimal(value)) \(unit.rawValue)" }
}

/// `value` for people: at most `places` decimals, no trailing zeros, no exponent below 2^53.
public func decimal(_ value: Double, places: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (value * scale).rounded()
  // Beyond that there are no decimals to round. Adding 0 turns -0 into 0.
  let isExact = scaled.magnitude < 9_007_199_254_740_992
  let text = (isExact ? scaled / scale + 0 : value).description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
