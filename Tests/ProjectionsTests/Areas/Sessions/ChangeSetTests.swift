import Events
import Projections
import TestSupport
import Testing

/// Times, distances, completion and the order of sets.
@Suite struct ChangeSetTests {
  /// Ann's session of a squat (event 3), a plank (4), a run (5) and a pull-up (6), with the events that follow.
  private func logged(_ facts: Event.Body...) -> Given {
    Given(
      [
        .signedIn("ann"), .by("ann", .started("s")),
        .by("ann", .logged("s", "squat", 5, Weight(100))),
        .by("ann", .logged("s", "plank", 0, seconds: 60)),
        .by("ann", .logged("s", "run", 0, seconds: 1_650, metres: 5_000)),
        .by("ann", .logged("s", "pull-up", 8, completed: false)),
      ] + facts.map { .by("ann", $0) })
  }

  private func entry(_ text: String) throws -> EnteredSet { try EnteredSet(text) }

  // MARK: - Times and distances

  @Test func `a time and a distance are corrected, and omitted values stay`() throws {
    logged().when(ReviseSet(set: Reference("2"), try entry("1:30")))
      .then(.revised(id(4), seconds: 90))
    logged().when(ReviseSet(set: Reference("3"), try entry("5km/27:00")))
      .then(.revised(id(5), seconds: 1_620, metres: 5_000))
    logged().when(ReviseSet(set: Reference("3"), try entry("10km")))
      .then(.revised(id(5), metres: 10_000))
    logged().when(ReviseSet(set: Reference("2"), try entry("60s"))).thenNothing()
  }

  @Test func `repetitions replace a time, and a time replaces repetitions`() throws {
    logged().when(ReviseSet(set: Reference("3"), try entry("12")))
      .then(.revised(id(5), reps: 12, without: [.seconds, .metres]))
    logged().when(ReviseSet(set: Reference("4"), try entry("45s")))
      .then(.revised(id(6), reps: 0, seconds: 45))
    // A loaded carry keeps its load.
    logged().when(ReviseSet(set: Reference("1"), try entry("40mx32kg")))
      .then(.revised(id(3), reps: 0, Weight(32), metres: 40))
  }

  @Test func `a property is removed, and removing a missing one changes nothing`() {
    logged().when(ReviseSet(set: Reference("3"), cleared: .seconds))
      .then(.revised(id(5), without: [.seconds]))
    logged().when(ReviseSet(set: Reference("1"), cleared: .weight))
      .then(.revised(id(3), without: [.weight]))
    logged().when(ReviseSet(set: Reference("1"), cleared: .note)).thenNothing()
  }

  @Test func `a duration must not exceed the limit of a set`() {
    logged().when(ReviseSet(set: Reference("2"), seconds: 86_401))
      .thenRefused("'seconds' must be 0…86,400, got 86,401")
  }

  // MARK: - Completion

  @Test func `a set is marked as done, and as not done`() {
    logged().when(CompleteSet(set: .latest)).then(.revised(id(6), completed: true))
    logged().when(CompleteSet(set: Reference("1"), isDone: false))
      .then(.revised(id(3), completed: false))
    logged().when(CompleteSet(set: Reference("1"))).thenNothing()
    logged(.revised(id(6), completed: true)).when(CompleteSet(set: .latest)).thenNothing()
    logged().when(CompleteSet(set: Reference("5"))).thenRefused(
      "the session has 4 sets, not 5",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
  }

  // MARK: - Order

  @Test func `a set is moved to another place of its session`() {
    logged().when(MoveSet(set: .latest, position: 1)).then(.moved(id(6), to: 1))
    logged().when(MoveSet(set: Reference("1"), position: 4)).then(.moved(id(3), to: 4))
    logged().when(MoveSet(set: Reference("2"), position: 2)).thenNothing()
    // It is counted as the sets are now.
    logged(.moved(id(6), to: 1)).when(MoveSet(set: Reference("1"), position: 4))
      .then(.moved(id(6), to: 4))
    logged(.removed(id(3))).when(MoveSet(set: Reference("1"), position: 3))
      .then(.moved(id(4), to: 3))
  }

  @Test(arguments: [0, 5, -1, Int.max])
  func `a set can be moved only to an existing position`(position: Int) {
    logged().when(MoveSet(set: .latest, position: position)).thenRefused(
      "the position must be 1…4, got \(position)", help: "\(.show(.session)) shows them")
  }

  @Test func `moved sets are in their new order, and an old position means the nearest`() throws {
    func order(_ facts: Event.Body...) throws -> [Int] {
      let all: [Event.Body] = [
        .logged("s", "a", 1), .logged("s", "b", 2), .logged("s", "c", 3),
      ]
      let log = log(events((all + facts).map { .by("ann", $0) }))
      return try replay(log, OfUser<History>("ann")).value["s"]?.sets.map(\.reps) ?? []
    }
    #expect(try order(.moved(id(3), to: 1)) == [3, 1, 2])
    #expect(try order(.moved(id(1), to: 2)) == [2, 1, 3])
    #expect(try order(.moved(id(1), to: 99), .moved(id(2), to: -5)) == [2, 3, 1])
    #expect(try order(.moved(id(3), to: 1), .removed(id(1)), .logged("s", "d", 4)) == [3, 2, 4])
    #expect(try order(.removed(id(2)), .moved(id(3), to: 1), .moved(id(2), to: 1)) == [3, 1])
    #expect(try order(.moved(id(9), to: 1)) == [1, 2, 3])
  }
}
