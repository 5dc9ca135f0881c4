import Events

// The texts of cells.

/// Returns a weight for a table, in the unit of the user.
package func shown(_ weight: Weight?, in unit: Weight.Unit) -> String {
  guard let weight else { return "–" }
  return "\(Weight(weight.converted(to: unit), unit))"
}

extension Weight {
  /// Returns the load in kilograms, or that of `other` if a table in the unit of this load would show `other` as it.
  ///
  /// A table shows a converted load with two decimals, so the load that a user reads and enters differs by up to 0.005.
  func kilograms(enteredFor other: Weight) -> Double {
    let isShown = unit != other.unit && abs(value - other.converted(to: unit)) <= 0.005
    return isShown ? other.kilograms : kilograms
  }
}

/// Returns a time for a table: `2026-03-02 18:04`.
package func minute(_ time: Timestamp?) -> String {
  guard let text = time?.description else { return "–" }
  // In bytes: the steps over characters took most of the time.
  let digits = text.utf8.prefix(16).map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }
  return String(decoding: digits, as: UTF8.self)
}

/// Returns two times for a message that compares them, on the clock of the first: `2026-03-02 18:04`.
///
/// If they differ only within a minute, they have all their digits.
package func minutes(_ one: Timestamp, _ other: Timestamp) -> (String, String) {
  let other = Timestamp(milliseconds: other.milliseconds, offsetMinutes: one.offsetMinutes)
  let texts = (minute(one), minute(other))
  return texts.0 == texts.1 && one.milliseconds != other.milliseconds
    ? ("\(one)", "\(other)") : texts
}

/// Returns kilograms for a table, in the unit of the user.
package func kilograms(_ value: Double, in unit: Weight.Unit) -> String {
  "\(grouped(decimal(Weight(value).converted(to: unit), places: 1))) \(unit.rawValue)"
}

/// Returns the number of terminal columns of `text`.
///
/// A combining mark takes no column; wide letters and pictures take two. Source: UAX #11, in the coarse ranges that
/// terminals agree on.
package func displayWidth(_ text: String) -> Int {
  // Nearly all texts are ASCII and need no look-up of properties.
  Bytes.of(text) { $0.isASCII }
    ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
}

private func width(_ scalar: Unicode.Scalar) -> Int {
  if scalar.value < 0x7F { return 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  // The later parts of a Hangul syllable, which the terminal joins to the first.
  case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
  // Half of a flag, which is two columns wide.
  case 0x1F1E6...0x1F1FF: return 1
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD:
    return 2
  default: return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}

/// Returns `text` truncated to `columns`, with an ellipsis if it was truncated.
package func shortened(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var (kept, count) = ("", 0)
  for character in text {
    count += displayWidth(String(character))
    guard count < columns else { break }
    kept.append(character)
  }
  return kept + "…"
}
