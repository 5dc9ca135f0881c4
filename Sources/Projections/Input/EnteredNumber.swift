/// Returns the number written as `text`, with a decimal point or a decimal comma; nil for any other form.
///
/// A comma before three digits is refused, since it may separate thousands: `1,000` is neither 1 nor 1000. The standard
/// library would also accept exponents, hexadecimal numbers, "nan" and "inf".
package func enteredNumber(_ text: some StringProtocol) -> Double? {
  var digits = Array(text.unicodeScalars)
  // U+2212 is the typographic minus sign.
  let isNegative = digits.first == "-" || digits.first == "\u{2212}"
  if isNegative || digits.first == "+" { digits.removeFirst() }
  guard let last = digits.last, isFigure(last), digits.allSatisfy({ isFigure($0) || isPoint($0) }),
    digits.count(where: isPoint) <= 1
  else { return nil }
  if let comma = digits.firstIndex(of: ",") {
    let isWhole = digits[..<comma].contains { $0 != "0" }
    guard digits.count - comma != 4 || !isWhole else { return nil }
    digits[comma] = "."
  }
  let spelled = (isNegative ? "-" : "") + String(String.UnicodeScalarView(digits))
  guard let value = Double(spelled), value.isFinite else { return nil }
  return value
}

/// Returns whether a character is one of the ten digits.
func isFigure(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

/// Returns whether a character may separate the decimals of a number.
func isPoint(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "," }

/// Returns `value` in the form of an entry: with all of its decimals, or none for a whole number.
func entry(of value: Double) -> String {
  let text = (value + 0).description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
