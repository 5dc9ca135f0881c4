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
}
