import Events
import Projections
import TestSupport
import Testing

@Suite struct ProjectionLawTests {
  /// Random logs of 0 to 135 events.
  static let logs: [[Event]] = (0..<46).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    return facts.events(seed * 3)
  }

  /// Events, and the log of them, which is written once for all subjects.
  private struct Written {
    let events: [Event]
    let log: Log

    init(_ events: some Sequence<Event>) {
      self.events = Array(events)
      log = TestSupport.log(self.events)
    }
  }

  /// A log, a part of it, and the events after the part.
  private struct Parted {
    let seed: Int
    let part: Written
    let rest: [Event]
    let whole: Written

    /// The log of 60 random events that a seed gives, parted at each of some places.
    static func all(_ seed: Int, at places: [Int]) -> [Parted] {
      var facts = RandomFacts(seed: UInt64(seed))
      let whole = Written(seed % 2 == 0 ? facts.events(60) : facts.sets(60))
      return places.map { place in
        Parted(
          seed: seed, part: Written(whole.events[..<place]), rest: Array(whole.events[place...]),
          whole: whole)
      }
    }
  }

  /// A log, as of a place or time, and the events that are meant.
  private struct Earlier {
    let log: Log
    let asOf: [AsOf]
    let expected: Written
  }

  private static let written = logs.map { Written($0) }
  private static let late = Reliability.some(written.dropFirst(30))
  private static let stepwise = (Reliability.isSample ? [6, 7] : Array(0..<8))
    .flatMap {
      Parted.all($0, at: Array(stride(from: 0, to: 60, by: Reliability.isSample ? 5 : 1)))
    }
  private static let parted = Reliability.some(0..<20)
    .flatMap { Parted.all($0, at: [1, 30, 45, 59]) }

  @Test(arguments: Subject.all)
  func `folding in two parts equals folding at once`(subject: Subject) throws {
    for written in Reliability.some(Self.written) {
      let events = written.events
      let whole = try subject.replayed(written.log, nil)
      for place in [0, events.count / 3, events.count / 2, max(0, events.count - 1), events.count] {
        let folded = subject.folded(events, place)
        #expect(folded.whole == whole, "\(events.count) events, parted at \(place)")
        #expect(folded.partAfterwards == folded.part, "a copy that went on changed the original")
      }
    }
  }

  @Test(arguments: Subject.all)
  func `a manual fold equals a replay after every event`(subject: Subject) throws {
    for it in Self.stepwise {
      #expect(
        subject.folded(it.part.events, it.part.events.count).part
          == (try subject.replayed(it.part.log, nil)), "seed \(it.seed), \(it.part.events.count)")
    }
  }

  @Test(arguments: Subject.all)
  func `a manual fold that continues a replay equals a full replay`(subject: Subject) throws {
    for it in Self.parted {
      #expect(
        try subject.continued(it.part.log, it.rest) == subject.replayed(it.whole.log, nil),
        "seed \(it.seed), \(it.part.events.count)")
    }
  }

  @Test(arguments: Subject.all)
  func `the random logs contain events for every projection`(subject: Subject) throws {
    let shown = Set(try Self.written.map { try subject.replayed($0.log, nil) })
    #expect(
      shown.count > (subject.testDescription.hasSuffix("WeightUnit>") ? 1 : 2),
      "\(shown.count) different states; give its events a larger part of 'RandomFacts'")
  }

  /// Logs with an unknown event before each of theirs, and the same without.
  private static let mixed: [(mixed: Log, known: Log)] = {
    let unknown = [
      #""type":"MoonWaned","data":{"exercise":"zzz","session":"s"}"#,
      #""type":"SetLogged","v":99,"data":{"what":{"is":["this"]}}"#,
      #""type":"UserSignedOut","v":2,"data":{}"#, #""type":"planShared","data":{}"#,
    ]
    return Reliability.some(logs).map { events in
      var (known, mixed): ([Event], [String]) = ([], [])
      for var event in events {
        event.seq *= 2
        known.append(event)
        mixed.append(
          #"{"seq":\#(event.seq - 1),"id":"\#(id(10_000 + event.seq))","at":"\#(event.at)","#
            + #""user":"ann",\#(unknown[event.seq / 2 % unknown.count])}"#)
        var bytes: [UInt8] = []
        do { try event.write(to: &bytes, previousSum: nil) } catch { Issue.record(error) }
        mixed.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      }
      return (log(lines: mixed), log(known))
    }
  }()

  @Test(arguments: Subject.all)
  func `unknown events change nothing`(subject: Subject) throws {
    for (mixed, known) in Self.mixed {
      #expect(try subject.replayed(mixed, nil) == subject.replayed(known, nil))
    }
  }

  @Test func `several projections replayed together equal each one alone`() throws {
    for events in Reliability.some(Self.logs) {
      let log = log(events)
      let (accounts, plans, feed, histories, bests, numbers, known, unit, both) = try replay(
        log, Accounts(), ByUser<WeeklyPlan>(), Feed(), ByUser<History>(), ByUser<PersonalBests>(),
        ExerciseNumbers(), KnownExercises(), OfUser<WeightUnit>("ann"),
        Pair<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: "ann"))
      let together = [
        "Accounts": Subject.show(accounts), "ByUser<WeeklyPlan>": Subject.show(plans, Subject.show),
        "Feed": Subject.show(feed), "ByUser<History>": Subject.show(histories, Subject.show),
        "ByUser<PersonalBests>": Subject.show(bests, Subject.show),
        "ExerciseNumbers": "\(numbers.exercises)", "KnownExercises": Subject.show(known),
        "OfUser<WeightUnit>": "\(unit.unit)",
        "Both of one user": "\(Subject.show(both.first.value)) \(both.second.unit)",
      ]
      let compared = Subject.all.filter { together[$0.testDescription] != nil }
      #expect(compared.count == together.count)
      for subject in compared {
        #expect(try subject.replayed(log, nil) == together[subject.testDescription])
      }
    }
  }

  @Test func `two projections folded together equal each one alone`() throws {
    for events in Reliability.some(Self.logs) {
      let log = log(events)
      for user in RandomFacts.users {
        // The bests start over at times, and must take their neighbour along for the same user.
        let (both, bests, unit) = try replay(
          log, Pair<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: user),
          OfUser<PersonalBests>(user), OfUser<WeightUnit>(user))
        #expect(Subject.show(both.first.value) == Subject.show(bests.value))
        #expect(both.second.unit == unit.unit)
      }
    }
  }

  @Test func `one user's projection is the same in every way of requesting it`() throws {
    for events in Reliability.some(Self.logs) {
      let log = log(events)
      let everybody = try replay(log, ByUser<History>())
      #expect(everybody.users == RandomFacts.users.filter { everybody.users.contains($0) })
      for user in RandomFacts.users {
        let (one, only, all) = try replay(
          log, OfUser<History>(user), ByUser<History>(only: user),
          ByUser<History>(only: user, orAll: true))
        let expected = Subject.show(one.value)
        #expect(Subject.show(everybody[user]) == expected)
        #expect(Subject.show(only[user]) == expected)
        #expect(Subject.show(all[user]) == expected)
        #expect(only.users.allSatisfy { $0 == user })
      }
      let nobody = try replay(log, ByUser<History>(only: nil))
      #expect(nobody.users.isEmpty)
      #expect(nobody[nil].sessions.isEmpty)
    }
  }

  // MARK: - As of

  private func expect(_ subject: Subject, asOf all: [Earlier]) throws {
    for earlier in all {
      let expected = try subject.replayed(earlier.expected.log, nil)
      for asOf in earlier.asOf {
        #expect(try subject.replayed(earlier.log, asOf) == expected, "\(asOf)")
      }
    }
  }

  private static let asOfPositions: [Earlier] = late.flatMap { it in
    let count = it.events.count
    return [0, 1, count / 2, count, count + 1].map { seq in
      Earlier(log: it.log, asOf: [.seq(seq)], expected: Written(it.events.prefix(seq)))
    }
  }

  @Test(arguments: Subject.all)
  func `as of a position means the events up to it`(subject: Subject) throws {
    try expect(subject, asOf: Self.asOfPositions)
  }

  private static let asOfTimes: [Earlier] = late.map { it in
    let time = it.events[0].at
    // On another clock the same instant means the same.
    let east = Timestamp(milliseconds: time.milliseconds, offsetMinutes: 840)
    return Earlier(
      log: it.log, asOf: [.time(time), .time(east)],
      expected: Written(it.events.filter { $0.at.milliseconds <= time.milliseconds }))
  }

  @Test(arguments: Subject.all)
  func `as of a time means the events with that time or an earlier one, in log order`(
    subject: Subject
  ) throws { try expect(subject, asOf: Self.asOfTimes) }

  private static let asOfDays: [Earlier] = late.map { it in
    let day = it.events[0].at.day
    return Earlier(
      log: it.log, asOf: [.day(day)], expected: Written(it.events.filter { $0.at.day <= day }))
  }

  @Test(arguments: Subject.all)
  func `as of a day means the events of that local day and before`(subject: Subject) throws {
    try expect(subject, asOf: Self.asOfDays)
  }

  @Test func `a day ends on its user's clock, and a time is one instant everywhere`() throws {
    let log = log(
      .by("ann", at: "2026-03-02T23:59:59.999-08:00", .added(.monday, "west")),
      .by("ann", at: "2026-03-03T00:00:00.000+14:00", .added(.monday, "east")),
      .by("ann", at: "2026-03-02T00:00:00.000Z", .added(.monday, "early")))
    func met(_ asOf: AsOf) throws -> [Name] {
      try replay(log, asOf: asOf, ExerciseNumbers()).exercises
    }
    #expect(try met(.day(day("2026-03-01"))) == [])
    #expect(try met(.day(day("2026-03-02"))) == ["west", "early"])
    #expect(try met(.day(day("2026-03-03"))) == ["west", "east", "early"])
    #expect(try met(.time(moment("2026-03-02T10:00:00Z"))) == ["east", "early"])
    #expect(try met(.time(moment("2026-03-02T09:59:59.999Z"))) == ["early"])
    #expect(try met(.time(moment("2026-03-03T07:59:59.999Z"))) == ["west", "east", "early"])
    #expect(try met(.time(moment("2026-03-03T07:59:59.998Z"))) == ["east", "early"])
  }

  @Test func `as of a position still checks the lines after it`() throws {
    let facts = (["a", "b", "c"] as [Name]).map { Fact.by("ann", .added(.monday, $0)) }
    var lines = try events(facts).map { event in
      var bytes: [UInt8] = []
      try event.write(to: &bytes, previousSum: nil)
      return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
    lines[1] = "{not a line}"
    let damaged = log(lines: lines)
    let error = #expect(throws: LogError.self) {
      try replay(damaged, asOf: .seq(1), ExerciseNumbers())
    }
    #expect(error?.kind == .damaged)
    #expect(error?.line == 2)
  }
}
