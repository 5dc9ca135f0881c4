import TestSupport
import Testing

@testable import Events

@Suite struct SecretNameTests {
  @Test(arguments: [
    ("password", "password"), ("userPassword2", "password"), ("pass.word", "password"),
    ("pass\u{200B}word", "password"), ("DB PASSWD", "passwd"), ("passphrase_hint", "passphrase"),
    ("passCode", "passcode"), ("mySecretSauce", "secret"), ("x-api-key", "apikey"),
    ("stripeApiKeyLive", "apikey"), ("privateKeyPem", "privatekey"), ("ssh_key", "sshkey"),
    ("awsCredentials", "credential"), ("deviceToken", "token"), ("to\u{212A}en", "token"),
    ("push.tokens", "tokens"), ("PWD", "pwd"), ("p-i-n", "pin"), ("Set-Cookie", "setcookie"),
    ("JWT", "jwt"), ("Bearer", "bearer"), ("pass", "pass"),
  ])
  func `the name of a secret is recognised in every spelling`(_ name: String, _ listed: String) {
    #expect(SecretName.listed(name) == listed)
  }

  @Test(arguments: [
    "", "_", "passing", "passes", "pins", "spin", "opinion", "tokenized", "tokens2", "compass",
    "key", "keyword", "bypass", "cookieJar", "word", "пароль", "pässword",
  ])
  func `a name that only resembles a secret's name is accepted`(_ name: String) {
    #expect(SecretName.listed(name) == nil)
  }

  @Test(arguments: [
    "https://ann:pw@example.com/a", "https://example.com/p?token=1", "//ann:pw@example.com",
    "https://example.com/p?passw%6Frd=x", "https://example.com/p?a=1&t%6fken=1#", "ann:pw@h/a//b",
    "https://ann%3Apw@example.com", "https:/\\ann:pw@example.com", "https:///ann:pw@example.com",
    " //ann:pw@example.com", "https:\t//ann:pw@example.com", "https:/\n/ann:pw@example.com",
    "https://ann@home.example:pw@example.com",
  ])
  func `an address that grants access is a secret`(_ address: String) {
    #expect(SecretName.isIn(address: address))
  }

  @Test(arguments: [
    "https://example.com/ann.png", "https://example.com:8080/a@b:c", "ann.png", "", "%", "a%2",
    "https:",
    "https://ann@example.com/a?size=3%20", "https://example.com/?q=a:b@c",
    // A browser ends the host at this backslash.
    #"https://example.com\a:b@c"#,
  ])
  func `an address that grants no access is not a secret`(_ address: String) {
    #expect(!SecretName.isIn(address: address))
  }

  @Test(arguments: [
    #"{"type":"PostLiked","data":{"post":"p"},"password":"x"}"#,
    #"{"type":"PostLiked","data":{"post":"p"},"device":{"password":"x"}}"#,
    #"{"type":"PostLiked","data":{"post":"p","password":"x"}}"#,
    #"{"type":"PostPinned","data":{"password":"x"}}"#,
    #"{"password":"x","data":{"post":"p"},"type":"PostLiked"}"#,
  ])
  func `a secret is refused in the data of a draft and next to it`(_ line: String) {
    #expect(lineError(line)?.message.contains("password") == true)
    #expect(lineError(line.replacing("password", with: "mood")) == nil)
  }

  @Test func `no field of any event is named like a secret`() throws {
    for body in Samples.full {
      let fields = type(of: try #require(body.payload)).description.fields
      #expect(!fields.isEmpty)
      let names = fields.map(\.name) + fields.flatMap { $0.nested.fields.map(\.name) }
      #expect(names.filter { SecretName.listed($0) != nil } == [])
      var line: [UInt8] = []
      try Event(id: id(1), at: Samples.start, user: "ann", body, seq: 1)
        .write(to: &line, previousSum: 0)
      #expect(Bytes.of(line) { SecretName.first(in: $0)?.name } == nil)
    }
  }
}
