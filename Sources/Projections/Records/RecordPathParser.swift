/// A parser of the steps of a path.
struct RecordPathParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The characters that a key may contain only in quotes.
  static let endsOfKey = ".[]=\"\\"
  /// The characters that a value may contain only in quotes; a number has a point.
  static let endsOfValue = "[]\"\\"

  /// The characters that end the path; empty for a path that fills the text.
  private var ends = ""

  /// Reads all steps, up to the first of `ends` that is neither in quotes nor in brackets.
  mutating func path(endingBefore ends: String) throws(RecordPath.ParseError) -> RecordPath {
    self.ends = ends
    return RecordPath(try path())
  }

  mutating func path() throws(RecordPath.ParseError) -> [RecordPath.Step] {
    var steps: [RecordPath.Step] = []
    if let first = peek, first != "[", !isEnd(first) {
      steps.append(.key(try word("a key or '['", to: Self.endsOfKey + ends)))
    }
    while let next = peek, !isEnd(next) {
      switch next {
      case ".":
        place += 1
        steps.append(.key(try word("a key", to: Self.endsOfKey + ends)))
      case "[":
        place += 1
        steps.append(try element())
      default: throw unexpected("'.', '[' or the end of the path")
      }
    }
    return steps
  }

  private func isEnd(_ scalar: Unicode.Scalar) -> Bool { ends.unicodeScalars.contains(scalar) }

  /// Reads an operator, and the text after it if the operator needs one.
  mutating func relation() throws(RecordPath.ParseError) -> (PathCondition.Relation, String) {
    skipSpace()
    let rest = String(String.UnicodeScalarView(scalars[place...]))
    guard
      let relation = PathCondition.Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else { throw unexpected("one of == != < <= > >= exists missing") }
    place += relation.rawValue.unicodeScalars.count
    skipSpace()
    var value = String.UnicodeScalarView(scalars[place...])
    while value.last == " " || value.last == "\t" { value.removeLast() }
    let isAlone = relation == .exists || relation == .missing
    if isAlone != value.isEmpty { throw unexpected(isAlone ? "the end" : "a value") }
    if let expected = PathCondition.expected(after: relation, insteadOf: String(value)) {
      throw unexpected(expected)
    }
    return (relation, String(value))
  }

  private mutating func skipSpace() {
    while let next = peek, next == " " || next == "\t" { place += 1 }
  }

  private var peek: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// Reads the text between brackets, and the closing bracket.
  private mutating func element() throws(RecordPath.ParseError) -> RecordPath.Step {
    let isQuoted = peek == "\""
    let start = place
    let first = try word("a position or a key")
    switch peek {
    case "]" where !isQuoted:
      guard let index = Int(first) else {
        // The word is a key without a value after it.
        throw unexpected("'=' and a value")
      }
      place += 1
      return .index(index)
    case "=":
      guard isQuoted || Int(first) == nil else {
        place = start
        throw unexpected("a key before '='")
      }
      place += 1
      let value = try word("a value", to: Self.endsOfValue)
      guard peek == "]" else { throw unexpected("']'") }
      place += 1
      return .match(first, value)
    default: throw unexpected(isQuoted ? "'='" : "']' or '='")
    }
  }

  /// Reads a key, a value or a position, in quotes or up to a character of `ends`.
  private mutating func word(
    _ expected: String, to ends: String = endsOfKey
  ) throws(RecordPath.ParseError) -> String {
    if peek == "\"" { return try quotedWord() }
    var word = String.UnicodeScalarView()
    while let next = peek, !ends.unicodeScalars.contains(next) {
      word.append(next)
      place += 1
    }
    guard !word.isEmpty else { throw unexpected(expected) }
    return String(word)
  }

  private mutating func quotedWord() throws(RecordPath.ParseError) -> String {
    place += 1
    var word = String.UnicodeScalarView()
    while let next = peek, next != "\"" {
      place += 1
      guard next == "\\" else {
        word.append(next)
        continue
      }
      guard let escaped = peek, escaped == "\"" || escaped == "\\" else {
        throw unexpected("'\"' or '\\' after '\\'")
      }
      word.append(escaped)
      place += 1
    }
    guard peek == "\"" else { throw unexpected("'\"' at the end of the text in quotes") }
    place += 1
    return String(word)
  }

  private func unexpected(_ expected: String) -> RecordPath.ParseError {
    RecordPath.ParseError(
      column: place + 1, expected: expected, found: peek.map { "'\($0)'" } ?? "the end of the path")
  }
}
