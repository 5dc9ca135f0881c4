import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct HistoryTests {
  private func history(_ facts: Fact...) throws -> History { try history(facts) }

  private func history(_ facts: [Fact]) throws -> History {
    try replay(log(events(facts)), OfUser<History>("ann")).value
  }

  private func ann(_ body: Event.Body, at time: String? = nil) -> Fact {
    .by("ann", at: time, body)
  }

  @Test func `a session is named by its event unless the event has a name`() throws {
    let history = try history(
      ann(.started(title: "Evening", note: "tired")), ann(.ended(name(1))), ann(.started("s")))
    let first = try #require(history[name(1)])
    #expect(first.title == "Evening")
    #expect(first.note == "tired")
    #expect(first.startedAt == moment("2026-03-02T12:00:00Z"))
    #expect(first.endedAt == moment("2026-03-02T12:01:00Z"))
    #expect(history["s"]?.title == nil)
    #expect(history.open?.session == "s")
  }

  @Test func `a set keeps all its logged values, and its event`() throws {
    let logged = SetLogged(
      session: "s", exercise: "squat", reps: 5, weight: Weight(225, .lb), kind: .drop, rpe: 8.5,
      seconds: 30, metres: 10, completed: false, note: "deep")
    let history = try history(ann(.started("s")), ann(.sessions(.setLogged(logged))))
    let set = try #require(history["s"]?.sets.first)
    #expect(set.id == id(2))
    #expect(set.seq == 2)
    #expect(set.exercise == "squat")
    #expect(set.reps == 5)
    #expect(set.weight == Weight(225, .lb))
    #expect(set.kind == .drop)
    #expect(set.rpe == 8.5)
    #expect(set.seconds == 30)
    #expect(set.metres == 10)
    #expect(!set.completed)
    #expect(set.note == "deep")
    #expect(history.set(id(2)) == set)
    #expect(history.setIDs == [id(2)])
  }

  @Test func `a set has exactly its logged measures, after corrections and removals`()
    throws
  {
    for told in 0..<8 {
      func number(_ place: Int, _ value: Double) -> Double? { told & 1 << place != 0 ? value : nil }
      let (rpe, seconds, metres) = (number(0, 8.5), number(1, 0), number(2, 400))
      let logged = SetLogged(
        session: "s", exercise: "row", reps: 1, weight: nil, rpe: rpe, seconds: seconds,
        metres: metres)
      let (start, fact) = (ann(.started("s")), ann(.sessions(.setLogged(logged))))
      let set = try #require(try history(start, fact)["s"]?.sets.first)
      #expect(set.rpe == rpe && set.seconds == seconds && set.metres == metres)
      let revision = ann(.revised(id(2), rpe: number(0, 7), seconds: 30, metres: number(2, 500)))
      let right = try #require(try history(start, fact, revision)["s"]?.sets.first)
      #expect(right.rpe == number(0, 7) && right.seconds == 30 && right.metres == number(2, 500))
      let clearing = ann(.revised(id(2), without: [.seconds]))
      let cleared = try #require(try history(start, fact, clearing)["s"]?.sets.first)
      #expect(cleared.rpe == rpe && cleared.seconds == nil && cleared.metres == metres)
    }
  }

  @Test func `a set is small in memory`() { #expect(MemoryLayout<History.LoggedSet>.size <= 120) }

  // MARK: - Volume

  @Test func `the volume counts every set, completed or not`() throws {
    func volume(_ bodies: Event.Body...) throws -> Double? {
      try replay(
        log(events([ann(.started("s"))] + bodies.map { ann($0) })), OfUser<History>("ann")
      ).value["s"]?.volumeKg
    }
    #expect(try volume() == 0)
    #expect(try volume(.logged("s", "squat", 5, Weight(100))) == 500)
    #expect(
      try volume(
        .logged("s", "squat", 5, Weight(100)),
        .logged("s", "bench", 8, Weight(62.5), completed: false)
      ) == 1_000)
    #expect(
      try volume(.logged("s", "squat", 0, Weight(100)), .logged("s", "squat", 9, Weight(0))) == 0)
    #expect(try volume(.logged("s", "pull-up", 10), .logged("s", "squat", 1, Weight(70))) == 70)
    #expect(
      try volume(.logged("s", "dip", 10, Weight(-20)), .logged("s", "dip", 1, Weight(5))) == 5)
    #expect(try volume(.logged("s", "squat", 10, Weight(100, .lb))) == 10 * 45.359237)
    #expect(try volume(.logged("s", "squat", 5, Weight(100)), .removed(id(2))) == 0)
    #expect(try volume(.logged("s", "squat", 5, Weight(100)), .revised(id(2), reps: 6)) == 600)
  }

  // MARK: - Order

  @Test func `sessions are sorted by start, newest first, for any order of the log`() throws {
    let history = try history(
      ann(.started("noon"), at: "2026-03-02T12:00:00Z"),
      ann(.started("late"), at: "2026-03-02T18:00:00Z"),
      ann(.started("early"), at: "2026-03-01T12:00:00Z"))
    #expect(history.sessions.map(\.session) == ["late", "noon", "early"])
  }

  @Test func `starts are compared as instants, not as texts`() throws {
    let history = try history(
      ann(.started("west"), at: "2026-03-02T10:00:00-05:00"),
      ann(.started("east"), at: "2026-03-02T15:59:59+01:00"))
    #expect(history.sessions.map(\.session) == ["west", "east"])
  }

  @Test func `of two sessions with the same start, the later one in the log comes first`() throws {
    let history = try history(
      ann(.started("a"), at: "2026-03-02T12:00:00Z"),
      ann(.started("b"), at: "2026-03-02T13:00:00+01:00"),
      ann(.started("c"), at: "2026-03-02T12:00:00Z"))
    #expect(history.sessions.map(\.session) == ["c", "b", "a"])
  }

  @Test func `the open session is the last started one without an end`() throws {
    let open: [Fact] = [ann(.started("a")), ann(.started("b")), ann(.started("c"))]
    func after(_ bodies: Event.Body...) throws -> Name? {
      try replay(log(events(open + bodies.map { ann($0) })), OfUser<History>("ann")).value.open?
        .session
    }
    #expect(try after() == "c")
    #expect(try after(.ended("c")) == "b")
    #expect(try after(.ended("c"), .discarded("b")) == "a")
    #expect(try after(.ended("a"), .ended("b"), .discarded("c")) == nil)
  }

  @Test func `of two ends of a session, the later one in the log counts`() throws {
    let history = try history(
      ann(.started("s")), ann(.ended("s"), at: "2026-03-02T13:00:00Z"),
      ann(.ended("s"), at: "2026-03-02T12:30:00Z"))
    #expect(history["s"]?.endedAt == moment("2026-03-02T12:30:00Z"))
  }

  @Test func `the day of a session is that in its user's offset`() throws {
    // What a filter by dates goes by: both ends of a range are local days of the start.
    let history = try history(
      ann(.started("a"), at: "2026-03-02T23:59:59.999-08:00"),
      ann(.started("b"), at: "2026-03-03T00:00:00+13:00"),
      ann(.ended("b"), at: "2026-03-05T12:00:00Z"))
    #expect(history["a"]?.startedAt.day == day("2026-03-02"))
    #expect(history["b"]?.startedAt.day == day("2026-03-03"))
  }

  @Test
  func `of two ends of a session, the later one in the log counts, even if its time is earlier`()
    throws
  {
    let early = "2026-03-02T12:30:00Z"
    let late = "2026-03-02T18:30:00Z"
    for ends in [[early, late], [late, early]] {
      let history = try history(
        ann(.started("s")), ann(.started("t")), ann(.ended("s"), at: ends[0]), ann(.ended("t")),
        ann(.ended("s"), at: ends[1]))
      #expect(history["s"]?.endedAt == moment(ends[1]))
      #expect(history["t"]?.endedAt == moment("2026-03-02T12:03:00Z"))
    }
  }

  // MARK: - Setting right

  @Test func `a revision changes only the fields that it has`() throws {
    let logged: [Fact] = [
      ann(.started("s")), ann(.logged("s", "squat", 5, Weight(100), note: "deep")),
    ]
    func after(_ bodies: Event.Body...) throws -> History.LoggedSet {
      try #require(
        try replay(log(events(logged + bodies.map { ann($0) })), OfUser<History>("ann"))
          .value.set(id(2)))
    }
    let reps = try after(.revised(id(2), reps: 0))
    #expect(reps.reps == 0)
    #expect(reps.weight == Weight(100))
    #expect(reps.note == "deep")
    let all = try after(
      .revised(id(2), reps: 6, Weight(0), kind: .failure, rpe: 10, note: "high"),
      .revised(id(2), rpe: 9))
    #expect(all.reps == 6)
    #expect(all.weight == Weight(0))
    #expect(all.kind == .failure)
    #expect(all.rpe == 9)
    #expect(all.note == "high")
    #expect(all.seq == 2)
  }

  @Test func `sets keep the order in which they were logged`() throws {
    let history = try history(
      ann(.started("s")), ann(.logged("s", "a", 1)), ann(.logged("s", "b", 1)),
      ann(.logged("s", "c", 1)), ann(.revised(id(2), reps: 9)), ann(.removed(id(3))))
    #expect(history["s"]?.sets.map(\.exercise) == ["a", "c"])
    #expect(history.setIDs == [id(2), id(4)])
    #expect(history.set(id(3)) == nil)
  }

  @Test func `a discarded session disappears with its sets`() throws {
    let history = try history(
      ann(.started("s")), ann(.logged("s", "a", 1)), ann(.started("t")), ann(.logged("t", "b", 1)),
      ann(.discarded("s")))
    #expect(history.sessions.map(\.session) == ["t"])
    #expect(history["s"] == nil)
    #expect(history.set(id(2)) == nil)
    #expect(history.setIDs == [id(4)])
  }

  @Test
  func `a session that starts again after it was discarded exists once, without its old sets`()
    throws
  {
    let history = try history(
      ann(.started("s", title: "Evening")), ann(.logged("s", "a", 1)), ann(.discarded("s")),
      ann(.started("s")), ann(.revised(id(2), reps: 9)), ann(.removed(id(2))))
    #expect(history.sessions.map(\.session) == ["s"])
    #expect(history.sessions.map(\.startedAt) == [moment("2026-03-02T12:03:00Z")])
    #expect(history["s"]?.title == nil)
    #expect(history.setIDs.isEmpty)
  }

  @Test func `a restored session keeps the sets that were logged under its name meanwhile`() throws
  {
    let facts = [
      ann(.started("s", title: "Evening")), ann(.logged("s", "a", 1)), ann(.logged("s", "a", 2)),
      ann(.removed(id(3))), ann(.discarded("s")), ann(.logged("s", "b", 3)),
      ann(.logged("s", "b", 4)), ann(.removed(id(6))), ann(.ended("s")),
    ]
    #expect(try history(facts)["s"]?.sets.map(\.reps) == [4])
    let back = try history(facts + [ann(.restored("s"))])
    #expect(back.sessions.map(\.title) == ["Evening"])
    #expect(back["s"]?.sets.map(\.reps) == [1, 4])
    #expect(back["s"]?.endedAt == moment("2026-03-02T12:08:00Z"))
    let whole = try history(
      facts + [
        ann(.restored("s")), ann(SetRestored(set: id(3), position: 2).body),
        ann(SetRestored(set: id(6), position: 3).body),
        ann(.logged("s", "c", 5)),
      ])
    #expect(whole["s"]?.sets.map(\.reps) == [1, 2, 3, 4, 5])
    #expect(whole.sessions(holding: id(7)) == ["s"])
    let moved = try history([
      ann(.started("s")), ann(.logged("s", "a", 1)), ann(.discarded("s")),
      ann(.logged("s", "b", 2)),
      ann(.logged("s", "b", 3)), ann(SetMoved(set: id(5), position: 1).body),
      ann(.restored("s")),
    ])
    #expect(moved["s"]?.sets.map(\.reps) == [1, 3, 2])
    #expect(moved.orders.count == 1)
  }

  @Test func `of two sets with the same id in a restored session, the later one is revised`()
    throws
  {
    var events = events([
      ann(.started("s")), ann(.logged("s", "a", 1)), ann(.discarded("s")),
      ann(.logged("s", "b", 2)), ann(.logged("s", "b", 3)),
      ann(SetMoved(set: id(4), position: 1).body), ann(.restored("s")),
      ann(.revised(id(4), reps: 9)),
    ])
    events[4].id = id(4)
    let joined = try replay(log(events), OfUser<History>("ann")).value
    #expect(joined["s"]?.sets.map(\.reps) == [1, 9, 2])
  }

  @Test func `of two sessions that were discarded under one name, the later one is restored`()
    throws
  {
    let facts = [
      ann(.started("s", title: "Morning")), ann(.logged("s", "a", 1)), ann(.discarded("s")),
      ann(.started("t")), ann(.started("s", title: "Evening")), ann(.logged("s", "b", 2)),
      ann(.discarded("s")), ann(.revised(id(2), reps: 8)), ann(.revised(id(6), reps: 9)),
    ]
    let gone = try history(facts)
    #expect(gone.sessions.map(\.session) == ["t"])
    #expect(gone.restorings(of: "s", begunAt: 5) == 1 && gone.restorings(of: "s", begunAt: 1) == 2)
    #expect(gone.restorings(of: "t", begunAt: 4) == 0)
    let back = try history(facts + [ann(.restored("s")), ann(.revised(id(6), reps: 7))])
    #expect(back.sessions.map(\.title) == ["Evening", nil])
    #expect(back["s"] == back.sessions.first && back.sessions.first?.isDiscarded == false)
    #expect(back.setIDs == [id(6)])
    #expect(back["s"]?.sets.map(\.reps) == [7])
    #expect(back.sessions(holding: id(2)).isEmpty && back.sessions(holding: id(6)) == ["s"])
    #expect(gone != back)
  }

  @Test func `a set can be corrected however long ago it was logged`() throws {
    let history = try history(
      ann(.logged("s", "a", 1)), ann(.logged("s", "b", 1)), ann(.logged("t", "c", 1)),
      ann(.revised(id(1), reps: 7)), ann(.logged("u", "d", 1)), ann(.logged("v", "e", 1)),
      ann(.revised(id(5), reps: 8)), ann(.removed(id(3))), ann(.removed(id(2))),
      ann(.revised(id(2), reps: 9)))
    #expect(history["s"]?.sets.map(\.reps) == [7])
    #expect(history["t"]?.sets.isEmpty == true)
    #expect(history["u"]?.sets.map(\.reps) == [8])
    #expect(history["v"]?.sets.map(\.reps) == [1])
  }

  @Test func `a set with a duplicate id is found when the later one is removed`() throws {
    var events = events([
      ann(.logged("s", "a", 1)), ann(.logged("t", "b", 1)), ann(.logged("t", "c", 1)),
      ann(.logged("u", "d", 1)), ann(.revised(id(1), reps: 5)), ann(.removed(id(1))),
      ann(.revised(id(1), reps: 6)), ann(.discarded("s")), ann(.revised(id(1), reps: 7)),
    ])
    events[1].id = id(1)
    func history(_ count: Int) throws -> History {
      try replay(log(Array(events[..<count])), OfUser<History>("ann")).value
    }
    #expect(try history(5)["t"]?.sets.map(\.reps) == [5, 1])
    #expect(try history(5)["s"]?.sets.map(\.reps) == [1])
    #expect(try history(5).set(id(1))?.reps == 5)
    #expect(try history(7)["t"]?.sets.map(\.reps) == [1])
    #expect(try history(7)["s"]?.sets.map(\.reps) == [6])
    #expect(try history(7).set(id(1))?.reps == 6)
    #expect(try history(9).set(id(1)) == nil)
  }

  // MARK: - Logs from elsewhere

  @Test func `if the start of a session was cut off, its first set starts it`() throws {
    let history = try history(
      ann(.logged("s", "squat", 5, Weight(100)), at: "2026-03-02T18:00:00Z"),
      ann(.logged("s", "squat", 5, Weight(100)), at: "2026-03-02T18:05:00Z"),
      ann(.ended("s"), at: "2026-03-02T19:00:00Z"))
    #expect(history.sessions.map(\.session) == ["s"])
    #expect(history["s"]?.startedAt == moment("2026-03-02T18:00:00Z"))
    #expect(history["s"]?.volumeKg == 1_000)
  }

  @Test func `a set may be logged after the end of its session`() throws {
    let history = try history(
      ann(.started("s")), ann(.ended("s")), ann(.logged("s", "squat", 5, Weight(100))))
    #expect(history["s"]?.sets.count == 1)
    #expect(history["s"]?.endedAt == moment("2026-03-02T12:01:00Z"))
  }

  @Test(arguments: [
    Event.Body.revised(id(99), reps: 9), .removed(id(99)), .removed(id(3)),
    .revised(id(3), reps: 9),
    .revised(id(1), reps: 9), .removed(id(1)), .ended("x"), .discarded("x"), .started("s"),
    .started("s", title: "Other", note: "other"), .revised(id(2)), .added(.monday, "a"),
  ])
  func `invalid events in a history change nothing`(body: Event.Body) throws {
    let facts: [Fact] = [
      ann(.started("s", title: "Evening", note: "tired")), ann(.logged("s", "a", 5, Weight(10))),
      ann(.logged("s", "b", 1)), ann(.removed(id(3))),
    ]
    let before = try replay(log(events(facts)), OfUser<History>("ann")).value
    let after = try replay(log(events(facts + [ann(body)])), OfUser<History>("ann")).value
    #expect(before.sessions.count == 1)
    #expect(after.sessions == before.sessions)
    #expect(after.open == before.open)
    #expect(after.setIDs == before.setIDs)
  }

  @Test func `a volume is summed in the order of the log, wherever its sets were moved`() throws {
    let facts = [
      ann(.started("s")), ann(.logged("s", "a", 1, Weight(10))),
      ann(.logged("s", "a", 1, Weight(20))), ann(.logged("s", "a", 1, Weight(30))),
      ann(.moved(id(4), to: 1)),
    ]
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    let session = try #require(history["s"])
    #expect(session.sets.map(\.seq) == [4, 2, 3])
    #expect(session.volumesKg(of: "a") == [10, 30, 60])
    #expect(session.volumesKg(of: "b") == [])
  }

  @Test func `a set after a removal cancels it, whether it is folded as a set or as its event`()
    throws
  {
    let events = events([
      ann(.logged("s", "a", 1)), ann(.removed(id(1))), ann(.logged("s", "a", 2)),
    ])
    var history = History()
    for event in events.dropLast() { history.apply(event) }
    #expect(history.endsWithRemoval)
    var other = history
    history.apply(events[2])
    other.apply(
      TypedEvent(
        seq: 3, id: events[2].id, at: events[2].at, user: events[2].user,
        SetLogged(session: "s", exercise: "a", reps: 2, weight: nil)))
    #expect(!history.endsWithRemoval && !other.endsWithRemoval)
  }

  @Test func `the histories of two users are independent`() throws {
    let log = log(
      .by("ann", .started("s")), .by("ann", .logged("s", "a", 1)), .by("bob", .ended("s")),
      .by("bob", .removed(id(2))), .by("bob", .revised(id(2), reps: 9)),
      .by("bob", .discarded("s")), .by("bob", .logged("s", "b", 2)), .by(nil, .ended("s")))
    let histories = try replay(log, ByUser<History>())
    #expect(histories.users == ["ann", "bob"])
    #expect(histories["ann"]["s"]?.sets.map(\.reps) == [1])
    #expect(histories["ann"].open?.session == "s")
    #expect(histories["bob"]["s"]?.sets.map(\.reps) == [2])
  }
}
