/// Returns a line of text broken between words, so that it fits a terminal; of 80 columns unless given.
///
/// - Parameter indent: the spaces before the second line and those after it.
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
