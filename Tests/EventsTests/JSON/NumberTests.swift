import TestSupport
import Testing

@testable import Events

/// Tests that a number is read as the nearest `Double`.
@Suite struct NumberTests {
  @Test func `a number of up to 17 digits is the nearest double`() throws {
    var random = SeededGenerator(seed: 12)
    var taken = 0
    for _ in 0..<20_000 {
      let digits = (0...random.next() % 17).map { _ in
        String(UnicodeScalar(UInt8(0x30 + random.next() % 10)))
      }
      let point = Int(random.next() % UInt64(digits.count + 1))
      let text =
        digits[..<point].joined() + (random.next() % 4 > 0 ? "." : "") + digits[point...].joined()
      guard case .number(let number)? = try? json(text) else { continue }
      taken += 1
      #expect(number.double.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    #expect(taken > 5_000)
  }
}
