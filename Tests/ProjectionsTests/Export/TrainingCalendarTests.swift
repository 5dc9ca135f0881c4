import Events
import Projections
import TestSupport
import Testing

/// The plan as entries of a calendar.
@Suite struct TrainingCalendarTests {
  /// The lines of a calendar that begin with the name of a property.
  private func lines(_ property: String, _ facts: [Fact]) throws -> [String] {
    let (training, stamps, own, timetable, changes, workouts, names) = try replay(
      log(events(facts)), OfUser<WeekTraining>("ann"), OfUser<PlanStamps>("ann"),
      OfUser<OwnClasses>("ann"), Timetable(), ClassStamps(), Workouts(), ExerciseNames())
    let calendar = TrainingCalendar(
      of: "ann",
      TrainingCalendar.Basis(
        of: "ann", training.value, stamps.value, own.value, timetable, changes, workouts, names))
    return calendar.text.split(separator: "\r\n").filter { $0.hasPrefix(property) }
      .map { String($0.drop { $0 != ":" }.dropFirst()) }
  }

  /// A plan for Mondays and Fridays, of the first week of March.
  private let plan: [Fact] = [
    .chose(.monday, "Push"), .added(.monday, "squat"), .added(.monday, "dip"),
    .added(.friday, "row"),
  ].map { .by("ann", at: "2026-03-02T12:00:00Z", $0) }

  private static let changes: [(Event.Body, [String])] = [
    (.chose(.monday, "Pull"), ["20260316", "20260306"]),
    (.clearedType(.monday), ["20260316", "20260306"]),
    (.added(.friday, "dip"), ["20260302", "20260320"]),
    (.removed(.monday, "dip"), ["20260316", "20260306"]),
    (.moved(.monday, "dip", to: .friday), ["20260316", "20260320"]),
    (.cleared(.monday), ["20260316", "20260306"]),
    (.saved("post", .friday, "dip"), ["20260302", "20260320"]),
    (.shared(.monday, "dip"), ["20260302", "20260306"]),
  ]

  @Test(arguments: changes)
  func `a weekday begins in the week of its last change`(
    _ change: Event.Body, _ starts: [String]
  ) throws {
    let facts = plan + [.by("ann", at: "2026-03-18T12:00:00Z", change)]
    #expect(try lines("DTSTART", facts) == starts)
  }

  @Test func `dates with their own workout are excluded from their weekday from its first date on`()
    throws
  {
    let weeks = ["2026-03-09", "2026-03-16", "2026-03-23"]
    let assigned = weeks.map { week in
      Fact.by(
        "ann", at: "2026-03-03T12:00:00Z",
        WorkoutAssigned(week: day(week), day: .monday, workout: "legs").body)
    }
    let changed = Fact.by("ann", at: "2026-03-18T12:00:00Z", .added(.monday, "lunge"))
    #expect(
      try lines("EXDATE", plan + assigned) == ["20260309", "20260316", "20260323"])
    #expect(try lines("EXDATE", plan + assigned + [changed]) == ["20260316", "20260323"])
  }

  // MARK: - Classes

  /// A class of an hour with one place, and what became of it.
  private func spin(minutes: Double = 60, _ facts: Fact...) -> [Fact] {
    [
      .by(
        "eve", at: "2026-03-01T12:00:00Z",
        .scheduled("spin", at: "2026-03-10T18:00:00Z", minutes: minutes, capacity: 1))
    ] + facts
  }

  private func booked(_ user: Name) -> Fact {
    .by(user, at: "2026-03-02T12:00:00Z", .booked("spin"))
  }

  @Test func `a class is tentative while its user waits for a place`() throws {
    #expect(try lines("STATUS", spin()) == [])
    #expect(try lines("STATUS", spin(booked("ann"), booked("bob"))) == ["CONFIRMED"])
    #expect(try lines("STATUS", spin(booked("bob"), booked("ann"))) == ["TENTATIVE"])
    let cancelled = Fact.by("eve", at: "2026-03-03T12:00:00Z", .classCancelled("spin"))
    #expect(try lines("STATUS", spin(booked("ann"), cancelled)) == ["CANCELLED"])
  }

  private static let classChanges: [(Event.Body, String)] = [
    (.rescheduled("spin", place: "Hall"), "20260304T120000Z"),
    (.classCancelled("spin"), "20260304T120000Z"),
    (.classReinstated("spin"), "20260304T120000Z"), (.attended("spin"), "20260301T120000Z"),
  ]

  @Test(arguments: classChanges)
  func `the stamp of a class is its last change, and bookings do not affect it`(
    _ change: Event.Body, _ stamp: String
  ) throws {
    let facts = spin(booked("ann"), .by("ann", at: "2026-03-04T12:00:00Z", change))
    #expect(try lines("DTSTAMP", facts) == [stamp])
  }

  @Test(arguments: [
    (60, ["20260310T190000Z"]), (1_440, ["20260311T180000Z"]), (1_441, []), (0, []),
  ])
  func `a class of more than a day, which only a damaged log has, gets no end`(
    _ minutes: Double, _ ends: [String]
  ) throws {
    #expect(try lines("DTEND", spin(minutes: minutes, booked("ann"))) == ends)
  }
}
