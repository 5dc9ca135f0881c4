/// A search for a text in the type, the user, the id and the values of the data of events, in any case.
///
/// The search judges most lines by their bytes. It can if the bytes hold the values of the event
/// (`LineReader.plainData`). In a line of ASCII characters without escapes it looks for the bytes of the text. Of any
/// other line it compares the values one by one, as strings if they are not ASCII.
package struct TextSearch: Sendable {
  /// The text in lower case.
  private let text: String
  /// The pattern of its bytes; nil if no string of ASCII characters has the text.
  private let pattern: BytePattern?
  /// A Boolean value indicating whether the text has a line break, since CR and LF may be one character.
  private let hasBreaks: Bool

  /// Creates the search for `text`.
  package init(_ text: String) {
    self.text = text.lowercased()
    // An ASCII character may be equivalent to another one: the semicolon is to the Greek question mark.
    let bytes = self.text.map { character in
      (0..<0x80 as Range<UInt8>).first { Character(Unicode.Scalar($0)) == character }
    }
    pattern =
      bytes.contains(nil) ? nil : BytePattern(bytes.compactMap(\.self), foldsCase: true)
    hasBreaks = text.contains { $0.isNewline }
  }

  /// Returns whether the event of the current line of `lines` has the text.
  package func isIn(_ lines: LineReader) throws(LogError) -> Bool {
    guard let data = lines.plainData else { return try isInEvent(lines) }
    guard mayBeIn(lines.line) else { return false }
    return isInHead(lines) || isInValues(of: data)
  }

  /// Returns whether the event has the text, by decoding it.
  private func isInEvent(_ lines: LineReader) throws(LogError) -> Bool {
    if isInHead(lines) { return true }
    return isIn(try lines.event().data)
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

  /// Returns whether a string, given in UTF-8, has the text.
  private func isIn(_ bytes: Bytes) -> Bool {
    guard bytes.isASCII, !hasBreaks else {
      // Strings compare characters: a letter and its accent are one, however they are encoded.
      return bytes.string(in: 0..<bytes.count).lowercased().contains(text)
    }
    return pattern?.isIn(bytes) ?? false
  }

  /// Returns whether a line may have the text: in its bytes, or in strings that differ from theirs.
  private func mayBeIn(_ line: Bytes) -> Bool {
    if let pattern, pattern.isIn(line) { return true }
    return line.firstIndex(of: UInt8(ascii: "\\")) != nil || !line.isASCII
  }

  /// Returns whether a value of some data, which is valid JSON, has the text.
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

  /// Moves past a string and returns whether it is a value and has the text.
  private func isInString(_ scanner: inout Scanner) -> Bool {
    let start = scanner.offset
    guard let (range, escaped) = try? scanner.rawString() else {
      preconditionFailure("data that was decoded has no whole string at \(start)")
    }
    scanner.space()
    // The name of a member.
    if scanner.peek == UInt8(ascii: ":") { return false }
    guard escaped else { return isIn(scanner.bytes[range]) }
    scanner.offset = start
    return (try? scanner.string()).map { isIn($0) } ?? false
  }
}

extension JSON {
  /// Returns whether a byte between values is no part of a number or a word.
  fileprivate static func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"), 0x22, 0...0x20:
      true
    default: false
    }
  }
}

/// A search for events with an id, or a text in their data, that begins in a given way.
package struct MentionSearch: Sendable {
  private let text: String
  private let pattern: BytePattern

  /// Creates the search for ids and texts that begin with `text`.
  package init(_ text: String) {
    self.text = text
    pattern = BytePattern([0x22] + Array(text.utf8), foldsCase: false)
  }

  /// Returns whether the event of the current line of `lines` may have such an id or text.
  package func mayBeIn(_ lines: LineReader) throws(LogError) -> Bool {
    // An escape differs from the bytes of the text.
    guard lines.plainData != nil, lines.line.firstIndex(of: UInt8(ascii: "\\")) == nil else {
      return try lines.texts().contains { $0.utf8.starts(with: text.utf8) }
    }
    return pattern.isIn(lines.line)
  }
}
