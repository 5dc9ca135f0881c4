import Events
import Projections
import TestSupport
import Testing

@Suite struct ProjectionLawTests {
  /// Random logs of 0 to 78 events.
  private static let logs: [[Event]] = (0..<40).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    return facts.events(seed * 2)
  }

  @Test(arguments: Subject.all)
  func `folding in two parts gives what folding at once gives`(subject: Subject) throws {
    for events in Self.logs {
      let whole = try subject.replayed(log(events), nil)
      for place in [0, events.count / 3, events.count / 2, max(0, events.count - 1), events.count] {
        let folded = subject.folded(events, place)
        #expect(folded.whole == whole, "\(events.count) events, parted at \(place)")
        #expect(folded.partAfterwards == folded.part, "a copy that went on changed the original")
      }
    }
  }

  @Test(arguments: Subject.all)
  func `the random logs show something of every projection`(subject: Subject) throws {
    let shown = Set(try Self.logs.map { try subject.replayed(log($0), nil) })
    #expect(shown.count > (subject.testDescription.hasSuffix("WeightUnit>") ? 1 : 3))
  }

  @Test(arguments: Subject.all)
  func `unknown events change nothing`(subject: Subject) throws {
    let unknown = [
      #""type":"MoonWaned","data":{"exercise":"zzz","session":"s"}"#,
      #""type":"SetLogged","v":99,"data":{"what":{"is":["this"]}}"#,
      #""type":"UserSignedOut","v":2,"data":{}"#, #""type":"planShared","data":{}"#,
    ]
    for events in Self.logs {
      var (known, mixed): ([Event], [String]) = ([], [])
      for var event in events {
        event.seq *= 2
        known.append(event)
        mixed.append(
          #"{"seq":\#(event.seq - 1),"id":"\#(id(10_000 + event.seq))","at":"\#(event.at)","#
            + #""user":"ann",\#(unknown[event.seq / 2 % unknown.count])}"#)
        var bytes: [UInt8] = []
        try event.write(to: &bytes, previousSum: nil)
        mixed.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      }
      #expect(
        try subject.replayed(log(lines: mixed), nil) == (try subject.replayed(log(known), nil)))
    }
  }

  @Test func `several projections replayed at once are what each is alone`() throws {
    for events in Self.logs {
      let log = log(events)
      let (accounts, plans, feed, histories, bests, numbers, known, unit, both) = try replay(
        log, Accounts(), ByUser<WeeklyPlan>(), Feed(), ByUser<History>(), ByUser<PersonalBests>(),
        ExerciseNumbers(), KnownExercises(), OfUser<WeightUnit>("ann"),
        Both<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: "ann"))
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

  @Test func `two projections folded as one are what each is alone`() throws {
    for events in Self.logs {
      let log = log(events)
      for user in RandomFacts.users {
        // The bests start over at times, and must take their neighbour along for the same user.
        let (both, bests, unit) = try replay(
          log, Both<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: user),
          OfUser<PersonalBests>(user), OfUser<WeightUnit>(user))
        #expect(Subject.show(both.first.value) == Subject.show(bests.value))
        #expect(both.second.unit == unit.unit)
      }
    }
  }

  @Test func `one user's projection is the same however it is asked for`() throws {
    for events in Self.logs {
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

  @Test(arguments: Subject.all)
  func `as of a position means the events up to it`(subject: Subject) throws {
    for events in Self.logs.dropFirst(30) {
      for seq in [0, 1, events.count / 2, events.count, events.count + 1] {
        #expect(
          try subject.replayed(log(events), .seq(seq))
            == (try subject.replayed(log(Array(events.prefix(seq))), nil)))
      }
    }
  }

  @Test(arguments: Subject.all)
  func `as of a time means the events not later, in log order`(subject: Subject) throws {
    for events in Self.logs.dropFirst(30) {
      let time = try #require(events.first).at
      // On another clock the same instant means the same.
      let east = Timestamp(milliseconds: time.milliseconds, offsetMinutes: 840)
      let expected = try subject.replayed(
        log(events.filter { $0.at.milliseconds <= time.milliseconds }), nil)
      #expect(try subject.replayed(log(events), .time(time)) == expected)
      #expect(try subject.replayed(log(events), .time(east)) == expected)
    }
  }

  @Test(arguments: Subject.all)
  func `as of a day means the events of that local day and before`(subject: Subject) throws {
    for events in Self.logs.dropFirst(30) {
      let day = try #require(events.first).at.day
      #expect(
        try subject.replayed(log(events), .day(day))
          == (try subject.replayed(log(events.filter { $0.at.day <= day }), nil)))
    }
  }

  @Test func `a day ends where its user was, a time everywhere at once`() throws {
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

  @Test func `as of a position still checks what is behind it`() throws {
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
