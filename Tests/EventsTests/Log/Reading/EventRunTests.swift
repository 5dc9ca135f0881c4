import TestSupport
import Testing

@testable import Events

/// Tests of the runs of events that a scan passes to its readers.
@Suite struct EventRunTests {
  private let facts: [Fact] = [
    .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
    .by("ben", .liked("p")), .by("ann", .logged("s", "squat", 6, Weight(100))),
    .by("ann", .liked("q")),
  ]

  /// Returns the runs of a log, with reader 1 of all feeds and reader 2 of ann's sessions.
  private func run(_ log: Log, _ body: (EventRun) -> Void) throws {
    var interest = Interest()
    interest.add(1, everythingIn: [.feed])
    interest.add(2, of: "ann", in: [.sessions])
    try log.events(interest) { body($0) }
  }

  @Test func `a run has each event that a reader wants, with its readers`() throws {
    let events = TestSupport.events(facts)
    var count = 0
    try run(log(events)) { run in
      count += run.count
      #expect((0..<run.count).map { run.event(at: $0) } == events)
      #expect((0..<run.count).map { run.user(at: $0) } == events.map(\.user))
      #expect((0..<run.count).map { run.readers(of: $0) } == [2, 2, 1, 2, 1])
      #expect((0..<run.count).filter { run.isWanted($0, by: 1) } == [2, 4])
      #expect(run.isWanted(by: 2) && !run.isWanted(by: 4))
      var passed: [Event] = []
      for index in 0..<run.count { run.withEvent(at: index) { passed.append($0) } }
      #expect(passed == events)
    }
    #expect(count == events.count)
  }

  @Test func `the events before damage are passed`() throws {
    let events = TestSupport.events(facts)
    var bytes = lines(events)
    let last = try #require(bytes.lastIndex(of: UInt8(ascii: "q")))
    bytes[last] = UInt8(ascii: "r")
    var passed: [Int] = []
    let error = #expect(throws: LogError.self) {
      try run(Log(bytes, name: "log")) { run in
        passed += (0..<run.count).map { run.event(at: $0).seq }
      }
    }
    #expect(error?.kind == .damaged && passed == [1, 2, 3, 4])
  }

  @Test func `a reader takes some events at a time, with their places`() throws {
    let log = log(TestSupport.events(facts))
    var interest = Interest()
    interest.add(1, everythingIn: [.feed])
    var reader = log.lines()
    var run = EventRun()
    var ranges: [Range<Int>] = []
    #expect(try reader.next(1, of: interest, in: &run) { ranges.append($0) })
    #expect(run.event(at: 0).seq == 3)
    #expect(try reader.next(5, of: interest, in: &run) { ranges.append($0) } == false)
    #expect(run.count == 1 && run.event(at: 0).seq == 5)
    #expect(ranges.count == 2 && ranges[0].upperBound <= ranges[1].lowerBound)
  }
}
