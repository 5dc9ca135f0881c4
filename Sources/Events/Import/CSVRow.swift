/// One row of a CSV file.
///
/// Its fields are places in the bytes of the file: a text is made of one when it is asked for.
package struct CSVRow: Sendable {
  /// A field without its quotes.
  struct Field: Sendable {
    fileprivate let start: UInt32
    fileprivate let end: UInt32
    /// A Boolean value indicating whether it has quotes that are doubled.
    fileprivate let isEscaped: Bool

    init(_ range: Range<Int>, isEscaped: Bool) {
      (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound))
      self.isEscaped = isEscaped
    }

    fileprivate var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The number of its first line, from 1; a row with quoted line breaks takes several lines.
  package let line: Int
  /// The number of fields.
  package let count: Int
  // Not an enum of the two kinds of row: to switch over it copies what it holds, and counts references,
  // with every cell; 5 % of an import.
  /// The fields of a row that was made; none for a row of a file.
  private let texts: [String]
  /// The fields of a row of a file, as places in its bytes.
  private let places: [Field]
  /// The bytes in which a row of a file has its fields; nil for a row that was made.
  private let bytes: Bytes?
  /// The owner of these bytes.
  private let window: TextFile.Window?

  /// Creates a row of its fields.
  package init(line: Int, fields: [String]) {
    self.line = line
    (count, texts, places, bytes, window) = (fields.count, fields, [], nil, nil)
  }

  init(line: Int, _ window: TextFile.Window, _ fields: [Field]) {
    self.line = line
    (count, texts, places, bytes) = (fields.count, [], fields, window.bytes)
    self.window = window
  }

  /// The fields without their quotes; the one at `index` is in column `index` + 1.
  package var fields: [String] { (0..<count).map { text(at: $0) } }

  private func text(at place: Int) -> String {
    guard let bytes else { return texts[place] }
    return places[place].text(in: bytes)
  }

  /// Returns the text of a field without white space at its ends.
  func trimmedText(at place: Int) -> String { trimmed(text(at: place)) }

  /// Returns a field without white space at its ends; nil for one that is empty then.
  @inline(__always)
  func cell(at place: Int) -> TrainingCells.Cell? {
    guard let bytes, !places[place].isEscaped else { return madeCell(at: place) }
    var (start, end) = (Int(places[place].start), Int(places[place].end))
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    guard start < end else { return nil }
    // White space may be of more than one byte.
    if bytes[start] >= 0x80 || bytes[end - 1] >= 0x80 { return madeCell(at: place) }
    return TrainingCells.Cell(place: place, bytes: bytes[start..<end])
  }

  /// Returns a cell whose text is no part of the file as it is.
  private func madeCell(at place: Int) -> TrainingCells.Cell? {
    trimmedText(at: place).isEmpty ? nil : TrainingCells.Cell(place: place, bytes: nil)
  }
}

extension CSVRow.Field {
  fileprivate func text(in bytes: Bytes) -> String {
    guard isEscaped else { return bytes.string(in: range) }
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(bytes[index])
      index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension CSVRow: Equatable {
  package static func == (one: CSVRow, other: CSVRow) -> Bool {
    one.line == other.line && one.fields == other.fields
  }
}

/// Returns whether a byte is white space.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
