import Events

/// A table for people, with columns as wide as their content and numbers on the right.
package struct Table {
  package enum Alignment { case left, right }

  package struct Column {
    package let title: String
    var alignment = Alignment.left
    /// A Boolean value indicating whether a narrow terminal truncates long texts.
    var isShortened = false
    /// The order, from 0, in which a narrow terminal omits the column; nil if it never does.
    package var turn: Int?

    package init(
      title: String, alignment: Alignment = .left, isShortened: Bool = false, turn: Int? = nil
    ) {
      (self.title, self.alignment) = (title, alignment)
      (self.isShortened, self.turn) = (isShortened, turn)
    }

    /// Returns a column of texts, which are never truncated.
    package static func text(_ title: String, turn: Int? = nil) -> Column {
      Column(title: title, turn: turn)
    }

    /// Returns a column of texts that a narrow terminal truncates.
    package static func short(_ title: String, turn: Int? = nil) -> Column {
      Column(title: title, isShortened: true, turn: turn)
    }

    /// Returns a column of numbers, on the right.
    package static func number(_ title: String, turn: Int? = nil) -> Column {
      Column(title: title, alignment: .right, turn: turn)
    }
  }

  /// The place of a cell's text, and its width in terminal columns.
  private struct Cell {
    var end: Int
    var width: Int
  }

  private let columns: [Column]
  /// The texts of all cells in UTF-8, one after the other.
  ///
  /// A separate string for each cell takes 16 bytes, and a block of memory if its text has more than 15.
  private var texts: [UInt8] = []
  /// The cells, row by row.
  private var cells: [Cell] = []
  /// The widths of the columns for all rows so far.
  private var widths: [Int]
  /// The widths of the columns without terminal, for which very long texts do not count.
  private var paddedWidths: [Int]
  /// The columns that are not shown.
  package var omitted: Set<Int> = []
  /// A Boolean value indicating whether the titles are shown.
  private var hasTitles = true

  /// The minimum width of a truncated text, in terminal columns.
  private static let leastWidth = 12
  /// The maximum width to which a column is padded if the table has no limit.
  private static let mostPadded = 200

  package init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { displayWidth($0.title) }
    paddedWidths = widths
  }

  /// Adds a row, with one text per column; terminal control characters are made visible.
  package mutating func add(_ cells: String...) { add(cells) }

  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has as many cells as the table has columns")
    for (column, text) in cells.enumerated() {
      let text = inert(text)
      let width = displayWidth(text)
      texts += text.utf8
      self.cells.append(Cell(end: texts.count, width: width))
      widen(column, to: width)
    }
  }

  /// Widens the columns for a row that is added later.
  package mutating func widen(for cells: [String]) {
    for (column, text) in cells.enumerated() { widen(column, to: displayWidth(inert(text))) }
  }

  private mutating func widen(_ column: Int, to width: Int) {
    widths[column] = max(widths[column], width)
    if width <= Self.mostPadded { paddedWidths[column] = max(paddedWidths[column], width) }
  }

  /// The number of bytes in the rows.
  package var size: Int { texts.count + cells.count * MemoryLayout<Cell>.stride }

  /// The size in bytes at which a long list shows its rows before it adds more: 256 KiB.
  package static let piece = 1 << 18

  package var isEmpty: Bool { cells.isEmpty }

  /// Removes the displayed rows; later rows are shown below them, without titles.
  package mutating func goOn() {
    hasTitles = false
    texts.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }

  /// Returns the lines of the table, the titles first, in bold if `isColored`.
  ///
  /// - Parameter width: The columns of the terminal; nil for no limit. If they are too few, long texts are truncated,
  ///   and columns are omitted in their order. Without a limit a text of more than 200 columns does not widen its
  ///   column, so that it adds no spaces to all other rows.
  package func text(isColored: Bool, indent: String = "", width: Int? = nil) -> String {
    let shown = fitting(width.map { $0 - indent.count })
    // In bytes: with strings the spaces alone took two fifths of a long table's time.
    var lines: [UInt8] = []
    let padded = shown.dropLast().reduce(indent.utf8.count + 1) { $0 + $1.width + 2 }
    lines.reserveCapacity(texts.count + (cells.count / columns.count + 1) * padded)
    if hasTitles {
      if isColored { lines += "\u{1B}[1m".utf8 }
      lines += indent.utf8
      addLine(of: shown, to: &lines) { column, width, lines in
        let title = shortened(columns[column].title, to: width)
        lines += title.utf8
        return displayWidth(title)
      }
      if isColored { lines += "\u{1B}[0m".utf8 }
      lines.append(UInt8(ascii: "\n"))
    }
    for row in stride(from: 0, to: cells.count, by: columns.count) {
      lines += indent.utf8
      addLine(of: shown, to: &lines) { column, columnWidth, lines in
        addCell(row + column, within: width != nil ? columnWidth : .max, to: &lines)
      }
      lines.append(UInt8(ascii: "\n"))
    }
    return String(decoding: lines, as: UTF8.self)
  }

  /// Returns the places of the visible columns, and their widths.
  private func fitting(_ most: Int?) -> [(place: Int, width: Int)] {
    let widths = most == nil ? paddedWidths : widths
    var shown = columns.indices.filter { !omitted.contains($0) }
      .map { column in (place: column, width: widths[column]) }
    guard let most else { return shown }
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

  /// Adds a line without trailing spaces.
  ///
  /// - Parameter addText: A closure that adds the text of a column, within a width, and returns the number of terminal
  ///   columns used.
  private func addLine(
    of shown: [(place: Int, width: Int)], to lines: inout [UInt8],
    _ addText: (_ column: Int, _ width: Int, inout [UInt8]) -> Int
  ) {
    let (space, start) = (UInt8(ascii: " "), lines.count)
    for (index, column) in shown.enumerated() {
      if index > 0 { lines += repeatElement(space, count: 2) }
      let begin = lines.count
      let rest = max(0, column.width - addText(column.place, column.width, &lines))
      if columns[column.place].alignment == .right {
        lines.insert(contentsOf: repeatElement(space, count: rest), at: begin)
      } else if index < shown.count - 1 {
        lines += repeatElement(space, count: rest)
      }
    }
    var end = lines.count
    while end > start, lines[end - 1] == space { end -= 1 }
    lines.removeLast(lines.count - end)
  }

  /// Adds the text of a cell, truncated to `width` terminal columns; returns the number of columns used.
  private func addCell(_ cell: Int, within width: Int, to lines: inout [UInt8]) -> Int {
    let text = texts[(cell == 0 ? 0 : cells[cell - 1].end)..<cells[cell].end]
    guard cells[cell].width > width else {
      lines += text
      return cells[cell].width
    }
    let short = shortened(String(decoding: text, as: UTF8.self), to: width)
    lines += short.utf8
    return displayWidth(short)
  }
}
