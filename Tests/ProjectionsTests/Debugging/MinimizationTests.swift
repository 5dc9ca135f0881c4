import Events
import Projections
import TestSupport
import Testing

@Suite struct MinimizationTests {
  private struct Stopped: Error {}

  /// A log of ten thousand events of many users, in sessions of ten.
  private static let long: [Event] = events(
    (0..<10_000).map { place in
      let user = Name("user\(place / 10 % 37)")
      let session = Name("session\(place / 370)-\(place / 10 % 37)")
      if place % 10 == 0 { return .by(user, .started(session)) }
      return .by(user, .logged(session, place % 2 == 0 ? "squat" : "bench", 5, Weight(60)))
    })

  @Test(arguments: [[4_321, 8_765], [1, 9_999], [5_000, 5_001], [0, 9_990], [123, 133]])
  func `two causes in ten thousand events take at most 400 runs`(_ causes: [Int]) throws {
    let ids = Set(causes.map { Self.long[$0].id })
    var search = Minimization(of: Self.long)
    try search.run { events in ids.isSubset(of: events.map(\.id)) ? .fails : .passes }
    #expect(Set(search.events.map(\.id)) == ids)
    #expect(search.events.map(\.seq) == [1, 2])
    #expect(search.isMinimal)
    #expect(search.runs <= 400, "\(search.runs)")
  }

  @Test func `a judge that needs session starts keeps them, within 400 runs`() throws {
    let ids: Set<EventID> = [Self.long[4_321].id, Self.long[8_765].id]
    var search = Minimization(of: Self.long)
    try search.run { events in
      // As a program that cannot read a set of a session that never began.
      var begun: Set<Name> = []
      for event in events {
        guard case .sessions(let fact) = event.body else { continue }
        if case .sessionStarted(let start) = fact { begun.insert(start.session ?? "") }
        if case .setLogged(let set) = fact, !begun.contains(set.session) { return .undecided }
      }
      return ids.isSubset(of: events.map(\.id)) ? .fails : .passes
    }
    #expect(search.events.count == 4)
    #expect(search.isMinimal)
    #expect(search.runs <= 400, "\(search.runs)")
  }

  @Test func `a search that would judge too many events ends early, with a failing log`() throws {
    func sets(_ events: [Event]) -> Int {
      events.count { if case .sessions(.setLogged) = $0.body { true } else { false } }
    }
    let events = Array(Self.long.prefix(600))
    var search = Minimization(of: events)
    search.mostJudged = 20_000
    try search.run { sets($0) == sets(events) ? .fails : .passes }
    #expect(search.verdict == .fails && !search.isMinimal)
    #expect(sets(search.events) == sets(events))
    #expect(search.runs < 200, "\(search.runs)")
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 2))
  func `every event in a result is needed, for random logs and conditions`(_ seed: Int) throws {
    var facts = RandomFacts(seed: UInt64(seed))
    let events = seed % 3 == 0 ? facts.sets(80) : facts.events(80)
    var minimized = 0
    for view in Views.all {
      guard let condition = Self.condition(view, events) else { continue }
      let judge = condition.judge(in: view, of: .fixed("ann"))
      guard judge(events) == .fails else { continue }
      var search = Minimization(of: events)
      try search.run(likely: condition.interest(in: view, of: .fixed("ann")), judge)
      #expect(search.isMinimal)
      #expect(judge(search.events) == .fails)
      for place in search.events.indices {
        var fewer = search.events
        fewer.remove(at: place)
        for later in fewer.indices { fewer[later].seq = later + 1 }
        #expect(judge(fewer) == .passes, "\(view.name): \(condition) without \(place)")
      }
      // The lines of the result are a sound log that comes to the same.
      let log = try Log(of: search.events)
      let flips = try log.flips(of: condition, in: view, of: "ann")
      #expect(flips.holdsFromStart || flips.flips.last?.holds == true)
      let ids = Set(events.map(\.id))
      #expect(search.events.allSatisfy { ids.contains($0.id) })
      minimized += 1
    }
    #expect(minimized > 0)
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 4))
  func `minimizing the events of a log takes the same runs as minimizing an array`(
    _ seed: Int
  ) throws {
    var facts = RandomFacts(seed: UInt64(seed))
    let log = log(facts.events(80))
    let events = try log.wholeEvents()
    var tried = 0
    for view in Views.all {
      guard let condition = Self.condition(view, events) else { continue }
      let (likely, user) = (condition.interest(in: view, of: .latest), JudgedUser.latest)
      var (ofArray, ofLog) = (Minimization(of: events), try Minimization(of: log))
      try ofArray.run(likely: likely, condition.judge(in: view, of: user))
      try ofLog.run(likely: likely, judgingSelection: condition.selectionJudge(in: view, of: user))
      #expect(ofLog.events == ofArray.events && ofLog.runs == ofArray.runs)
      #expect(ofLog.verdict == ofArray.verdict && ofLog.count == events.count)
      #expect(ofLog.selection.count == ofLog.events.count)
      tried += ofLog.verdict == .fails ? 1 : 0
    }
    #expect(tried > 0)
  }

  @Test func `in a log without sign-ins the only user is the default one, as in views`() throws {
    let events = events([
      .by("ann", .logged("s", "squat", 5, Weight(80))),
      .by("ann", .logged("s", "squat", 5, Weight(900))),
    ])
    let condition = try PathCondition(parsing: "[exercise=squat].weightKg > 300")
    let judge = condition.judge(in: PersonalBestsView.self, of: .latest)
    var search = Minimization(of: events)
    try search.run(likely: condition.interest(in: PersonalBestsView.self, of: .latest), judge)
    #expect(search.events.map(\.id) == [id(2)])
    // Of two users neither is the default one.
    let others =
      events + [
        Event(
          id: id(3), at: moment("2026-03-02T13:00:00Z"), user: "bob", .chose(.monday, "Legs"),
          seq: 3)
      ]
    #expect(judge(others) == .passes)
  }

  @Test func `damage in a log is reported before its events are judged`() throws {
    var bytes = lines(events([.signedIn("ann"), .by("ann", .logged("s", "squat", 5))]))
    bytes[bytes.count - 60] ^= 1
    let damaged = Log(bytes, name: "log")
    let error = #expect(throws: LogError.self) { try Minimization(of: damaged) }
    #expect(error?.kind == .damaged && error?.line == 2)
  }

  /// A condition on the last value of a view that an empty log has not.
  private static func condition(_ view: any LogView.Type, _ events: [Event]) -> PathCondition? {
    func condition<V: LogView>(_ view: V.Type) -> PathCondition? {
      var trace = ViewTrace<V>(of: "ann")
      let empty = trace.tree
      for event in events { trace.apply(event) { _ in } }
      var found: PathCondition?
      trace.tree.forEachValue { path, value in
        // Positions are assigned again.
        let isPosition = path.steps.last == .key("seq")
        guard !isPosition, empty[path]?.json != value, value != .array([]) else { return }
        found = PathCondition(path, .equal, value)
      }
      return found
    }
    return condition(view)
  }

  @Test func `fields that are not needed are left out, even of lists`() throws {
    let all = events([
      .by("ann", .logged("s", "squat", 5, Weight(900, .lb), seconds: 30, note: "x")),
      .by("ann", .shared(.monday, title: "a", description: "b", type: "c", "squat", "bench")),
    ])
    let heavy = try PathCondition(parsing: "[exercise=squat].weightKg > 300")
    var search = Minimization(of: all)
    try search.run(heavy.judge(in: PersonalBestsView.self, of: .fixed("ann")))
    #expect(search.events.map(\.body) == [.logged("s", "squat", 5, Weight(900))])

    let shared = try PathCondition(parsing: "[0].exercises[exercise=bench] exists")
    var other = Minimization(of: all)
    try other.run(shared.judge(in: FeedView.self, of: .fixed(nil)))
    #expect(other.events.map(\.body) == [.shared(.monday, title: "a", "bench")])
  }

  @Test func `unknown fields are left out or kept, as the fault requires`() throws {
    let line =
      #"{"seq":1,"id":"\#(id(1))","at":"2026-03-02T12:00:00.000Z","user":"ann","#
      + #""type":"PostLiked","data":{"post":"p","new":1,"other":2}}"#
    let events = try log(lines: [line]).wholeEvents()
    var search = Minimization(of: events)
    try search.run { events in events.contains { $0.data["new"] != nil } ? .fails : .passes }
    let lines = try Log(of: search.events).lines().first()
    #expect(lines?.contains(#""data":{"post":"p","new":1}"#) == true, "\(lines ?? "")")
  }

  @Test func `a log that does not fail stays unchanged`() throws {
    for verdict in [Verdict.passes, .undecided] {
      var search = Minimization(of: Self.long)
      try search.run { _ in verdict }
      #expect(search.verdict == verdict && search.runs == 1 && !search.isMinimal)
      #expect(search.events.count == Self.long.count)
    }
  }

  @Test func `a fault that every log shows reduces to the empty log`() throws {
    var search = Minimization(of: Self.long)
    try search.run { _ in .fails }
    #expect(search.events.isEmpty && search.isMinimal && search.runs == 2)
  }

  @Test func `an interrupted search returns the smallest failing log so far`() throws {
    let ids: Set<EventID> = [Self.long[4_321].id, Self.long[8_765].id]
    var counts: [Int] = []
    for most in [1, 5, 20] {
      var (search, runs) = (Minimization(of: Self.long), 0)
      #expect(throws: Stopped.self) {
        try search.run { events in
          guard runs < most else { throw Stopped() }
          runs += 1
          return ids.isSubset(of: events.map(\.id)) ? .fails : .passes
        }
      }
      #expect(ids.isSubset(of: search.events.map(\.id)))
      #expect(!search.isMinimal && search.runs == most)
      counts.append(search.events.count)
    }
    #expect(counts[0] == 10_000 && counts[1] < 10_000 && counts[2] < counts[1])
  }

  @Test func `no small log is judged twice`() throws {
    var facts = RandomFacts(seed: 5)
    let events = facts.sets(60)
    let needed = Set(events.prefix(50).enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id))
    var (search, judged) = (Minimization(of: events), Set<[UInt8]>())
    try search.run { events in
      #expect(judged.insert(lines(events)).inserted)
      return needed.isSubset(of: events.map(\.id)) ? .fails : .passes
    }
    #expect(search.events.count == needed.count)
  }
}

extension LineReader {
  /// The text of the first line.
  fileprivate consuming func first() throws -> String? {
    var lines = self
    return try lines.next().map { _ in String(decoding: lines.line.array, as: UTF8.self) }
  }
}
