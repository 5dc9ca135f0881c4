import TestSupport
import Testing

@testable import Events

@Suite struct SecretValueTests {
  /// The header and the payload of the example of RFC 7519, and its signature.
  private static let token =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODB9"
    + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test(arguments: [
    token, "my token: \(token).", "access_token=\(token)&x", "(\(token))", "v1.\(token)",
    "e30.e30.x", "\(token).a.b", "Bearer \(token)", "Bearer abc123", "bearer  mF_9.B5f-4.1JqM",
    "Authorization: Bearer sk-live-51H8", "authorization:bearer abcdefghijklmnop",
    "use Bearer mF_9.B5f-4.1JqM for it", "curl -H 'Authorization: Bearer a1b2c3d4e5'",
    "Bearer abc.def", "Bearer YWJjZGVmZ2hpamts=x", "https://example.com/reset/\(token)",
    "\(token)/a", "a+\(token)+b",
  ])
  func `a text with a token is a secret`(_ text: String) {
    #expect(SecretValue.isIn(text))
    for limit in [Limit.text, .wording, .address] {
      #expect(limit.breach(by: text) != nil)
    }
  }

  @Test(arguments: [
    "", "5.1.2", "1.2.3 and 4.5.6", "Felt good... really. Great!", "www.example.com/a.b.c",
    "e.g. eyes.on.bar", "eye.catching.words", "eyJ.is.not",
    "eyJhbGciOiJIUzI1NiJ9", "see v1.2.3-rc.1", "eyJhbGciOiJIUzI1NiJ9.x", "eyJhbGciOiJIUzI1NiJ9..x",
    "bearer", "Bearer bonds",
    "the bearer of good news", "Bearer carries 3x20m", "standard-bearer 2nd squad",
    "Bearer 2026-03-02 was a good day", "forbearer a1b2c3d4e5", "Bearer\u{301} a1b2c3d4e5",
    "ann.lee@mail.example.com", "2026-03-02T18:04:11.250+01:00",
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11", "Träger… eyJ", "bearer of the McDonald cup",
    "W10.W10.x",
  ])
  func `a text that only resembles a secret is not a secret`(_ text: String) {
    #expect(!SecretValue.isIn(text))
  }

  @Test func `a token is refused in a text, a name, a setting and an unknown member`() {
    let token = Self.token
    let lines = [
      #"{"user":"ann","type":"PostLiked","data":{"post":"\#(token)"}}"#,
      #"{"user":"Bearer a1b2c3","type":"PostLiked","data":{"post":"p"}}"#,
      #"{"user":"ann","type":"SettingChanged","data":{"key":"theme","value":"\#(token)"}}"#,
      #"{"user":"ann","type":"SettingChanged","data":{"key":"apiKey","value":"1"}}"#,
      #"{"user":"ann","type":"SettingChanged","data":{"key":"theme","value":"x","by":["\#(token)"]}}"#,
      #"{"user":"ann","type":"AcmeSlept","data":{"note":"\#(token)"}}"#,
      #"{"user":"ann","type":"AcmeSlept","data":{},"header":"Bearer a1b2c3d4"}"#,
    ]
    for line in lines {
      do throws(LineError) {
        _ = try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in try Draft(line: bytes) }
        Issue.record("\(line)")
      } catch {
        #expect(SecretValue.isReason(of: error.message), "\(error.message)")
        #expect(!error.message.contains(token))
      }
    }
  }
}
