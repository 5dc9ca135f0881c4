/// A row of a CSV file.
///
/// Its fields are ranges of the file's bytes; a string is created only on request. Fields that differ from the file
/// are stored as strings.
package struct CSVRow: Sendable {
  /// A field without its quotes.
  struct Field: Sendable {
    fileprivate enum Form: UInt8 {
      /// An unchanged part of the file.
      case plain
      /// A part of the file with doubled quotes.
      case escaped
      /// A string that was created; its index is `start`.
      case made
    }

    fileprivate let start: UInt32
    fileprivate let end: UInt32
    fileprivate let form: Form

    init(_ range: Range<Int>, isEscaped: Bool) { self.init(range, isEscaped ? .escaped : .plain) }

    fileprivate init(_ range: Range<Int>, _ form: Form) {
      (start, end, self.form) = (UInt32(range.lowerBound), UInt32(range.upperBound), form)
    }

    /// A field without bytes.
    static let empty = Field(0..<0, .plain)

    /// Returns the field for one of the created strings of its row.
    static func made(_ number: Int) -> Field { Field(number..<number, .made) }

    fileprivate var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The number of the first line, from 1; a row with quoted line breaks has several lines.
  package let line: Int
  /// The number of fields.
  package var count: Int { places.count }
  // The kinds of row are not an enum: a switch over it would copy its payload and count references for every cell, 5
  // % of an import.
  /// The created strings.
  private var texts: [String]
  private var places: [Field]
  /// The bytes that contain the fields of a row from a file; nil for a created row.
  private let bytes: Bytes?
  /// The owner of the bytes.
  private let window: TextFile.Window?

  package init(line: Int, fields: [String]) {
    self.line = line
    (texts, places, bytes, window) = (fields, fields.indices.map(Field.made), nil, nil)
  }

  init(line: Int, _ window: TextFile.Window, _ fields: [Field]) {
    self.line = line
    (texts, places, bytes) = ([], fields, window.bytes)
    self.window = window
  }

  /// Creates a row from fields of another row and strings.
  ///
  /// - Parameter row: A row without created strings.
  init(_ row: CSVRow, fields: [Field], made texts: [String]) {
    (line, self.texts, places, bytes) = (row.line, texts, fields, row.bytes)
    window = row.window
  }

  /// The fields without their quotes; the field at `index` is in column `index` + 1.
  package var fields: [String] { (0..<count).map { text(at: $0) } }

  /// Returns the field at an index, to create another row from it.
  func field(at place: Int) -> Field { places[place] }

  /// Replaces a field with a string.
  mutating func replace(_ place: Int, by text: String) {
    places[place] = .made(texts.count)
    texts.append(text)
  }

  /// Makes a field empty.
  mutating func clear(_ place: Int) { places[place] = .empty }

  private func text(at place: Int) -> String {
    let field = places[place]
    if field.form == .made { return texts[Int(field.start)] }
    return bytes.map { field.text(in: $0) } ?? ""
  }

  /// Returns the string of a field without white space at either end.
  func trimmedText(at place: Int) -> String { trimmed(text(at: place)) }

  /// Returns a field without white space at either end, or nil if it is then empty.
  @inline(__always)
  func cell(at place: Int) -> TrainingCells.Cell? {
    let field = places[place]
    guard let bytes, field.form == .plain else { return madeCell(at: place) }
    var (start, end) = (Int(field.start), Int(field.end))
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    guard start < end else { return nil }
    // A white space character may have several bytes.
    if bytes[start] >= 0x80 || bytes[end - 1] >= 0x80 { return madeCell(at: place) }
    return TrainingCells.Cell(place: place, bytes: bytes[start..<end])
  }

  /// Returns a cell whose text differs from the bytes of the file.
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

/// Returns whether a byte is ASCII white space.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
