import Events
import TestSupport
import Testing

@testable import Projections

/// The traces of views with sums and records equal the views created from their start, after each correction of a set.
@Suite struct CorrectedSetsTests {
  /// A random log of two sessions of one week and one of another week, with corrections of their sets.
  private struct RandomSession {
    var random: SeededGenerator
    /// The steps between weights in kilograms; sums of 0.1 have rounding errors.
    let steps: [Double]
    /// A weight in kilograms that half of the sets have, for sums with rounding errors; nil for none.
    let huge: Double?
    /// The milliseconds of times; rests of thirds of a second have rounding errors, and rests of quarters have none.
    let fraction: Int
    /// A Boolean value indicating whether the sets are those of one planned exercise in sessions with similar volumes.
    let isSpread: Bool
    /// The share of sets with a distance that has rounding errors, in a thousand.
    let distances: Int
    private var sets: [EventID] = []

    init(seed: Int) {
      random = SeededGenerator(seed: UInt64(seed))
      huge = seed % 4 == 2 ? 0x1p38 : nil
      let usual = seed % 3 == 0 ? [0.1] : seed % 3 == 1 ? [2.5] : [2.5, 2.5, 2.5, 0.1]
      steps = huge != nil ? [1 / 1_024] : usual
      fraction = seed % 8 == 1 ? 250 : seed % 8 == 5 ? 333 : 0
      isSpread = seed >= 24
      distances = isSpread && seed % 4 == 3 ? 400 : 0
    }

    private mutating func weight() -> Weight? {
      if random.chance(100) { return nil }
      if let huge, random.chance(500) { return Weight(huge) }
      return Weight(random.pick(steps) * Double(random.below(isSpread ? 5 : 25) - 2))
    }

    private mutating func one(at seq: Int) -> Fact {
      let number = random.below(20)
      guard number >= 9, let set = sets.isEmpty ? nil : random.pick(sets) else {
        sets.append(id(seq))
        return logged()
      }
      switch number {
      case 9...12:
        return .by(
          "ann",
          .revised(
            set, reps: random.below(13), weight(),
            metres: random.chance(isSpread ? distances : 99) ? 0.7 : nil))
      case 13: return .by("ann", .revised(set, note: "x"))
      case 14:
        return .by(
          "ann",
          .revised(
            set, kind: random.pick([.warmup, .normal]), completed: random.pick([true, false])))
      case 15: return .by("ann", .removed(sets[sets.count - 1]))
      case 16, 17: return .by("ann", .removed(set))
      case 18: return .by("ann", random.chance(400) ? other() : .revised(set, reps: 5))
      default: return .by("ann", .restored(set, at: 1 + random.below(sets.count)))
      }
    }

    private mutating func logged() -> Fact {
      let session: Name = random.pick(isSpread ? ["s", "t", "u"] : ["s", "s", "s", "s", "t", "u"])
      let exercise: Name =
        isSpread ? "squat" : random.pick(["squat", "squat", "deadlift", "pull-up"])
      return .by(
        "ann", at: session == "u" ? "2026-03-12T12:00:00Z" : nil,
        .logged(
          session, exercise, random.below(13), weight(),
          kind: random.chance(99) ? .warmup : .normal,
          seconds: random.chance(99) ? Double(random.below(90)) : nil,
          metres: random.chance(distances) ? 0.7 : nil, completed: !random.chance(50)))
    }

    private mutating func other() -> Event.Body {
      switch random.below(6) {
      case 0: .moved(random.pick(sets), to: 1 + random.below(sets.count))
      case 1: .ended("s")
      case 2: .discarded("t")
      case 3: .restored("t")
      case 4:
        .profile(
          .bodyWeightRecorded(BodyWeightRecorded(weight: Weight(Double(70 + random.below(9))))))
      default: .revised(session: "s", title: "x")
      }
    }

    mutating func events(_ count: Int) -> [Event] {
      let planned = PlannedExercise(exercise: "squat", sets: 3, reps: 5, maxReps: 8)
      var facts: [Fact] = [.by("ann", ExerciseAdded(day: .monday, planned).body)]
      for seq in 2...count { facts.append(one(at: seq)) }
      var log = TestSupport.events(facts)
      for place in log.indices {
        let time = log[place].at
        log[place].at = Timestamp(
          milliseconds: time.milliseconds + Int64(random.below(4) * fraction),
          offsetMinutes: time.offsetMinutes)
      }
      return log
    }
  }

  private static let views: [any LogView.Type] = [
    VolumeView.self, MetricsView.self, MusclesView.self, RecordsView.self, HistoryView.self,
    SessionView.self, WeekDoneView.self,
  ]

  /// Compares the rows of a trace after each event with those of all sets, and returns the number of changes.
  private static func changes<V: LogView>(_ view: V.Type, by events: [Event]) -> Int {
    var (trace, changes) = (ViewTrace<V>(of: "ann"), 0)
    for event in events {
      trace.apply(event) { _ in changes += 1 }
      let rows = V(trace.source).rows
      if V.shape == .list {
        #expect(trace.rowsByKey.count == rows.count)
        for row in rows {
          let traced = (row._keyScalar?.name).flatMap { trace.rowsByKey[$0] }
          if traced != row { Issue.record("\(V.name) after \(event)") }
        }
      } else if trace.rows != rows {
        Issue.record("\(V.name) after \(event)")
      }
    }
    return changes
  }

  @Test(arguments: 0..<120)
  func `a sum or a record after a correction is the one of all sets`(seed: Int) {
    var facts = RandomSession(seed: seed)
    let events = facts.events(160)
    for view in Self.views { #expect(Self.changes(view, by: events) > 5, "\(view.name)") }
  }

  /// A random log of sessions of one week that start, end and are opened again in any order.
  ///
  /// Most events are of the last session, and some sessions start before others.
  private static func sessions(seed: Int) -> [Event] {
    var random = SeededGenerator(seed: UInt64(seed))
    let step = seed % 2 == 0 ? 2.5 : 0.1
    var names: [Name] = []
    return events(
      (1...150).map { seq -> Fact in
        let session = random.chance(800) ? names.last : names.isEmpty ? nil : random.pick(names)
        let set = id(1 + random.below(seq))
        guard let session, random.chance(800) else {
          let name = Name("session \(seq)")
          names.append(name)
          let start: Event.Body = random.chance(800) ? .started(name) : .logged(name, "squat", 5)
          return .by("ann", at: random.chance(150) ? "2026-03-02T11:59:59.700Z" : nil, start)
        }
        let body: Event.Body =
          switch random.below(10) {
          case 0...3: .logged(session, "squat", 5, Weight(step * Double(random.below(40))))
          case 4...6: .ended(session)
          case 7: SessionReopened(session: session).body
          case 8: .removed(set)
          default: .revised(set, reps: random.below(9))
          }
        return .by("ann", body)
      })
  }

  @Test(arguments: 0..<40)
  func `a sum is the one of all sessions after each start, end and reopening`(seed: Int) {
    let events = Self.sessions(seed: seed)
    for view in Self.views { #expect(Self.changes(view, by: events) > 5, "\(view.name)") }
  }

  @Test(arguments: ["s", "t"])
  func `a correction of a set counts once if two sets of the week have its id`(session: Name) {
    var events = TestSupport.events([
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged(session, "squat", 5, Weight(80))),
      .by("ann", .logged("v", "squat", 5, Weight(60))),
      .by("ann", .revised(id(1), reps: 6)),
      .by("ann", .removed(id(1))),
    ])
    events[1].id = id(1)
    let sums: [any LogView.Type] = [VolumeView.self, MetricsView.self, MusclesView.self]
    for view in sums { #expect(Self.changes(view, by: events) > 0, "\(view.name)") }
  }

  @Test func `a volume with a rounding error is not forgotten in the search for the largest one`() {
    let facts: [Event.Body] = [
      .logged("s", "squat", 1, Weight(100)), .logged("s", "squat", 1, Weight(100)),
      .logged("t", "squat", 1, Weight(80)), .logged("t", "squat", 1, Weight(10)),
      .logged("t", "squat", 1, Weight(10)), .revised(id(2), note: "x"),
      .revised(id(5), Weight(60.1)), .revised(id(2), Weight(30)),
    ]
    var trace = ViewTrace<RecordsView>(of: "ann")
    for event in events(facts.map { .by("ann", $0) }) { trace.apply(event) { _ in } }
    // 80 + 10 + 60.1 in the second session exceed 100 + 30 in the first one.
    #expect(trace.rowsByKey["squat"]?.records.sessionVolume?.session == "t")
  }

  @Test func `rests are those between the sets that are left, however many were removed`() {
    let sets = (1...70).map { Fact.by("ann", .logged("s", "squat", $0 % 7, Weight(100))) }
    let removed = (2...69).map { Fact.by("ann", .removed(id($0))) }
    let last: [Fact] = [
      .by("ann", .revised(id(1), completed: false)), .by("ann", .removed(id(70))),
    ]
    #expect(Self.changes(MetricsView.self, by: events(sets + removed + last)) > 0)
  }

  @Test func `rests with rounding errors are added in their order`() {
    let sets = (10...49).map { number in
      Fact.by(
        "ann", at: "2026-03-02T12:\(number):00.\(100 + number * number * 37 % 900)Z",
        .logged("s", "squat", 5, Weight(100)))
    }
    let removed = stride(from: 2, to: 40, by: 3).map { Fact.by("ann", .removed(id($0))) }
    #expect(Self.changes(MetricsView.self, by: events(sets + removed)) > 0)
  }

  @Test(arguments: [
    // The other session grew by a correction before.
    ([.revised(id(1), reps: 3), .revised(id(3), Weight(30))] as [Event.Body], 180.0),
    // Of equal volumes, the first one counts.
    ([.revised(id(3), Weight(20))], 120),
    ([.revised(id(3), Weight(21))], 121),
  ])
  func `the largest volume is searched for if another session may have it`(
    corrections: [Event.Body], largest: Double
  ) throws {
    let logged: [Event.Body] = [
      .logged("t", "squat", 2, Weight(60)), .logged("s", "squat", 1, Weight(100)),
      .logged("s", "squat", 1, Weight(100)), .revised(id(3), note: "x"),
    ]
    var trace = ViewTrace<RecordsView>(of: "ann")
    for event in events((logged + corrections).map { .by("ann", $0) }) {
      trace.apply(event) { _ in }
      #expect(trace.rowsByKey["squat"] == RecordsView(trace.source).rows.first, "\(event)")
    }
    let mark = try #require(trace.rowsByKey["squat"]?.records.sessionVolume)
    #expect(mark.value == largest)
    #expect(mark.session == (largest == 121 ? "s" : "t"))
  }
}
