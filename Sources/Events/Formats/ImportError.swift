/// Why a file from elsewhere was refused as a whole. Nothing of it may be appended.
public struct ImportError: Error, Equatable, Sendable {
  /// What to make of it.
  public enum Kind: Equatable, Sendable {
    /// It is not UTF-8.
    case notText
    /// It breaks the rules of CSV or JSON, or a bound on the size of its parts.
    case malformed
    /// It is well formed, but not what was said to be in it.
    case unrecognised
    /// More than half of its rows or entries make no sense, so probably none is what it seems.
    case tooManyProblems
  }

  public var kind: Kind
  /// Line from 1; nil when it is about the file as a whole.
  public var line: Int?
  /// Byte within the line, from 1.
  public var column: Int?
  /// What was expected and found.
  public var message: String
  /// The next step.
  public var help: String?
  /// The problems, when there were too many; none otherwise.
  public var problems: [ImportProblem] = []
}

/// Why one row or one entry of a file was left out.
public struct ImportProblem: Error, Equatable, Sendable {
  /// The line it begins on, from 1; the header of a CSV file is line 1.
  public var line: Int
  /// What is wrong in it: the column as its header names it, or the path of a JSON value, as in
  /// `$[3].name`; nil when it is about the row as a whole.
  public var column: String?
  /// Place in the list of a JSON file, from 0; nil for a row.
  public var index: Int?
  /// What was expected and found.
  public var message: String

  /// A problem on `line`.
  public init(line: Int, column: String?, index: Int? = nil, _ message: String) {
    self.line = line
    self.column = column
    self.index = index
    self.message = message
  }
}

extension ImportProblem: CustomStringConvertible {
  /// `line 7, Reps: must be 0…1,000, not 5,000`.
  public var description: String {
    "line \(line)\(column.map { ", \($0)" } ?? ""): \(message)"
  }
}

extension ImportError {
  /// The bytes at `offset` break the rules of the format.
  static func malformed(_ message: String, in bytes: Bytes, at offset: Int) -> ImportError {
    let (line, column) = bytes.place(of: offset)
    return ImportError(kind: .malformed, line: line, column: column, message: message)
  }

  /// The bytes at `offset` are not UTF-8.
  static func notText(_ error: LineError, in bytes: Bytes) -> ImportError {
    let (line, column) = bytes.place(of: error.offset)
    return ImportError(
      kind: .notText, line: line, column: column, message: error.message,
      help: "save the file as UTF-8 and import that")
  }

  /// After how many problems it is asked whether the rest is worth reading.
  static let manyProblems = 10_000

  /// More than half of `count` rows or entries make no sense. Throws nothing when it is fewer.
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
  /// Line and byte within it, both from 1, of `offset`. LF, CR LF and CR alone end a line.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, count) where endsLine(at: index) {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }

  /// Whether the byte at `index` is the last of a line's end.
  func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case 0x0A: true
    case 0x0D: index + 1 >= count || self[index + 1] != 0x0A
    default: false
    }
  }

  /// How many bytes of a byte order mark the bytes begin with: 3 or 0.
  var byteOrderMark: Int { has("\u{FEFF}", at: 0) ? 3 : 0 }
}

/// `text` as an error message may show it: between quotes, on one line, at most 40 characters.
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
