/// The reason why a whole file is refused; nothing in the file may be appended.
public struct ImportError: Error, Equatable, Sendable {
  /// A kind of refusal.
  public enum Kind: Equatable, Sendable {
    /// A file that is not UTF-8.
    case notText
    /// A file that violates the rules of CSV or JSON, or a limit on the size of its parts.
    case malformed
    /// A well-formed file in a different format than expected.
    case unrecognised
    /// A file that could not be read completely.
    case unreadable
    /// A file with more than half of its rows or entries invalid, probably in another format.
    case tooManyProblems
  }

  /// The kind of the refusal.
  public var kind: Kind
  /// The line, from 1; nil for the file as a whole.
  public var line: Int?
  /// The byte position within the line, from 1.
  public var column: Int?
  /// The expected and the found value.
  public var message: String
  /// The next step.
  public var help: Remedy?
  /// The problems, if there were too many; otherwise empty.
  public var problems: [ImportProblem] = []
  /// The app that wrote the file, if it differs from the expected one; otherwise nil.
  public var source: TrainingSource?
}

/// The reason why one row or one entry of a file is skipped.
public struct ImportProblem: Error, Equatable, Sendable {
  /// The first line of the row or entry, from 1; the header of a CSV file is line 1.
  public var line: Int
  /// The name of the column with the problem, or the path of a JSON value; nil for the whole row.
  ///
  /// A path has the form `$[3].name`.
  public var column: String?
  /// The index in the list of a JSON file, from 0; nil for a row.
  public var index: Int?
  /// The expected and the found value.
  public var message: String
  /// The way to import the row or entry as it is; nil if there is none.
  public var help: Remedy?

  /// Creates a problem on `line`.
  public init(line: Int, column: String?, index: Int? = nil, _ message: String) {
    (self.line, self.column, self.index, self.message) = (line, column, index, message)
  }
}

extension ImportProblem: CustomStringConvertible {
  /// The problem in the form `line 7, Reps: must be 0…1,000, got 5,000`.
  public var description: String { "line \(line)\(column.map { ", \($0)" } ?? ""): \(message)" }
}

extension ImportError {
  /// Returns the error for bytes at `offset` that violate the rules of the format.
  static func malformed(_ message: String, in bytes: Bytes, at offset: Int) -> ImportError {
    let (line, column) = bytes.place(of: offset)
    return ImportError(kind: .malformed, line: line, column: column, message: message)
  }

  /// Returns the error for a file that is not UTF-8.
  static func notText(_ error: LineError, in bytes: Bytes) -> ImportError {
    let (line, column) = bytes.place(of: error.offset)
    return ImportError(
      kind: .notText, line: line, column: column, message: error.message,
      help: "save the file as UTF-8, then import it again")
  }

  /// The number of problems after which the file is checked for too many problems.
  static let manyProblems = 10_000

  /// Throws an error if more than half of `count` rows or entries are invalid.
  static func refuse(
    _ problems: [ImportProblem], of count: Int, _ what: String
  ) throws(ImportError) {
    guard let first = problems.first, problems.count * 2 > count else { return }
    let bad = grouped(String(problems.count))
    throw ImportError(
      kind: .tooManyProblems, line: first.line,
      message:
        "\(bad) of \(grouped(String(count))) \(what) cannot be read, so nothing was imported",
      help: "check that it is the right file", problems: problems)
  }
}

extension Bytes {
  /// Returns the line of `offset` and the byte position within it, both from 1.
  ///
  /// LF, CR LF and CR alone end a line.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, count) where endsLine(at: index) {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }

  /// Returns whether the byte at `index` is the last byte of a line ending.
  func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case 0x0A: true
    case 0x0D: index + 1 >= count || self[index + 1] != 0x0A
    default: false
    }
  }

  /// Returns the number of line endings in `range`.
  func lineEnds(in range: Range<Int>) -> Int {
    // Few fields contain a line ending, and one search finds that faster than a check of each byte.
    var index = self[0..<range.upperBound].firstIndex(
      ofAny: 0x0A, 0x0D, 0x0D, from: range.lowerBound)
    var count = 0
    while index < range.upperBound {
      if endsLine(at: index) { count += 1 }
      index += 1
    }
    return count
  }

  /// The length of the byte order mark at the start: 3 or 0.
  var byteOrderMark: Int { has("\u{FEFF}", at: 0) ? 3 : 0 }
}

/// Returns `text` for an error message: in quotes, on one line, with at most 40 characters.
func quoted(_ text: String) -> String {
  var shown = ""
  var length = 0
  for scalar in text.unicodeScalars {
    if length == 40 { return "'\(shown)…'" }
    shown.unicodeScalars.append(isUnsafeOnTerminals(scalar.value) ? "?" : scalar)
    length += 1
  }
  return "'\(shown)'"
}
