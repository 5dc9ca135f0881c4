import Events
import Projections

/// A list that is shown element by element, as a table or as JSON, without keeping all of it in memory.
struct StreamedList<Element> {
  let columns: [Table.Column]
  /// The columns of the terminal; nil for no limit.
  let width: Int?
  /// A closure that returns the texts of an element, one per column.
  let cells: (Element) -> [String]
  /// A closure that writes the members of an element; their names and order are stable.
  let write: (Element, inout JSONWriter) -> Void
  /// A closure that passes all elements to another; called a second time for a long table.
  let forEach: ((Element) throws -> Void) throws -> Void
}

extension Shell {
  /// Shows a list, and returns whether it has elements; shows nothing for an empty list.
  mutating func show<Element>(_ list: StreamedList<Element>) throws -> Bool {
    try options.json ? print(json: list) : print(table: list)
  }

  private mutating func print<Element>(json list: StreamedList<Element>) throws -> Bool {
    var (json, isEmpty) = (JSONWriter(), true)
    json.beginArray()
    try list.forEach { element in
      isEmpty = false
      json.object { list.write(element, &$0) }
      guard json.bytes.count > Table.piece else { return }
      try print(json.bytes)
      json.bytes.removeAll(keepingCapacity: true)
    }
    guard !isEmpty else { return false }
    json.endArray()
    json.bytes.append(UInt8(ascii: "\n"))
    try print(json.bytes)
    return true
  }

  /// Prints a table with columns as wide as all of its rows need.
  private mutating func print<Element>(table list: StreamedList<Element>) throws -> Bool {
    var (table, count, kept) = (Table(list.columns), 0, 0)
    try list.forEach { element in
      count += 1
      guard table.size < Table.piece else { return table.widen(for: list.cells(element)) }
      table.add(list.cells(element))
      kept = count
    }
    guard count > 0 else { return false }
    try print(table.text(isColored: isColored, width: list.width), terminator: "")
    guard kept < count else { return true }
    var place = 0
    table.goOn()
    try list.forEach { element in
      place += 1
      guard place > kept else { return }
      table.add(list.cells(element))
      guard table.size >= Table.piece else { return }
      try print(table.text(isColored: isColored, width: list.width), terminator: "")
      table.goOn()
    }
    if !table.isEmpty {
      try print(table.text(isColored: isColored, width: list.width), terminator: "")
    }
    return true
  }
}
