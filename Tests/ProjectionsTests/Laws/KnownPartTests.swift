import Events
import Projections
import TestSupport
import Testing

/// The part of a log that had arrived by a time, compared with brute force over random logs whose clocks run back.
@Suite struct KnownPartTests {
  /// Random logs; each has few events, since all their moments are tried.
  private static let logs: [[Event]] = (1...200).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    return facts.events(24)
  }

  /// The moments at which something changes in a log, and those just before.
  private static func moments(_ events: [Event]) -> [Timestamp] {
    let times = Set(events.map(\.at.milliseconds))
    return times.union(times.map { $0 - 1 }).sorted().map { Timestamp(milliseconds: $0) }
  }

  /// Returns the events that had arrived: each arrived at the latest time claimed up to it.
  private static func arrived<T: Comparable>(
    _ events: [Event], by last: T, _ time: (Event) -> T
  ) -> [Event] {
    var latest: T?
    return events.filter { event in
      latest = max(latest ?? time(event), time(event))
      return latest.map { $0 <= last } ?? false
    }
  }

  /// Returns the number of events in a part of the log of these events.
  private static func count(_ part: AsOf?, _ events: [Event]) -> Int {
    events.count { part?.includes($0) ?? true }
  }

  @Test func `a known part ends where the running maximum of the times passes the given time`()
    throws
  {
    var (parts, behind) = (0, 0)
    for events in Self.logs {
      let log = log(events)
      for moment in Self.moments(events) {
        let expected = Self.arrived(events, by: moment.milliseconds, \.at.milliseconds)
        let part = try log.known(by: .time(moment))
        #expect(Self.count(part, events) == expected.count)
        #expect(expected.map(\.seq) == events.prefix(expected.count).map(\.seq))
        #expect((part == nil) == (expected.count == events.count))
        parts += 1
        if Self.count(.time(moment), events) > expected.count { behind += 1 }
      }
      for day in Set(events.map(\.at.day)) {
        let expected = Self.arrived(events, by: day.number, \.at.day.number)
        #expect(Self.count(try log.known(by: .day(day)), events) == expected.count)
      }
      #expect(try log.known(by: .seq(7)) == (events.count > 7 ? .seq(7) : nil))
    }
    // The clocks must run back, or it is the part that '--as-of' reads.
    #expect(parts > 500 && behind > 100, "\(parts) parts, \(behind) differ")
  }

  @Test func `each view of a known part equals the view of the log at that time`() throws {
    var chance = SeededGenerator(seed: 10)
    for events in Self.logs {
      let whole = log(events)
      let moments = Self.moments(events)
      for _ in 0..<3 {
        let moment = moments[Int(chance.next() % UInt64(moments.count))]
        let then = log(Self.arrived(events, by: moment.milliseconds, \.at.milliseconds))
        let part = try whole.known(by: .time(moment))
        for user in ["ann", "bob"] as [Name] {
          let known = try whole.states(of: Views.all, of: user, asOf: part)
          let expected = try then.states(of: Views.all, of: user, asOf: nil)
          for (one, other) in zip(known, expected) where one.json != other.json {
            Issue.record("\(one.name) of \(user) at \(moment)")
          }
        }
      }
    }
  }

  @Test func `a search, a replay and a comparison read the same part`() throws {
    for events in RandomFacts.logs {
      let whole = log(events)
      let moments = Self.moments(events)
      let moment = moments[moments.count / 2]
      let then = log(Self.arrived(events, by: moment.milliseconds, \.at.milliseconds))
      let part = try whole.known(by: .time(moment))
      let condition = try PathCondition(parsing: "[0] exists")
      for view in [HistoryView.self, PersonalBestsView.self] as [any LogView.Type] {
        let flips = try whole.flips(of: condition, in: view, of: "ann", asOf: part)
        let expected = try then.flips(of: condition, in: view, of: "ann")
        #expect(flips.flips.map(\.event.seq) == expected.flips.map(\.event.seq))
      }
      #expect(try steps(whole, part) == steps(then, nil))
      let states = try whole.states(of: Views.all, of: "ann", asOf: part, nil)
      let old = try then.states(of: Views.all, of: "ann", asOf: nil)
      #expect(states.old.map(\.json) == old.map(\.json))
    }
  }

  /// Returns the positions and the paths that a replay of a part of a log shows.
  private func steps(_ log: Log, _ part: AsOf?) throws -> [String] {
    var replay = LogReplay(log, Views.all, of: "ann", in: 1...Int.max, asOf: part, isOfUser: false)
    var shown: [String] = []
    while let step = try replay.next() {
      shown.append("\(step.event.seq) \(step.changes.map { "\($0.view) \($0.change.path)" })")
    }
    return shown
  }

  @Test func `damage before the end of the part is reported`() throws {
    let events = RandomFacts.logs[0]
    let damaged = Log(Array("x\n".utf8) + lines(events), name: "log")
    #expect(throws: LogError.self) { try damaged.known(by: .time(events[0].at)) }
  }
}
