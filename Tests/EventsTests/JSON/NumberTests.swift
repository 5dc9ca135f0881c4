import TestSupport
import Testing

@testable import Events

/// Tests that compare the fast readers of numbers with the general reader.
@Suite struct NumberTests {
  /// Returns the number that a fast reader reads from `text` before a comma, and the offset where it stops.
  private func short<N>(_ text: String, _ read: (inout Scanner) -> N?) -> (value: N?, offset: Int) {
    Bytes.of(text + ",") { bytes in
      var scanner = Scanner(bytes)
      let value = read(&scanner)
      return (value, scanner.offset)
    }
  }

  @Test(arguments: ["0", "5", "10", "1001", "999999999999999"])
  func `a whole number of up to 15 digits is read the short way`(_ text: String) {
    let (value, offset) = short(text) { $0.plainWholeNumber() }
    #expect(value == Int(text))
    #expect(offset == text.utf8.count)
    #expect(short(text) { $0.plainNumber() }.value == Double(text))
  }

  @Test(arguments: ["0.5", "62.5", "102.25", "0.1", "123456789.125", "0.00000000000001", "5.50"])
  func `a fraction of up to 15 digits is read the short way`(_ text: String) {
    let (value, offset) = short(text) { $0.plainNumber() }
    #expect(value == Double(text))
    #expect(offset == text.utf8.count)
    #expect(short(text) { $0.plainWholeNumber() }.value == nil)
  }

  @Test(arguments: [
    "", "-1", "-0", "01", "00", "1e2", "1E2", "0.5e1", "1.", "1.e1", ".5", "01.5", "-0.5", "null",
    "\"1\"", "1234567890123456", "12345678901234567890", "0.123456789012345", "123456.1234567890",
    "1234567890123456.5", "99999999999999999999999999999999",
  ])
  func `any other number is left to the long way, and no bytes are skipped`(_ text: String) {
    #expect(short(text) { $0.plainNumber() } == (nil, 0))
    #expect(short(text) { $0.plainWholeNumber() } == (nil, 0))
  }

  @Test func `the short way and the long way read the same value`() throws {
    var random = SeededGenerator(seed: 12)
    var taken = 0
    for _ in 0..<20_000 {
      let digits = (0...random.next() % 17).map { _ in
        String(UnicodeScalar(UInt8(0x30 + random.next() % 10)))
      }
      let point = Int(random.next() % UInt64(digits.count + 1))
      let text =
        digits[..<point].joined() + (random.next() % 4 > 0 ? "." : "") + digits[point...].joined()
      let (value, offset) = short(text) { $0.plainNumber() }
      guard let value else { continue }
      taken += 1
      #expect(offset == text.utf8.count)
      guard case .number(let number) = try json(text) else {
        Issue.record("\(text) is no number")
        continue
      }
      #expect(value.bitPattern == number.double.bitPattern, "\(text)")
      #expect(value == Double(text), "\(text)")
    }
    #expect(taken > 5_000)
  }
}
