import Events
import Projections
import TestSupport
import Testing

@Suite struct RevertTests {
  private typealias Bench = RevertBench

  private func at(_ seq: Int) -> Reference { .prefix("@\(seq)") }

  @Test func `the events that undo an event depend on its type and the state before it`() throws {
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

  @Test func `a discarded session returns with the sets that another device logged meanwhile`()
    throws
  {
    var bench = Bench(
      .by("ann", .started("s", title: "Legs")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "squat", 4, Weight(100))), .by("ann", .discarded("s")),
      .by("ann", .logged("s", "lunge", 8)))
    #expect(try bench.revert(at(5)) == [.restored("s")])
    #expect(
      try replay(bench.log, OfUser<History>("ann")).value["s"]?.sets.map(\.reps) == [5, 4, 8])
    #expect(try replay(bench.log, OfUser<History>("ann")).value["s"]?.title == "Legs")
    // Undone the latest first, the late set and its session go before the discarded one returns.
    bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .discarded("s")), .by("ann", .logged("s", "lunge", 8)))
    #expect(try bench.undo() == [.removed(id(5)), .discarded("s")])
    #expect(try bench.undo() == [.restored("s"), .restored("s")])
    #expect(try replay(bench.log, OfUser<History>("ann")).value["s"]?.sets.map(\.reps) == [5])
  }

  @Test func `repeated undo goes back step by step, and redone actions are undone first`() throws {
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

  @Test func `a removed set is restored at its position, and earlier changes of it are undone`()
    throws
  {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .removed(id(3))))
    #expect(try bench.undo() == [.restored(id(3), at: 1)])
    #expect(try bench.redo() == [.removed(id(3))])
    #expect(try bench.undo() == [.restored(id(3), at: 1)])
    #expect(try bench.undo() == [.revised(id(3), reps: 5)])
    #expect(try bench.undo() == [.removed(id(3))])
    #expect(try bench.undo() == [.discarded("s")])
  }

  @Test func `an event that later events superseded is not undone unless forced`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .revised(id(3), note: "deep")),
      .by("ann", .revised(id(3), reps: 7)))
    let refusal = try #require(bench.refusal(at(4)))
    #expect(
      refusal.message
        == "cannot undo event 4 (SetRevised): event 6 (SetRevised) later changed the same value")
    #expect(
      refusal.help
        == "undo that event first with \(.revert(6, isBatch: false)), or force it with \(.give(.isForced))"
    )
    // The note is another value.
    #expect(try bench.revert(at(5)) == [.revised(id(3), without: [.note])])
    #expect(try bench.revert(at(4), force: true) == [.revised(id(3), reps: 5)])
    #expect(
      bench.refusal(at(4))?.message
        == "event 4 (SetRevised) was already undone by event 9 (SetRevised)")
    #expect(
      bench.refusal(at(2))?.message.hasPrefix("cannot undo event 2 (SessionStarted): ") ?? false)
  }

  @Test func `several events are undone, latest first, as one batch`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .removed(id(3))),
      .by("ann", .chose(.monday, "Legs")))
    #expect(
      try bench.revert(at(3), at(6), at(5), at(4)) == [
        .clearedType(.monday), .restored(id(3), at: 1), .revised(id(3), reps: 5), .removed(id(3)),
      ])
  }

  @Test func `undoing a session also undoes its sets`() throws {
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

  @Test func `an event that cannot be undone is refused with the reason`() {
    let bench = Bench(
      .by("ann", .started("s")), .by("ann", .ended("s")), .by("ann", .started("t")),
      .by("ann", .shared(.monday, as: "p", "squat")), .by("ann", .deleted("p")),
      .by("bob", .chose(.monday, "Legs")), .by("ann", .liked("gone")), .by("ann", .ended("s")))
    func message(_ reference: Reference) -> String? { bench.refusal(reference)?.message }
    #expect(
      message(at(1)) == "cannot undo event 1 (UserSignedIn): only a sign-out ends a sign-in session"
    )
    #expect(
      message(at(6))
        == "cannot undo event 6 (PostDeleted): a deleted post and its likes cannot be restored")
    #expect(message(at(7)) == "event 7 is not yours")
    #expect(message(at(8)) == "there is nothing to undo: event 8 (PostLiked) changed nothing")
    // The session gets its former end back.
    #expect(message(at(9)) == nil)
    #expect(message(at(10)) == "the log has no event at 10")
    #expect(message(.prefix("@x")) == "'@x' is not a position")
    #expect(
      message(.prefix("nothing"))
        == "none of your events has an id or a name that starts with 'nothing'")
    #expect(message(.prefix("0199")) == "8 of your events have an id that starts with '0199'")
    #expect(message(.prefix("\(id(6))")) == message(at(6)))
    // By the name that it gave, too.
    #expect(
      message(.prefix("p"))?.hasPrefix("cannot undo event 5 (PlanShared): event 6 (PostDeleted")
        ?? false)
    // The session would be open again, next to the other one.
    #expect(message(at(3))?.hasPrefix("a session has been open since") ?? false)
  }

  // MARK: - Undo and redo

  @Test func `redo is possible only after an undo`() throws {
    var bench = Bench(.by("ann", .chose(.monday, "Legs")), .by("ann", .chose(.friday, "Back")))
    #expect(bench.refusal(of: .redo)?.message.contains("event 3 (WorkoutTypeChosen)") == true)
    #expect(try bench.undo() == [.clearedType(.friday)])
    #expect(try bench.undo() == [.clearedType(.monday)])
    #expect(try bench.redo() == [.chose(.monday, "Legs")])
    #expect(try bench.redo() == [.chose(.friday, "Back")])
    #expect(bench.refusal(of: .redo)?.code == .nothingToUndo)
    #expect(try bench.undo() == [.clearedType(.friday)])
    bench.add(.chose(.sunday, "Rest"))
    #expect(bench.refusal(of: .redo)?.message.contains("event 14 (WorkoutTypeChosen)") == true)
    #expect(try bench.undo() == [.clearedType(.sunday)])
    #expect(try bench.redo() == [.chose(.sunday, "Rest")])
  }

  @Test func `a redone action is undone by naming any of its events, and then skipped`() throws {
    for named in [3, 6, 10] {
      var bench = Bench(.by("ann", .chose(.friday, "Back")), .by("ann", .chose(.monday, "Legs")))
      for _ in 1...2 {
        #expect(try bench.undo() == [.clearedType(.monday)])
        #expect(try bench.redo() == [.chose(.monday, "Legs")])
      }
      #expect(try bench.revert(at(named)) == [.clearedType(.monday)], "@\(named)")
      #expect(try bench.undo() == [.clearedType(.friday)], "@\(named)")
    }
  }

  @Test func `undo skips actions that changed nothing`() throws {
    var bench = Bench(.by("ann", .chose(.friday, "Back")), .by("ann", .chose(.monday, "Legs")))
    for _ in 1...5 { bench.add(.chose(.monday, "Legs"), .deleted("gone")) }
    #expect(try bench.undo() == [.clearedType(.monday)])
    #expect(try bench.undo() == [.clearedType(.friday)])
    #expect(bench.refusal(.latest)?.message == "there is nothing to undo")
  }

  @Test func `descriptions and aliases of exercises can be undone`() throws {
    let (plain, barbell) = (
      ExerciseCatalogued(exercise: "press", name: "Press"),
      ExerciseCatalogued(exercise: "press", name: "Press", equipment: "barbell")
    )
    func alias(_ exercise: Name) -> Event.Body {
      ExerciseAliased(alias: "P", exercise: exercise).body
    }
    let removal: Event.Body = ExerciseUncatalogued(exercise: "press").body
    var bench = Bench(
      .by("ann", .exercises(.exerciseCatalogued(plain))),
      .by("ann", .exercises(.exerciseCatalogued(barbell))),
      .by("ann", alias("press")), .by("ann", alias("bench")),
      .by("ann", ExerciseUnaliased(alias: "P").body))
    #expect(try bench.undo() == [alias("bench")])
    #expect(try bench.undo() == [alias("press")])
    #expect(try bench.undo() == [ExerciseUnaliased(alias: "P").body])
    #expect(try bench.undo() == [.exercises(.exerciseCatalogued(plain))])
    #expect(try bench.undo() == [removal])
    #expect(try bench.redo() == [.exercises(.exerciseCatalogued(plain))])
    #expect(try bench.undo() == [removal])
  }

  @Test func `a reopened session gets its previous end`() throws {
    var bench = Bench(
      .by("ann", .started("s")), .by("ann", .ended("s")), .by("ann", .reopened("s")))
    let end = bench.all[2].at
    #expect(try bench.undo() == [SessionRevised(session: "s", endedAt: end).body])
    #expect(try bench.redo() == [.reopened("s")])
    #expect(try bench.undo().count == 1)
    #expect(try bench.undo() == [.reopened("s")])
    #expect(try bench.undo() == [.discarded("s")])
  }

  @Test func `a batch of the largest size can be undone and redone`() throws {
    func setting(_ number: Int, _ value: String) -> Event.Body {
      SettingChanged(key: Name("k\(number)"), value: value).body
    }
    var bench = Bench()
    bench.batches[2] = 10_000
    for number in 1...10_000 { bench.add(setting(number, "on")) }
    let facts = try bench.undo()
    #expect(facts.count == 10_000 && facts.last == setting(1, ""))
    #expect(try bench.redo().count == 10_000)
    #expect(try bench.undo().count == 10_000)
  }

  @Test func `an import in several batches is one action`() throws {
    func setting(_ number: Int) -> Event.Body {
      SettingChanged(key: Name("k\(number)"), value: "on").body
    }
    var bench = Bench(.by("ann", .chose(.monday, "Legs")))
    (bench.batches[3], bench.batches[10_003]) = (10_000, 2)
    for number in 1...10_002 {
      bench.add(setting(number))
      bench.all[bench.all.count - 1].id = EventID(derivedFrom: ["\(number)"])
    }
    #expect(try bench.undo().count == 10_002)
    #expect(try bench.undo() == [.clearedType(.monday)])
  }

  @Test func `changes that cancel each other do not prevent undoing earlier events`() throws {
    var bench = Bench(
      .by("ann", .chose(.monday, "Legs")), .by("ann", .chose(.monday, "Arms")),
      .by("ann", .chose(.monday, "Back")))
    #expect(try bench.undo() == [.chose(.monday, "Arms")])
    #expect(try bench.revert(at(2), force: true) == [.clearedType(.monday)])
    // The kind of workout differs from the one that event 3 chose, and the undo of event 2 is the reason.
    #expect(
      bench.refusal(at(3))?.message
        == "cannot undo event 3 (WorkoutTypeChosen): event 7 (WorkoutTypeCleared) later changed the same value"
    )
    try bench.revert(at(7))
    #expect(bench.refusal(at(3)) == nil)
  }

  @Test func `the id of an entity means its first event after an undo created it again`() throws {
    let made = WorkoutCreated(name: "K", exercises: []).body
    var bench = Bench(.by("ann", made))
    let name = Name(id(2))
    bench.add(WorkoutDeleted(workout: name).body)
    _ = try bench.undo()
    // The first three events, and not the fourth, which created the workout again.
    let prefix = String(name.text.dropLast(1))
    #expect(
      bench.refusal(.prefix(prefix))?.message
        == "3 of your events have an id that starts with '\(prefix)'")
    #expect(try bench.revert(.prefix(name.text)) == [WorkoutDeleted(workout: name).body])
  }

  @Test func `a template gets back its original names while a merge applies`() throws {
    func defined(_ exercise: Name) -> Event.Body {
      TemplateDefined(template: "t", name: "Legs", exercises: [PlannedExercise(exercise: exercise)])
        .body
    }
    var bench = Bench(
      .by("ann", defined("squat")), .by("ann", defined("lunge")),
      .by("ann", ExerciseMerged(exercise: "squat", into: "back-squat").body)
    )
    #expect(try bench.revert(at(3)) == [defined("squat")])
  }

  @Test func `the help suggests no redo if no redo is possible`() throws {
    var bench = Bench(.by("ann", .shared(.monday, as: "p", "squat")))
    _ = try bench.undo()
    #expect(bench.refusal(at(2))?.help == "post it again")
  }

  @Test func `a session cannot be reopened while another one is open`() {
    let bench = Bench(.by("ann", .started("s")), .by("ann", .ended("s")), .by("ann", .started("t")))
    #expect(
      bench.refusal(at(3), force: true)?.message
        == "a session has been open since 2026-03-02 12:03, and only one can be open")
  }
}
