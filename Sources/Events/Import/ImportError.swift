/// The reason for the refusal of a whole file, of which nothing may be appended.
public struct ImportError: Error, Equatable, Sendable {
  /// A class of refusal.
  public enum Kind: Equatable, Sendable {
    /// A file that is not UTF-8.
    case notText
    /// A file that breaks the rules of CSV or JSON, or a bound on the size of its parts.
    case malformed
    /// A well-formed file of another kind than the caller expected.
    case unrecognised
    /// A file that could not be read to its end.
    case unreadable
    /// A file with more than half of its rows or entries invalid, probably of another kind.
    case tooManyProblems
  }

  /// The class of the refusal.
  public var kind: Kind
  /// The line from 1; nil when it is about the file as a whole.
  public var line: Int?
  /// The byte within the line, from 1.
  public var column: Int?
  /// The expected and the found value.
  public var message: String
  /// The next step.
  public var help: Remedy?
  /// The problems, when there were too many; none otherwise.
  public var problems: [ImportProblem] = []
  /// The app that wrote the file, when it is another than the expected one; nil otherwise.
  public var source: TrainingSource?
}

/// The reason for leaving out one row or one entry of a file.
public struct ImportProblem: Error, Equatable, Sendable {
  /// The line of its start, from 1; the header of a CSV file is line 1.
  public var line: Int
  /// The column with the problem as its header names it, or the path of a JSON value; nil for the
  /// whole row.
  ///
  /// A path is written as in `$[3].name`.
  public var column: String?
  /// The place in the list of a JSON file, from 0; nil for a row.
  public var index: Int?
  /// The expected and the found value.
  public var message: String

  /// Creates a problem on `line`.
  public init(line: Int, column: String?, index: Int? = nil, _ message: String) {
    self.line = line
    self.column = column
    self.index = index
    self.message = message
  }
}

extension ImportProblem: CustomStringConvertible {
  /// The problem as `line 7, Reps: must be 0…1,000, not 5,000`.
  public var description: String {
    "line \(line)\(column.map { ", \($0)" } ?? ""): \(message)"
  }
}

extension ImportError {
  /// Returns the error that the bytes at `offset` break the rules of the format.
  static func malformed(_ message: String, in bytes: Bytes, at offset: Int) -> ImportError {
    let (line, column) = bytes.place(of: offset)
    return ImportError(kind: .malformed, line: line, column: column, message: message)
  }

  /// Returns the error that the bytes of a file are not UTF-8.
  static func notText(_ error: LineError, in bytes: Bytes) -> ImportError {
    let (line, column) = bytes.place(of: error.offset)
    return ImportError(
      kind: .notText, line: line, column: column, message: error.message,
      help: "save the file as UTF-8 and import that")
  }

  /// The number of problems after which the file is checked for too many of them.
  static let manyProblems = 10_000

  /// Throws when more than half of `count` rows or entries are invalid.
  static func refuse(
    _ problems: [ImportProblem], of count: Int, _ what: String
  ) throws(ImportError) {
    guard let first = problems.first, problems.count * 2 > count else { return }
    let bad = grouped(String(problems.count))
    throw ImportError(
      kind: .tooManyProblems, line: first.line,
      message: "\(bad) of \(grouped(String(count))) \(what) make no sense, so none was taken",
      help: "is it the file you meant?", problems: problems)
  }
}

extension Bytes {
  /// Returns the line of `offset` and the byte within it, both from 1; LF, CR LF and CR alone end a
  /// line.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, count) where endsLine(at: index) {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }

  /// Returns whether the byte at `index` is the last of a line's end.
  func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case 0x0A: true
    case 0x0D: index + 1 >= count || self[index + 1] != 0x0A
    default: false
    }
  }

  /// Returns the number of lines that end in `range`.
  func lineEnds(in range: Range<Int>) -> Int {
    // Hardly any field has one, which is found out faster than by asking at each byte.
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

/// Returns `text` for an error message: between quotes, on one line, at most 40 characters.
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
