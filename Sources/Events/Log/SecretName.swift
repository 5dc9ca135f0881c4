/// A member's name that says that its value gives access: `password`, `access_token`, `API-Key`.
///
/// Two promises meet here: no secret enters a log, and a field that this build does not know is kept.
/// The first wins, because logs get mailed around: what is to be appended may not have such a member
/// at any depth. A log that has one, written by something else, is read as any other, and `verify`
/// names the line. Values are not looked at, and no fact of this build has such a field.
enum SecretName {
  /// The names, in lower case and without `_` and `-`.
  static let all: Set<String> = [
    "password", "passwd", "pwd", "passphrase", "passwordhash", "hashedpassword", "passwordsalt",
    "newpassword", "oldpassword", "userpassword", "token", "accesstoken", "refreshtoken", "idtoken",
    "authtoken", "sessiontoken", "bearertoken", "bearer", "jwt", "secret", "clientsecret",
    "secretkey", "sharedsecret", "apikey", "apisecret", "apitoken", "privatekey", "credential",
    "credentials", "authorization", "cookie", "otp", "totp", "mfacode", "recoverycode",
  ]

  private static let longest = all.map(\.utf8.count).max() ?? 0

  /// Where the first such member stands in `line`, which has been read strictly, and how its name is
  /// listed; nil where there is none. One pass; in JSON a string before a colon is a name.
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

  /// `name` as it is listed; nil when it is not.
  static func listed(_ name: String) -> String? {
    var plain: [UInt8] = []
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      guard plain.count < longest else { return nil }
      plain.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    let text = String(decoding: plain, as: UTF8.self)
    return all.contains(text) ? text : nil
  }

  /// Refuses a line that holds one. The name is said as it is listed, the value not at all.
  static func refuse(in line: Bytes) throws(LineError) {
    guard let (offset, name) = first(in: line) else { return }
    throw LineError(
      offset, "expected no member that holds a secret, found one called '\(name)'",
      help: "leave it out: logs get passed on, so credentials stay with the application")
  }
}
