/// Returns the number written as `text`, with a decimal point or a decimal comma; nil for any other
/// form.
///
/// A comma before three figures is not taken, since it may stand between thousands: `1,000` is
/// neither 1 nor 1000. The library would also take exponents, hexadecimal, "nan" and "inf".
package func enteredNumber(_ text: some StringProtocol) -> Double? {
  var digits = Array(text.unicodeScalars)
  // U+2212 is the minus sign of texts.
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

/// Returns whether a character is one of the ten figures.
func isFigure(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

/// Returns whether a character may divide a number from its decimals.
func isPoint(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "," }

/// Returns `value` as it can be entered: all of its decimals, none for a whole number.
func entry(of value: Double) -> String {
  let text = (value + 0).description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
