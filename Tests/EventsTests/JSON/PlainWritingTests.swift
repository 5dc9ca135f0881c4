import Testing

@testable import Events

/// Tests that compare forms written digit by digit with the output of the standard library.
@Suite struct PlainWritingTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }

  @Test(arguments: [
    0, -0.0, 1, -1, 0.5, 107.5, -20, 225, 0.1, 1e-7, 999_999_999_999_999, 1e15, 1e16, 1e17, 1e300,
    9_007_199_254_740_994, -9_007_199_254_740_992, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ])
  func `a number is its shortest form without a trailing zero`(value: Double) {
    let text = "\(value)"
    let expected = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    #expect(written { $0.double(value) } == expected)
  }

  @Test(arguments: [
    0, 7, 10, -10, 99, 100, 99_999_999, -99_999_999, 100_000_000, 1_234_567_890, Int.max, Int.min,
  ])
  func `a whole number is its decimal digits`(value: Int) {
    #expect(written { $0.integer(value) } == String(value))
  }

  @Test(arguments: [
    (0, 3, "000"), (7, 4, "0007"), (2026, 4, "2026"), (12_345, 4, "12345"),
    (1_234_567, 8, "01234567"),
    (12_345_678, 8, "12345678"), (123_456_789, 10, "0123456789"), (7, 9, "000000007"),
  ])
  func `a number is padded with zeros to its width`(_ value: Int, _ width: Int, _ text: String) {
    var bytes = Array("is ".utf8)
    appendDecimal(value, width: width, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "is " + text)
  }

  @Test func `an id is five groups of hexadecimal digits`() {
    let id = EventID(high: 0x0199_F3A2_7C10_7D3E, low: 0x0A41_5B0C_2F6E_8D01)
    #expect(id.description == "0199f3a2-7c10-7d3e-0a41-5b0c2f6e8d01")
    #expect(String(decoding: hexadecimal(id.low), as: UTF8.self) == "0a415b0c2f6e8d01")
    #expect(EventID(high: 0, low: .max).description == "00000000-0000-0000-ffff-ffffffffffff")
  }

  @Test(arguments: ["0001-01-01", "1969-12-31", "2026-03-02", "9999-12-31"])
  func `a day is written in the form in which it is read`(text: String) throws {
    let day = try #require(LocalDay(text))
    #expect(day.description == text)
    #expect(written { $0.day(day) } == "\"\(text)\"")
  }

  @Test(arguments: [
    "", "squat", "a \"set\"", "a\\b", "\u{7F}", "tab\tand\u{7F}more", "Kniebeuge für Ä",
    "\u{202E}x",
    "a long text whose last byte is DEL \u{7F}",
  ])
  func `a text that is appended in place is escaped like any other`(text: String) {
    let expected = written {
      $0.array {
        $0.string("x\"y"); $0.string(text); $0.string(text)
      }
    }
    let inPlace = written {
      $0.array { json in
        json.string("x\"y")
        for _ in 0..<2 { json.text { $0 += text.utf8 } }
      }
    }
    #expect(inPlace == expected)
  }

  @Test(arguments: [
    "2026-03-02T18:04:11.250+01:00", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000-11:30",
    "9999-12-31T00:00:00.007+00:05",
  ])
  func `a time is written in the form in which it is read`(text: String) throws {
    let time = try #require(Timestamp(text))
    #expect(time.description == text)
    #expect(text.hasSuffix(time.offsetDescription))
  }
}
