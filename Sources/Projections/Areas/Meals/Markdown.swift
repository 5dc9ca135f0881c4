import Events

/// Returns a text on one line in which no character has a meaning in Markdown or moves a cursor.
func plainMarkdown(_ text: String) -> String {
  var plain = ""
  for scalar in text.unicodeScalars {
    if isUnsafeOnTerminals(scalar.value) {
      plain += " "
    } else {
      if "\\`*_[]<>#|".unicodeScalars.contains(scalar) { plain += "\\" }
      plain.unicodeScalars.append(scalar)
    }
  }
  return plain
}

extension MealsView {
  /// The dishes as a numbered list in Markdown.
  public var markdown: String {
    rows.map { row in
      let place = row.item.place.map { " (\(plainMarkdown($0)))" } ?? ""
      let figures = row.item.figures
      return "\(row.rank). **\(plainMarkdown(row.item.name))**\(place)"
        + (figures.isEmpty ? "" : ": \(figures)") + "\n"
    }.joined()
  }
}
