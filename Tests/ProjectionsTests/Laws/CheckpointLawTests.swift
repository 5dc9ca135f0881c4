import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// A projection is the same by way of a checkpoint, its states or its index, as by a replay of all lines.
@Suite struct CheckpointLawTests {
  /// The projections for which all lines are replayed: those that read the sessions of every user.
  private static let replayed = [
    "ByUser<History>", "ByUser<MeasuredTraining>", "ByUser<PersonalBests>", "ByUser<WeightUnit>",
  ]

  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }

  /// The log of these events, with a checkpoint of the first so many.
  private func kept(_ events: [Event], _ place: Int) throws -> Log {
    try kept(lines(events), lines(Array(events[..<place])).count)
  }

  /// The log of these bytes, with a checkpoint of the first so many.
  private func kept(_ bytes: [UInt8], _ place: Int) throws -> Log {
    try put(Array(bytes[..<place]), at: path)
    _ = try Appender(path: path).writeCheckpoint()
    try put(bytes, at: path)
    return try Log(path: path)
  }

  /// The same without a checkpoint.
  private func copy(_ log: Log) -> Log {
    withExtendedLifetime(log) { Log(log.bytes.array, name: "whole") }
  }

  private func check(_ kept: Log, _ comment: Comment) throws {
    try check(kept, shown(copy(kept)), comment)
  }

  /// What every projection shows of a log.
  private func shown(_ log: Log) throws -> [String] {
    try Subject.all.map { try $0.replayed(log, nil) }
  }

  /// Checks a log with a checkpoint against what every projection shows of it without.
  private func check(_ kept: Log, _ whole: [String], _ comment: Comment) throws {
    #expect(kept.checkpoint != nil)
    for (subject, whole) in zip(Subject.all, whole) {
      let isReplayed = Self.replayed.contains { subject.testDescription.contains($0) }
      #expect(
        try subject.resumed(kept) == (isReplayed ? nil : whole),
        "\(subject.testDescription), \(comment)")
      #expect(
        try subject.replayed(kept, nil) == whole, "\(subject.testDescription), \(comment)")
    }
  }

  @Test func `random logs give the same states when split anywhere`() throws {
    for seed in Reliability.some(0..<30) {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.events(seed * 3 + 3)
      let whole = try shown(log(events))
      for place in [1, events.count / 3, events.count / 2, events.count - 1, events.count] {
        try check(kept(events, max(1, place)), whole, "\(events.count) events, parted at \(place)")
      }
    }
  }

  @Test func `logs with late corrections give the same states when split anywhere`() throws {
    for seed in Reliability.some(0..<20) {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.sets(80)
      let whole = try shown(log(events))
      for place in [1, 20, 40, 79] {
        try check(kept(events, place), whole, "seed \(seed), parted at \(place)")
      }
    }
  }

  @Test func `a state from a checkpoint can be continued by hand as if nothing had been discarded`()
    throws
  {
    for seed in Reliability.some(0..<20) {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.sets(80)
      let whole = try shown(log(events))
      for place in [20, 40, 79] {
        try put(lines(Array(events[..<place])), at: path)
        _ = try Appender(path: path).writeCheckpoint()
        let kept = try Log(path: path)
        #expect(kept.checkpoint?.position.seq == place)
        for (subject, whole) in zip(Subject.all, whole) {
          #expect(
            try subject.continued(kept, Array(events[place...])) == whole,
            "\(subject), seed \(seed), \(place)")
        }
      }
    }
  }

  @Test func `one line of every type gives the same states when split after each line`() throws {
    let bodies = Samples.full + Samples.sparse + Samples.full
    let bytes = try Samples.log(bodies)
    let whole = try shown(Log(bytes, name: "whole"))
    for place in Reliability.some(Array(stride(from: 1, through: bodies.count, by: 3))) {
      try check(
        kept(bytes, try Samples.log(Array(bodies[..<place])).count), whole, "parted at \(place)")
    }
  }

  @Test func `a synthetic log gives the same states when split at many places`() throws {
    let count = Reliability.isSample ? 500 : 1_500
    var sample = SampleLog(events: count, users: 5, seed: 4)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let whole = try shown(Log(bytes, name: "whole"))
    for number in stride(from: 100, through: count, by: Reliability.isSample ? 200 : 350) {
      try check(kept(bytes, ends[number - 1]), whole, "parted at \(number)")
    }
  }

  @Test func `a checkpoint made with a checkpoint equals one made without`() throws {
    var facts = RandomFacts(seed: 99)
    let events = facts.events(120)
    let bytes = lines(events)
    try put([], at: path)
    let appender = try Appender(path: path)
    for place in [20, 21, 60, 100] {
      try put(Array(bytes[..<lines(Array(events[..<place])).count]), at: path)
      _ = try appender.writeCheckpoint()
      #expect(try Log(path: path).checkpoint?.position.seq == place)
    }
    try put(bytes, at: path)
    try check(Log(path: path), "four checkpoints")
  }

  /// What every kept view shows of every user, and of everybody.
  private func views(_ log: Log) throws -> [String] {
    var views: [String] = []
    for user in RandomFacts.users + ["nobody"] {
      let (identity, plan, unit, history, bests) = try replay(
        log, OfUser<Identity>(user), OfUser<WeeklyPlan>(user), OfUser<WeightUnit>(user),
        OfUser<History>(user), OfUser<PersonalBests>(user))
      views += [
        Subject.show(identity.value), Subject.show(plan.value), "\(unit.value.unit)",
        Subject.show(history.value), Subject.show(bests.value),
      ]
    }
    let (accounts, latest, feed, numbers, known) = try replay(
      log, Accounts(), LatestSignIn(), Feed(), ExerciseNumbers(), KnownExercises())
    return views + [
      Subject.show(accounts), latest.user?.text ?? "-", Subject.show(feed),
      "\(numbers.exercises)", Subject.show(known),
    ]
  }

  @Test(arguments: Reliability.some(0..<8))
  func `a growing log gives the same states when extended at random places`(_ seed: UInt64) throws {
    var facts = RandomFacts(seed: seed)
    let events = facts.events(2_000)
    let bytes = lines(events)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var chance = SeededGenerator(seed: seed)
    var count = 0
    while count < events.count {
      count = min(count + Int.random(in: 1...120, using: &chance), events.count)
      try put(Array(bytes[..<ends[count - 1]]), at: path)
      let effort = Bool.random(using: &chance) ? 1 : 1 << 20
      #expect(try Appender(path: path).extendCheckpoint(effort: effort)?.seq == count)
      guard Int.random(in: 0..<4, using: &chance) == 0 else { continue }
      let shown = min(count + Int.random(in: 0...20, using: &chance), events.count)
      try put(Array(bytes[..<ends[shown - 1]]), at: path)
      let log = try Log(path: path)
      #expect(log.checkpoint?.position.seq == count)
      #expect(try views(log) == views(copy(log)), "\(count) of \(shown) events")
    }
  }

  /// A projection of an app's own over events of its own and of replog.
  private struct Noted<Reads: AreasRead>: UserProjection {
    var seqs: [Int] = []
    static var reads: Areas { Reads.areas }
    mutating func apply(_ event: Event) { seqs.append(event.seq) }
  }

  private enum OwnAndSessions: AreasRead {
    static var areas: Areas { [.sessions, .unknown] }
  }
  private enum OwnAndPlan: AreasRead { static var areas: Areas { [.plan, .unknown] } }
  private enum Own: AreasRead { static var areas: Areas { .unknown } }

  /// What an app's own projections show, by way of a replay or of the index alone.
  private func own(_ log: Log, byIndex: Bool) throws -> [[Int]?] {
    let reader = byIndex ? CheckpointReader(of: log) : nil
    #expect((reader != nil) == byIndex)
    reader?.mostPlaces = .max
    func seqs<P: Projection>(_ start: P, _ seqs: (P) -> [Int]) throws -> [Int]? {
      guard let reader else { return seqs(try replay(log, start)) }
      return try start._resumed(by: reader).map(seqs)
    }
    var all: [[Int]?] = []
    for user in RandomFacts.users + ["nobody"] {
      all += [
        try seqs(OfUser<Noted<OwnAndSessions>>(user)) { $0.seqs },
        try seqs(OfUser<Noted<OwnAndPlan>>(user)) { $0.seqs },
        try seqs(ByUser<Noted<Own>>(only: user)) { $0[user].seqs },
      ]
    }
    return all + [
      try seqs(ByUser<Noted<OwnAndPlan>>()) { all in all.users.flatMap { all[$0].seqs } },
      try seqs(Noted<Own>()) { $0.seqs },
    ]
  }

  @Test(arguments: Reliability.some(0..<8))
  func `an app's projections use the index of a growing log`(_ seed: UInt64) throws {
    var facts = RandomFacts(seed: seed)
    var events = facts.events(600)
    for place in stride(from: 3, to: events.count, by: 7) {
      events[place].body = .unknown(
        UnknownEvent(type: "AcmeNightSlept", data: .object([("hours", .number(.integer(7)))])))
    }
    let bytes = lines(events)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var chance = SeededGenerator(seed: seed)
    var count = 0
    while count < events.count {
      count = min(count + Int.random(in: 1...90, using: &chance), events.count)
      try put(Array(bytes[..<ends[count - 1]]), at: path)
      #expect(try Appender(path: path).extendCheckpoint(effort: 1)?.seq == count)
      let log = try Log(path: path)
      let whole = try own(copy(log), byIndex: false)
      #expect(try own(log, byIndex: true) == whole, "\(count) events")
      #expect(try own(log, byIndex: false) == whole, "\(count) events")
    }
  }

  @Test func `a damaged part is rebuilt, and a part that is not due is found`() throws {
    var facts = RandomFacts(seed: 77)
    let events = facts.events(900)
    let bytes = lines(events)
    let parts = path + ".checkpoint/"
    for damaged in ["1.part", "2.part", "manifest"] {
      for count in [300, 600] {
        try put(Array(bytes[..<lines(Array(events[..<count])).count]), at: path)
        if count == 300 { _ = try Appender(path: path).writeCheckpoint() }
      }
      var part = try TestSupport.bytes(at: parts + damaged)
      for place in part.indices { part[place] ^= 0x55 }
      try put(part, at: parts + damaged)
      try put(bytes, at: path)
      let whole = copy(try Log(path: path, usesCheckpoint: false))
      #expect(try views(Log(path: path)) == views(whole))
      let appender = try Appender(path: path)
      try appender.locked { _ in }
      appender.refreshCheckpoint()
      let log = try Log(path: path)
      #expect(log.checkpoint?.position.seq == 900, "\(damaged)")
      #expect(try views(log) == views(whole), "\(damaged)")
      #expect(CheckpointReader(of: log) != nil)
    }
  }

  @Test func `lines that this build does not know stay unknown`() throws {
    var facts = RandomFacts(seed: 5)
    var drafts: [Draft] = []
    for event in facts.events(40) {
      let draft = Draft(id: event.id, at: event.at, user: event.user, event.body)
      // Random facts go beyond the limits, which no append takes.
      if draft.breach == nil { drafts.append(draft) }
      let line =
        #"{"id":"\#(id(900 + event.seq))","at":"\#(event.at)","user":"zoe","type":"SetLogged","#
        + #""v":99,"data":{}}"#
      drafts.append(
        try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in try Draft(line: bytes) })
    }
    let written = path + ".written"
    try Appender(path: written).locked { log in
      _ = try log.append(drafts, defaults: DraftDefaults(now: moment("2026-01-01T00:00:00Z")))
    }
    let bytes = try TestSupport.bytes(at: written)
    let log = try kept(bytes, bytes.count)
    try check(log, "unknown lines")
    #expect(log.checkpoint?.knewAll == false)
  }

  // MARK: - Who may use it

  /// A projection of a host application.
  private struct Counted: Projection {
    var count = 0
    static var reads: Areas { [.sessions] }
    mutating func apply(_ event: Event) { count += 1 }
  }

  /// A projection that another version of a program kept under the same name.
  private struct Plan: UserProjection, Payload {
    var count = 0
    static var version: Int { 2 }
    static var reads: Areas { [.plan] }
    static var _kept: CheckpointCodec<Self>? { CheckpointCodec("WeeklyPlan") }
    mutating func apply(_ event: Event) { count += 1 }
    init() {}
    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      count = try f.withDefault(0, "count", old?.count)
    }
  }

  @Test func `a missing state, or one of another version, is replayed from the first event`() throws
  {
    var facts = RandomFacts(seed: 6)
    let events = facts.events(60)
    let log = try kept(events, 50)
    let whole = copy(log)
    #expect(try replay(log, Counted()).count == replay(whole, Counted()).count)
    let (plan, counted) = try replay(log, OfUser<WeeklyPlan>("ann"), Counted())
    #expect(counted.count == (try replay(whole, Counted()).count))
    let expected = try replay(whole, OfUser<WeeklyPlan>("ann"))
    #expect(Subject.show(plan.value) == Subject.show(expected.value))
    for user in ["ann", "nobody"] as [Name] {
      let (mine, theirs) = (
        try replay(log, OfUser<Plan>(user)).count, try replay(whole, OfUser<Plan>(user)).count
      )
      #expect(mine == theirs)
      #expect(try replay(log, ByUser<Plan>(only: user))[user].count == theirs)
    }
    #expect(try replay(whole, OfUser<Plan>("ann")).count > 0)
  }

  @Test func `a projection that has already folded events is continued, not replaced`() throws {
    var facts = RandomFacts(seed: 7)
    let events = facts.events(60)
    let log = try kept(events, 50)
    var numbers = ExerciseNumbers()
    numbers.apply(
      Event(id: id(500), at: events[0].at, user: nil, .catalogued("first of all"), seq: 500))
    #expect(try replay(log, numbers).exercises.first == "first of all")
  }

  @Test func `a resumed state is continued with the next log, with and without a checkpoint`()
    throws
  {
    var facts = RandomFacts(seed: 9)
    let log = try kept(facts.events(60), 50)
    let whole = copy(log)
    func twice<P: UserProjection>(_ user: P.Type, _ show: (P) -> String) throws {
      let resumed = try replay(log, try replay(log, OfUser<P>("ann")))
      let folded = try replay(whole, try replay(whole, OfUser<P>("ann")))
      #expect(show(resumed.value) == show(folded.value), "\(P.self)")
    }
    try twice(History.self) { Subject.show($0) }
    try twice(WeightUnit.self) { "\($0.unit)" }
    try twice(BodyWeight.self) { "\($0.series)" }
    try twice(WeeklyPlan.self) { Subject.show($0) }
  }

  @Test func `the state at an earlier position does not come from a checkpoint`() throws {
    var facts = RandomFacts(seed: 8)
    let events = facts.events(90)
    let log = try kept(events, 80)
    let whole = copy(log)
    for subject in Subject.all {
      #expect(try subject.replayed(log, .seq(30)) == subject.replayed(whole, .seq(30)))
    }
  }

  @Test func `signing out makes nobody else the current user, before and after a checkpoint`()
    throws
  {
    let users = (0..<100).map { Name("user-\($0)") }
    let signIns = users.map { Fact.signedIn($0) }
    let signOuts = users.reversed().map { Fact.by($0, .signedOut(nil)) }
    let all = events(signIns + signOuts + [.signedIn("user-3")])
    for count in [50, 99, 100, 101, 150, 200, 201] {
      let latest: Name? = count == 201 ? "user-3" : count > 100 ? nil : users[count - 1]
      for kept in [40, 100] where kept < count {
        let log = try self.kept(Array(all[..<count]), kept)
        let found = try replay(log, LatestSignIn())
        #expect(found.user == latest, "\(count) events")
        #expect(found.signedOut == (latest == nil ? users[99] : nil))
      }
    }
  }
}

/// The areas that a projection reads.
private protocol AreasRead {
  static var areas: Areas { get }
}
