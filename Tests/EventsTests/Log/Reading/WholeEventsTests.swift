import TestSupport
import Testing

@testable import Events

/// Tests of events that are copied from one log into another, and of lines read from the end.
@Suite struct WholeEventsTests {
  private func samples() throws -> [UInt8] { try Samples.log(Samples.full) }

  @Test func `a log made from a log's events equals that log`() throws {
    let bytes = try samples()
    let events = try Log(bytes, name: "log").wholeEvents()
    let copy = try Log(of: events)
    #expect(withExtendedLifetime(copy) { copy.bytes.array } == bytes)
    #expect(copy.name == "events.jsonl")
  }

  @Test func `events get positions in their order`() throws {
    let events = try Log(samples(), name: "log").wholeEvents()
    let some = [events[4], events[1], events[7]]
    let copy = try Log(of: some, name: "some").wholeEvents()
    #expect(copy.map(\.seq) == [1, 2, 3])
    #expect(copy.map(\.id) == some.map(\.id))
  }

  @Test func `an event that does not fit into a line is refused by its place`() throws {
    var event = try Log(samples(), name: "log").wholeEvents()[0]
    event.at = Timestamp(milliseconds: .max, offsetMinutes: 0)
    let fine = try Log(samples(), name: "log").wholeEvents()[1]
    let error = failure { try Log(of: [fine, event], name: "new") }
    #expect(error?.kind == .refused && error?.draft == 1 && error?.file == "new")
  }

  @Test func `an event accepts other data only if it is valid for its type`() throws {
    let event = Event(id: id(1), at: Samples.start, user: "ann", like(1), seq: 3)
    let other = try JSON(text: #"{"post":"other","mood":"great"}"#)
    let new = try #require(event.withData(other))
    #expect(new.body == PostLiked(post: "other").body)
    #expect(new.seq == 3 && new.id == event.id && new.unknown != nil)
    #expect(event.withData(.null) == nil)
    #expect(event.withData(try JSON(text: "{}")) == nil)
    #expect(event.withData(try JSON(text: #"{"post":7}"#)) == nil)
  }

  @Test func `lines are read backwards, only as many as requested`() throws {
    let log = Log(try lines(inBatches: [1, 3, 1]).flatMap { $0 }, name: "log")
    func read(_ count: Int) throws -> [Int] {
      var seqs: [Int] = []
      try log.forEachLineBackwards { line, lines in
        seqs.append(line.seq)
        #expect(lines.id == Samples.id(line.seq))
        return seqs.count < count
      }
      return seqs
    }
    #expect(try read(99) == [5, 4, 3, 2, 1])
    #expect(try read(2) == [5, 4])
    let empty = Log([], name: "empty")
    try empty.forEachLineBackwards { _, _ in
      Issue.record("an empty log has no line")
      return true
    }
  }

  @Test func `a damaged line is reported when it is reached from the end`() throws {
    var bytes = try samples()
    bytes[bytes.count / 2] ^= 1
    #expect(
      failure { try Log(bytes, name: "log").forEachLineBackwards { _, _ in true } }?.kind
        == .damaged)
  }
}

extension JSON {
  fileprivate init(text: String) throws {
    self = try Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try JSON(bytes) }
  }
}
