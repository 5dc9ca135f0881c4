// NFC is not public API of the standard library, and Foundation may not be linked here.
@_spi(_Unicode) import Swift

/// Returns the form by which an account is found by an address: in NFC, with ASCII letters in lowercase.
///
/// Other letters keep their case. Unicode's rules for the case of letters depend on its version, and another mailbox
/// may have the other letter. NFC does not change between versions.
package func foldedAddress(_ address: String) -> String {
  String(
    decoding: composed(address).utf8.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }, as: UTF8.self)
}

/// Returns `text` in NFC, the form with as few characters as possible.
package func composed(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  var bytes: [UInt8] = []
  text._withNFCCodeUnits { bytes.append($0) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns `text` without diacritics: `kovacs` for `kovács`; a letter with a stroke, such as `ł`, stays.
func withoutDiacritics(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  var base = String.UnicodeScalarView()
  for scalar in text._nfd {
    // Classes from 200 are marks above and below a letter. The vowels of Indic scripts are marks of other classes.
    guard scalar.properties.canonicalCombiningClass.rawValue < 200 else { continue }
    base.append(scalar)
  }
  return composed(String(base))
}

/// Returns `text` without white space at either end.
package func trimmed(_ text: some StringProtocol) -> String {
  let text = String(text)
  // Usually a text begins and ends with a printable ASCII character, so that nothing is trimmed.
  if let first = text.utf8.first, let last = text.utf8.last, 0x21...0x7E ~= first,
    0x21...0x7E ~= last
  {
    return text
  }
  let scalars = text.unicodeScalars
  let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
  let end = scalars[start...].lastIndex { !$0.properties.isWhitespace }
  return end.map { String(scalars[start...$0]) } ?? ""
}

/// Returns `digits` with a comma after each thousand in the integer part.
package func grouped(_ digits: String) -> String {
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

/// Returns `1 event`, `2 events`.
///
/// - Parameter things: The plural; the singular has no "s", or "y" instead of "ies".
package func counted(_ count: Int, _ things: String) -> String {
  guard count == 1 else { return "\(grouped("\(count)")) \(things)" }
  if things == "people" { return "1 person" }
  if things.hasSuffix("ies") { return "1 \(things.dropLast(3))y" }
  return "1 \(things.dropLast(things.hasSuffix("sses") ? 2 : 1))"
}

/// Returns whether a character can move a cursor, hide text or change its direction.
///
/// These are C0, DEL, C1, the line and paragraph separators, and the bidirectional controls of the standard UAX #9.
package func isUnsafeOnTerminals(_ value: UInt32) -> Bool {
  switch value {
  case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Returns `text` with visible escapes for all characters that could move a cursor, hide text or change its
/// direction.
///
/// No text of another person can then control a terminal.
package func inert(_ text: String) -> String {
  if Bytes.of(text, { $0.isPlain(in: 0..<$0.count) }) { return text }
  guard text.unicodeScalars.contains(where: { isUnsafeOnTerminals($0.value) }) else { return text }
  var safe = ""
  for scalar in text.unicodeScalars {
    if isUnsafeOnTerminals(scalar.value) {
      safe += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      safe.unicodeScalars.append(scalar)
    }
  }
  return safe
}

extension StringProtocol {
  /// Returns the first range of `part`, or nil if the text does not contain it.
  ///
  /// The standard library's search would link the regular expression engine: 0.8 MB of the command.
  @_specialize(where Self == String)
  @_specialize(where Self == Substring)
  package func firstPlace(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if utf8[start...].starts(with: part.utf8) {
        return start..<utf8.index(start, offsetBy: part.utf8.count)
      }
      utf8.formIndex(after: &start)
    }
    return nil
  }
}

extension String {
  /// Returns this text with every `part` replaced by `other`.
  package func replacingAll(_ part: String, with other: String) -> String {
    var text = ""
    var rest = self[...]
    while let range = rest.firstPlace(of: part) {
      text += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}
