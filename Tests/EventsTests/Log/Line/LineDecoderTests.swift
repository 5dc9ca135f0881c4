import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that the two ways to read a line, in canonical order or in any order, agree.
@Suite struct LineDecoderTests {
  /// Returns the event as a replay reads it, in canonical order first.
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

  /// Returns the event as a copy reads it, with all content and in any order.
  static func thorough(_ line: [UInt8]) -> Event? {
    Bytes.of(line) { bytes in
      var event = try? LineDecoder().whole(bytes)
      event?.unknown = nil
      return event
    }
  }

  @Test(arguments: Samples.full + Samples.sparse)
  func `data in replog's spelling is kept unchanged`(_ body: Event.Body) throws {
    let line = try #require(
      try Samples.log([body]).split(separator: UInt8(ascii: "\n")).map(Array.init).first)
    let kept = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
    let text = String(decoding: line.dropLast(Envelope.sumLength), as: UTF8.self)
    guard try CodecTests.isCopied(body) else {
      #expect(kept.canonicalData == nil)
      return
    }
    let data = try #require(kept.canonicalData)
    let bytes = String(decoding: data.bytes, as: UTF8.self)
    // The bytes begin with the id, so that an append adds only position and checksum.
    #expect("{\"seq\":1," + bytes == text)
    #expect(
      text.hasSuffix(
        ",\"data\":"
          + bytes.utf8.dropFirst(data.headCount).map { String(UnicodeScalar($0)) }.joined()))
    #expect(data.type.name == body.type)
  }

  @Test func `a draft with a changed fact keeps no unknown fields of the old fact`() throws {
    let line = #"{"type":"PostLiked","data":{"post":"p","mood":"great"},"device":"watch"}"#
    var draft = try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in try Draft(line: bytes)
    }
    draft.body = DayCleared(day: .monday).body
    let event = try #require(draft.event(id: Samples.id(1), at: Samples.start, seq: 1))
    var bytes: [UInt8] = []
    try event.write(to: &bytes, previousSum: nil)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasSuffix(#""type":"DayCleared","data":{"day":"monday"},"device":"watch"}"# + "\n"))
  }

  @Test func `a changed draft keeps no bytes of its old content`() throws {
    let line = try #require(
      try Samples.log([PostLiked(post: "p").body])
        .split(separator: UInt8(ascii: "\n")).map(Array.init).first)
    let changes: [(inout Draft) -> Void] = [
      { $0.id = Samples.id(7) }, { $0.at = Samples.start.adding(seconds: 9) }, { $0.user = "ben" },
      { $0.body = PostUnliked(post: "q").body },
    ]
    for change in changes {
      var draft = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
      change(&draft)
      let event = try #require(draft.event(at: nil, seq: 1))
      var plain: [UInt8] = []
      try event.write(to: &plain, previousSum: 5)
      var copied: [UInt8] = []
      var encoder = LineEncoder()
      _ = try encoder.write(event, to: &copied, batch: 1, previousSum: 5, data: draft.canonicalData)
      #expect(copied == plain)
    }
  }

  @Test(arguments: Samples.full)
  func `a line whose fields were already visited is read correctly in order, too`(
    _ body: Event.Body
  ) throws {
    let line = try CodecTests.line(body)
    try Bytes.of(line) { bytes in
      let decoder = LineDecoder()
      let envelope = try Envelope(scanning: bytes, decoder.scratch)
      #expect(envelope.members != nil)
      let content = try decoder.body(envelope, bytes)
      #expect(content.body == body)
      #expect(!content.holdsUnknown)
    }
  }

  @Test(arguments: 0..<4)
  func `both ways accept or refuse a damaged line alike`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = try Samples.log(Samples.full + Samples.sparse)
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    var taken = 0
    for _ in 0..<1500 {
      let line = DifferentialTests.mutated(
        try #require(lines.randomElement(using: &random)), &random)
      let quick = LineDecoderTests.quick(line)
      if quick != nil { taken += 1 }
      #expect(
        quick == LineDecoderTests.thorough(line),
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
      #expect(lineError(text)?.message == "'user' must have at most 200 bytes, got 300")
    }
  }

  /// Returns whether a replay accepts `line`, and whether a strict pass does.
  static func isTaken(_ line: [UInt8]) -> (inOneScan: Bool, strictly: Bool) {
    Bytes.of(line) { bytes in
      let isStrict = (try? Envelope(scanning: bytes)) != nil
      let isTaken = (try? LineDecoder().facts(bytes, in: 0..<bytes.count, after: 0)) != nil
      // A line that a strict pass accepts may still lack a field.
      return (isTaken, isStrict)
    }
  }

  @Test(arguments: 0..<8)
  func `one scan of a line accepts nothing that a strict pass refuses`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = try Samples.log(Samples.full + Samples.sparse)
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    var counts = (both: 0, neither: 0)
    for _ in 0..<3000 {
      let line = try #require(lines.randomElement(using: &random))
      // Only the data changes, so that the rest of the line stays canonical.
      let text = String(decoding: line, as: UTF8.self)
      let start = try #require(text.range(of: "\"data\":"))
      let head = text.utf8.distance(from: text.startIndex, to: start.upperBound)
      let data = Array(line[head..<line.count - Envelope.sumLength])
      let changed = line[..<head] + DifferentialTests.mutated(data, &random) + line.suffix(26)
      let (inOneScan, strictly) = LineDecoderTests.isTaken(Array(changed))
      if inOneScan {
        counts.both += 1
        #expect(strictly, Comment(rawValue: String(decoding: changed, as: UTF8.self)))
      } else if !strictly {
        counts.neither += 1
      }
    }
    #expect(counts.both > 100 && counts.neither > 100)
  }

  @Test(arguments: [
    // Numbers and names next to the data.
    (#""type":"DayCleared","v":9007199254740993,"data":{"day":"monday"}"#, false),
    (#""type":"DayCleared","batch":9007199254740993,"data":{"day":"monday"}"#, false),
    (#""type":"","data":{}"#, false),
    // A repeated name: in the data, inside a list, in content of a newer build.
    (#""type":"DayCleared","data":{"day":"monday","x":1,"x":2}"#, false),
    (#""type":"DayCleared","data":{"day":"monday"},"x":1,"x":2"#, false),
    (
      #""type":"PlanSaved","data":{"post":"p","day":"monday","exercises":[{"exercise":"e","x":1,"x":2}]}"#,
      false
    ),
    (#""type":"DayBurnt","data":{"x":1,"x":2}"#, false),
    (#""type":"DayCleared","v":9,"data":{"x":1,"x":2}"#, false),
    (#""type":"DayCleared","data":{"day":"monday"}"#, true),
    (
      #""type":"PlanSaved","data":{"post":"p","day":"monday","exercises":[{"exercise":"e","x":1}]}"#,
      true
    ),
  ])
  func `one scan refuses what a strict pass refuses, around and inside the data`(
    _ rest: String, _ isTaken: Bool
  ) {
    let line =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00",\#(rest)"#
      + #","sum":"0123456789abcdef"}"#
    #expect(LineDecoderTests.isTaken(Array(line.utf8)) == (isTaken, isTaken))
  }

  @Test func `nesting is counted from the line, wherever a list is`() {
    // An exercise in a list is the fourth bracket; its unknown content continues from there.
    for (depth, isTaken) in [(124, true), (125, false), (126, false), (127, false)] {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let line =
        #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","type":"PlanSaved""#
        + #","data":{"post":"p","day":"monday","exercises":[{"exercise":"e","x":\#(deep)}]}"#
        + #","sum":"0123456789abcdef"}"#
      #expect(LineDecoderTests.isTaken(Array(line.utf8)) == (isTaken, isTaken), "\(depth)")
    }
  }
}
