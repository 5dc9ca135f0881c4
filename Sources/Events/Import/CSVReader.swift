/// A reader of comma-separated values as in RFC 4180, row by row.
///
///     Date,Exercise,Notes            row at line 1: "Date", "Exercise", "Notes"
///     2026-03-02,Squat,"so ""easy""  row at line 2: "2026-03-02", "Squat", a note of two lines
///     again"
///     2026-03-03,Bench,              row at line 4: "2026-03-03", "Bench", ""
///
/// The reader also accepts files beyond the RFC:
///
/// - `;` as the separator
/// - lines that end in LF or CR alone
/// - a byte order mark and blank lines, which are skipped
/// - a quote inside a field that does not begin with a quote, as an ordinary character
///
/// The reader refuses content that would shift the following fields: bytes that are not UTF-8, an unclosed quote, and
/// text between a closing quote and the next separator. It also refuses fields above 1 MiB, and rows above 1,000
/// fields or 16 MiB. It takes one pass over the bytes, and memory for one row.
package struct CSVReader {
  /// The longest field, in bytes of the file.
  package static let longestField = 1 << 20
  /// The longest row of a file that is read in windows, in bytes.
  static let longestRow = 16 << 20
  /// The largest number of fields in a row.
  package static let mostFields = 1_000

  /// The byte between two fields.
  package let separator: UInt8
  private let file: TextFile
  /// The current window of the file, and the index in it.
  private var window: TextFile.Window
  private var index: Int
  private var line = 1
  /// The index of the row's start in the window, and its line number.
  private var row = (start: 0, line: 1)

  /// The number of bytes of the file read so far.
  package var offset: Int { window.start + index }

  /// Creates a reader of a copy of `bytes`.
  ///
  /// - Parameter separator: The separator; nil for `,` or `;`, the one that is more frequent in the first line.
  /// - Throws: `ImportError` if the bytes are not UTF-8.
  package init(_ bytes: Bytes, separator: UInt8? = nil) throws(ImportError) {
    do throws(LineError) { try CSVReader.checkText(bytes) } catch {
      throw .notText(error, in: bytes)
    }
    try self.init(TextFile(bytes), separator: separator)
  }

  /// Creates a reader at the beginning of a file.
  package init(_ file: TextFile, separator: UInt8? = nil) throws(ImportError) {
    self.file = file
    window = try file.window(from: 0, file.windowSize)
    index = window.bytes.byteOrderMark
    self.separator = separator ?? CSVReader.separator(of: window.bytes, from: index)
  }

  /// Reads the next row that is not blank, or returns nil at the end.
  package mutating func next() throws(ImportError) -> CSVRow? {
    var size = file.windowSize
    while index < window.bytes.count || !window.isLast {
      // The byte order mark counts as a column.
      row = (offset == window.bytes.byteOrderMark && window.start == 0 ? 0 : index, line)
      let start = index
      if let fields = try fields(), let isBlank = passLineEnd(from: start) {
        if isBlank { continue }
        return CSVRow(line: row.line, fields: fields)
      }
      // The row continues beyond the end of the window.
      (index, line) = (start, row.line)
      if window.bytes.count - start >= size { size = try larger(than: size) }
      window = try file.window(from: offset, size)
      index = 0
    }
    return nil
  }

  /// Returns the size of the next larger window for a row.
  private func larger(than size: Int) throws(ImportError) -> Int {
    guard size < CSVReader.longestRow else {
      throw malformed(
        "expected a row of at most \(grouped(String(CSVReader.longestRow))) bytes, found a longer one; "
          + "is a closing quote missing?", at: index)
    }
    return size * 2
  }

  /// Reads the fields of a row, or returns nil if the window ends before they do.
  private mutating func fields() throws(ImportError) -> [String]? {
    var fields: [String] = []
    fields.reserveCapacity(16)
    while true {
      guard fields.count < CSVReader.mostFields else {
        throw malformed(
          "expected at most \(grouped(String(CSVReader.mostFields))) fields in a row, found more",
          at: index)
      }
      let isQuoted = index < window.bytes.count && window.bytes[index] == CSVReader.quote
      guard let field = isQuoted ? try quotedField() : try plainField() else { return nil }
      fields.append(field)
      guard index < window.bytes.count, window.bytes[index] == separator else { return fields }
      index += 1
    }
  }

  private mutating func plainField() throws(ImportError) -> String? {
    let (bytes, start) = (window.bytes, index)
    let end = bytes.firstIndex(ofAny: separator, 0x0A, 0x0D, from: start)
    index = end
    guard end < bytes.count || window.isLast else { return nil }
    if end - start > CSVReader.longestField { throw tooLong(start..<end) }
    return bytes.string(in: start..<end)
  }

  private mutating func quotedField() throws(ImportError) -> String? {
    let (bytes, open) = (window.bytes, index)
    var start = open + 1
    var isEscaped = false
    while true {
      guard let close = bytes.firstIndex(of: CSVReader.quote, from: start) else {
        guard window.isLast else { return nil }
        throw malformed(
          "expected '\"' to close the field that opens here, found the end of the file", at: open,
          help: CSVReader.quoting)
      }
      if close - open > CSVReader.longestField { throw tooLong(open..<close) }
      index = close + 1
      guard index < bytes.count, bytes[index] == CSVReader.quote else { break }
      isEscaped = true
      start = index + 1
    }
    guard index < bytes.count || window.isLast else { return nil }
    line += bytes.lineEnds(in: open..<index)
    guard
      index == bytes.count || bytes[index] == separator || bytes[index] == 0x0A
        || bytes[index] == 0x0D
    else {
      let opened = place(of: open)
      throw malformed(
        "expected '\(Unicode.Scalar(separator))' or the end of the line after the quoted field that "
          + "begins at line \(opened.line), column \(opened.column); found more text",
        at: index, help: CSVReader.quoting)
    }
    let text = bytes.string(in: open + 1..<index - 1)
    return isEscaped ? text.replacingAll("\"\"", with: "\"") : text
  }

  private func tooLong(_ field: Range<Int>) -> ImportError {
    malformed(
      "expected a field of at most \(grouped(String(CSVReader.longestField))) bytes, found one of "
        + grouped(String(field.count)), at: field.lowerBound)
  }

  /// Moves to the next line and returns whether the row at `start` is blank, or nil if the window ends too early.
  private mutating func passLineEnd(from start: Int) -> Bool? {
    let (bytes, isBlank) = (window.bytes, index == start)
    guard index < bytes.count else { return window.isLast ? isBlank : nil }
    // A line feed may follow.
    if bytes[index] == 0x0D, index + 1 == bytes.count, !window.isLast { return nil }
    index += bytes.endsLine(at: index) ? 1 : 2
    line += 1
    return isBlank
  }

  private static let quote = UInt8(ascii: "\"")
  /// The next step after an error in a quoted field.
  private static let quoting: Remedy =
    "end the field with a quotation mark, and write each quotation mark in its text twice"

  /// Returns the line and the column of an index in the window; the index must be in the row.
  private func place(of index: Int) -> (line: Int, column: Int) {
    let bytes = window.bytes
    let place = bytes[row.start..<bytes.count].place(of: index - row.start)
    return (row.line + place.line - 1, place.column)
  }

  private func malformed(
    _ message: String, at index: Int, help: Remedy = "check that it is the right file"
  ) -> ImportError {
    let (line, column) = place(of: index)
    return ImportError(kind: .malformed, line: line, column: column, message: message, help: help)
  }

  /// Returns the separator that is more frequent in the first line outside of quotes, or the comma in case of a tie.
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
    scanner.offset = bytes.endOfUTF8()
    if scanner.peek != nil { try scanner.utf8() }
  }
}
