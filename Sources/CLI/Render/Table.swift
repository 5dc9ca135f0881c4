/// A table for people: columns as wide as they need to be, numbers on the right.
struct Table {
  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  /// A table with these columns.
  init(_ columns: (title: String, alignment: Alignment)...) {
    self.columns = columns
  }

  /// Adds a row, one text a column; what a terminal must not see is made visible.
  mutating func add(_ cells: String...) { add(cells) }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has as many cells as the table has columns")
    rows.append(cells.map(inert))
  }

  var isEmpty: Bool { rows.isEmpty }

  /// The lines of the table, the titles first; bold ones where `isColored`.
  func text(isColored: Bool, indent: String = "") -> String {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).map(displayWidth).max() ?? 0
    }
    let titles = indent + line(columns.map(\.title), widths)
    var text = isColored ? "\u{1B}[1m\(titles)\u{1B}[0m\n" : titles + "\n"
    for row in rows { text += indent + line(row, widths) + "\n" }
    return text
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[index] - displayWidth(cell))
      line += columns[index].alignment == .left ? cell + space : space + cell
      if index < cells.count - 1 { line += "  " }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
