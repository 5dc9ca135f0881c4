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
