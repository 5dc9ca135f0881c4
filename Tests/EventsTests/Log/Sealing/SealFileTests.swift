import TestSupport
import Testing

@testable import Events

@Suite struct SealFileTests {
  static let hash = String(repeating: "0123456789abcdef", count: 4)

  static func seals(_ text: String) throws(LogError) -> [Seal] {
    try SealFile(Array(text.utf8), name: "seals.txt").seals
  }

  @Test func `lines of names and values are seals`() throws {
    let text = """
      seq     3
      bytes   600
      sha256  \(SealFileTests.hash)

      seq     5
      bytes   1000
      sha256  \(SealFileTests.hash)
      sum     0123456789abcdef
      state   \(SealFileTests.hash)
      """
    let seals = try SealFileTests.seals(text)
    #expect(seals.map(\.seq) == [3, 5] && seals.map(\.bytes) == [600, 1000])
    #expect(seals.map(\.sha256) == [SealFileTests.hash, SealFileTests.hash])
    #expect(seals.map(\.isResumable) == [false, true])
    #expect(seals[1].sum == "0123456789abcdef" && seals[1].state == SealFileTests.hash)
  }

  @Test func `objects are seals, on one line or several, with members of later versions`() throws {
    let one = "{\"seq\":3,\"bytes\":600,\"sha256\":\"\(SealFileTests.hash)\"}"
    let two = """
      {
        "seq": 5, "bytes": 1000, "sha256": "\(SealFileTests.hash)", "by": ["ann"],
        "sum": "0123456789abcdef", "state": "\(SealFileTests.hash)"
      }
      """
    let seals = try SealFileTests.seals(one + "\n" + two + "\n")
    #expect(seals.map(\.seq) == [3, 5] && seals.map(\.isResumable) == [false, true])
  }

  @Test(
    arguments: [
      ("", nil, "expected a seal, found none"),
      ("\n \n", 1, "expected a seal, found none"),
      ("hello", 1, "expected a seal, found another line"),
      ("seq 3\nbytes 600\nseal x", 3, "expected a seal, found another line"),
      ("bytes 600\nseq 3", 1, "expected a seal, found another line"),
      ("seq 3\nseq 4", 1, "expected the field 'bytes' of a seal, found none"),
      ("seq 3\nbytes 600", 1, "expected the field 'sha256' of a seal, found none"),
      ("seq 3\nbytes 6e2", 2, "a seal must have exactly one 'bytes', which must be a whole number"),
      (
        "seq 3\nbytes 600\nbytes 600", 3,
        "a seal must have exactly one 'bytes', which must be a whole number"
      ),
      (
        "seq 3\nbytes 600\nsha256 ABC", 3,
        "a seal must have exactly one 'sha256', which must be 64 hexadecimal digits"
      ),
      ("{\"seq\":3}", 1, "expected the field 'bytes' of a seal, found none"),
      (
        "{\"seq\":3,\"bytes\":-1}", 1,
        "a seal must have exactly one 'bytes', which must be a whole number"
      ),
      ("{}\n", 1, "expected the field 'seq' of a seal, found none"),
    ] as [(String, Int?, String)])
  func `a text that is not a seal is refused with its place`(
    _ text: String, _ line: Int?, _ message: String
  ) throws {
    do {
      _ = try SealFileTests.seals(text)
      Issue.record("a text was taken for a seal")
    } catch {
      #expect(error.kind == .misuse && error.file == "seals.txt")
      #expect(error.line == line && error.message == message)
    }
  }
}
