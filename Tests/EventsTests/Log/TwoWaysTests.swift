import TestSupport
import Testing

@testable import Events

/// A line is read in one of two ways: as it is written, or in any order. They must agree.
@Suite struct TwoWaysTests {
  /// The event as a replay reads it: canonical first.
  static func quick(_ line: [UInt8]) -> Event? {
    Bytes.of(line) { bytes in
      let decoder = LineDecoder()
      guard let envelope = try? decoder.logged(bytes),
        let body = try? decoder.body(envelope, bytes).body, let id = envelope.id,
        let at = envelope.at
      else { return nil }
      return Event(id: id, at: at, user: envelope.user, body, seq: envelope.seq)
    }
  }

  /// The event as a copy reads it: all of it, in any order.
  static func thorough(_ line: [UInt8]) -> Event? {
    Bytes.of(line) { bytes in
      var event = try? LineDecoder().whole(bytes)
      event?.unknown = nil
      return event
    }
  }

  @Test(arguments: 0..<4)
  func `a damaged line is taken or refused in both ways alike`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = try Samples.log(Samples.full + Samples.sparse)
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    var taken = 0
    for _ in 0..<1500 {
      let line = DifferentialTests.mutated(
        try #require(lines.randomElement(using: &random)), &random)
      let quick = TwoWaysTests.quick(line)
      if quick != nil { taken += 1 }
      #expect(
        quick == TwoWaysTests.thorough(line),
        Comment(rawValue: String(decoding: line, as: UTF8.self)))
    }
    #expect(taken > 50)
  }

  @Test func `reading a log does not apply the limits of a user, in either way`() throws {
    let user = String(repeating: "u", count: 300)
    let line =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","user":"\#(user)","#
      + #""type":"PostLiked","data":{"post":"p"}}"#
    for text in [line, " " + line] {
      #expect(try shown(Array((text + "\n").utf8)) == [1])
      #expect(lineError(text)?.message == "'user' must have at most 200 bytes, not 300")
    }
  }
}
