import TestSupport
import Testing

@testable import Events

@Suite struct VocabularyTests {
  /// Words of one, eight, fifteen and more bytes; the reader does not compare the longest ones at once.
  private enum Length: String, Vocabulary {
    case a
    case sevens7 = "seven77"
    case eight = "eight888"
    case fifteen = "fifteen-15-15-1"
    case sixteen = "sixteen-16-16-16"
    case long = "twenty-and-some-more-letters"

    static let words = Words(Self.self)
  }

  private struct Holder: Payload {
    let length: Length
    let rest: Int

    init(_ length: Length) { (self.length, rest) = (length, 7) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      length = try f("length", old?.length, .any)
      rest = try f("rest", old?.rest, .any)
    }
  }

  private func read(_ word: String) throws(LineError) -> Holder {
    try Bytes.of(Array(#"{"length":\#(word),"rest":7}"#.utf8)) { (bytes) throws(LineError) in
      var scanner = Scanner(bytes)
      return try FieldReader.payload(&scanner, version: 1, checks: true)
    }
  }

  @Test(arguments: Length.allCases.map(\.rawValue))
  func `a word of any length is read, and no other text is accepted for it`(_ word: String) throws {
    #expect(try read("\"\(word)\"").length.rawValue == word)
    let entry = Length.words.entries.first { $0.value.rawValue == word }
    #expect(entry?.count == (word.utf8.count < 16 ? word.utf8.count + 1 : nil))
    for other in [word + "x", String(word.dropLast()), word.uppercased(), " " + word] {
      let error = #expect(throws: LineError.self) { try read("\"\(other)\"") }
      #expect(error?.message.hasPrefix(#"expected one of "a", "seven77","#) == true)
    }
    #expect(throws: LineError.self) { try read("5") }
  }

  @Test func `a word is stored in a state as it is spelled`() throws {
    for length in Length.allCases {
      var writer = StateWriter()
      try writer.payload(Holder(length))
      let read: Holder = try Bytes.of(writer.bytes) { (bytes) throws(LineError) in
        var reader = StateReader(bytes)
        return try reader.payload()
      }
      #expect(read == Holder(length))
    }
  }
}
