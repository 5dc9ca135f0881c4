/// Returns cells as a row of separated values (RFC 4180), with CR and LF at its end.
func csvRow(_ cells: [String], separator: String = ",") -> String {
  cells.map(quotedCell).joined(separator: separator) + "\r\n"
}

private func quotedCell(_ text: String) -> String {
  // By scalars, since CR and LF together are one character.
  guard text.unicodeScalars.contains(where: { "\",\r\n;\t".unicodeScalars.contains($0) }) else {
    return text
  }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" { quoted += "\"" }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
}

/// Returns a text that no spreadsheet takes for a formula, with an apostrophe before it if necessary.
///
/// A formula begins with `=`, `+`, `-`, `@`, a tab or the end of a line. In East Asian versions it may begin with a
/// wide form of those signs. Source: OWASP, CSV injection.
func inertCell(_ text: String) -> String {
  guard let first = text.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  else { return text }
  return "'" + text
}

/// Returns the shortest decimal number that reads as the same value, without an exponent.
///
/// Readers of tables take `1e-05` for a text.
func plainNumber(_ value: Double) -> String {
  let text = value.description
  guard let mark = text.firstIndex(of: "e"), let power = Int(text[text.index(after: mark)...])
  else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
  let mantissa = text[..<mark]
  let sign = mantissa.hasPrefix("-") ? "-" : ""
  let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
  let whole = String(parts.first ?? "0")
  let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
  var digits = whole + fraction
  var point = whole.count + power
  if point <= 0 {
    digits = String(repeating: "0", count: 1 - point) + digits
    point = 1
  }
  if point >= digits.count {
    return sign + digits + String(repeating: "0", count: point - digits.count)
  }
  return sign + digits.prefix(point) + "." + digits.dropFirst(point)
}
