/// One row of a CSV file.
///
/// Its fields are places in the bytes of the file: a text is made of one when it is asked for. Fields that
/// were made, because the file has them otherwise, are texts beside them.
package struct CSVRow: Sendable {
  /// A field without its quotes.
  struct Field: Sendable {
    fileprivate enum Form: UInt8 {
      /// A part of the file as it is.
      case plain
      /// A part of the file with quotes that are doubled.
      case escaped
      /// A text that was made; its number is `start`.
      case made
    }

    fileprivate let start: UInt32
    fileprivate let end: UInt32
    fileprivate let form: Form

    init(_ range: Range<Int>, isEscaped: Bool) {
      self.init(range, isEscaped ? .escaped : .plain)
    }

    fileprivate init(_ range: Range<Int>, _ form: Form) {
      (start, end, self.form) = (UInt32(range.lowerBound), UInt32(range.upperBound), form)
    }

    /// The field without bytes.
    static let empty = Field(0..<0, .plain)

    /// Returns the field that is one of the texts of its row.
    static func made(_ number: Int) -> Field { Field(number..<number, .made) }

    fileprivate var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The number of its first line, from 1; a row with quoted line breaks takes several lines.
  package let line: Int
  /// The number of fields.
  package var count: Int { places.count }
  // Not an enum of the kinds of row: to switch over it copies what it holds, and counts references, with
  // every cell; 5 % of an import.
  /// The texts that were made.
  private var texts: [String]
  private var places: [Field]
  /// The bytes in which a row of a file has its fields; nil for a row that was made.
  private let bytes: Bytes?
  /// The owner of these bytes.
  private let window: TextFile.Window?

  /// Creates a row of its fields.
  package init(line: Int, fields: [String]) {
    self.line = line
    (texts, places, bytes, window) = (fields, fields.indices.map(Field.made), nil, nil)
  }

  init(line: Int, _ window: TextFile.Window, _ fields: [Field]) {
    self.line = line
    (texts, places, bytes) = ([], fields, window.bytes)
    self.window = window
  }

  /// Creates a row of fields of another row and of texts.
  ///
  /// - Parameter row: A row that has no texts that were made.
  init(_ row: CSVRow, fields: [Field], made texts: [String]) {
    (line, self.texts, places, bytes) = (row.line, texts, fields, row.bytes)
    window = row.window
  }

  /// The fields without their quotes; the one at `index` is in column `index` + 1.
  package var fields: [String] { (0..<count).map { text(at: $0) } }

  /// Returns the field at a place, for a row that is made of this one.
  func field(at place: Int) -> Field { places[place] }

  /// Puts a text in the place of a field.
  mutating func replace(_ place: Int, by text: String) {
    places[place] = .made(texts.count)
    texts.append(text)
  }

  /// Takes the bytes of a field away.
  mutating func clear(_ place: Int) { places[place] = .empty }

  private func text(at place: Int) -> String {
    let field = places[place]
    if field.form == .made { return texts[Int(field.start)] }
    return bytes.map { field.text(in: $0) } ?? ""
  }

  /// Returns the text of a field without white space at its ends.
  func trimmedText(at place: Int) -> String { trimmed(text(at: place)) }

  /// Returns a field without white space at its ends; nil for one that is empty then.
  @inline(__always)
  func cell(at place: Int) -> TrainingCells.Cell? {
    let field = places[place]
    guard let bytes, field.form == .plain else { return madeCell(at: place) }
    var (start, end) = (Int(field.start), Int(field.end))
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
    guard form == .escaped else { return bytes.string(in: range) }
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
