import Events

/// A path to a value of a view: `[exercise=deadlift].weightKg`.
///
/// Keys are joined by `.`; `[N]` is the element of a list at a position, from 0, or from the end when it
/// is negative; `[key=value]` is the first element whose field `key` has the value. A key with any of
/// `. [ ] = " \` in it, a value with any of `[ ] " \`, and an empty one are in quotes, in which `\`
/// precedes a quote or itself.
public struct RecordPath: Hashable, Sendable {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// The value of a field.
    case key(String)
    /// The element of a list at a position; -1 is the last.
    case index(Int)
    /// The first element of a list whose field has a value, given as JSON without its quotes.
    case match(String, String)

    /// Returns whether two steps are spelled the same, to the byte: two names of which Unicode says that they are equal
    /// are names of two elements.
    public static func == (one: Step, other: Step) -> Bool {
      switch (one, other) {
      case (.key(let key), .key(let another)): String.isVerbatim(key, another)
      case (.index(let index), .index(let another)): index == another
      // The value first: the key is that of all elements of a list.
      case (.match(let key, let value), .match(let another, let text)):
        String.isVerbatim(value, text) && String.isVerbatim(key, another)
      default: false
      }
    }
  }

  /// The steps, outermost first; none for the view itself.
  public var steps: [Step]

  /// Creates a path of these steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Returns this path with one step more.
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

  /// Returns the text of the path, with keys in quotes that contain one of `special`, too.
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
  /// Appends the text of the step to `text`, in UTF-8, a key without the point before it.
  ///
  /// - Parameter special: characters that have a key in quotes, beyond those that always have.
  func write(to text: inout [UInt8], quoting special: String = "") {
    switch self {
    case .key(let key): Self.quote(key, RecordPathParser.endsOfKey, special, to: &text)
    case .index(let index): text += "[\(index)]".utf8
    case .match(let key, let value):
      text.append(UInt8(ascii: "["))
      // A key that reads as a position would be one.
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

  /// Appends `word`, in quotes if it is empty or contains one of `special` or `more`.
  private static func quote(
    _ word: String, _ special: String, _ more: String = "", to text: inout [UInt8]
  ) {
    let isPlain = Bytes.of(word) { bytes in
      // Nearly no word has any that may be special; byte by byte a path took five times as many instructions.
      if more.isEmpty, bytes.count > 0, !bytes.hasSpecial {
        bytes.append(0..<bytes.count, to: &text)
        return true
      }
      // What is special is ASCII, and no part of an id, so bytes tell.
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
  /// The fault of a text that is no path, with its place.
  public struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The character of the text, from 1; one more than there are where the text ends too early.
    public let column: Int
    /// The elements that are possible there, with their article.
    public let expected: String
    /// The character that is there, in quotes, or the end of the path.
    public let found: String

    public var description: String {
      "expected \(expected), found \(found) at character \(column) of the path"
    }
  }

  /// Creates the path written in `text`; an empty text is the view itself.
  public init(parsing text: String) throws(ParseError) {
    var parser = RecordPathParser(text)
    self.init(try parser.path())
  }
}

extension Bytes {
  /// A Boolean value indicating whether there is a byte that is special in some part of a path.
  fileprivate var hasSpecial: Bool {
    firstIndex(ofAny: 0x22, 0x5C, 0x2E, from: 0) < count
      || firstIndex(ofAny: 0x5B, 0x5D, 0x3D, from: 0) < count
  }
}
