import Events
import TestSupport
import Testing

@testable import Projections

/// The search for the event that changes what is at a path agrees with a look after every event.
@Suite struct PathTraceTests {
  @Test(arguments: ViewSubject.single)
  func `the next change of a path is the one that a trace finds, from any event on`(
    _ subject: ViewSubject
  ) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var found = 0
      let booked = TestSupport.events([
        .by("ann", .scheduled("c")), .by("ann", .booked("c")), .by("ann", .attended("c")),
      ])
      for events in RandomFacts.logs.prefix(12) + RandomFacts.logs.suffix(2) + [booked] {
        let log = log(events)
        let places = [0, -1, 1, 99].map { RecordPath([.index($0)]) }
        var paths = [RecordPath()] + places
        var end = ViewTrace<V>(of: "ann")
        for event in events { end.apply(event) { _ in } }
        end.tree.forEachValue { path, _ in if paths.count < 8 { paths.append(path) } }
        for path in paths {
          let isPlace = V.shape != .list && places.contains(path)
          #expect(isPlace || V.hasFields(of: path))
          var trace = ViewTrace<V>(of: "ann", at: path)
          let changing = events.filter { event in
            var isChanged = false
            trace.apply(event) { _ in isChanged = true }
            return isChanged
          }.map(\.seq)
          for seq in [0, events.count / 2, changing.first ?? 0, events.count] {
            let range = seq + 1...events.count + 1
            let next = try log.firstChange(at: path, in: [V.self], of: "ann", among: range)
            #expect(next == changing.first { $0 > seq }, "\(path) after \(seq)")
            if next != nil { found += 1 }
          }
        }
      }
      #expect(found > 0)
    }
    try check(subject.view)
  }

  @Test func `unlisted things do not change a view, but the order within a row does`()
    throws
  {
    let log = log(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .logged("s", "row", 5)), .by("ann", .revised(session: "s", note: "tired")),
      .by("ann", .moved(id(3), to: 1)))
    func change(from seq: Int) throws -> Int? {
      try log.firstChange(at: RecordPath(), in: [HistoryView.self], of: "ann", among: seq...5)
    }
    #expect(try change(from: 1) == 1)
    #expect(try change(from: 3) == 3)
    #expect(try change(from: 4) == 5)
  }

  @Test func `an element that only moves changes the value at its place`() throws {
    let log = log(
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .logged("s", "row", 9)), .by("ann", .moved(id(3), to: 1)))
    let path = try RecordPath(parsing: "[session=s].sets[0].reps")
    func change(from seq: Int) throws -> Int? {
      try log.firstChange(at: path, in: [HistoryView.self], of: "ann", among: seq...4)
    }
    #expect(try change(from: 1) == 2)
    #expect(try change(from: 3) == 4)
  }

  @Test func `a row, and the values in it, are found by its place and by any field`() throws {
    let log = log(
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "squat", 5, Weight(90))),
      .by("ann", .logged("s", "bench", 5, Weight(60))),
      .by("ann", .logged("s", "squat", 6, Weight(110))))
    func changes(_ path: String, _ range: ClosedRange<Int> = 1...4) throws -> [Int] {
      let path = try RecordPath(parsing: path)
      var (found, next) = ([Int](), range.lowerBound)
      while next <= range.upperBound,
        let seq = try log.firstChange(
          at: path, in: [PersonalBestsView.self], of: "ann", among: next...range.upperBound)
      {
        found.append(seq)
        next = seq + 1
      }
      return found
    }
    #expect(try changes("[0].exercise") == [1, 3])
    #expect(try changes("[-1].weightKg") == [1, 4])
    #expect(try changes("[1].weightKg") == [3, 4])
    #expect(try changes("[1].weightKg", 2...3) == [3])
    #expect(try changes("[2]") == [])
    #expect(try changes("[reps=5].exercise") == [1, 3])
    #expect(try changes("[reps=6]") == [4])
    #expect(try changes("[exercise=squat]") == [1, 4])
  }

  @Test func `no line after the last event is read`() throws {
    let whole = lines(
      events([.by("ann", .logged("s", "squat", 5)), .by("ann", .logged("s", "squat", 6))]))
    let damaged = Log(whole + Array("{}\n".utf8), name: "test.jsonl")
    let path = RecordPath([.index(9)])
    func change(through last: Int) throws -> Int? {
      try damaged.firstChange(at: path, in: Views.all, of: "ann", among: 1...last)
    }
    #expect(try change(through: 2) == nil)
    #expect(throws: LogError.self) { try change(through: 3) }
  }

  @Test func `if several views change, the first one counts`() throws {
    let log = log(
      .by("ann", .added(.monday, "squat")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .chose(.monday, "Legs")))
    let all = RecordPath()
    for views: [any LogView.Type] in [
      [PlanView.self, PersonalBestsView.self], [PersonalBestsView.self, PlanView.self],
    ] {
      #expect(try log.firstChange(at: all, in: views, of: "ann", among: 1...9) == 1)
      #expect(try log.firstChange(at: all, in: views, of: "ann", among: 2...9) == 2)
      #expect(try log.firstChange(at: all, in: views, of: "ann", among: 3...9) == 3)
      #expect(try log.firstChange(at: all, in: views, of: "ann", among: 4...9) == nil)
    }
  }

  @Test(arguments: [
    ("[exercise=squat].reps", true), ("[0]", true), ("", true), ("[-1].weightKg", true),
    ("reps", false), ("[exercise=squat].rep", false), ("[nothing=1]", false),
    ("[0].reps[0]", false), ("[0].reps.more", false), ("[0][0]", false),
  ])
  func `a path into a list is valid if its fields are in the view`(
    _ text: String, _ isPath: Bool
  ) throws {
    #expect(PersonalBestsView.hasFields(of: try RecordPath(parsing: text)) == isPath)
  }

  @Test(arguments: [
    ("days[day=monday].exercises[0].exercise", true), ("days", true), ("days[0].type", true),
    ("days.type", false), ("days[0].exercises[exercise=squat].sets", true), ("[0]", false),
    ("type", false), ("days[day=mondy].type", false), ("days[day=null].type", true),
    ("days[day=mondy]", false), ("days[type=mondy].day", true),
  ])
  func `a path into an object is valid if its fields are in the view`(
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
