/// A case-insensitive search for a text in the type, the user, the id and the values of the data of events.
///
/// The search can judge most lines by their bytes, because these contain the values of the event
/// (`LineReader.plainData`). In a line of ASCII characters without escapes it searches the bytes. In any other line
/// it compares each value, as strings if the value is not ASCII.
package struct TextSearch: Sendable {
  /// The text in lowercase.
  private let text: String
  /// The pattern of the text's bytes; nil if no string of ASCII characters can contain the text.
  private let pattern: BytePattern?
  /// A Boolean value indicating whether the text has a line break; CR and LF can form one character.
  private let hasBreaks: Bool

  /// Creates the search for `text`.
  package init(_ text: String) {
    self.text = text.lowercased()
    // An ASCII character may be equivalent to another one, for example the semicolon to the Greek question mark.
    let bytes = self.text.map { character in
      (0..<0x80 as Range<UInt8>).first { Character(Unicode.Scalar($0)) == character }
    }
    pattern = bytes.contains(nil) ? nil : BytePattern(bytes.compactMap(\.self), foldsCase: true)
    hasBreaks = text.contains { $0.isNewline }
  }

  /// Returns whether the event of the current line of `lines` contains the text.
  package func isIn(_ lines: LineReader) throws(LogError) -> Bool {
    guard let data = lines.plainData else {
      return isInHead(lines) ? true : isIn(try lines.event().data)
    }
    guard mayBeIn(lines.line) else { return false }
    return isInHead(lines) || isInValues(of: data)
  }

  private func isInHead(_ lines: LineReader) -> Bool {
    isIn(lines.type) || isIn(lines.id.description) || lines.user.map { isIn($0.text) } ?? false
  }

  private func isIn(_ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.contains(where: isIn)
    case .object(let members): members.contains { isIn($0.value) }
    case .string(let text): isIn(text)
    case .null: false
    case .bool, .number: Bytes.of(json.bytes) { isIn($0) }
    }
  }

  private func isIn(_ text: String) -> Bool { Bytes.of(text) { isIn($0) } }

  // MARK: - Bytes

  /// Returns whether a string in UTF-8 contains the text.
  private func isIn(_ bytes: Bytes) -> Bool {
    guard bytes.isASCII, !hasBreaks else {
      // Strings compare characters: a letter and its accent are one character in any encoding.
      return bytes.string(in: 0..<bytes.count).lowercased().contains(text: text)
    }
    return pattern?.isIn(bytes) ?? false
  }

  /// Returns whether a line may contain the text, in its bytes or in strings that differ from the bytes.
  private func mayBeIn(_ line: Bytes) -> Bool {
    if let pattern, pattern.isIn(line) { return true }
    return line.firstIndex(of: UInt8(ascii: "\\")) != nil || !line.isASCII
  }

  /// Returns whether a value in some data, which must be valid JSON, contains the text.
  private func isInValues(of data: Bytes) -> Bool {
    var scanner = Scanner(data)
    while let byte = scanner.peek {
      if byte == 0x22 {
        if isInString(&scanner) { return true }
      } else if JSON.isStructure(byte) {
        scanner.offset += 1
      } else {
        let start = scanner.offset
        while let next = scanner.peek, !JSON.isStructure(next) { scanner.offset += 1 }
        let value = data[start..<scanner.offset]
        if value[0] != UInt8(ascii: "n"), isIn(value) { return true }
      }
    }
    return false
  }

  /// Moves past a string, and returns whether it is a value that contains the text.
  private func isInString(_ scanner: inout Scanner) -> Bool {
    let start = scanner.offset
    guard let (range, escaped) = try? scanner.rawString() else {
      preconditionFailure("data that was decoded has no whole string at \(start)")
    }
    scanner.space()
    // A colon follows the name of a member.
    if scanner.peek == UInt8(ascii: ":") { return false }
    guard escaped else { return isIn(scanner.bytes[range]) }
    scanner.offset = start
    return (try? scanner.string()).map { isIn($0) } ?? false
  }
}

extension JSON {
  /// Returns whether a byte between values does not belong to a number or a word.
  fileprivate static func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"), 0x22, 0...0x20:
      true
    default: false
    }
  }
}

/// A search for events with an id, or with a string in their data, that begins with a prefix.
package struct MentionSearch: Sendable {
  private let text: String
  private let pattern: BytePattern

  /// Creates the search for ids and strings that begin with `text`.
  package init(_ text: String) {
    self.text = text
    pattern = BytePattern([0x22] + Array(text.utf8), foldsCase: false)
  }

  /// Returns whether the event of the current line of `lines` may have such an id or string.
  package func mayBeIn(_ lines: LineReader) throws(LogError) -> Bool {
    // A string with escapes differs from its bytes.
    guard lines.plainData != nil, lines.line.firstIndex(of: UInt8(ascii: "\\")) == nil else {
      return try lines.texts().contains { $0.utf8.starts(with: text.utf8) }
    }
    return pattern.isIn(lines.line)
  }
}
