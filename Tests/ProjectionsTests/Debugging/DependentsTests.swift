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
}
