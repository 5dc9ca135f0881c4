import Events
import Projections

/// The name of a time zone: `Europe/Berlin`.
struct ZoneName: ArgumentValue {
  let text: String

  static var placeholder: String { "ZONE" }
  static var expected: String { "a time zone such as Europe/Berlin" }

  /// Creates the name; nil for a text that is not the name of a file in the folder of time zones.
  init?(argument text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isName = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "_+-/".utf8.contains(byte)
    }
    guard isName, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 100 else { return nil }
    self.text = text
  }
}
