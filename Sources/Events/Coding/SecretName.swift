/// The names of members that contain credentials: `password`, `access_token`, `API-Key`.
///
/// Two rules conflict here: no secret may enter a log, and fields unknown to this build are kept. The first rule
/// wins, because logs are sent to other people. An appended event must not have such a member at any depth. A log
/// with such a member, written by another program, is readable, and `verify` reports the line. No event type of this
/// build has such a field. `SecretValue` has the rule for values.
enum SecretName {
  /// The parts of forbidden names, in lowercase, with letters and digits only.
  private static let parts = [
    "password", "passwd", "passphrase", "passcode", "secret", "apikey", "privatekey", "sshkey",
    "credential",
  ].map { Array($0.utf8) }

  /// The suffixes of forbidden names.
  private static let ends = ["token", "tokens"].map { Array($0.utf8) }

  /// The names that are forbidden only as a whole, because they are short or parts of other words.
  private static let whole = Set(
    [
      "pwd", "pass", "passkey", "pin", "pincode", "otp", "totp", "hotp", "mfacode", "onetimecode",
      "recoverycode", "jwt", "bearer", "authorization", "cookie", "cookies", "setcookie",
      "sessioncookie", "accesskey", "signingkey", "encryptionkey",
    ].map { Array($0.utf8) })

  /// Returns the offset of the first such member of a checked line, and the listed part of its name, or nil.
  ///
  /// It takes one pass: a string before a colon is a name in JSON.
  static func first(in line: Bytes) -> (offset: Int, name: String)? {
    var scanner = Scanner(line)
    while let byte = scanner.peek {
      guard byte == 0x22 else {
        scanner.offset += 1
        continue
      }
      let start = scanner.offset
      guard (try? scanner.rawString()) != nil else { return nil }
      scanner.space()
      guard scanner.peek == UInt8(ascii: ":"), let text = try? scanner.text(from: start),
        let name = listed(text)
      else { continue }
      return (start, name)
    }
    return nil
  }

  /// Returns the listed part of `name`, or nil if there is none.
  static func listed(_ name: String) -> String? {
    let plain = plain(name)
    let found =
      parts.first { holds(plain, $0) } ?? ends.first { plain.suffix($0.count).elementsEqual($0) }
    if let found { return String(decoding: found, as: UTF8.self) }
    return whole.contains(plain) ? String(decoding: plain, as: UTF8.self) : nil
  }

  /// Returns whether an address contains a password before its host, or a secret in its query.
  static func isIn(address: String) -> Bool {
    // Browsers also ignore some characters, and treat a backslash like a slash.
    let scalars = address.unicodeScalars.filter { !"\t\n\r".unicodeScalars.contains($0) }
      .drop { $0.value <= 0x20 }
    let address = String(String.UnicodeScalarView(scalars)).replacingAll("\\", with: "/")
    var host = address.prefix { !"/?#".contains($0) }
    if host.isEmpty || host.hasSuffix(":") {
      host = address[host.endIndex...].drop { $0 == "/" }.prefix { !"/?#".contains($0) }
    }
    if let end = host.lastIndex(of: "@"), unescaped(host[..<end]).contains(":") { return true }
    let query = address.drop { !"?#".contains($0) }
    return query.split { "?#&;".contains($0) }.contains { member in
      listed(unescaped(member.prefix { $0 != "=" })) != nil
    }
  }

  /// Returns a part of an address with its percent-encoded bytes decoded.
  private static func unescaped(_ part: Substring) -> String {
    UnescapedText(Array(part.utf8), .percent).text
  }

  /// Returns the letters and digits of `name` in lowercase.
  private static func plain(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: plain.append(UInt8(scalar.value))
      case 0x41...0x5A: plain.append(UInt8(scalar.value) | 0x20)
      case 0..<0x80: break
      default:
        // Some non-ASCII letters have ASCII lowercase forms; for example, the kelvin sign becomes a k.
        guard scalar.properties.isAlphabetic else { break }
        plain += scalar.properties.lowercaseMapping.utf8
      }
    }
    return plain
  }

  private static func holds(_ name: [UInt8], _ part: [UInt8]) -> Bool {
    guard name.count >= part.count else { return false }
    return (0...name.count - part.count).contains {
      name[$0] == part[0] && name[$0...].starts(with: part)
    }
  }

  /// Throws an error for a line with a secret name.
  ///
  /// The message contains only the listed part, neither the rest of the name nor the value.
  static func refuse(in line: Bytes) throws(LineError) {
    if let (offset, name) = first(in: line) {
      throw LineError(
        offset, "a member must not contain a secret, got one named like '\(name)'",
        help: SecretValue.help)
    }
    if let offset = firstValue(in: line) {
      throw LineError(offset, "a value \(SecretValue.breach)", help: SecretValue.help)
    }
  }

  /// Returns the offset of the first string of a checked line that contains a token; nil if there is none.
  private static func firstValue(in line: Bytes) -> Int? {
    var scanner = Scanner(line)
    while let byte = scanner.peek {
      let start = scanner.offset
      guard byte == 0x22 else {
        scanner.offset += 1
        continue
      }
      guard (try? scanner.rawString()) != nil, let text = try? scanner.text(from: start) else {
        return nil
      }
      if SecretValue.isIn(text) { return start }
    }
    return nil
  }
}
