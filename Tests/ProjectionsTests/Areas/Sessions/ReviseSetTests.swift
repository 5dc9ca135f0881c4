import Events
import Projections
import TestSupport
import Testing

@Suite struct ReviseSetTests {
  private static let squat = "0a000000-0000-4000-8000-000000000001"
  private static let bench = "0a000000-0000-4000-8000-000000000002"
  private static let row = "0b000000-0000-4000-8000-000000000003"

  /// Ann's session with three sets, two of which have ids that begin alike; then more of hers.
  private func logged(_ facts: Event.Body..., by user: Name = "ann") -> Given {
    logged(facts, by: user)
  }

  private func logged(_ facts: [Event.Body], by user: Name = "ann") -> Given {
    let lines: [(Name, EventID?, Event.Body)] =
      [
        ("ann", nil, Fact.signedIn("ann").body), ("bob", nil, Fact.signedIn("bob").body),
        ("ann", nil, .started("s")),
        ("ann", EventID(Self.squat), .logged("s", "squat", 5, Weight(100), note: "deep")),
        ("ann", EventID(Self.bench), .logged("s", "bench", 8, Weight(60))),
        ("ann", EventID(Self.row), .logged("s", "row", 10)),
      ] + facts.map { (user, nil, $0) }
    return Given(
      events: zip(1..., lines).map { seq, line in
        Event(
          id: line.1 ?? id(seq), at: moment("2026-03-02T12:00:00Z"), user: line.0, line.2, seq: seq)
      })
  }

  private func set(_ text: String) throws -> EventID { try #require(EventID(text)) }

  // MARK: - Revising

  @Test func `the last set can be corrected`() throws {
    logged().when(
      ReviseSet(set: .latest, reps: 6, weight: entered("70kg"), kind: .drop, rpe: 9, note: " up "),
      by: "ann"
    )
    .then(
      .revised(try set(Self.row), reps: 6, Weight(70), kind: .drop, rpe: 9, note: "up"), by: "ann")
  }

  @Test func `an assisted set stays assisted if a name of its exercise contains the word`() {
    let alias = ExerciseAliased(alias: "Assisted Pull Up", exercise: "gravitron").body
    let merge = ExerciseMerged(exercise: "dip-assisted", into: "dip").body
    for (facts, exercise) in [([alias], "gravitron"), ([merge], "dip-assisted"), ([], "row")] {
      for load in [-20.0, 20] {
        let set = Event.Body.logged("s", Name(exercise), 8, Weight(load))
        let keepsHelp = !facts.isEmpty && load < 0
        logged([set] + facts).when(ReviseSet(set: .latest, weight: entered("25kg")), by: "ann")
          .then(.revised(id(7), Weight(keepsHelp ? -25 : 25)))
      }
    }
  }

  @Test func `a set is named by a unique prefix of its id, or all of it`() throws {
    logged().when(ReviseSet(set: Reference("0b"), reps: 6), by: "ann")
      .then(.revised(try set(Self.row), reps: 6))
    logged().when(ReviseSet(set: Reference(Self.squat), reps: 6), by: "ann")
      .then(.revised(try set(Self.squat), reps: 6))
  }

  @Test func `a prefix that matches several sets is refused`() {
    logged().when(ReviseSet(set: Reference("0a"), reps: 6), by: "ann").thenRefused(
      "the ids of 2 sets start with '0a'", help: "enter more characters of the id")
  }

  @Test func `an empty id refers to no set, not even the only one`() {
    let one = Given(.signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "a", 1)))
    one.when(RemoveSet(set: Reference(""))).thenRefused(
      "the id of the set must not be empty",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
    one.when(RemoveSet(set: Reference("0199"))).then(.removed(id(3)))
  }

  @Test func `a missing set is refused`() {
    logged().when(ReviseSet(set: Reference("0c"), reps: 6), by: "ann").thenRefused(
      "there is no set '0c'",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
    Given(.signedIn("ann")).when(ReviseSet(set: .latest, reps: 6)).thenRefused(
      "there are no sets yet", help: "\(.show(.session)) numbers the sets")
  }

  @Test(arguments: [Self.squat, "0a", "last"])
  func `another user's set is not found`(text: String) {
    let reason = text == "last" ? "there are no sets yet" : "there is no set '\(text)'"
    let shows: Remedy = "\(.show(.session)) numbers the sets"
    let help: Remedy = text == "last" ? shows : "'last' means the latest one; \(shows)"
    logged().when(ReviseSet(set: Reference(text), reps: 6), by: "bob")
      .thenRefused(reason, help: help)
    logged().when(RemoveSet(set: Reference(text)), by: "bob").thenRefused(reason, help: help)
  }

  @Test func `a revision that changes nothing is not recorded`() {
    let squat = Reference(Self.squat)
    logged().when(ReviseSet(set: squat), by: "ann").thenNothing()
    logged().when(
      ReviseSet(set: squat, reps: 5, weight: entered("100"), kind: .normal, note: " deep "),
      by: "ann"
    ).thenNothing()
  }

  @Test func `the same weight in another unit is a change`() throws {
    logged().when(ReviseSet(set: Reference(Self.squat), weight: entered("100lb")), by: "ann")
      .then(.revised(try set(Self.squat), Weight(100, .lb)))
  }

  @Test func `a weight without a unit is in the planned unit of that exercise, or in kilograms`()
    throws
  {
    let revision = ReviseSet(set: .latest, weight: entered("225"))
    logged(.added(.monday, "row", Weight(45, .lb))).when(revision, by: "ann")
      .then(.revised(try set(Self.row), Weight(225, .lb)))
    logged(.added(.monday, "dip", Weight(45, .lb))).when(revision, by: "ann")
      .then(.revised(try set(Self.row), Weight(225)))
  }

  @Test func `a revision is compared with the current set`() throws {
    let squat = try set(Self.squat)
    logged(.revised(squat, reps: 6))
      .when(ReviseSet(set: Reference(Self.squat), reps: 6), by: "ann").thenNothing()
    logged(.revised(squat, reps: 6))
      .when(ReviseSet(set: Reference(Self.squat), reps: 5), by: "ann").then(
        .revised(squat, reps: 5))
  }

  @Test func `a set in a finished session can be corrected and removed`() throws {
    logged(.ended("s")).when(ReviseSet(set: .latest, reps: 6), by: "ann")
      .then(.revised(try set(Self.row), reps: 6))
    logged(.ended("s"), .started("t")).when(RemoveSet(set: .latest), by: "ann")
      .then(.removed(try set(Self.row)))
  }

  @Test(arguments: [
    (ReviseSet(set: .latest, reps: -1), "'reps' must be 0…1,000, got -1"),
    (ReviseSet(set: .latest, reps: 1_001), "'reps' must be 0…1,000, got 1,001"),
    (
      ReviseSet(set: .latest, weight: entered("2001")),
      "'weight' must be -500…2,000 kg, got 2,001 kg"
    ),
    (ReviseSet(set: .latest, rpe: 11), "'rpe' must be 1…10, got 11"),
    (
      ReviseSet(set: .latest, note: String(repeating: "x", count: 10_001)),
      "'note' must have at most 10,000 characters, got 10,001"
    ),
  ])
  func `a revision must be within the limits`(decision: ReviseSet, why: String) {
    logged().when(decision, by: "ann").thenRefused("\(why)")
  }

  @Test func `a set is named by its number in the session, or by its event`() throws {
    let references: [(Reference, String)] = [
      (Reference("1"), Self.squat), (Reference("3"), Self.row),
      (.event(4, names: [Name(Self.squat), "s"]), Self.squat),
      (.event(9, names: [Name(id(9)), Name(Self.row)]), Self.row),
    ]
    for (reference, set) in references {
      logged().when(ReviseSet(set: reference, note: "x"), by: "ann")
        .then(.revised(try self.set(set), note: "x"))
      logged().when(RemoveSet(set: reference), by: "ann")
        .then(.removed(try self.set(set)))
    }
    // What was removed has no number, and a new session has its own.
    logged(.removed(try set(Self.squat))).when(RemoveSet(set: Reference("1")), by: "ann")
      .then(.removed(try set(Self.bench)))
    logged(.ended("s"), .started("t"), .logged("t", "dip", 5))
      .when(RemoveSet(set: Reference("1")), by: "ann").then(.removed(id(9)))
    logged(.ended("s")).when(RemoveSet(set: Reference("2")), by: "ann")
      .then(.removed(try set(Self.bench)))
  }

  @Test(arguments: [
    ("4", "the session has 3 sets, not 4"), ("999", "the session has 3 sets, not 999"),
    ("0", "the session has 3 sets, not 0"), ("@-1", "there is no set '@-1'"),
    ("-1", "there is no set '-1'"),
    ("@", "there is no set '@'"), ("@x", "there is no set '@x'"), ("1.5", "there is no set '1.5'"),
    ("1000", "there is no set '1000'"),
  ])
  func `a number or an event without a set is refused`(_ text: String, _ reason: String) {
    logged().when(RemoveSet(set: Reference(text)), by: "ann").thenRefused(
      reason, help: "'last' means the latest one; \(.show(.session)) numbers the sets")
  }

  @Test func `an event that is not about a set is refused`() {
    logged().when(RemoveSet(set: .event(1, names: [Name(id(1))])), by: "ann").thenRefused(
      "event 1 does not refer to a set that is available to you",
      help: "\(.show(.session)) numbers the sets")
  }

  // MARK: - Removing

  @Test func `the last set is the last one that was not removed`() throws {
    logged().when(RemoveSet(set: .latest), by: "ann").then(.removed(try set(Self.row)), by: "ann")
    logged(.removed(try set(Self.row)))
      .when(RemoveSet(set: .latest, isConfirmed: true), by: "ann")
      .then(.removed(try set(Self.bench)))
  }

  @Test func `the last set is removed twice in a row only with a confirmation`() throws {
    let row = try set(Self.row)
    logged(.removed(row)).when(RemoveSet(set: .latest), by: "ann").thenRefused(
      "you just removed a set; the last one is now bench 8x60kg",
      help: "\(.removeLastSet) removes it too")
    // One that is named is meant, and so is the last after anything else.
    logged(.removed(row)).when(RemoveSet(set: Reference(Self.bench)), by: "ann")
      .then(.removed(try set(Self.bench)))
    logged(.removed(row), .logged("s", "dip", 5)).when(RemoveSet(set: .latest), by: "ann")
      .then(.removed(id(8)))
    logged(.removed(row), .ended("s")).when(RemoveSet(set: .latest), by: "ann")
      .then(.removed(try set(Self.bench)))
    logged(.removed(row), by: "bob").when(RemoveSet(set: .latest), by: "ann").then(.removed(row))
  }

  @Test func `a weight without a unit is in the set's unit, even after an entry in another unit`()
    throws
  {
    logged(.added(.monday, "dip", Weight(45, .lb)))
      .when(ReviseSet(set: Reference(Self.bench), weight: entered("62.5")), by: "ann")
      .then(.revised(try set(Self.bench), Weight(62.5)))
  }

  @Test func `removing the load changes a set that has one, and no other set`() throws {
    logged().when(ReviseSet(set: Reference(Self.bench), weight: EnteredWeight(0)), by: "ann")
      .then(.revised(try set(Self.bench), Weight(0)))
    logged().when(ReviseSet(set: .latest, weight: EnteredWeight(0)), by: "ann").thenNothing()
  }

  @Test func `body weight only removes the load, and a blank note removes the note`() throws {
    let alone = try EnteredSet("12xbw")
    logged().when(ReviseSet(set: Reference(Self.bench), alone), by: "ann")
      .then(.revised(try set(Self.bench), reps: 12, without: [.weight]))
    logged().when(ReviseSet(set: .latest, try EnteredSet("7xbw"), cleared: .weight), by: "ann")
      .then(.revised(try set(Self.row), reps: 7, without: [.weight]))
    logged(.revised(try set(Self.bench), note: "tired"))
      .when(ReviseSet(set: Reference(Self.bench), note: " "), by: "ann")
      .then(.revised(try set(Self.bench), without: [.note]))
    logged().when(ReviseSet(set: Reference(Self.bench), note: ""), by: "ann").thenNothing()
  }

  @Test(arguments: [
    ("0s", "the duration of a set must be more than 0, got 0", "write its time as 60s or 1:30"),
    ("0:00", "the duration of a set must be more than 0, got 0", "write its time as 60s or 1:30"),
    (
      "0km", "the distance of a set must be more than 0, got 0", "write its distance as 5km or 400m"
    ),
    (
      "5km/0:00", "the duration of a set must be more than 0, got 0",
      "write its time as 60s or 1:30"
    ),
  ])
  func `a set with a time or distance of zero is refused`(
    _ text: String, _ reason: String, _ help: String
  ) throws {
    let entry = try EnteredSet(text)
    logged().when(LogSet(exercise: "plank", entry), by: "ann").thenRefused(
      reason, help: Remedy(help))
    logged().when(ReviseSet(set: .latest, entry), by: "ann").thenRefused(reason, help: Remedy(help))
  }

  @Test func `the last set is the last one in the log, in any session`() throws {
    logged(.started("t"), .logged("t", "curl", 5), .logged("s", "curl", 6))
      .when(RemoveSet(set: .latest), by: "ann").then(.removed(id(9)))
  }

  @Test func `a removed set cannot be corrected or removed again`() throws {
    let gone = logged(.removed(try set(Self.squat)))
    gone.when(RemoveSet(set: Reference(Self.squat)), by: "ann").thenRefused(
      "there is no set '\(Self.squat)'",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
    gone.when(ReviseSet(set: Reference(Self.squat), reps: 1), by: "ann").thenRefused(
      "there is no set '\(Self.squat)'",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
  }

  @Test func `the sets of a discarded session disappear`() {
    logged(.discarded("s")).when(ReviseSet(set: .latest, reps: 1), by: "ann")
      .thenRefused("there are no sets yet", help: "\(.show(.session)) numbers the sets")
  }

  @Test func `other users' events about a set do not affect it`() throws {
    logged(.removed(try set(Self.row)), .revised(try set(Self.row), reps: 99), by: "bob")
      .when(ReviseSet(set: .latest, reps: 10), by: "ann").thenNothing()
  }
}
