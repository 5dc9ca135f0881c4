/// A member's name that says that its value gives access: `password`, `access_token`, `API-Key`.
///
/// Two promises meet here: no secret enters a log, and a field that this build does not know is kept.
/// The first wins, because logs get mailed around: what is to be appended may not have such a member
/// at any depth. A log that has one, written by something else, is read as any other, and `verify`
/// names the line. Values are not looked at, and no fact of this build has such a field.
enum SecretName {
  /// What a name may not hold anywhere, in lower case and without what is no letter or digit.
  private static let parts = [
    "password", "passwd", "passphrase", "passcode", "secret", "apikey", "privatekey", "sshkey",
    "credential",
  ].map { Array($0.utf8) }

  /// What a name may not end in.
  private static let ends = ["token", "tokens"].map { Array($0.utf8) }

  /// What a name may not be: these are short, or parts of other words.
  private static let whole = Set(
    [
      "pwd", "pass", "passkey", "pin", "pincode", "otp", "totp", "hotp", "mfacode", "onetimecode",
      "recoverycode", "jwt", "bearer", "authorization", "cookie", "cookies", "setcookie",
      "sessioncookie", "accesskey", "signingkey", "encryptionkey",
    ].map { Array($0.utf8) })

  /// Where the first such member stands in `line`, which has been read strictly, and what of its name
  /// is listed; nil where there is none. One pass; in JSON a string before a colon is a name.
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

  /// What is listed of `name`; nil when nothing is.
  static func listed(_ name: String) -> String? {
    let plain = plain(name)
    let found =
      parts.first { holds(plain, $0) } ?? ends.first { plain.suffix($0.count).elementsEqual($0) }
    if let found { return String(decoding: found, as: UTF8.self) }
    return whole.contains(plain) ? String(decoding: plain, as: UTF8.self) : nil
  }

  /// Whether an address holds what gives access: a password before its host, or a member of its query
  /// that is called like a secret.
  static func isIn(address: String) -> Bool {
    // As browsers do: some characters count for nothing, and one slash for the other.
    let scalars = address.unicodeScalars.filter { !"\t\n\r".unicodeScalars.contains($0) }
      .drop { $0.value <= 0x20 }
    let address = String(String.UnicodeScalarView(scalars)).replacing("\\", with: "/")
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

  /// A part of an address with `%6F` written out as `o`.
  private static func unescaped(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
        let low = rest.dropFirst().first.flatMap(hexDigit)
      {
        bytes.append(high * 16 + low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The letters and digits of `name` in lower case.
  private static func plain(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: plain.append(UInt8(scalar.value))
      case 0x41...0x5A: plain.append(UInt8(scalar.value) | 0x20)
      case 0..<0x80: break
      default:
        // Some letters beyond ASCII have small forms within: the sign of the kelvin is a k.
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

  /// Refuses a line that holds one. What is listed is said, and neither the rest of the
  /// name nor the value.
  static func refuse(in line: Bytes) throws(LineError) {
    guard let (offset, name) = first(in: line) else { return }
    throw LineError(
      offset, "expected no member that holds a secret, found one called like '\(name)'",
      help: "leave it out: logs get passed on, so credentials stay with the application")
  }
}
