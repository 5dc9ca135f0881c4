import Events
import TestSupport
import Testing

@testable import Projections

/// Requests, and what undoes their facts, where a text changes to one that Unicode takes for equal.
@Suite struct VerbatimDecisionsTests {
  /// An é of one character, and of two.
  private static let (one, two) = ("\u{E9}clair", "e\u{301}clair")

  private static func profile(_ name: String) -> Event.Body {
    ProfileRevised(name: name).body
  }

  private static func setting(_ value: String) -> Event.Body {
    SettingChanged(key: "theme", value: value).body
  }

  private static func workout(_ name: String) -> Event.Body {
    WorkoutRevised(workout: "w", name: name, description: name).body
  }

  private static func template(_ name: String) -> Event.Body {
    TemplateDefined(template: "t", name: name, exercises: [PlannedExercise(exercise: "squat")]).body
  }

  private static func menu(_ dish: String) -> Event.Body {
    MenuImported(day: day("2026-03-02"), source: dish, items: [MenuItem(name: dish, place: dish)])
      .body
  }

  /// What there is before any text changes.
  private static let begun: [Event.Body] = [
    .started("s"), .shared(.monday, as: "p", "squat"), .scheduled("c"),
    .logged("s", "squat", 5, Weight(100)),
    WorkoutCreated(workout: "w", name: "Push", exercises: []).body,
  ]

  /// The facts that give something a text.
  private static let changes: [@Sendable (String) -> Event.Body] = [
    { .revised(session: "s", title: $0) }, { .revised(session: "s", note: $0) },
    { .revised(id(5), note: $0) }, { .edited("p", title: $0) }, { .edited("p", description: $0) },
    { profile($0) }, { setting($0) }, { workout($0) }, { template($0) }, { menu($0) },
    { .rescheduled("c", title: $0) }, { .rescheduled("c", instructor: $0) },
    { .rescheduled("c", place: $0) }, { .chose(.monday, $0) },
    { .saved("p", .tuesday, type: $0, "squat") },
  ]

  private func bench(_ bodies: Event.Body...) -> RevertBench {
    var bench = RevertBench()
    for body in Self.begun + bodies { bench.add(body) }
    return bench
  }

  /// Returns whether the line of a fact has a text, byte for byte.
  private func has(_ text: String, _ bodies: [Event.Body]) -> Bool {
    let bytes = log(events(bodies.map { .by("ann", $0) })).bytes.array
    return bytes.firstRange(of: Array(text.utf8)) != nil
  }

  @Test(arguments: changes.indices)
  func `a text with different bytes is undone`(_ place: Int) throws {
    let change = Self.changes[place]
    var bench = bench(change(Self.one), change(Self.two))
    let facts = try bench.undo()
    #expect(has(Self.one, facts) && !has(Self.two, facts), "\(facts)")
  }

  @Test(arguments: changes.indices)
  func `a text with different bytes counts as changed since then`(_ place: Int) {
    let change = Self.changes[place]
    let bench = bench(change(Self.one), change(Self.two))
    let refusal = bench.refusal(.prefix("@\(bench.all.count - 1)"))
    #expect(refusal?.message.contains("later changed the same value") ?? false, "\(refusal as Any)")
  }

  @Test func `a set whose note has different bytes is another set`() {
    let bench = bench(.logged("s", "squat", 5, note: Self.one), .revised(id(7), note: Self.two))
    let refusal = bench.refusal(.prefix("@7"))
    #expect(refusal?.message.contains("later changed the same value") ?? false, "\(refusal as Any)")
  }

  /// Expects that a request records a text that was there in other bytes.
  private func expectChange(
    _ before: Event.Body, _ request: some Decision,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let facts = ([.signedIn("ann")] as [Fact]) + (Self.begun + [before]).map { .by("ann", $0) }
    let drafts = try log(events(facts)).dryRun(
      request, by: "ann", defaults: DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1)
    ).acknowledgements.map(\.event.body)
    #expect(drafts.count == 1 && has(Self.two, drafts), sourceLocation: sourceLocation)
  }

  @Test func `a request for a text with different bytes is recorded`() throws {
    try expectChange(
      .revised(session: "s", title: Self.one, note: Self.one),
      EditSession(session: Reference("s"), title: Self.two))
    try expectChange(
      .revised(session: "s", title: Self.one, note: Self.one),
      EditSession(session: Reference("s"), note: Self.two))
    try expectChange(.edited("p", title: Self.one), EditPost(post: Reference("p"), title: Self.two))
    try expectChange(
      .edited("p", description: Self.one), EditPost(post: Reference("p"), description: Self.two))
    try expectChange(Self.profile(Self.one), ReviseProfile(name: Self.two))
    try expectChange(Self.setting(Self.one), ChangeSetting(key: "theme", value: Self.two))
    try expectChange(Self.workout(Self.one), EditWorkout(workout: Reference("w"), name: Self.two))
    try expectChange(
      Self.workout(Self.one), EditWorkout(workout: Reference("w"), description: Self.two))
    try expectChange(
      .rescheduled("c", title: Self.one), RescheduleClass(class: Reference("c"), title: Self.two))
    try expectChange(.chose(.monday, Self.one), ChooseWorkoutType(day: .monday, type: Self.two))
    try expectChange(
      .catalogued("bun", named: Self.one), DescribeExercise(exercise: "bun", name: Self.two))
    try expectChange(
      Self.menu(Self.one),
      ImportMenu([MenuItem(name: Self.two, place: Self.one)], source: Self.one))
    try expectChange(
      .videoAdded("v", "mobility", title: "Hips", url: "https://x.org/\(Self.one)"),
      AddVideo(category: "mobility", title: "Hips", url: "https://x.org/\(Self.two)"))
  }

  @Test func `a text with different bytes differs in an import`() {
    func facts(_ text: String) -> SessionFacts {
      SessionFacts(title: text, note: text, startedAt: moment("2026-03-02T12:00:00Z"))
    }
    func set(_ note: String) -> SetLogged {
      SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil, note: note)
    }
    for isOfUser in [false, true] {
      var merge = Merge(overwrites: false)
      let (now, wanted) = isOfUser ? (Self.two, Self.one) : (Self.one, Self.two)
      let merged = merge(facts(Self.one), facts(now), facts(wanted))
      #expect(merged == facts(Self.two) && merged != facts(Self.one))
      let note = merge(set(Self.one), set(now), set(wanted)).note
      #expect(Optional.isVerbatim(note, Self.two))
    }
    let change = set(Self.two).change(of: id(1), from: set(Self.one))
    #expect(Optional.isVerbatim(change?.note, Self.two))
    #expect(facts(Self.two).change(of: "s", from: facts(Self.one))?.title != nil)
    #expect(facts(Self.one).change(of: "s", from: facts(Self.one)) == nil)
  }
}
