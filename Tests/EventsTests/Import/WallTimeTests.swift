import TestSupport
import Testing

@testable import Events

/// Tests of the times in exports; the most frequent form is read without strings.
@Suite struct WallTimeTests {
  /// Returns the results of the fast reader and of the general reader for a text.
  private static func both(_ text: String) -> (plain: WallTime?, general: WallTime?) {
    (Bytes.of(text) { WallTime(plain: $0) }, WallTime(general: text))
  }

  @Test(arguments: [
    "2016-10-03 19:30:55", "2024-02-29 00:00:00", "1900-01-01 00:00:00", "2999-12-31 23:59:59",
    "1969-12-31 23:59:59", "2016-10-03 19:30", "1900-01-01 00:00", "2999-12-31 23:59",
  ])
  func `the common form is read the same in both ways`(_ text: String) throws {
    let (plain, general) = Self.both(text)
    let read = try #require(plain)
    #expect(read == general)
  }

  @Test(arguments: [
    "2023-02-29 00:00:00", "1899-12-31 00:00:00", "3000-01-01 00:00:00", "2016-13-03 19:30:55",
    "2016-00-03 19:30:55", "2016-10-00 19:30:55", "2016-10-03 24:00:00", "2016-10-03 19:60:00",
    "2016-10-03 19:30:60", "2016-10-03 19-30-55", "2016/10/03 19:30:55", "+016-10-03 19:30:55",
    "2016-10-03 19:30:5 ", "2016-10-03 19:3o:55", "", "2023-02-29 00:00", "2016-10-03 24:00",
    "2016-10-03 19:60", "2016-10-03 19-30", "2016-10-03 19:30:", "3000-01-01 00:00",
  ])
  func `a text that is not a time for the general reader is not one for the short reader`(
    _ text: String
  ) {
    let (plain, general) = Self.both(text)
    #expect(plain == nil && general == nil)
  }

  @Test(arguments: [
    ("2024-01-05 6:12:13 PM", "2024-01-05 18:12:13"), ("2024-01-05 12:00 AM", "2024-01-05 00:00"),
    ("2024-01-05 12:30:00\u{202F}pm", "2024-01-05 12:30"),
    ("5 Jan 2024, 11:59 am", "2024-01-05 11:59"),
  ])
  func `a time on the 12-hour clock is read`(_ text: String, _ same: String) throws {
    let read = try #require(WallTime(text))
    #expect(read == WallTime(same))
  }

  @Test(arguments: [
    "2024-01-05 13:00 PM", "2024-01-05 0:30 AM", "2024-01-05 PM", "2024-01-05 6:12 XM",
  ])
  func `a time that the 12-hour clock does not have is refused`(_ text: String) {
    #expect(WallTime(text) == nil)
  }

  @Test(arguments: ["2024-02-29", "1969-12-31", "1900-01-01", "2999-12-31"])
  func `a day alone means noon`(_ day: String) throws {
    let noon = try #require(WallTime(WrittenCell.noon(day)))
    #expect(noon == WallTime(general: day + " 12:00"))
  }

  @Test(arguments: ["2024-02-29 09:05:00", "2024-02-29 09:05"])
  func
    `texts that differ in one or two characters are read the same by the short and the general reader`(
      _ time: String
    )
  {
    var random = SeededGenerator(seed: 6)
    var read = 0
    for _ in 0..<5_000 {
      var text = Array(time.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = "0123456789-: T".utf8.randomElement(using: &random) ?? 0
      }
      let (plain, general) = Self.both(String(decoding: text, as: UTF8.self))
      guard let plain else { continue }
      read += 1
      #expect(plain == general, "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(read > 500)
  }
}
