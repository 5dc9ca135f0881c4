/// A reader of comma-separated values as in RFC 4180, one row at a time.
///
///     Date,Exercise,Notes            row at line 1: "Date", "Exercise", "Notes"
///     2026-03-02,Squat,"so ""easy""  row at line 2: "2026-03-02", "Squat", a note of two lines
///     again"
///     2026-03-03,Bench,              row at line 4: "2026-03-03", "Bench", ""
///
/// Beyond the RFC: `;` as well as `,`; lines that end in LF or CR alone; a byte order mark, which
/// is dropped; blank lines, which are skipped; a quote inside a field that does not begin with one,
/// which is a character like any other.
///
/// Refused, because guessing would shift every field after it: bytes that are not UTF-8, a quote
/// that is never closed, text between a closing quote and the next separator, fields above 1 MiB,
/// rows above 1,000 fields. One pass over the bytes; memory for one row.
package struct CSVReader {
  /// The longest field, in bytes of the file.
  package static let longestField = 1 << 20
  /// The most fields of a row.
  package static let mostFields = 1_000

  /// The byte between two fields.
  package let separator: UInt8
  private let bytes: Bytes
  private var index: Int
  private var line = 1

  /// Creates a reader of `bytes`, which must outlive it.
  ///
  /// - Parameter separator: The separator; nil for the one of `,` and `;` that the first line has
  ///   more of.
  /// - Throws: `ImportError` when the bytes are not UTF-8.
  package init(_ bytes: Bytes, separator: UInt8? = nil) throws(ImportError) {
    self.bytes = bytes
    index = bytes.byteOrderMark
    self.separator = separator ?? CSVReader.separator(of: bytes, from: index)
    do throws(LineError) { try CSVReader.checkText(bytes) } catch {
      throw .notText(error, in: bytes)
    }
  }

  /// Reads the next row that is not blank; returns nil at the end.
  package mutating func next() throws(ImportError) -> CSVRow? {
    while index < bytes.count {
      let start = index
      let line = line
      let fields = try fields()
      let isBlank = index == start
      passLineEnd()
      if !isBlank { return CSVRow(line: line, fields: fields) }
    }
    return nil
  }

  private mutating func fields() throws(ImportError) -> [String] {
    var fields: [String] = []
    while true {
      guard fields.count < CSVReader.mostFields else {
        throw .malformed(
          "expected at most \(grouped(String(CSVReader.mostFields))) fields in a row, found more",
          in: bytes, at: index)
      }
      let isQuoted = index < bytes.count && bytes[index] == CSVReader.quote
      fields.append(isQuoted ? try quotedField() : try plainField())
      guard index < bytes.count, bytes[index] == separator else { return fields }
      index += 1
    }
  }

  private mutating func plainField() throws(ImportError) -> String {
    let start = index
    while index < bytes.count, !endsField(bytes[index]) { index += 1 }
    try check(start..<index)
    return bytes.string(in: start..<index)
  }

  private mutating func quotedField() throws(ImportError) -> String {
    let open = index
    var text: [UInt8] = []
    var start = open + 1
    while true {
      guard let close = bytes.firstIndex(of: CSVReader.quote, from: start) else {
        throw .malformed(
          "expected '\"' to close the field that opens here, found the end of the file", in: bytes,
          at: open)
      }
      try check(open..<close)
      bytes.append(start..<close, to: &text)
      index = close + 1
      guard index < bytes.count, bytes[index] == CSVReader.quote else { break }
      text.append(CSVReader.quote)
      start = index + 1
    }
    for index in open..<index where bytes.endsLine(at: index) { line += 1 }
    guard index == bytes.count || endsField(bytes[index]) else {
      let opened = bytes.place(of: open)
      throw .malformed(
        "expected '\(Unicode.Scalar(separator))' or the end of the line behind the field quoted "
          + "from line \(opened.line), column \(opened.column), found more text",
        in: bytes, at: index)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func check(_ field: Range<Int>) throws(ImportError) {
    guard field.count > CSVReader.longestField else { return }
    throw .malformed(
      "expected a field of at most \(grouped(String(CSVReader.longestField))) bytes, found one of "
        + grouped(String(field.count)),
      in: bytes, at: field.lowerBound)
  }

  private func endsField(_ byte: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  private mutating func passLineEnd() {
    guard index < bytes.count else { return }
    index += bytes.endsLine(at: index) ? 1 : 2
    line += 1
  }

  private static let quote = UInt8(ascii: "\"")

  /// Returns the separator that the first line has more of outside quotes, or the comma when it is
  /// a draw.
  private static func separator(of bytes: Bytes, from start: Int) -> UInt8 {
    var counts = (comma: 0, semicolon: 0)
    var isQuoted = false
    var index = start
    while index < bytes.count, isQuoted || bytes[index] != 0x0A && bytes[index] != 0x0D {
      switch bytes[index] {
      case quote: isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: counts.comma += 1
      case UInt8(ascii: ";") where !isQuoted: counts.semicolon += 1
      default: break
      }
      index += 1
    }
    return UInt8(ascii: counts.semicolon > counts.comma ? ";" : ",")
  }

  private static func checkText(_ bytes: Bytes) throws(LineError) {
    var scanner = Scanner(bytes)
    while true {
      scanner.offset = scanner.bytes.plainEnd(from: scanner.offset)
      guard let byte = scanner.peek else { return }
      if byte < 0x80 { scanner.offset += 1 } else { try scanner.utf8() }
    }
  }
}

/// One row of a CSV file.
package struct CSVRow: Equatable, Sendable {
  /// The number of its first line, from 1; a row with quoted line breaks takes several lines.
  package let line: Int
  /// The fields without their quotes; the one at `index` is in column `index` + 1.
  package let fields: [String]
}
