/// The range a field must keep to: every bound of every field, in one table.
///
/// A limit binds what enters a log, through a decision, an import or `append`; reading a log does
/// not apply it, so that a bound tightened later never makes an old log unreadable.
public enum Limit: Sendable {
  /// Anything its type allows.
  case none
  /// An identifier: 1...200 bytes, no control character, no space at either end.
  case name
  /// A text: at least one character that is not white space, at most 10,000 characters.
  case text
  /// The address of something to be shown: a text, without a password or a token in it.
  case address
  /// Repetitions of one set: 0 (a failed attempt) ... 1,000.
  case reps
  /// Planned sets of one exercise: 1...100.
  case sets
  /// A mass in the given unit: -500...2,000 kg; negative is assistance.
  case weight(Weight.Unit)
  /// Rating of perceived exertion: 1...10.
  case rpe
  /// A place in a list, counted from 1: 1...1,000.
  case position
  /// Duration of a set in seconds: 0...86,400.
  case seconds
  /// Distance of a set in metres: 0...1,000,000.
  case metres

  /// The numbers allowed, in kilograms for a weight; nil where the limit is not about numbers.
  public var range: ClosedRange<Double>? {
    switch self {
    case .none, .name, .text, .address: nil
    case .reps: 0...1_000
    case .sets: 1...100
    case .weight: -500...2_000
    case .rpe: 1...10
    case .position: 1...1_000
    case .seconds: 0...86_400
    case .metres: 0...1_000_000
    }
  }

  /// What this limit says against a number; nil when it is within.
  public func breach(by number: Double) -> String? {
    guard let range else { return nil }
    var unit = ""
    var measured = number
    if case .weight(let entered) = self {
      measured = Weight(number, entered).kilograms
      unit = " kg"
    }
    guard !range.contains(measured) else { return nil }
    let bounds = [range.lowerBound, range.upperBound].map { grouped(decimal($0)) }
    // Rounded, 2,000.001 would be said not to be 2,000.
    let rounded = decimal(measured)
    let isWithin = Double(rounded).map(range.contains) ?? false
    let found = isWithin ? measured.description : grouped(rounded)
    return "must be \(bounds[0])…\(bounds[1])\(unit), not \(found)\(unit)"
  }

  /// What this limit says against a text; nil when it is within.
  public func breach(by text: String) -> String? {
    switch self {
    case .name:
      if text.isEmpty { return "must not be empty" }
      if text.utf8.count > 200 { return "must have at most 200 bytes, not \(text.utf8.count)" }
      if text.unicodeScalars.contains(where: { isUnsafeOnTerminals($0.value) }) {
        return "must not hold control characters"
      }
      return text == trimmed(text) ? nil : "must not begin or end with a space"
    case .text:
      if trimmed(text).isEmpty { return "must not be empty" }
      // A character has at least one byte, so only long texts need counting.
      guard text.utf8.count > 10_000, text.count > 10_000 else { return nil }
      return "must have at most 10,000 characters, not \(grouped(String(text.count)))"
    case .address:
      return SecretName.isIn(address: text)
        ? "must not hold a password or a token" : Limit.text.breach(by: text)
    default: return nil
    }
  }
}

/// `text` without white space at either end.
public func trimmed(_ text: some StringProtocol) -> String {
  let scalars = String(text).unicodeScalars
  let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
  let end = scalars[start...].lastIndex { !$0.properties.isWhitespace }
  return end.map { String(scalars[start...$0]) } ?? ""
}

/// `digits` with commas between the thousands of its whole part.
public func grouped(_ digits: String) -> String {
  let parts = digits.split(separator: ".", maxSplits: 1)
  guard let whole = parts.first, let first = whole.first, !digits.contains("e") else {
    return digits
  }
  let sign = first == "-" ? "-" : ""
  let figures = Array(whole.dropFirst(sign.count))
  var text = ""
  for (index, figure) in figures.enumerated() {
    if index > 0, (figures.count - index) % 3 == 0 { text += "," }
    text.append(figure)
  }
  return sign + text + (parts.count > 1 ? ".\(parts[1])" : "")
}
