import Events
import Projections
import TestSupport
import Testing

/// What a checkpoint keeps is what was folded: loaded and folded on, it is what all of the log comes
/// to.
@Suite struct CheckpointLawTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("log")
  }

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
    let checkpoint = try #require(kept.checkpoint)
    let whole = copy(kept)
    for subject in Subject.all {
      #expect(try subject.isKept(checkpoint), "\(subject.testDescription)")
      #expect(
        try subject.replayed(kept, nil) == subject.replayed(whole, nil),
        "\(subject.testDescription), \(comment)")
    }
  }

  @Test func `random logs, parted anywhere`() throws {
    for seed in 0..<30 {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.events(seed * 3 + 3)
      for place in [1, events.count / 3, events.count / 2, events.count - 1, events.count] {
        try check(kept(events, max(1, place)), "\(events.count) events, parted at \(place)")
      }
    }
  }

  @Test func `logs of mistakes that are set right late, parted anywhere`() throws {
    for seed in 0..<20 {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.sets(80)
      for place in [1, 20, 40, 79] {
        try check(kept(events, place), "seed \(seed), parted at \(place)")
      }
    }
  }

  @Test func `one line of every type, parted behind each`() throws {
    let bodies = Samples.full + Samples.sparse + Samples.full
    for place in 1...bodies.count {
      let bytes = try Samples.log(bodies)
      try check(
        kept(bytes, try Samples.log(Array(bodies[..<place])).count), "parted at \(place)")
    }
  }

  @Test func `a synthetic log, parted at many places`() throws {
    var sample = SampleLog(events: 1_500, users: 5, seed: 4)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for number in stride(from: 100, through: 1_500, by: 350) {
      try check(kept(bytes, ends[number - 1]), "parted at \(number)")
    }
  }

  @Test func `a checkpoint of a checkpoint is as good`() throws {
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

  @Test func `lines that mean nothing to this build stay so`() throws {
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
      _ = try log.append(drafts, supplying: Supply(now: moment("2026-01-01T00:00:00Z")))
    }
    let bytes = try TestSupport.bytes(at: written)
    let log = try kept(bytes, bytes.count)
    try check(log, "unknown lines")
    #expect(log.checkpoint?.code != 0)
  }

  // MARK: - Who may use it

  /// A projection of a host application.
  private struct Counted: Projection {
    var count = 0
    static var reads: Areas { .sessions }
    mutating func apply(_ event: Event) { count += 1 }
  }

  /// A projection that another version of a program kept under the same name.
  private struct Plan: UserProjection, Payload {
    var count = 0
    static var version: Int { 2 }
    static var reads: Areas { .plan }
    static var kept: Kept<Self>? { Kept("WeeklyPlan") }
    mutating func apply(_ event: Event) { count += 1 }
    init() {}
    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      count = try f.usually(0, "count", old?.count)
    }
  }

  @Test func `what is not kept, or by another version, is replayed from the first event`() throws {
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

  @Test func `a projection that has folded something in already is folded on, not replaced`() throws
  {
    var facts = RandomFacts(seed: 7)
    let events = facts.events(60)
    let log = try kept(events, 50)
    var numbers = ExerciseNumbers()
    numbers.apply(
      Event(id: id(500), at: events[0].at, user: nil, .catalogued("first of all"), seq: 500))
    #expect(try replay(log, numbers).exercises.first == "first of all")
  }

  @Test func `how a log was is not asked of a checkpoint`() throws {
    var facts = RandomFacts(seed: 8)
    let events = facts.events(90)
    let log = try kept(events, 80)
    let whole = copy(log)
    for subject in Subject.all {
      #expect(try subject.replayed(log, .seq(30)) == subject.replayed(whole, .seq(30)))
    }
  }

  @Test func `the latest sign-in is found when all that were kept have ended`() throws {
    let users = (0..<100).map { Name("user-\($0)") }
    let signIns = users.map { Fact.signedIn($0) }
    let signOuts = users.suffix(70).reversed().map { Fact.by($0, .signedOut(nil)) }
    let all = events(signIns + signOuts)
    for count in [100, 163, 164, 165, 170] {
      let log = try kept(Array(all[..<count]), 100)
      let left = users.prefix(200 - count)
      #expect(try replay(log, LatestSignIn()).user == left.last, "\(count) events")
    }
  }
}
