/// The allowed values of a field.
///
/// A limit applies to new values from a decision, an import or `append`. Reading a log does not check limits, so that
/// a stricter limit never makes an old log unreadable.
@usableFromInline package enum Limit: Sendable {
  /// Any value of the type.
  case none
  /// An identifier: 1...200 bytes, no control character, and no space at either end.
  case name
  /// A text: 1...10,000 characters, at least one of them not white space.
  case text
  /// A text that replaces another: a `text`, or an empty one to remove the other.
  case wording
  /// The address of a page or a picture: a text without a password or a token.
  case address
  /// The name of a setting: an identifier that is not the name of a secret.
  case setting
  /// A mass in the given unit: -500...2,000 kg; negative values mean assistance.
  case weight(Weight.Unit)
  /// A mass whose unit is in another field: `weight` in that unit, checked once the unit is known.
  case enteredWeight
  /// The weight of a person in the given unit: 2...700 kg.
  case bodyWeight(Weight.Unit)
  /// The weight of a person whose unit is in another field: `bodyWeight` in that unit, checked once the unit is
  /// known.
  case enteredBodyWeight
  /// A number in a range, with the unit to write after it; nil for a plain number.
  case range(ClosedRange<Double>, unit: StaticString?)

  /// The allowed numbers, in kilograms for a weight; nil for a limit on texts and for no limit.
  @usableFromInline package var range: ClosedRange<Double>? {
    switch self {
    case .weight: -500...2_000
    case .bodyWeight: 2...700
    case .range(let range, _): range
    default: nil
    }
  }

  /// The unit of the numbers, as written after them; nil if they have none, or if another field has the unit.
  package var unit: String? {
    switch self {
    case .weight(let unit), .bodyWeight(let unit): unit.rawValue
    case .range(_, let unit): unit.map { "\($0)" }
    default: nil
    }
  }

  /// Returns a description of how a number exceeds the limit, or nil if the number is within the limit.
  @usableFromInline package func breach(by number: Double) -> String? {
    guard let range else { return nil }
    var unit = ""
    var measured = number
    switch self {
    case .weight(let entered), .bodyWeight(let entered):
      measured = Weight(number, entered).kilograms
      unit = " kg"
    default: break
    }
    guard !range.contains(measured) else { return nil }
    let bounds = [range.lowerBound, range.upperBound].map { grouped(decimal($0)) }
    // With rounding, the message could say that 2,000.001 must be at most 2,000, got 2,000.
    let rounded = decimal(measured)
    let isWithin = Double(rounded).map(range.contains) ?? false
    let found = isWithin ? measured.description : grouped(rounded)
    return "must be \(bounds[0])…\(bounds[1])\(unit), got \(found)\(unit)"
  }

  /// Returns a description of how a text exceeds the limit, or nil if the text is within the limit.
  @usableFromInline package func breach(by text: String) -> String? {
    switch self {
    case .name: return Name.breach(of: text)
    case .text:
      if trimmed(text).isEmpty { return "must not be empty" }
      // A character has at least one byte, so only long texts need counting.
      if text.utf8.count > 10_000, text.count > 10_000 {
        return "must have at most 10,000 characters, got \(grouped(String(text.count)))"
      }
      return SecretValue.isIn(text) ? SecretValue.breach : nil
    case .wording: return text.isEmpty ? nil : Limit.text.breach(by: text)
    case .address:
      return SecretName.isIn(address: text)
        ? "must not contain a password or a token" : Limit.text.breach(by: text)
    case .setting:
      return SecretName.listed(text) == nil
        ? Name.breach(of: text) : SecretValue.settingBreach
    default: return nil
    }
  }
}
