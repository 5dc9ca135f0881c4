import Events
import Projections
import TestSupport
import Testing

/// The search for flips agrees with one that makes the view after every event.
@Suite struct FlipsTests {
  private static let logs = RandomFacts.logs

  @Test(arguments: ViewSubject.single)
  func `flips equal those found by looking after every event`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var (found, again) = (0, 0)
      for events in Self.logs {
        let log = log(events)
        // The views after the events that they read, each made once.
        let start = V.Source.scoped(to: "ann")
        let views = events.filter { start.wants($0.area, of: $0.user) }.reduce(into: [(0, start)]) {
          var source = $0[$0.count - 1].1
          source.apply($1)
          $0.append(($1.seq, source))
        }.map { (seq: $0, view: V($1)) }
        for condition in Self.conditions(V.self, events) {
          var holds = condition.holds(for: views[0].view.value(at: condition.path))
          let holdsFromStart = holds
          var expected: [(Int, Bool)] = []
          for (seq, view) in views.dropFirst() {
            let now = condition.holds(for: view.value(at: condition.path))
            if now != holds { expected.append((seq, now)) }
            holds = now
          }
          let flips = try log.flips(of: condition, in: V.self, of: "ann")
          #expect(flips.holdsFromStart == holdsFromStart)
          #expect(flips.flips.map(\.event.seq) == expected.map(\.0), "\(condition)")
          #expect(flips.flips.map(\.holds) == expected.map(\.1), "\(condition)")
          #expect(flips.end == views.last?.view.value(at: condition.path))
          #expect(flips.first?.event.seq == (holdsFromStart ? nil : expected.first?.0))
          found += expected.count
          if expected.count > 1 { again += 1 }
        }
      }
      // The random logs define a template rarely.
      #expect(found > 0 || V.name == "templates")
      if V.name == "pbs" { #expect(again > 0) }
    }
    try check(subject.view)
  }

  /// More users than are folded in one pass.
  private static let manyUsers = RandomFacts.users + (0..<70).map { Name("user\($0)") }

  @Test func `the flips of many users at once equal those of each user`() throws {
    var found = 0
    for events in Self.logs.prefix(20) {
      let log = log(events)
      for condition in Self.conditions(HistoryView.self, events).suffix(2) {
        let all = try log.flips(of: condition, in: HistoryView.self, ofEach: Self.manyUsers)
        #expect(all.count == Self.manyUsers.count)
        for (user, flips) in zip(Self.manyUsers, all) {
          let alone = try log.flips(of: condition, in: HistoryView.self, of: user)
          #expect(flips.flips.map(\.event.seq) == alone.flips.map(\.event.seq))
          #expect(flips.end == alone.end && flips.holds == alone.holds)
          found += flips.flips.count
        }
      }
    }
    #expect(found > 0)
  }

  /// Conditions on values that the view has at some time.
  private static func conditions<V: LogView>(_ view: V.Type, _ events: [Event]) -> [PathCondition] {
    var trace = ViewTrace<V>(of: "ann")
    var conditions: [PathCondition] = [PathCondition(RecordPath([.index(1)]), .exists)]
    for (place, event) in events.enumerated() {
      trace.apply(event) { _ in }
      guard place % 13 == 7 else { continue }
      trace.tree.forEachValue { path, value in
        guard conditions.count < 8 else { return }
        conditions.append(PathCondition(path, .equal, value))
        if case .number = value { conditions.append(PathCondition(path, .greaterOrEqual, value)) }
      }
    }
    return conditions
  }

  @Test func `a flip has its event and its values`() throws {
    let log = log(
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("bob", .logged("t", "squat", 5, Weight(900))),
      .by("ann", .logged("s", "squat", 5, Weight(900))), .by("ann", .removed(id(3))))
    let condition = try PathCondition(parsing: "[exercise=squat].weightKg > 500")
    let flips = try log.flips(of: condition, in: PersonalBestsView.self, of: "ann")
    #expect(flips.flips.map(\.event.seq) == [3, 4])
    #expect(flips.first?.before == .number(.integer(100)))
    #expect(flips.first?.after == .number(.integer(900)))
    let early = try log.flips(of: condition, in: PersonalBestsView.self, of: "ann", asOf: .seq(2))
    #expect(early.first == nil && early.hasLed)
  }

  @Test func `a condition that holds for an empty log has no first event`() throws {
    let missing = try PathCondition(parsing: "[exercise=squat] missing")
    let log = log(.by("ann", .logged("s", "squat", 5)))
    let flips = try log.flips(of: missing, in: PersonalBestsView.self, of: "ann")
    #expect(flips.holdsFromStart && flips.first == nil)
    #expect(flips.flips.map(\.holds) == [false])
  }
}
