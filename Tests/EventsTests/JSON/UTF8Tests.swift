import Testing

@testable import Events

@Suite struct UTF8Tests {
  /// The limits of each row of the table "Well-Formed UTF-8 Byte Sequences" (Unicode, table 3-7).
  static let wellFormed: [[UInt8]] = [
    [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE0, 0xBF, 0xBF], [0xE1, 0x80, 0x80],
    [0xEC, 0xBF, 0xBF], [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF0, 0xBF, 0xBF, 0xBF],
    [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x80, 0x80, 0x80],
    [0xF4, 0x8F, 0xBF, 0xBF],
  ]

  /// The sequences beyond each limit: overlong, surrogates, above U+10FFFF, stray and foreign bytes.
  static let illFormed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2, 0x7F], [0xC2, 0xC0],
    [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE1, 0x7F, 0x80], [0xE1, 0x80, 0x7F],
    [0xE1, 0x80, 0xC0], [0xED, 0xA0, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xBF, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80, 0x7F],
    [0xF1, 0x80, 0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
  ]

  @Test(arguments: wellFormed) func `a well-formed character is accepted`(_ bytes: [UInt8]) throws {
    for padding in 0..<9 {
      let text = [UInt8](repeating: 0x61, count: padding) + bytes
      #expect(try json([0x22] + text + [0x22]) == .string(String(decoding: text, as: UTF8.self)))
      #expect(isSkipped([0x22] + text + [0x22]))
      // After an escape, another loop reads the text.
      let escaped = Array(#""\n"#.utf8) + text + [0x22]
      #expect(try json(escaped) == .string("\n" + String(decoding: text, as: UTF8.self)))
    }
  }

  @Test(arguments: illFormed) func `an ill-formed character is refused where it begins`(
    _ bytes: [UInt8]
  ) {
    for padding in 0..<9 {
      let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + bytes + [0x22]
      #expect(refusal(text)?.offset == padding + 1)
      #expect(refusal(text)?.message.hasPrefix("expected valid UTF-8, found byte 0x") == true)
      #expect(!isSkipped(text))
    }
  }

  @Test(arguments: wellFormed) func `a character cut at any byte is refused`(_ bytes: [UInt8]) {
    for length in 1..<bytes.count {
      for rest in [[], [0x22], [0x61, 0x22]] as [[UInt8]] {
        let text = [0x22] + bytes.prefix(length) + rest
        #expect(refusal(text)?.message.hasPrefix("expected valid UTF-8") == true)
        #expect(!isSkipped(text))
      }
    }
  }

  @Test func `all pairs of lead and second byte agree with the standard library`() {
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8.min...0xFF where ![0x22, 0x5C].contains(second) && second >= 0x20 {
        for third: UInt8 in [0x80, 0xBF, 0x61] {
          let text: [UInt8] = [lead, second, third, 0x80]
          let isValid = String(validating: text, as: UTF8.self) != nil
          #expect((refusal([0x22] + text + [0x22]) == nil) == isValid, "\(text)")
        }
      }
    }
  }
}
