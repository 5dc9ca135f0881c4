import Events

/// Returns an equal line of JSON without terminal control characters.
///
/// They are escaped in texts, and a space replaces a carriage return or a tab between texts.
func inertJSON(_ line: String) -> String {
  guard line.unicodeScalars.contains(where: { isUnsafeOnTerminals($0.value) }) else { return line }
  var safe = ""
  for scalar in line.unicodeScalars {
    if !isUnsafeOnTerminals(scalar.value) {
      safe.unicodeScalars.append(scalar)
    } else if scalar.value < 0x20 {
      safe += " "
    } else {
      let digits = String(scalar.value, radix: 16)
      safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
  return safe
}

/// Returns the name of an output file for a report; `-` is standard output.
func outputName(_ file: String) -> String { file == "-" ? "standard output" : inert(file) }

/// Returns the number of terminal columns of `text`.
///
/// A combining mark takes no column; wide letters and pictures take two. Source: UAX #11, in the coarse ranges that
/// terminals agree on.
func displayWidth(_ text: String) -> Int {
  // Nearly all texts are ASCII and need no look-up of properties.
  text.utf8.allSatisfy { $0 < 0x80 }
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
func shortened(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var (kept, count) = ("", 0)
  for character in text {
    count += displayWidth(String(character))
    guard count < columns else { break }
    kept.append(character)
  }
  return kept + "…"
}
