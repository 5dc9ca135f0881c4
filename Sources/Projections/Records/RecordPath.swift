import Events

/// A path to a value of a view: `[exercise=deadlift].weightKg`.
///
/// Keys are joined by `.`. `[N]` is the element of a list at a position, counted from 0, or from the end if it is
/// negative. `[key=value]` is the first element whose field `key` has the value. Three kinds of words are in quotes: a
/// key that contains any of `. [ ] = " \`, a value that contains any of `[ ] " \`, and an empty word. Within quotes,
/// `\` escapes a quote or itself.
public struct RecordPath: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// The value of a field.
    case key(String)
    /// The element of a list at a position; -1 is the last.
    case index(Int)
    /// The first element of a list whose field has a value; the value is JSON without its quotes.
    case match(String, String)

    /// Returns whether two steps have the same bytes.
    ///
    /// Two names that Unicode considers equal may be names of two elements.
    public static func == (one: Step, other: Step) -> Bool {
      switch (one, other) {
      case (.key(let key), .key(let another)): String.isVerbatim(key, another)
      case (.index(let index), .index(let another)): index == another
      // Compares values first: all elements of a list have the same key.
      case (.match(let key, let value), .match(let another, let text)):
        String.isVerbatim(value, text) && String.isVerbatim(key, another)
      default: false
      }
    }
  }

  /// The steps, outermost first; none for the view itself.
  public var steps: [Step]

  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Returns this path with one more step.
  public func appending(_ step: Step) -> RecordPath {
    var inner: [Step] = []
    inner.reserveCapacity(steps.count + 1)
    inner.append(contentsOf: steps)
    inner.append(step)
    return RecordPath(inner)
  }
}

extension RecordPath: CustomStringConvertible {
  public var description: String { text(quoting: "") }

  /// Returns the text of the path; keys that contain a character of `special` are in quotes too.
  func text(quoting special: String) -> String {
    var text: [UInt8] = []
    write(to: &text, quoting: special)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of the path to `text`, in UTF-8.
  public func write(to text: inout [UInt8]) { write(to: &text, quoting: "") }

  private func write(to text: inout [UInt8], quoting special: String) {
    let start = text.count
    for step in steps {
      if case .key = step, text.count > start { text.append(UInt8(ascii: ".")) }
      step.write(to: &text, quoting: special)
    }
  }
}

extension RecordPath.Step {
  /// Appends the text of the step to `text`, in UTF-8; a key has no point before it.
  ///
  /// - Parameter special: Characters that require quotes around a key, in addition to those that always do.
  func write(to text: inout [UInt8], quoting special: String = "") {
    switch self {
    case .key(let key): Self.quote(key, RecordPathParser.endsOfKey, special, to: &text)
    case .index(let index): text += "[\(index)]".utf8
    case .match(let key, let value):
      text.append(UInt8(ascii: "["))
      // Without quotes, a key that is a number would read as a position.
      if Int(key) != nil {
        text += "\"\(key)\"".utf8
      } else {
        Self.quote(key, RecordPathParser.endsOfKey, to: &text)
      }
      text.append(UInt8(ascii: "="))
      Self.quote(value, RecordPathParser.endsOfValue, to: &text)
      text.append(UInt8(ascii: "]"))
    }
  }

  /// Appends `word`, in quotes if it is empty or contains a character of `special` or `more`.
  private static func quote(
    _ word: String, _ special: String, _ more: String = "", to text: inout [UInt8]
  ) {
    let isPlain = Bytes.of(word) { bytes in
      // Nearly no word contains a special character; byte by byte, a path took five times as many instructions.
      if more.isEmpty, bytes.count > 0, !bytes.hasSpecial {
        bytes.append(0..<bytes.count, to: &text)
        return true
      }
      // Special characters are ASCII and never occur in an id, so bytes suffice.
      for index in 0..<bytes.count {
        let byte = bytes[index]
        let isOfID =
          (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
        if !isOfID, special.utf8.contains(byte) || more.utf8.contains(byte) { return false }
      }
      bytes.append(0..<bytes.count, to: &text)
      return bytes.count > 0
    }
    if isPlain { return }
    text.append(UInt8(ascii: "\""))
    for byte in word.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
      }
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
  }
}

extension RecordPath {
  /// The syntax error of a path, with its place.
  public struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The column of the error, from 1; one more than the number of characters if the text ends too early.
    public let column: Int
    /// The elements that are possible there, with their article.
    public let expected: String
    /// The character that is there, in quotes, or the end of the path.
    public let found: String

    public var description: String {
      "expected \(expected), found \(found) at character \(column)"
    }
  }

  /// Creates the path written in `text`; an empty text means the view itself.
  public init(parsing text: String) throws(ParseError) {
    var parser = RecordPathParser(text)
    self.init(try parser.path())
  }
}

extension Bytes {
  /// A Boolean value indicating whether a byte is special in some part of a path.
  fileprivate var hasSpecial: Bool {
    firstIndex(ofAny: 0x22, 0x5C, 0x2E, from: 0) < count
      || firstIndex(ofAny: 0x5B, 0x5D, 0x3D, from: 0) < count
  }
}
