import Events
import Projections
import TestSupport
import Testing

@Suite struct RevertTests {
  private typealias Bench = RevertBench

  private func at(_ seq: Int) -> Reference { .prefix("@\(seq)") }

  @Test func `what undoes an event follows from its type and the state before it`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .revised(id(3), reps: 6, note: "deep")), .by("ann", .ended("s")),
      .by("ann", .chose(.monday, "Legs")), .by("ann", .added(.monday, "squat", sets: 3)),
      .by("ann", .added(.monday, "lunge")), .by("ann", .removed(.monday, "squat")),
      .by("ann", .shared(.monday, as: "p", "lunge")), .by("ann", .liked("p")),
      .by("ann", .edited("p", title: "Legs", description: "All")))
    #expect(
      try bench.revert(at(12)) == [.edited("p", title: "Push day", without: [.description])])
    #expect(try bench.revert(at(11)) == [.unliked("p")])
    #expect(try bench.revert(at(10)) == [.deleted("p")])
    #expect(
      try bench.revert(at(9)) == [
        .added(.monday, "squat", sets: 3),
        .moved(.monday, "squat", at: 2, to: .monday, place: 1),
      ])
    #expect(try bench.revert(at(8)) == [.removed(.monday, "lunge", at: 2)])
    #expect(try bench.revert(at(6)) == [.clearedType(.monday)])
    #expect(try bench.revert(at(5)) == [.reopened("s")])
    #expect(try bench.revert(at(4)) == [.revised(id(3), reps: 5, without: [.note])])
    #expect(try bench.revert(at(3)) == [.removed(id(3))])
    #expect(try bench.revert(at(2)) == [.discarded("s")])
  }

  @Test func `undoing again and again walks back, and what was redone is undone first`() throws {
    var bench = Bench(
      .by("ann", .chose(.monday, "Legs")), .by("bob", .chose(.monday, "Arms")),
      .by("ann", .chose(.friday, "Back")), .by("ann", .chose(.monday, "Rest")))
    #expect(try bench.undo() == [.chose(.monday, "Legs")])
    #expect(try bench.undo() == [.clearedType(.friday)])
    // Redone: what undid it is undone.
    #expect(try bench.revert(at(8)) == [.chose(.friday, "Back")])
    #expect(try bench.undo() == [.clearedType(.friday)])
    #expect(try bench.undo() == [.clearedType(.monday)])
    #expect(bench.refusal(.latest)?.message == "there is nothing to undo")
    bench.add(.chose(.sunday, "Rest"))
    #expect(try bench.undo() == [.clearedType(.sunday)])
    #expect(bench.refusal(.latest)?.message == "there is nothing to undo")
  }

  @Test func `a set that is logged anew is found by those that undo what came before`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .removed(id(3))))
    #expect(try bench.undo() == [.logged("s", "squat", 6, Weight(100))])
    let anew = try #require(bench.all.dropLast().last?.id)
    #expect(try bench.undo() == [.revised(anew, reps: 5)])
    #expect(try bench.undo() == [.removed(anew)])
    #expect(try bench.undo() == [.discarded("s")])
  }

  @Test func `what later events changed is not undone unless that is forced`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .revised(id(3), note: "deep")),
      .by("ann", .revised(id(3), reps: 7)))
    let refusal = try #require(bench.refusal(at(4)))
    #expect(
      refusal.message == "cannot undo 4 SetRevised: 6 SetRevised changed the same later")
    #expect(
      refusal.help
        == "undo that event first with \(.revert(6, isBatch: false)), or force it with \(.give(.isForced))"
    )
    // The note is another value.
    #expect(try bench.revert(at(5)) == [.revised(id(3), without: [.note])])
    #expect(try bench.revert(at(4), force: true) == [.revised(id(3), reps: 5)])
    #expect(
      bench.refusal(at(4))?.message == "4 SetRevised is already undone by 9 SetRevised")
    #expect(bench.refusal(at(2))?.message.hasPrefix("cannot undo 2 SessionStarted: ") ?? false)
  }

  @Test func `several events are undone the latest first, as one batch`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .removed(id(3))),
      .by("ann", .chose(.monday, "Legs")))
    // The set is logged anew, set right under its new id, and removed.
    let facts = try bench.revert(at(3), at(6), at(5), at(4))
    guard case .sessions(.setRevised(let revision)) = facts[2] else {
      Issue.record("\(facts)")
      return
    }
    #expect(
      facts == [
        .clearedType(.monday), .logged("s", "squat", 6), .revised(revision.set, reps: 5),
        .removed(revision.set),
      ])
    #expect(bench.all[bench.all.count - 4].id == revision.set)
  }

  @Test func `a session that goes takes all that is undone of it along`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .removed(id(3))),
      .by("ann", .logged("s", "squat", 7)), .by("ann", .ended("s")), .by("ann", .started("t")))
    #expect(try bench.revert(at(2), at(3), at(4), at(5), at(6), at(7)) == [.discarded("s")])
    // Redone in one step, sets and all.
    #expect(try bench.revert(at(9)) == [.restored("s")])
    let history = try replay(bench.log, OfUser<History>("ann"))
    #expect(history.value["s"]?.sets.map(\.reps) == [7])
    #expect(history.value["s"]?.endedAt != nil)
  }

  @Test func `what cannot be undone is refused with its reason`() {
    let bench = Bench(
      .by("ann", .started("s")), .by("ann", .ended("s")), .by("ann", .started("t")),
      .by("ann", .shared(.monday, as: "p", "squat")), .by("ann", .deleted("p")),
      .by("bob", .chose(.monday, "Legs")), .by("ann", .liked("gone")), .by("ann", .ended("s")))
    func message(_ reference: Reference) -> String? { bench.refusal(reference)?.message }
    #expect(message(at(1)) == "cannot undo 1 UserSignedIn: only a sign-out ends a sign-in session")
    #expect(
      message(at(6)) == "cannot undo 6 PostDeleted: a deleted post and its likes are gone")
    #expect(message(at(7)) == "event 7 is not yours")
    #expect(message(at(8)) == "there is nothing to undo: 8 PostLiked changed nothing")
    #expect(message(at(9))?.hasPrefix("cannot undo 9 SessionEnded: ") ?? false)
    #expect(message(at(10)) == "the log has no event at 10")
    #expect(message(.prefix("@x")) == "'@x' is not a position")
    #expect(
      message(.prefix("nothing"))
        == "none of your events has an id or a name that starts with 'nothing'")
    #expect(message(.prefix("0199")) == "8 of your events have an id that starts with '0199'")
    #expect(message(.prefix("\(id(6))")) == message(at(6)))
    // By the name that it gave, too.
    #expect(message(.prefix("p"))?.hasPrefix("cannot undo 5 PlanShared: 6 PostDeleted") ?? false)
    #expect(message(at(3))?.hasPrefix("cannot undo 3 SessionEnded: 9 SessionEnded") ?? false)
  }

  @Test func `a session is not opened again while another is open`() {
    let bench = Bench(
      .by("ann", .started("s")), .by("ann", .ended("s")), .by("ann", .started("t")))
    #expect(
      bench.refusal(at(3), force: true)?.message
        == "a session has been open since 2026-03-02T12:03:00.000Z, and only one can be open")
  }
}
