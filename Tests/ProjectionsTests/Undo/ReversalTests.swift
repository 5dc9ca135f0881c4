import Events
import Projections
import TestSupport
import Testing

/// What each area makes of an event whose traces a later event changed, or that came in a batch.
@Suite struct ReversalTests {
  private typealias Bench = RevertBench

  private func at(_ seq: Int) -> Reference { .prefix("@\(seq)") }

  private func goal(_ goal: MealGoal) -> Event.Body {
    MealGoalChosen(goal: goal).body
  }

  private func menu(_ dish: String, from source: String) -> Event.Body {
    MenuImported(day: day("2026-03-02"), source: source, items: [MenuItem(name: dish)]).body
  }

  private func template(_ name: String, _ description: String? = nil) -> Event.Body {
    TemplateDefined(template: "t", name: name, description: description, exercises: []).body
  }

  private func program(_ program: Name) -> Event.Body {
    let squat = TrainingMax(exercise: "squat", weight: Weight(100), increment: 5)
    return ProgramStarted(program: program, scheme: .fiveThreeOne, lifts: [squat]).body
  }

  /// An event, the facts before it and after it, and what undoes it where that is forced.
  private struct Overwritten {
    let before: [Event.Body]
    let event: Event.Body
    let later: [Event.Body]
    /// Nil where nothing is left to undo.
    let forced: [Event.Body]?
  }

  private var overwritten: [Overwritten] {
    func row(
      _ before: [Event.Body], _ event: Event.Body, _ later: Event.Body...,
      forced: [Event.Body]?
    ) -> Overwritten { Overwritten(before: before, event: event, later: later, forced: forced) }
    let adjusted = TrainingMaxAdjusted(program: "g", exercise: "squat", weight: Weight(110))
    return [
      row([goal(.cutting)], goal(.bulking), MealGoalChosen().body, forced: [goal(.cutting)]),
      row(
        [menu("Soup", from: "a")], menu("Stew", from: "b"), menu("Pie", from: "c"),
        forced: [menu("Soup", from: "a")]),
      row(
        [.chose(.monday, "Legs")], .chose(.monday, "Arms"), .chose(.monday, "Back"),
        forced: [.chose(.monday, "Legs")]),
      row(
        [.scheduled("c")], .attended("c", minutes: 30), .missed("c"),
        forced: [.attendanceCleared("c")]),
      row([.scheduled("c")], .booked("c"), .bookingCancelled("c"), forced: nil),
      row(
        [.started("s"), .logged("s", "squat", 5), .discarded("s")], .restored("s"),
        .logged("s", "squat", 6), forced: [.discarded("s")]),
      row(
        [.shared(.monday, description: "Short", as: "p", "squat")],
        .edited("p", description: "Long"), .edited("p", description: "Longer"),
        forced: [.edited("p", description: "Short")]),
      row([template("A", "Easy")], template("B"), template("C"), forced: [template("A", "Easy")]),
      row(
        [program("g")], CycleCompleted(program: "g", cycle: 1).body,
        CycleCompleted(program: "g", cycle: 2).body, forced: nil),
      row(
        [program("g")], .program(.trainingMaxAdjusted(adjusted)),
        TrainingMaxAdjusted(program: "g", exercise: "squat", weight: Weight(120)).body,
        forced: [
          TrainingMaxAdjusted(program: "g", exercise: "squat", weight: Weight(100)).body
        ]),
      row([.started("s")], .ended("s"), .reopened("s"), .ended("s"), forced: [.reopened("s")]),
    ]
  }

  @Test func `an event that a later event superseded is refused, and undone by force`() throws {
    for it in overwritten {
      var bench = Bench()
      for body in it.before + [it.event] + it.later { bench.add(body) }
      // Each at a time of its own, as an end is told by its time.
      for place in bench.all.indices {
        bench.all[place].at = bench.all[place].at.adding(seconds: Int64(place))
      }
      let (seq, last) = (it.before.count + 2, try #require(bench.all.last))
      let refusal = try #require(bench.refusal(at(seq)), "\(it.event)")
      let event = bench.all[seq - 1]
      #expect(
        refusal.message
          == "cannot undo event \(seq) (\(event.type)): event \(last.seq) (\(last.type)) later changed the same value"
      )
      let insist: Remedy = it.forced == nil ? "" : ", or force it with \(.give(.isForced))"
      #expect(
        refusal.help == "undo that event first with \(.revert(last.seq, isBatch: false))\(insist)")
      if let forced = it.forced {
        #expect(try bench.revert(at(seq), force: true) == forced, "\(event)")
      } else {
        #expect(bench.refusal(at(seq), force: true)?.message == refusal.message)
      }
    }
  }

  @Test func `another user's later change is named only if it changes the same value`() {
    let bench = Bench(
      .by("bob", .scheduled("c")), .by("ann", .booked("c")), .by("ann", .bookingCancelled("c")),
      .by("bob", .booked("c")), .by("ann", template("A")), .by("ann", template("B")),
      .by("bob", template("C")))
    #expect(
      bench.refusal(at(3))?.message
        == "cannot undo event 3 (ClassBooked): event 4 (BookingCancelled) later changed the same value"
    )
    #expect(
      bench.refusal(at(6))?.message
        == "cannot undo event 6 (TemplateDefined): event 7 (TemplateDefined) later changed the same value"
    )
  }

  @Test func `the latest event that changed something is named`() {
    let bench = Bench(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .revised(id(3), reps: 6)), .by("ann", .revised(id(3), reps: 7)),
      .by("ann", .ended("s")))
    #expect(
      bench.refusal(at(4))?.message
        == "cannot undo event 4 (SetRevised): event 5 (SetRevised) later changed the same value")
  }

  @Test func `a shared thing is undone if the change is one's own, and otherwise left alone`()
    throws
  {
    var bench = Bench(
      .by("bob", .scheduled("c")), .by("ann", .booked("c")), .by("ann", .booked("c")),
      .by("ann", .shared(.monday, as: "p", "squat")), .by("ann", .deleted("p")),
      .by("bob", .shared(.monday, as: "p", "lunge")),
      .by("bob", WorkoutCreated(workout: "k", name: "K", exercises: []).body),
      .by("ann", WorkoutDeleted(workout: "k").body))
    #expect(
      bench.refusal(at(4))?.message
        == "there is nothing to undo: event 4 (ClassBooked) changed nothing")
    #expect(
      bench.refusal(at(9))?.message
        == "there is nothing to undo: event 9 (WorkoutDeleted) changed nothing")
    #expect(
      bench.refusal(at(5), force: true)?.message.hasPrefix("cannot undo event 5 (PlanShared)")
        == true)
    #expect(try bench.revert(at(3)) == [.bookingCancelled("c")])
  }

  @Test func `everything that an event removed is restored`() throws {
    let video = VideoAdded(
      video: "v", category: "mobility", title: "Hips", url: "https://example.com/v",
      thumbnail: "https://example.com/t.png", poster: "https://example.com/p.png")
    var bench = Bench(
      .by("ann", .videos(.videoAdded(video))), .by("ann", .favourited("v")),
      .by("ann", .videoRemoved("v")), .by("ann", menu("Soup", from: "a")),
      .by("ann", menu("Stew", from: "b")), .by("ann", template("A", "Easy")),
      .by("ann", template("B")))
    #expect(try bench.revert(at(4)) == [.videos(.videoAdded(video)), .favourited("v")])
    #expect(try bench.revert(at(6)) == [menu("Soup", from: "a")])
    #expect(try bench.revert(at(8)) == [template("A", "Easy")])
  }

  @Test func `of identical exercises, the copied one is removed`() throws {
    var first = Bench(
      .by("ann", .added(.friday, "squat")), .by("ann", .added(.friday, "lunge")),
      .by("ann", .saved("p", .friday, "squat")))
    #expect(try first.revert(at(4)) == [.removed(.friday, "squat", at: 3)])
    // It has moved up since.
    var second = Bench(
      .by("ann", .added(.friday, "squat")), .by("ann", .added(.friday, "lunge")),
      .by("ann", .saved("p", .friday, "squat")), .by("ann", .removed(.friday, "lunge")))
    #expect(try second.revert(at(4)) == [.removed(.friday, "squat", at: 2)])
  }

  @Test func `an exact name refers to its own event, and not to one with that prefix`() throws {
    var bench = Bench(
      .by("ann", .shared(.monday, as: "p", "squat")),
      .by("ann", .shared(.friday, as: "pq", "lunge")))
    #expect(try bench.revert(.prefix("p")) == [.deleted("p")])
  }

  @Test func `a single move returns an exercise that went to another day`() throws {
    var bench = Bench(
      .by("ann", .added(.monday, "squat", sets: 3)), .by("ann", .added(.monday, "lunge")),
      .by("ann", .added(.friday, "row")),
      .by("ann", .moved(.monday, "squat", at: 1, to: .friday, place: 1)))
    #expect(try bench.undo() == [.moved(.friday, "squat", at: 1, to: .monday, place: 1)])
    #expect(try bench.redo() == [.moved(.monday, "squat", at: 1, to: .friday, place: 1)])
  }

  // MARK: - Batches

  /// Three kinds of workout chosen together, after another event.
  private var together: Bench {
    var bench = Bench(
      .by("ann", .chose(.sunday, "Rest")), .by("ann", .chose(.monday, "Legs")),
      .by("ann", .chose(.friday, "Back")), .by("ann", .chose(.monday, "Arms")))
    bench.batches = [3: 3]
    // The facts of a decision have the same time.
    for place in 3...4 { bench.all[place].at = bench.all[2].at }
    return bench
  }

  @Test func `a batch is undone as a whole, whichever of its events is named`() throws {
    for seq in 3...5 {
      var bench = together
      #expect(
        try bench.revert(at(seq), batch: true)
          == [.chose(.monday, "Legs"), .clearedType(.friday), .clearedType(.monday)], "@\(seq)")
    }
    var bench = together
    #expect(try bench.undo().count == 3)
    #expect(try bench.undo() == [.clearedType(.sunday)])
  }

  @Test func `a batch with facts at several times has several actions`() throws {
    var bench = together
    bench.all[4].at = bench.all[4].at.adding(seconds: 1)
    #expect(try bench.undo() == [.chose(.monday, "Legs")])
    #expect(try bench.undo() == [.clearedType(.friday), .clearedType(.monday)])
    #expect(try bench.undo() == [.clearedType(.sunday)])
  }

  @Test func `later changes within the batch are found`() {
    #expect(
      together.refusal(at(3))?.message
        == "cannot undo event 3 (WorkoutTypeChosen): event 5 (WorkoutTypeChosen) later changed the same value"
    )
  }

  @Test func `events in a batch that cannot be undone are skipped`() throws {
    var bench = Bench(.signedIn("ann"), .by("ann", .chose(.monday, "Legs")))
    bench.batches = [2: 2]
    #expect(try bench.revert(at(3), batch: true) == [.clearedType(.monday)])
  }

  // MARK: - Undone and redone

  @Test func `the help names the command that redoes an event, alone or with its batch`() throws {
    var bench = together
    try bench.revert(at(4))
    #expect(bench.refusal(at(4))?.help == "redo it: \(.revert(6, isBatch: false))")
    try bench.revert(at(3), at(5))
    #expect(bench.refusal(at(5))?.help == "redo it: \(.revert(8, isBatch: true))")
    // Nothing of it is left to undo by force.
    #expect(
      bench.refusal(at(4), force: true)?.message
        == "event 4 (WorkoutTypeChosen) was already undone by event 6 (WorkoutTypeCleared)")
  }

  @Test func `an event stays undone while part of its undo remains`() throws {
    var bench = together
    try bench.revert(at(3), at(4), at(5))
    // Of three facts that undid three events one is undone.
    try bench.revert(at(7))
    #expect(
      bench.refusal(at(3))?.message.hasPrefix("event 3 (WorkoutTypeChosen) was already undone")
        == true)
  }

  @Test func `other users' events between an undo and its note do not belong to the undo`() {
    var bench = Bench(.by("ann", .chose(.monday, "Legs")))
    bench.add(.clearedType(.monday), .liked("p"))
    bench.all[3].user = "bob"
    bench.add(EventsReverted(events: [id(2)], count: 1).body)
    #expect(bench.refusal(.latest)?.message == "there is nothing to undo")
  }

  @Test func `a note that counts more events than an undo wrote hides no action`() throws {
    for count in [2, 3, 4, 1_000, .max, -1] {
      var bench = Bench(.by("ann", .chose(.monday, "Legs")), .by("ann", .chose(.monday, "Arms")))
      bench.add(.chose(.friday, "Back"))
      bench.add(EventsReverted(events: [id(2)], count: count).body)
      #expect(try bench.undo() == [.clearedType(.friday)])
      #expect(try bench.redo() == [.chose(.friday, "Back")])
      #expect(try bench.undo() == [.clearedType(.friday)])
      #expect(try bench.undo() == [.chose(.monday, "Legs")])
      #expect(try bench.undo() == [.clearedType(.monday)])
      #expect(bench.refusal(.latest)?.message == "there is nothing to undo")
    }
  }

  @Test func `a note with more facts than a batch can have is refused`() {
    func breach(_ count: Int) -> String? {
      Draft(EventsReverted(events: [], count: count).body).breach
    }
    #expect(breach(20_000) == nil)
    #expect(breach(20_001) == "'count' must be 0…20,000, got 20,001")
  }

  @Test func `a note does not count an event that it undoes itself`() throws {
    var bench = Bench(.by("ann", .chose(.monday, "Legs")))
    bench.add(.chose(.friday, "Back"))
    bench.add(EventsReverted(events: [id(3)], count: 1).body)
    let refusal = bench.refusal(of: .redo)?.message ?? ""
    #expect(refusal.hasPrefix("there is nothing to redo"))
    #expect(try bench.undo() == [.clearedType(.friday)])
    #expect(try bench.redo() == [.chose(.friday, "Back")])
  }

  @Test func `events that undo each other have no endless chain of next steps`() throws {
    var bench = Bench(.by("ann", .chose(.monday, "Legs")))
    bench.add(.chose(.friday, "Back"))
    bench.add(EventsReverted(events: [id(5)], count: 1).body)
    bench.add(.clearedType(.friday))
    bench.add(EventsReverted(events: [id(3)], count: 1).body)
    _ = bench.refusal(.prefix("@3"))
    _ = bench.refusal(.prefix("@5"))
    _ = bench.refusal(of: .redo)
  }

  @Test func `a note counts no event before another note`() throws {
    var bench = Bench()
    bench.add(.chose(.monday, "Legs"))
    bench.add(EventsReverted(events: [], count: 0).body)
    bench.add(.chose(.friday, "Back"))
    bench.add(EventsReverted(events: [], count: 2).body)
    #expect(try bench.undo() == [.clearedType(.friday)])
    #expect(try bench.undo() == [.clearedType(.monday)])
  }

  @Test
  func `an action whose previous value exceeds a limit is refused, with the action before it`()
    throws
  {
    let start = ProgramStarted(
      program: "g", scheme: .fiveThreeOne,
      lifts: [TrainingMax(exercise: "squat", weight: Weight(1_999), increment: 5)])
    var bench = Bench(
      .by("ann", .chose(.monday, "Legs")), .by("ann", .program(.programStarted(start))))
    bench.add(CycleCompleted(program: "g", cycle: 1).body, ProgramEnded(program: "g").body)
    let reason = "must be -500…2,000 kg, got 2,004 kg"
    let refusal = bench.refusal(.prefix("@5"))?.message ?? ""
    #expect(refusal.hasPrefix("cannot undo event 5 (ProgramEnded): ") && refusal.hasSuffix(reason))
    let latest = bench.refusal(of: Revert([.latest]))
    #expect(latest?.message == refusal)
    let help: Remedy = "to undo the action before it: \(.revert(2, isBatch: false))"
    #expect(latest?.help == help)
  }

  @Test func `if the latest action stays, the help names the whole batch before it`() {
    var bench = Bench()
    bench.add(.chose(.monday, "Legs"), .chose(.friday, "Back"), .shared(.monday, as: "p", "squat"))
    bench.batches[2] = 2
    bench.add(.deleted("p"))
    let refusal = bench.refusal(of: Revert([.latest]))
    #expect(refusal?.message.hasPrefix("cannot undo event 5 (PostDeleted): ") == true)
    let help: Remedy = "post it again; to undo the action before it: \(.revert(3, isBatch: true))"
    #expect(refusal?.help == help)
  }

  @Test func `push-ups that were logged and removed are undone together`() throws {
    var bench = Bench()
    for count in [5, 7] { bench.add(PushUpsLogged(count: count).body) }
    for seq in [2, 3] { bench.add(PushUpsRemoved(pushUps: id(seq)).body) }
    let facts = try bench.revert(at(2), at(3), at(4), at(5))
    let restored: [Event.Body] = [3, 2].map {
      PushUpsRestored(pushUps: id($0)).body
    }
    let removed: [Event.Body] = [3, 2].map {
      PushUpsRemoved(pushUps: id($0)).body
    }
    #expect(facts == restored + removed)
  }

  @Test func `an empty note hides no action`() throws {
    var bench = Bench(.by("ann", .chose(.monday, "Legs")))
    bench.add(EventsReverted(events: [], count: 0).body)
    #expect(try bench.undo() == [.clearedType(.monday)])
  }
}
