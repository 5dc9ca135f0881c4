import TestSupport
import Testing

@testable import Events

@Suite struct BytePatternTests {
  /// Returns whether `text` contains `pattern`, by comparing at each offset.
  private static func isIn(_ pattern: [UInt8], _ text: [UInt8], folding: Bool) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 {
      folding && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    guard pattern.count <= text.count else { return false }
    return (0...text.count - pattern.count).contains { start in
      pattern.indices.allSatisfy { folded(text[start + $0]) == pattern[$0] }
    }
  }

  @Test(arguments: [true, false])
  func `a pattern is found where a search at every place finds it`(_ folding: Bool) {
    var random = SeededGenerator(seed: 3)
    // The bytes differ only in the case bit, whether they are letters or not, or by one.
    let alphabet = Array("aAbB@`[{\u{0}\u{1}\u{7f}".utf8) + [0x80, 0xFF]
    var found = 0
    for _ in 0..<20_000 {
      func bytes(_ most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
          alphabet[Int.random(in: alphabet.indices, using: &random)]
        }
      }
      let text = bytes(40)
      var pattern = bytes(3)
      if folding { pattern = pattern.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
      let expected = Self.isIn(pattern, text, folding: folding)
      let isFound = Bytes.of(text) { BytePattern(pattern, foldsCase: folding).isIn($0) }
      if isFound != expected { Issue.record("\(pattern) in \(text)") }
      if isFound, !pattern.isEmpty { found += 1 }
    }
    #expect(found > 1_000)
  }

  @Test func `bytes after a text are not part of it`() {
    Bytes.of(Array("xxxxabc".utf8)) { bytes in
      #expect(!BytePattern(Array("abc".utf8), foldsCase: true).isIn(bytes[0..<6]))
      #expect(BytePattern(Array("abc".utf8), foldsCase: true).isIn(bytes[0..<7]))
    }
  }

  @Test func `text is ASCII up to its last byte`() {
    for count in 0..<20 {
      var text = [UInt8](repeating: 0x7F, count: count)
      #expect(Bytes.of(text) { $0.isASCII })
      for place in 0..<count {
        text[place] = 0x80
        #expect(!Bytes.of(text) { $0.isASCII })
        #expect(Bytes.of(text) { $0[0..<place].isASCII })
        text[place] = 0
      }
    }
  }
}
