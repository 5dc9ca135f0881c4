/// A fixed set of words, with the same spelling in a log and in code.
@usableFromInline package protocol Vocabulary: FieldValue, CaseIterable, RawRepresentable<String> {
  /// The words for the canonical reader: `Words(Self.self)`.
  static var words: Words<Self> { get }
}

/// The words of a vocabulary, each with a closing quote, as numbers that compare faster than strings.
@usableFromInline package struct Words<Value: Vocabulary>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let first, second, firstMask, secondMask: UInt64
    /// The number of bytes, including the quote.
    @usableFromInline let count: Int
    @usableFromInline let value: Value
  }

  /// The words of at most 15 bytes; the scanner reads longer words.
  @usableFromInline let entries: [Entry]

  /// Creates the words of all cases.
  @usableFromInline package init(_ type: Value.Type) {
    entries = Value.allCases.compactMap { value in
      let text = Array((value.rawValue + "\"").utf8)
      guard text.count <= 16 else { return nil }
      let masks = (Words.mask(text.count), Words.mask(text.count - 8))
      return Bytes.of(text) { bytes in
        Entry(
          first: bytes.word(at: 0, before: text.count),
          second: text.count > 8 ? bytes.word(at: 8, before: text.count) : 0,
          firstMask: masks.0, secondMask: masks.1, count: text.count, value: value)
      }
    }
  }

  /// Returns a mask for the first `count` bytes of a word of eight bytes.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : UInt64.max >> UInt64(64 - count * 8)
  }
}

extension Vocabulary {
  @usableFromInline package static var placeholder: Self {
    guard let first = allCases.first else { preconditionFailure("a vocabulary has words") }
    return first
  }

  @usableFromInline package static var expected: String {
    "one of " + allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> Self {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    guard let value = Self(rawValue: try scanner.string()) else {
      throw LineError(start, "expected \(expected), found other text")
    }
    return value
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.string(rawValue) }
  @usableFromInline package var content: FieldContent { .text(rawValue) }
}

extension Weekday: Vocabulary {
  @usableFromInline package static let words = Words(Self.self)
}

extension Weight.Unit: Vocabulary {
  @usableFromInline package static let words = Words(Self.self)
}
