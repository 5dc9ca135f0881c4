/// Values that are credentials: a JSON Web Token, or a token after `Bearer`.
///
/// The rule matches only the formats of tokens, so that no ordinary sentence is refused by mistake. A password has no
/// format, so it cannot be recognised.
package enum SecretValue {
  /// The end of the description of a text that contains a token.
  package static let breach = "must not contain a bearer token or a JSON Web Token"
  /// The end of the description of a setting with the name of a secret.
  static let settingBreach = "must not be the name of a secret"
  /// The next step for a text that contains a token.
  package static let help: Remedy =
    "leave it out: logs are shared, so credentials belong in the application"

  /// Returns whether the description of a broken rule is about a secret.
  package static func isReason(of breach: String) -> Bool {
    breach.hasSuffix(Self.breach) || breach.hasSuffix(settingBreach)
  }

  /// Returns whether a text contains a token.
  package static func isIn(_ text: String) -> Bool {
    // The shortest token after `Bearer` is longer.
    guard text.utf8.count > 8 else { return false }
    return Bytes.of(text) { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        var dots = 0
        while end < bytes.count, isWord(bytes[end]) {
          if bytes[end] == UInt8(ascii: ".") { dots += 1 }
          end += 1
        }
        if dots >= 2, isWebToken(bytes.string(in: start..<end)) { return true }
        if end - start == 6, isBearer(bytes, from: start) { return true }
        start = end + 1
      }
      return false
    }
  }

  /// Returns whether a byte belongs to the parts of a JSON Web Token, or is a dot between them.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".")
      || TextForms.base64Digit(byte) != nil && byte != UInt8(ascii: "+")
        && byte != UInt8(ascii: "/")
  }

  /// Returns whether a word has three parts in a row that begin with the header of a token.
  private static func isWebToken(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.indices.dropLast(2).contains { index in
      isHeader(parts[index]) && !parts[index + 1].isEmpty && !parts[index + 2].isEmpty
    }
  }

  /// Returns whether a part decodes to the text of a JSON object.
  private static func isHeader(_ part: Substring) -> Bool {
    // An object begins with a brace, whose first six bits are an e.
    guard part.utf8.first == UInt8(ascii: "e"), let decoded = TextForms.base64(part.utf8) else {
      return false
    }
    // The text of an object is more than braces by chance: `{}`, or a name in quotes and a colon.
    let text = trimmed(String(decoding: decoded, as: UTF8.self))
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count >= 2 else { return false }
    let inner = trimmed(text.dropFirst().dropLast())
    return inner.isEmpty || inner.hasPrefix("\"") && inner.utf8.contains(UInt8(ascii: ":"))
  }

  /// Returns whether the word at `start` is `Bearer` before a token.
  ///
  /// A word with a letter and a digit, or a very long one, is a token. The bearer of a name, or bonds, are not. The
  /// value of a header has nothing else in it, so that any word with a digit or a mark inside is a token there.
  private static func isBearer(_ bytes: Bytes, from start: Int) -> Bool {
    guard bytes.string(in: start..<start + 6).lowercased() == "bearer" else { return false }
    let rest = bytes.string(in: start + 6..<bytes.count)
    guard rest.utf8.first == UInt8(ascii: " ") else { return false }
    let words = rest.split { $0.isWhitespace }
    guard let token = words.first, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return false
    }
    let before = trimmed(bytes.string(in: 0..<start)).lowercased()
    let hasDigit = token.utf8.contains { 0x30...0x39 ~= $0 }
    if words.count == 1, before.isEmpty || before == "authorization:" {
      return hasDigit || token.utf8.count >= 16
        || token.dropLast().utf8.contains { "._~+/=".utf8.contains($0) }
    }
    let hasLetter = token.utf8.contains { 0x61...0x7A ~= $0 | 0x20 }
    return token.utf8.count >= 8 && hasDigit && hasLetter || token.utf8.count >= 24
  }
}
