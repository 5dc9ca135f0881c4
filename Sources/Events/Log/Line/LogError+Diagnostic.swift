extension LogError {
  /// The error in the form that compilers use: place, message, the line with the place in it, the next step.
  ///
  ///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
  ///       {"seq":12,…  x
  ///                    ^
  ///     help: run 'replog verify' to check the whole log
  package var diagnostic: String { diagnostic(help: help?.description) { $0 } }

  /// The place as in `events.jsonl:12:34`; nil for an error of a draft, which has none.
  package var place: String? {
    if file.isEmpty, line == nil { return nil }
    return ([file.isEmpty ? "replog" : file] + [line, column].compactMap { $0.map(String.init) })
      .joined(separator: ":")
  }

  /// Returns the error in the form that compilers use.
  ///
  /// - Parameters:
  ///   - help: The next step, in words.
  ///   - escaping: Returns a text as it may be shown.
  package func diagnostic(help: String?, escaping: (String) -> String) -> String {
    var text = "\(escaping(place ?? "replog")): error: \(escaping(message))\n"
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
