import TestSupport
import Testing

@testable import Events

/// Tests that a line with copied parts equals the same line written alone.
@Suite struct LineEncoderTests {
  @Test func `the lines of a batch equal those of its single events`() throws {
    var random = SeededGenerator(seed: 7)
    var encoder = LineEncoder(keepsHeads: true)
    let times =
      [0, 1].map { Timestamp(milliseconds: $0, offsetMinutes: 0) }
      + [Timestamp(milliseconds: 0, offsetMinutes: 60)]
    // Readers treat the last two as equal text, but their bytes differ.
    let users: [Name?] = [nil, "ann", "bob \"b\"", "zo\u{EB}", "zoe\u{308}"]
    var bodies = Samples.full + Samples.sparse
    bodies += (0..<bodies.count).map { number in
      SetLogged(session: "s", exercise: "squat", reps: number, weight: nil).body
    }
    bodies.append(.unknown(UnknownEvent(type: "AcmeNightSlept", data: .object([]))))
    var repeated = 0
    var last: (Timestamp, Name?, String)?
    for seq in 1...8_000 {
      let event = Event(
        id: id(seq), at: try #require(times.randomElement(using: &random)),
        user: try #require(users.randomElement(using: &random)),
        try #require(bodies.randomElement(using: &random)), seq: seq)
      if let last, last == (event.at, event.user, event.type) { repeated += 1 }
      last = (event.at, event.user, event.type)
      let batch = seq % 7 == 0 ? 3 : 1
      var (together, alone): ([UInt8], [UInt8]) = ([], [])
      let sum = try encoder.write(event, to: &together, batch: batch, previousSum: 5)
      #expect(try event.write(to: &alone, batch: batch, previousSum: 5) == sum)
      #expect(together == alone)
    }
    #expect(repeated > 100)
  }

  @Test func `fields unknown to this build are written as they were read`() throws {
    var random = SeededGenerator(seed: 8)
    var encoder = LineEncoder(keepsHeads: true)
    let body = SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil).body
    let data = Array(#"{"session":"s","exercise":"squat","reps":5,"mood":"good"}"#.utf8)
    let beside = Array(#","device":"watch""#.utf8)
    for seq in 1...50 {
      var event = Event(
        id: id(seq), at: Timestamp(milliseconds: 0, offsetMinutes: 0), user: "ann", body, seq: seq)
      let hasData = Bool.random(using: &random)
      let hasBeside = Bool.random(using: &random)
      event.unknown = UnknownFields(data: hasData ? data : nil, beside: hasBeside ? beside : [])
      var bytes: [UInt8] = []
      _ = try encoder.write(event, to: &bytes, batch: 1, previousSum: nil)
      let written =
        #"{"seq":\#(seq),"id":"\#(id(seq))","at":"1970-01-01T00:00:00.000Z","user":"ann","#
        + #""type":"SetLogged","data":{"session":"s","exercise":"squat","reps":5"#
        + (hasData ? #","mood":"good"}"# : "}") + (hasBeside ? #","device":"watch"}"# : "}") + "\n"
      #expect(String(decoding: bytes, as: UTF8.self) == written)
    }
  }
}
