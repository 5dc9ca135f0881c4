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

  private enum Content: Sendable {
    case texts([String])
    case places(TextFile.Window, [Field])
  }

  /// The number of its first line, from 1; a row with quoted line breaks takes several lines.
  package let line: Int
  private let content: Content

  /// Creates a row of its fields.
  package init(line: Int, fields: [String]) {
    self.line = line
    content = .texts(fields)
  }

  init(line: Int, _ window: TextFile.Window, _ fields: [Field]) {
    self.line = line
    content = .places(window, fields)
  }

  /// The number of fields.
  package var count: Int {
    switch content {
    case .texts(let texts): texts.count
    case .places(_, let fields): fields.count
    }
  }

  /// The fields without their quotes; the one at `index` is in column `index` + 1.
  package var fields: [String] {
    switch content {
    case .texts(let texts): texts
    case .places(let window, let fields): fields.map { $0.text(in: window.bytes) }
    }
  }

  /// Returns a field without white space at its ends; nil for one that is empty then.
  func cell(at place: Int) -> TrainingCells.Cell? {
    switch content {
    case .texts(let texts):
      let text = trimmed(texts[place])
      return text.isEmpty ? nil : TrainingCells.Cell(text, place)
    case .places(let window, let fields):
      let (bytes, field) = (window.bytes, fields[place])
      guard !field.isEscaped else {
        let text = trimmed(field.text(in: bytes))
        return text.isEmpty ? nil : TrainingCells.Cell(text, place)
      }
      var (start, end) = (Int(field.start), Int(field.end))
      while start < end, isSpace(bytes[start]) { start += 1 }
      while start < end, isSpace(bytes[end - 1]) { end -= 1 }
      guard start < end else { return nil }
      // White space may be of more than one byte.
      if bytes[start] >= 0x80 || bytes[end - 1] >= 0x80 {
        let text = trimmed(bytes.string(in: start..<end))
        return text.isEmpty ? nil : TrainingCells.Cell(text, place)
      }
      return TrainingCells.Cell(bytes[start..<end], place)
    }
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
