import Events
import Projections
import TestSupport
import Testing

@Suite struct WeeklyPlanTests {
  private func plan(_ bodies: Event.Body...) throws -> WeeklyPlan {
    try replay(log(events(bodies.map { .by("ann", $0) })), OfUser<WeeklyPlan>("ann")).value
  }

  private func names(_ plan: WeeklyPlan, _ day: Weekday = .monday) -> [Name] {
    plan[day].exercises.map(\.exercise)
  }

  @Test func `a plan without changes has seven empty days and no week`() throws {
    let plan = try plan()
    for day in Weekday.allCases {
      #expect(plan[day].type == nil && plan[day].exercises.isEmpty)
    }
    #expect(plan.weekStart == nil)
  }

  @Test func `exercises are in the order in which they were added, repeated if added twice`() throws
  {
    let plan = try plan(
      .added(.monday, "squat", sets: 3, reps: 5, Weight(225, .lb)), .added(.monday, "bench"),
      .added(.sunday, "row"), .added(.monday, "squat"))
    #expect(
      plan[.monday].exercises == [
        PlannedExercise(exercise: "squat", sets: 3, reps: 5, weight: Weight(225, .lb)),
        PlannedExercise(exercise: "bench"), PlannedExercise(exercise: "squat"),
      ])
    #expect(names(plan, .sunday) == ["row"])
  }

  @Test func `the kind of a day is the latest chosen, and stays when the day is cleared`() throws {
    let plan = try plan(
      .chose(.monday, "Chest"), .added(.monday, "squat"), .chose(.monday, "Legs"),
      .cleared(.monday))
    #expect(plan[.monday].type == "Legs")
    #expect(plan[.monday].exercises.isEmpty)
    #expect(plan[.tuesday].type == nil)
  }

  @Test func `an exercise is removed by its position, or at its first occurrence`() throws {
    let week: [Event.Body] = ["a", "b", "a"].map { .added(.monday, $0) }
    func after(_ body: Event.Body) throws -> [Name] {
      names(
        try replay(log(events((week + [body]).map { .by("ann", $0) })), OfUser<WeeklyPlan>("ann"))
          .value)
    }
    #expect(try after(.removed(.monday, "a")) == ["b", "a"])
    #expect(try after(.removed(.monday, "a", at: 1)) == ["b", "a"])
    #expect(try after(.removed(.monday, "a", at: 3)) == ["a", "b"])
  }

  @Test func `a move keeps all planned values of an exercise`() throws {
    let plan = try plan(
      .added(.monday, "squat", sets: 3, reps: 5, Weight(100)), .added(.friday, "row"),
      .moved(.monday, "squat", to: .friday, place: 1))
    #expect(names(plan).isEmpty)
    #expect(
      plan[.friday].exercises == [
        PlannedExercise(exercise: "squat", sets: 3, reps: 5, weight: Weight(100)),
        PlannedExercise(exercise: "row"),
      ])
  }

  @Test(
    arguments: [
      (1, ["b", "a", "c"]), (2, ["a", "b", "c"]), (3, ["a", "c", "b"]), (nil, ["a", "c", "b"]),
      (99, ["a", "c", "b"]), (.max, ["a", "c", "b"]), (0, ["b", "a", "c"]), (-7, ["b", "a", "c"]),
      (.min, ["b", "a", "c"]),
    ] as [(Int?, [Name])])
  func `the new position of a move excludes the moved exercise and stays within the day`(
    place: Int?, expected: [Name]
  ) throws {
    let plan = try plan(
      .added(.monday, "a"), .added(.monday, "b"), .added(.monday, "c"),
      .moved(.monday, "b", to: .monday, place: place))
    #expect(names(plan) == expected)
  }

  @Test func `a saved post is appended, and its kind is used if it has one`() throws {
    let plan = try plan(
      .chose(.monday, "Legs"), .added(.monday, "squat"),
      .saved("nowhere", .monday, "bench", "squat"), .saved("nowhere", .friday, type: "Arms", "curl")
    )
    #expect(names(plan) == ["squat", "bench", "squat"])
    #expect(plan[.monday].type == "Legs")
    #expect(plan[.friday].type == "Arms")
  }

  @Test func `the week is that of the last change, on the user's clock`() throws {
    func week(_ times: String...) throws -> LocalDay? {
      try replay(
        log(events(times.map { .by("ann", at: $0, .added(.monday, "squat")) })),
        OfUser<WeeklyPlan>("ann")
      ).value.weekStart
    }
    #expect(try week("2026-03-02T00:00:00Z") == day("2026-03-02"))
    #expect(try week("2026-03-08T23:59:59.999Z") == day("2026-03-02"))
    // In UTC it is Monday already; where the user is it is not.
    #expect(try week("2026-03-08T23:59:59.999-05:00") == day("2026-03-02"))
    #expect(try week("2026-03-09T00:00:00+14:00") == day("2026-03-09"))
    #expect(try week("2026-03-11T12:00:00Z", "2026-01-01T12:00:00Z") == day("2025-12-29"))
  }

  @Test(arguments: [
    Event.Body.removed(.monday, "curl"), .removed(.tuesday, "a"), .removed(.monday, "a", at: 2),
    .removed(.monday, "a", at: 0), .removed(.monday, "a", at: -1), .removed(.monday, "a", at: .min),
    .removed(.monday, "a", at: .max), .moved(.monday, "curl", to: .tuesday),
    .moved(.tuesday, "a", to: .monday), .moved(.monday, "a", at: 2, to: .tuesday),
    .moved(.monday, "a", at: .min, to: .tuesday, place: .min), .shared(.monday, "a"),
    .liked("nowhere"), .logged("s", "a", 5), .catalogued("a"),
  ])
  func `invalid events in a plan change nothing`(body: Event.Body) throws {
    let facts: [Fact] = [.by("ann", .added(.monday, "a")), .by("ann", .chose(.monday, "Legs"))]
    let late = Fact.by("ann", at: "2026-06-01T12:00:00Z", body)
    let before = try replay(log(events(facts)), OfUser<WeeklyPlan>("ann")).value
    let after = try replay(log(events(facts + [late])), OfUser<WeeklyPlan>("ann")).value
    for day in Weekday.allCases { #expect(after[day] == before[day]) }
    #expect(after.weekStart == day("2026-03-02"))
  }

  @Test func `the view of a log without a user is that of its default user`() throws {
    let log = log(
      .signedIn("ann"), .by("ann", .chose(.monday, "Legs")), .by("bob", .chose(.monday, "Arms")))
    let text = try PlanView(in: log).jsonText
    #expect(text == (try PlanView(of: "ann", in: log).jsonText))
    #expect(text.contains("Legs"))
  }

  @Test func `the plans of two users are independent`() throws {
    let log = log(
      .by("ann", .added(.monday, "squat")), .by("bob", .added(.monday, "bench")),
      .by(nil, .added(.monday, "row")))
    let plans = try replay(log, ByUser<WeeklyPlan>())
    #expect(plans.users == ["ann", "bob"])
    #expect(names(plans["ann"]) == ["squat"])
    #expect(names(plans["bob"]) == ["bench"])
    #expect(names(plans["eve"]).isEmpty)
    #expect(names(plans[nil]).isEmpty)
  }
}
