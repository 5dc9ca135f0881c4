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

  @Test func `a run contains each event that a reader wants, with its readers`() throws {
    let events = TestSupport.events(facts)
    var count = 0
    try run(log(events)) { run in
      count += run.count
      #expect((0..<run.count).map { run.event(at: $0) } == events)
      #expect((0..<run.count).map { run.user(at: $0) } == events.map(\.user))
      #expect((0..<run.count).map { run.rows[$0].bits } == [2, 2, 1, 2, 1])
      #expect((0..<run.count).filter { run.isWanted($0, by: 1) } == [2, 4])
      #expect(run.isWanted(by: 2) && !run.isWanted(by: 4))
      var passed: [Event] = []
      for index in 0..<run.count { run.withEvent(at: index) { passed.append($0) } }
      #expect(passed == events)
    }
    #expect(count == events.count)
  }

  @Test func `two readers of one user's events each get their events`() throws {
    var interest = Interest()
    interest.add(1, of: "ann", in: [.feed, .plan])
    interest.add(2, of: "ann", in: [.sessions, .feed])
    interest.add(4, of: "ben", in: [.feed])
    var readers: [UInt64] = []
    try log(TestSupport.events(facts)).events(interest) { run in
      readers += (0..<run.count).map { run.rows[$0].bits }
    }
    #expect(readers == [2, 2, 4, 2, 3])
  }

  @Test func `events outside the included part are passed to no reader`() throws {
    var interest = Interest { $0.seq != 2 && $0.user == "ann" }
    interest.add(1, everythingIn: [.feed])
    interest.add(2, everyUserIn: [.sessions])
    var seqs: [Int] = []
    try log(TestSupport.events(facts)).events(interest) { run in
      seqs += (0..<run.count).map { run.event(at: $0).seq }
    }
    #expect(seqs == [1, 4, 5])
  }

  @Test func `the events before damage are passed on`() throws {
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

  @Test(
    arguments: [([.feed], 1, 3), ([.feed], 2, 3), ([.feed], 9, 4), ([.plan], 2, 3)]
      as [(Areas, Int, Int)])
  func `a position that does not increase is damage, even if the checksums are right`(
    _ areas: Areas, _ third: Int, _ damaged: Int
  ) throws {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (number, seq) in [1, 2, third, 4, 5, 6].enumerated() {
      let event = Event(id: id(number + 1), at: Samples.start, user: "ann", like(number), seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    var interest = Interest()
    interest.add(1, everythingIn: areas)
    let error = failure { try Log(bytes, name: "log").events(interest) { _ in } }
    #expect(error?.kind == .damaged && error?.line == damaged)
  }

  @Test(arguments: ["\"]", "\" ", "}}", "\",", "x}"])
  func `a line ends after its checksum`(_ end: String) throws {
    var all = try TestSupport.lines(inBatches: [1, 1, 1, 1])
    all[1].replaceSubrange(all[1].count - 3..<all[1].count - 1, with: Array(end.utf8))
    var interest = Interest()
    interest.add(1, everythingIn: [.feed])
    let log = Log(Array(all.joined()), name: "log")
    let error = failure { try log.events(interest) { _ in } }
    #expect(error?.kind == .damaged && error?.line == 2)
    #expect(error == damage(Array(all.joined())))
  }

  @Test func `a run with more sets than usual keeps the first ones`() throws {
    let events = TestSupport.events((0..<5_000).map { _ in Fact.by("a", .logged("s", "a", 1)) })
    var interest = Interest()
    interest.add(1, everythingIn: [.sessions])
    var (passed, longest) = ([Event](), 0)
    try log(events).events(interest) { run in
      longest = max(longest, run.count)
      for index in 0..<run.count { passed.append(run.event(at: index)) }
    }
    #expect(passed == events)
    #expect(longest > 600, "the memory of a run never grew")
  }

  @Test func `a reader reads some events at a time, with their places`() throws {
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
