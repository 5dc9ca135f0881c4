extension LogError {
  /// The error in the form compilers use: place, message, the line with the place in it, the next step.
  ///
  ///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
  ///       {"seq":12,…  x
  ///                    ^
  ///     help: run 'replog verify' for the whole picture
  package var diagnostic: String { diagnostic(help: help) { $0 } }

  /// Returns the error in the form compilers use.
  ///
  /// - Parameters:
  ///   - help: The next step, instead of the error's own.
  ///   - escaping: Returns a text as it may be shown.
  package func diagnostic(help: String?, escaping: (String) -> String) -> String {
    var place = file.isEmpty ? "replog" : file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    var text = "\(escaping(place)): error: \(escaping(message))\n"
    if let excerpt {
      // The head of a line is of plain characters and the ellipsis: as many columns.
      var line = "  \(escaping(excerpt.head))\(escaping(excerpt.character))"
      while line.last == " " { line.removeLast() }
      text += "\(line)\n  \(String(repeating: " ", count: excerpt.head.count))^\n"
    }
    if let help { text += "help: \(escaping(help))\n" }
    return text
  }
}
