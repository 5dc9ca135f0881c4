import Events
import Projections
import TestSupport
import Testing

/// A walk over a log shows what traces of the views, each given every event, report.
@Suite struct LogReplayTests {
  /// What is compared of a step: the event, and a line for each change.
  private struct Shown: Equatable, CustomStringConvertible {
    let seq: Int
    let changes: [String]

    var description: String { "\(seq): \(changes)" }

    init(_ event: Event, _ changes: [(view: String, change: ViewChange)]) {
      seq = event.seq
      self.changes = changes.map { view, change in
        let (before, after) = (change.before?.json, change.after?.json)
        return "\(view) \(change.path) \(String(describing: before)) \(String(describing: after))"
      }
    }
  }

  private static func walked(
    _ log: Log, _ views: [any LogView.Type], of user: Name?, in range: ClosedRange<Int>,
    isOfUser: Bool
  ) throws -> [Shown] {
    var replay = LogReplay(log, views, of: user, in: range, isOfUser: isOfUser)
    var shown: [Shown] = []
    while let step = try replay.next() { shown.append(Shown(step.event, step.changes)) }
    // The same, as many at once as are read ahead.
    var (again, steps) = ([Shown](), LogReplay(log, views, of: user, in: range, isOfUser: isOfUser))
    while case let next = try steps.nextSteps(), !next.isEmpty {
      again += next.map { Shown($0.event, $0.changes) }
    }
    #expect(again == shown)
    return shown
  }

  private static func expected(
    _ events: [Event], _ views: [any LogView.Type], of user: Name?, in range: ClosedRange<Int>,
    isOfUser: Bool
  ) -> [Shown] {
    var traces = views.map { $0._trace(of: user, at: nil) }
    return events.filter { $0.seq <= range.upperBound }.compactMap { event in
      var changes: [(view: String, change: ViewChange)] = []
      for place in traces.indices {
        let name = traces[place].name
        traces[place].apply(event) { changes.append((name, $0)) }
      }
      let isShown = !isOfUser || event.user == user || !changes.isEmpty
      return range.contains(event.seq) && isShown ? Shown(event, changes) : nil
    }
  }

  @Test(arguments: [true, false])
  func `each event is shown with its changes, and others' events only if they change something`(
    isOfUser: Bool
  ) throws {
    var ofOthers = 0
    for events in RandomFacts.logs {
      for (user, range) in [("ann", 1...Int.max), (nil, 1...Int.max), ("bob", 20...40)]
        as [(Name?, ClosedRange<Int>)]
      {
        let expected = Self.expected(events, Views.all, of: user, in: range, isOfUser: isOfUser)
        let walked = try Self.walked(
          log(events), Views.all, of: user, in: range, isOfUser: isOfUser)
        #expect(walked == expected)
        ofOthers += walked.count { events[$0.seq - 1].user != user && !$0.changes.isEmpty }
      }
    }
    #expect(ofOthers > 0)
  }

  @Test func `more views than fit into a word are shown as each is alone`() throws {
    let views = [Views.all, Views.all, Views.all].flatMap(\.self)
    #expect(views.count > 64)
    let events = RandomFacts.logs[0]
    let expected = Self.expected(events, views, of: "ann", in: 1...Int.max, isOfUser: true)
    let walked = try Self.walked(log(events), views, of: "ann", in: 1...Int.max, isOfUser: true)
    #expect(walked == expected)
  }

  @Test
  func `a log with more events than are read ahead is shown completely, up to the first damage`()
    throws
  {
    let pieces = RandomFacts.logs.flatMap(\.self).filter { $0.user != nil }
    let events = events((pieces + pieces).prefix(1_300).map { .by($0.user ?? "ann", $0.body) })
    #expect(events.count == 1_300)
    let views: [any LogView.Type] = [HistoryView.self, PlanView.self, PersonalBestsView.self]
    for range in [1...Int.max, 500...520, 1_024...1_026] {
      let expected = Self.expected(events, views, of: "ann", in: range, isOfUser: false)
      #expect(
        try Self.walked(log(events), views, of: "ann", in: range, isOfUser: false) == expected)
    }
    for good in [511, 512, 700] {
      var bytes: [UInt8] = []
      var sum: UInt64 = 0
      for event in events.prefix(good) { sum = try event.write(to: &bytes, previousSum: sum) }
      let damaged = Log(bytes + Array("{}\n{}\n".utf8), name: "test.jsonl")
      var replay = LogReplay(damaged, views, of: "ann", in: 1...Int.max, isOfUser: false)
      var shown = 0
      #expect(throws: LogError.self) { while try replay.next() != nil { shown += 1 } }
      #expect(shown == good)
    }
  }

  @Test func `events with many changes are folded on two threads, up to the first damage`() throws {
    let pieces = RandomFacts.logs.flatMap(\.self).filter { $0.user != nil }
    let events = events((pieces + pieces).prefix(1_030).map { .by($0.user ?? "ann", $0.body) })
    // Backwards: of the user, who is first in the table, nothing changes late in a log.
    let views: [any LogView.Type] = Views.all.reversed()
    let expected = Self.expected(events, views, of: "ann", in: 1...Int.max, isOfUser: false)
    // The changes of 512 events decide on the threads of the next.
    try #require(expected.count == 1_030)
    for first in [0, 512] {
      try #require(expected[first..<first + 512].reduce(0) { $0 + $1.changes.count } > 512)
    }
    let lines = try events.map { event in
      var line: [UInt8] = []
      _ = try event.write(to: &line, previousSum: nil)
      return line
    }
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for event in events { sum = try event.write(to: &bytes, previousSum: sum) }
    let damaged = Log(bytes + Array("{}\n{}\n".utf8), name: "test.jsonl")
    var replay = LogReplay(damaged, views, of: "ann", in: 1...Int.max, isOfUser: false)
    var shown: [Shown] = []
    let error = #expect(throws: LogError.self) {
      while let step = try replay.next() {
        if step.line != lines[shown.count] { Issue.record("another line at \(step.event)") }
        shown.append(Shown(step.event, step.changes))
      }
    }
    #expect(error?.kind == .damaged && error?.line == 1_031)
    #expect(shown == expected)
  }

  @Test func `an event of a type unknown to this build is shown without changes`() throws {
    let log = log(lines: [
      #"{"seq":1,"id":"\#(id(1))","at":"2026-03-02T10:00:00Z","user":"ann","type":"MoonWaned","data":{}}"#,
      #"{"seq":2,"id":"\#(id(2))","at":"2026-03-02T10:00:00Z","user":"bob","type":"MoonWaned","data":{}}"#,
    ])
    func seqs(isOfUser: Bool) throws -> [Int] {
      try Self.walked(log, Views.all, of: "ann", in: 1...Int.max, isOfUser: isOfUser).map(\.seq)
    }
    #expect(try seqs(isOfUser: true) == [1])
    #expect(try seqs(isOfUser: false) == [1, 2])
  }

  @Test(arguments: [true, false])
  func `an unreadable event of another user is damage`(isOfUser: Bool) throws {
    let log = log(lines: [
      #"{"seq":1,"id":"\#(id(1))","at":"2026-03-02T10:00:00Z","user":"bob","type":"PushUpsLogged","#
        + #""data":{"count":"five"}}"#
    ])
    let error = #expect(throws: LogError.self) {
      try Self.walked(log, [HistoryView.self], of: "ann", in: 1...Int.max, isOfUser: isOfUser)
    }
    #expect(error?.kind == .damaged && error?.line == 1)
  }

  @Test func `other users' events about numbered exercises are skipped`() throws {
    let events = events([
      .by("ann", .added(.monday, "squat")), .by("bob", .added(.monday, "squat")),
      .by("bob", .added(.monday, "row")),
    ])
    var source = PlanView.Source.scoped(to: "ann")
    #expect(!source._ignores(events[0]))
    source.apply(events[0])
    #expect(!source._ignores(events[0]))
    #expect(source._ignores(events[1]))
    #expect(!source._ignores(events[2]))
  }
}
