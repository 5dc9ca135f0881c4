import TestSupport
import Testing

@testable import Events

/// A line that copies what it has in common with the one before is the same as one written alone.
@Suite struct LineEncoderTests {
  @Test func `lines of one batch are those of each event alone`() throws {
    var random = SeededGenerator(seed: 7)
    var encoder = LineEncoder(keepsHeads: true)
    let times =
      [0, 1].map { Timestamp(milliseconds: $0, offsetMinutes: 0) }
      + [Timestamp(milliseconds: 0, offsetMinutes: 60)]
    let users: [Name?] = [nil, "ann", "bob \"b\""]
    var bodies = Samples.full + Samples.sparse
    bodies += (0..<bodies.count).map { number in
      .sessions(.setLogged(SetLogged(session: "s", exercise: "squat", reps: number, weight: nil)))
    }
    bodies.append(.unknown(UnknownEvent(type: "AcmeNightSlept", data: .object([]))))
    var repeated = 0
    var last: (Timestamp, Name?, String)?
    for seq in 1...5_000 {
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
}
