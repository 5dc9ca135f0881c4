import Events
import TestSupport
import Testing

@testable import Projections

/// The search for the event that changes what is at a path agrees with a look after every event.
@Suite struct PathTraceTests {
  @Test(arguments: ViewSubject.single)
  func `the next change of a path is that which a trace finds, from any event on`(
    _ subject: ViewSubject
  ) throws {
    func check<V: View>(_ view: V.Type) throws {
      var found = 0
      for events in RandomFacts.logs.prefix(12) {
        let log = log(events)
        var paths = [RecordPath(), RecordPath([.index(0)])]
        var end = ViewTrace<V>(of: "ann")
        for event in events { end.apply(event) { _ in } }
        end.tree.forEachValue { path, _ in if paths.count < 5 { paths.append(path) } }
        for path in paths {
          #expect(V.hasFields(of: path) || V.shape != .list && path.steps == [.index(0)])
          var trace = PathTrace<V>(path, of: "ann")
          let changing = events.filter { trace.apply($0) != nil }.map(\.seq)
          for seq in [0, events.count / 2, changing.first ?? 0, events.count] {
            let next = try log.firstChange(at: path, in: [V.self], of: "ann", after: seq)
            #expect(next == changing.first { $0 > seq }, "\(path) after \(seq)")
            if next != nil { found += 1 }
          }
        }
      }
      #expect(found > 0)
    }
    try check(subject.view)
  }

  @Test func `of several views the first change counts`() throws {
    let log = log(
      .by("ann", .added(.monday, "squat")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .chose(.monday, "Legs")))
    let all = RecordPath()
    for views: [any View.Type] in [
      [PlanView.self, PersonalBestsView.self], [PersonalBestsView.self, PlanView.self],
    ] {
      #expect(try log.firstChange(at: all, in: views, of: "ann", after: 0) == 1)
      #expect(try log.firstChange(at: all, in: views, of: "ann", after: 1) == 2)
      #expect(try log.firstChange(at: all, in: views, of: "ann", after: 2) == 3)
      #expect(try log.firstChange(at: all, in: views, of: "ann", after: 3) == nil)
    }
  }

  @Test(arguments: [
    ("[exercise=squat].reps", true), ("[0]", true), ("", true), ("[-1].weightKg", true),
    ("reps", false), ("[exercise=squat].rep", false), ("[nothing=1]", false),
    ("[0].reps[0]", false), ("[0].reps.more", false), ("[0][0]", false),
  ])
  func `a path of a list is one of its view where its fields are`(
    _ text: String, _ isPath: Bool
  ) throws {
    #expect(PersonalBestsView.hasFields(of: try RecordPath(parsing: text)) == isPath)
  }

  @Test(arguments: [
    ("days[day=monday].exercises[0].exercise", true), ("days", true), ("days[0].type", true),
    ("days.type", false), ("days[0].exercises[exercise=squat].sets", true), ("[0]", false),
    ("type", false),
  ])
  func `a path of an object is one of its view where its fields are`(
    _ text: String, _ isPath: Bool
  ) throws {
    #expect(PlanView.hasFields(of: try RecordPath(parsing: text)) == isPath)
  }

  @Test func `a path leads into a list of texts`() throws {
    #expect(ExercisesView.hasFields(of: try RecordPath(parsing: "[0].instructions[0]")))
    #expect(!ExercisesView.hasFields(of: try RecordPath(parsing: "[0].instructions[0].a")))
    #expect(!ExercisesView.hasFields(of: try RecordPath(parsing: "[0].instructions.a")))
  }
}
