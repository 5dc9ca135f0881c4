import Events

/// A table for people: columns as wide as they need to be, numbers on the right.
struct Table {
  enum Alignment { case left, right }

  /// A column.
  struct Column {
    let title: String
    var alignment = Alignment.left
    /// A Boolean value indicating whether a narrow terminal shows only the beginning of long texts.
    var isShortened = false
    /// The turn, from 0, among the columns that a narrow terminal leaves out; nil for one that stays.
    var turn: Int?
  }

  private let columns: [Column]
  private var rows: [[String]] = []
  /// The widths of the rows that were shown before these; nil for the first ones.
  private var formerWidths: [Int]?

  /// The fewest columns of the terminal that a shortened text keeps.
  private static let leastWidth = 12

  /// Creates a table with these columns.
  init(_ columns: (title: String, alignment: Alignment)...) {
    self.init(columns.map { Column(title: $0.title, alignment: $0.alignment) })
  }

  /// Creates a table with the columns of a list.
  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row, one text a column; characters that a terminal obeys are made visible.
  mutating func add(_ cells: String...) { add(cells) }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has as many cells as the table has columns")
    rows.append(cells.map(inert))
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Lets go of the rows, which were shown: the next ones are shown under them, without titles.
  mutating func goOn() {
    formerWidths = columns.indices.map(width(of:))
    rows = []
  }

  /// Returns the lines of the table, the titles first; bold ones where `isColored`.
  ///
  /// - Parameter width: the columns of the terminal: where they are too few, long texts are shortened, and
  ///   columns left out in their turn; nil for no limit.
  func text(isColored: Bool, indent: String = "", width: Int? = nil) -> String {
    let shown = fitting(width.map { $0 - indent.count } ?? .max)
    let titles = indent + line(columns.map(\.title), shown)
    var text = isColored ? "\u{1B}[1m\(titles)\u{1B}[0m\n" : titles + "\n"
    if formerWidths != nil { text = "" }
    for row in rows { text += indent + line(row, shown) + "\n" }
    return text
  }

  /// Returns the places of the columns that are shown, and the widths of those.
  private func fitting(_ most: Int) -> [(place: Int, width: Int)] {
    var shown = columns.indices.map { column in (place: column, width: width(of: column)) }
    while true {
      let excess = shown.reduce(2 * (shown.count - 1)) { $0 + $1.width } - most
      if excess <= 0 { return shown }
      let slack = shown.reduce(0) { $0 + (isShort($1) ? 0 : $1.width - Table.leastWidth) }
      let next = shown.indices
        .filter { columns[shown[$0].place].turn != nil }
        .min { columns[shown[$0].place].turn ?? 0 < columns[shown[$1].place].turn ?? 0 }
      guard slack < excess, let next else {
        shorten(&shown, by: min(slack, excess))
        return shown
      }
      shown.remove(at: next)
    }
  }

  /// Returns the width of a column, of the rows before these too.
  private func width(of column: Int) -> Int {
    let widest = rows.map { displayWidth($0[column]) }.max() ?? 0
    return max(widest, displayWidth(columns[column].title), formerWidths?[column] ?? 0)
  }

  /// Returns whether a column cannot be made narrower.
  private func isShort(_ column: (place: Int, width: Int)) -> Bool {
    !columns[column.place].isShortened || column.width <= Table.leastWidth
  }

  /// Makes the widest columns narrower.
  private func shorten(_ shown: inout [(place: Int, width: Int)], by excess: Int) {
    for _ in 0..<excess {
      let widest = shown.indices.filter { !isShort(shown[$0]) }
        .max { shown[$0].width < shown[$1].width }
      if let widest { shown[widest].width -= 1 }
    }
  }

  private func line(_ cells: [String], _ shown: [(place: Int, width: Int)]) -> String {
    var line = ""
    for (index, column) in shown.enumerated() {
      let cell = shortened(cells[column.place], to: column.width)
      let space = String(repeating: " ", count: max(0, column.width - displayWidth(cell)))
      line += columns[column.place].alignment == .left ? cell + space : space + cell
      if index < shown.count - 1 { line += "  " }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
