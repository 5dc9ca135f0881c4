import Testing

@testable import Events

/// Tests with the vectors of FIPS 180-4 and of NIST's validation suite, unless stated otherwise.
@Suite struct SHA256Tests {
  static func hash(_ text: String) -> String { Bytes.of(text) { SHA256.hash($0).text } }

  static let long =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
    + "mnopqrstnopqrstu"

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (long, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
  ])
  func `SHA-256 gives the published results`(_ text: String, _ expected: String) {
    #expect(SHA256Tests.hash(text) == expected)
  }

  @Test func `a hundred thousand letters have the hash that sha256sum prints`() {
    #expect(
      SHA256Tests.hash(String(repeating: "a", count: 100_000))
        == "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee")
  }

  /// The hash of all hashes of 0 to 200 bytes, each byte being (i * 7 + 3) & 255, computed with Python's hashlib.
  @Test func `every length around the block boundaries hashes as in another implementation`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    var all = ""
    for count in 0...200 { all += Bytes.of(Array(bytes[0..<count])) { SHA256.hash($0).text } }
    #expect(
      SHA256Tests.hash(all) == "530566f39d545b371e5360fbfe251c0da6410ba297e67392dfaec0cb575d67ed")
  }

  @Test(arguments: [0, 64, 128])
  func `a hash can continue from its state between two blocks`(_ cut: Int) {
    let bytes = [UInt8](repeating: 7, count: 200)
    Bytes.of(bytes) { bytes in
      var first = SHA256()
      first.update(bytes[0..<cut])
      var next = SHA256(after: first.state)
      next.update(bytes[cut..<192])
      #expect(next.finished(with: bytes[192..<200], count: 200) == SHA256.hash(bytes))
    }
  }

  @Test func `the words of a state are read as they are written, and nothing else is accepted`() {
    let text = SHA256Tests.hash("abc")
    #expect(SHA256Words(text)?.text == text)
    #expect(SHA256Words(text.uppercased()) == nil)
    #expect(SHA256Words(String(text.dropLast())) == nil)
    #expect(SHA256Words("g" + text.dropFirst()) == nil)
  }

  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
  ])
  func `a hash in base64 has the form that a content security policy requires`(
    _ text: String, _ expected: String
  ) {
    #expect(base64OfSHA256(text) == expected)
  }
}
