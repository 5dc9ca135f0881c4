import Events
import Projections

/// Returns a line of text wrapped between words to the width of a terminal, by default 80 columns.
///
/// - Parameter indent: The number of spaces before the second and later lines.
func wrapped(_ line: String, indent: Int = 0, width: Int = 80) -> String {
  guard displayWidth(line) > width else { return line }
  var (lines, words) = ([""], 0)
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    let last = lines[lines.count - 1]
    if words > 0, displayWidth(last) + 1 + displayWidth(String(word)) > width,
      last.contains(where: { $0 != " " })
    {
      lines.append(String(repeating: " ", count: indent) + word)
    } else {
      lines[lines.count - 1] = words > 0 ? last + " " + word : String(word)
    }
    words += 1
  }
  return lines.joined(separator: "\n")
}

/// Returns a text with each line wrapped to the width of a terminal; unchanged if `width` is nil.
func wrapped(lines text: String, width: Int?) -> String {
  guard let width else { return text }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.map { line in
    let line = String(line)
    // A command in it can be copied.
    return line.contains(text: "replog ") ? line : wrapped(line, indent: 2, width: width)
  }.joined(separator: "\n")
}

/// Returns a phrase as a sentence, with a capital letter and a full stop.
func sentence(_ words: String) -> String {
  words.prefix(1).uppercased() + words.dropFirst() + (words.last == "." ? "" : ".")
}
