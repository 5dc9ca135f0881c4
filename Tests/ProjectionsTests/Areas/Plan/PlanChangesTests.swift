import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct PlanChangesTests {
  @Test func `the changes of an event turn the days before it into the days after it`() throws {
    var count = 0
    for seed in 0..<40 {
      var facts = RandomFacts(seed: UInt64(seed))
      var (plan, changes) = (WeeklyPlan(), PlanChanges(of: "ann"))
      for event in facts.planned(200) {
        let made = changes.changes(by: event)
        let old = Weekday.allCases.map { plan[$0] }
        if WeeklyPlan.reads.contains(event.area), event.user == "ann" { plan.apply(event) }
        let new = Weekday.allCases.map { plan[$0] }
        let differing = zip(Weekday.allCases, zip(old, new)).filter { $1.0 != $1.1 }.map(\.0)
        #expect(made.map(\.after.day) == differing, "\(event)")
        for change in made {
          let (before, after) = (old[change.after.day.index], new[change.after.day.index])
          #expect(change.before.type == before.type && change.after.type == after.type)
          var exercises = plan.merges.named(before.exercises)
          if let position = change.beforePosition {
            let removed = position - 1..<position - 1 + change.before.exercises.count
            #expect(Array(exercises[removed]) == change.before.exercises.map(\.planned))
            exercises.removeSubrange(removed)
          }
          if let position = change.afterPosition {
            exercises.insert(contentsOf: change.after.exercises.map(\.planned), at: position - 1)
          }
          #expect(exercises == plan.merges.named(after.exercises), "\(event)")
          count += 1
        }
      }
    }
    #expect(count > 500, "\(count)")
  }

  @Test func `only the exercise that an event moves counts as changed`() {
    var changes = PlanChanges(of: "ann")
    let facts: [Fact] =
      (["a", "b", "b"] as [Name]).map { .by("ann", .added(.monday, $0)) } + [
        .by("ann", .moved(.monday, "b", at: 2, to: .monday, place: 1)),
        .by("ann", .moved(.monday, "b", at: 3, to: .monday, place: 3)),
      ]
    let made = events(facts).map { changes.changes(by: $0) }
    #expect(made[3].map(\.before.exercises).map { $0.map(\.planned.exercise) } == [["b"]])
    #expect(made[3].map(\.beforePosition) == [2] && made[3].map(\.afterPosition) == [1])
    #expect(made[4].isEmpty)
  }

  @Test func `an event that adds no exercise to a day changes nothing`() {
    var changes = PlanChanges(of: "ann")
    let facts: [Fact] = [
      .by("ann", .shared(.friday, as: "p", "a")), .by("ann", .added(.monday, "a")),
      .by("ann", .saved("p", .monday)),
    ]
    let made = events(facts).map { changes.changes(by: $0) }
    #expect(made.map(\.count) == [0, 1, 0])
  }
}
