import Events
import Projections
import TestSupport
import Testing

/// The events that depend on events which a view leaves out.
@Suite struct DependentsTests {
  private func dependents(of seq: Int, in bench: RevertBench) throws -> Dependents {
    try Dependents(of: [seq], in: bench.log)
  }

  @Test func `an undo depends on what it undid, and on the event whose value it restored`() throws {
    var bench = RevertBench(
      .by("ann", .chose(.monday, "Chset")), .by("ann", .chose(.monday, "Chest")))
    try bench.revert(.latest)
    let undone = try dependents(of: 3, in: bench)
    #expect(undone.referring(to: [3]).map(\.seq) == [4, 5] && undone.restoring([3]).isEmpty)
    let restored = try dependents(of: 2, in: bench)
    #expect(restored.referring(to: [2]).isEmpty && restored.restoring([2]).map(\.seq) == [4])
    // After a redo and another undo, the value is copied once more.
    _ = try bench.redo()
    try bench.revert(.latest)
    #expect(try dependents(of: 2, in: bench).restoring([2]).map(\.seq) == [4, 8])
  }

  @Test func `an undo that restores another value, or another user's, does not depend on it`()
    throws
  {
    var bench = RevertBench(
      .by("ann", .started("s")), .by("ann", .revised(session: "s", title: "Legs")),
      .by("ann", .revised(session: "s", note: "deep")), .by("bob", .chose(.monday, "Arms")),
      .by("ann", .chose(.monday, "Back")))
    try bench.revert(.latest)
    #expect(try dependents(of: 5, in: bench).restoring([5]).isEmpty)
    try bench.revert(.latest)
    #expect(try dependents(of: 3, in: bench).restoring([3]).isEmpty)
  }

  /// Returns the kind of workout that an event chooses; nil for another event.
  private func type(_ event: Event) -> String? {
    if case .plan(.workoutTypeChosen(let choice)) = event.body { choice.type } else { nil }
  }

  @Test func `the copies of a value are all later events with it, in 200 random logs with undos`()
    throws
  {
    var copies = 0
    for seed in 1...200 {
      var chance = SeededGenerator(seed: UInt64(seed))
      var bench = RevertBench()
      for number in 0..<12 {
        switch chance.below(4) {
        case 0: _ = try? bench.undo()
        case 1: _ = try? bench.redo()
        default: bench.add(.chose(chance.pick([.monday, .tuesday]), "Type \(number)"))
        }
      }
      var seen: Set<String> = []
      for event in bench.all {
        // Each type is chosen once; later events have it only if they undo others.
        guard let type = type(event), seen.insert(type).inserted else { continue }
        let dependents = try dependents(of: event.seq, in: bench)
        let found = dependents.referring(to: [event.seq]) + dependents.restoring([event.seq])
        let expected = bench.all[event.seq...].filter { self.type($0) == type }.map(\.seq)
        #expect(
          found.filter { self.type($0) == type }.map(\.seq).sorted() == expected, "\(seed)")
        let left = Set([event.seq] + found.map(\.seq))
        let plan = try bench.log.states(
          of: [PlanView.self], of: "ann", asOf: .without(left, of: nil))
        #expect(!String(decoding: plan[0].json, as: UTF8.self).contains("\"\(type)\""))
        copies += expected.count
      }
    }
    #expect(copies > 100, "\(copies)")
  }

  @Test func `each exercise on a day has its own value`() throws {
    let heavy = Event.Body.added(.monday, "squat", sets: 3, Weight(600))
    var bench = RevertBench(
      .by("ann", heavy), .by("ann", .added(.monday, "bench", sets: 3, Weight(60))),
      .by("ann", .cleared(.monday)))
    try bench.revert(.latest)
    #expect(try dependents(of: 2, in: bench).restoring([2]).map(\.seq) == [5])
    #expect(try dependents(of: 3, in: bench).restoring([3]).map(\.seq) == [6])
    bench.add(.removed(.monday, "squat"), .added(.monday, "squat", sets: 3, Weight(60)))
    try bench.revert(.latest)
    try bench.revert(.latest)
    let last = bench.all.count
    #expect(try dependents(of: 2, in: bench).restoring([2]).map(\.seq) == [5, last - 2])
    #expect(try dependents(of: 3, in: bench).restoring([3]).map(\.seq) == [6])
    // The removal was undone, so its own value is gone.
    #expect(try dependents(of: 8, in: bench).restoring([8]).isEmpty)
  }

  /// Returns a plan that changes at random, with many undos; no two added exercises have the same weight.
  private func plan(_ random: inout SeededGenerator) throws -> RevertBench {
    var bench = RevertBench()
    for _ in 0..<16 {
      let (day, other) = (random.pick([Weekday.monday, .friday]), Weekday.friday)
      let planned = random.pick(["squat", "bench"] as [Name])
      let seq = bench.all.count + 1
      do {
        switch random.below(9) {
        case 0, 1, 2: bench.add(.added(day, planned, sets: 3, Weight(Double(seq))))
        case 3: bench.add(.removed(day, planned))
        case 4: bench.add(.moved(day, planned, to: other, place: random.pick([1, nil])))
        case 5: bench.add(.cleared(day))
        case 6: _ = try bench.redo()
        default: try bench.revert(.latest)
        }
      } catch is Refusal {}
    }
    return bench
  }

  @Test func `the restored exercises are those with the same values, in 200 random plans`() throws {
    var (restored, shown) = (0, 0)
    for seed in 1...200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let bench = try plan(&random)
      for case (let event, .plan(.exerciseAdded(let added))) in bench.all.map({ ($0, $0.body) }) {
        guard added.planned.weight == Weight(Double(event.seq)) else { continue }
        let found = try dependents(of: event.seq, in: bench)
        let referring = Set(found.referring(to: [event.seq]).map(\.seq))
        let copies = bench.all.filter { fact in
          guard case .plan(.exerciseAdded(let copy)) = fact.body, fact.seq != event.seq else {
            return false
          }
          return copy.planned == added.planned && !referring.contains(fact.seq)
        }.map(\.seq)
        #expect(
          found.restoring([event.seq]).map(\.seq) == copies, "seed \(seed), event \(event.seq)")
        restored += copies.isEmpty ? 0 : 1
        // Without the event, only its copies can show its exercise.
        var plan = WeeklyPlan()
        for other in bench.all where other.seq != event.seq { plan.apply(other) }
        if Weekday.allCases.contains(where: { plan[$0].exercises.contains(added.planned) }) {
          shown += 1
          #expect(!copies.isEmpty || !referring.isEmpty)
        }
      }
    }
    #expect(restored > 20 && shown > 20, "\(restored), \(shown)")
  }
}
