import Events
import TestSupport
import Testing

@testable import Projections

/// Texts that Unicode takes for equal and that have other bytes are two texts in every view.
@Suite struct VerbatimTests {
  /// An é of one character, and of two.
  private static let (one, two) = ("\u{E9}clair", "e\u{301}clair")

  @Test func `texts are equal if their bytes are equal`() {
    #expect(Self.one == Self.two)
    #expect(Verbatim(wrappedValue: Self.one) != Verbatim(wrappedValue: Self.two))
    #expect(Verbatim(wrappedValue: Self.two) == Verbatim(wrappedValue: "e\u{301}clair"))
    #expect(Verbatim(wrappedValue: "a") != Verbatim(wrappedValue: "b"))
    // Marks above and below in another order: the same text, of as many bytes.
    #expect(!String.isVerbatim("q\u{307}\u{323}", "q\u{323}\u{307}"))
    #expect(Optional.isVerbatim(Self.one, Self.one) && !Optional.isVerbatim(Self.one, Self.two))
    #expect(Optional<String>.isVerbatim(nil, nil) && !Optional.isVerbatim(Self.one, nil))
    #expect(!Optional.isVerbatim(nil, Self.one))
    #expect([String].isVerbatim(["a", Self.one], ["a", Self.one]))
    #expect(![String].isVerbatim(["a", Self.one], ["a", Self.two]))
    #expect(![String].isVerbatim(["a"], ["a", Self.two]))
  }

  @Test func `steps and values are equal if the bytes of their texts are equal`() {
    #expect(RecordPath.Step.key(Self.one) != .key(Self.two))
    #expect(RecordPath.Step.match("id", Self.one) != .match("id", Self.two))
    #expect(RecordPath.Step.match(Self.one, "a") != .match(Self.two, "a"))
    #expect(RecordPath.Step.match("id", Self.one) == .match("id", Self.one))
    #expect(RecordPath.Step.key("a") != .match("a", "a") && RecordPath.Step.index(1) == .index(1))
    #expect(RecordScalar.text(Self.one) != .text(Self.two))
    #expect(RecordScalar.texts([Self.one]) != .texts([Self.two]))
    let values: [RecordScalar] = [
      .integer(1), .number(1), .boolean(true), .text("a"), .name("a"), .id(id(1)), .texts(["a"]),
      .time(moment("2026-03-02T12:00:00Z")), .day(day("2026-03-02")), .weight(Weight(1)),
    ]
    for (place, value) in values.enumerated() {
      for (other, another) in values.enumerated() {
        #expect((value == another) == (place == other))
      }
    }
  }

  /// The rows that are compared by their JSON, since the fields of a fact are in them.
  private static let writtenAlike: [any Record.Type] = [
    ExercisesView.Row.self, MealsView.Row.self, PushUpSessionsView.Row.self,
  ]

  @Test func `no row of a view compares a text in another way`() {
    var (rows, texts) = (0, 0)
    func look(_ value: Any, _ path: String) {
      if let record = value as? any Record,
        Self.writtenAlike.contains(where: { $0 == type(of: record) })
      {
        return
      }
      if String(describing: type(of: value)).hasPrefix("Verbatim<") { return texts += 1 }
      #expect(!(value is String), "\(path) is to be 'Verbatim'")
      for child in Mirror(reflecting: value).children {
        look(child.value, "\(path).\(child.label ?? "")")
      }
    }
    func check<V: LogView>(_ view: V.Type) {
      for events in RandomFacts.logs.prefix(40) {
        var source = V.Source.scoped(to: "ann")
        for event in events where source.wants(event.area, of: event.user) { source.apply(event) }
        for row in V(source).rows.prefix(3) {
          rows += 1
          look(row, V.name)
        }
      }
    }
    for view in Views.all { check(view) }
    #expect(rows > 500 && texts > 1000, "\(rows) rows, \(texts) texts")
  }

  @Test func `rows of facts are equal if their JSON is equal`() throws {
    func row(_ name: String) throws -> ExercisesView.Row {
      var catalogue = ExerciseCatalogue()
      let fact = ExerciseCatalogued(exercise: "bun", name: name)
      for event in events([.by("ann", .exercises(.exerciseCatalogued(fact)))]) {
        catalogue.apply(event)
      }
      return try #require(ExercisesView(catalogue).rows.first)
    }
    #expect(try row(Self.one) == row(Self.one))
    #expect(try row(Self.one) != row(Self.two))
  }

  @Test func `an event that changes a text to one that Unicode considers equal counts as a change`()
  {
    let facts: [Fact] = [
      .by("ann", .logged("s", "squat", 5, Weight(100), note: Self.one)),
      .by("ann", SetRevised(set: id(1), note: Self.two).body),
    ]
    var trace = ViewTrace<HistoryView>(of: "ann")
    var changed: [[String]] = []
    for event in events(facts) {
      changed.append([])
      trace.apply(event) { changed[changed.count - 1].append("\($0.path)") }
    }
    #expect(changed[1] == ["[session=s].sets[id=\(id(1))].note"])
  }

  @Test func `elements with names that Unicode considers equal have separate writers`() throws {
    let facts: [Fact] = [
      .by("ann", .logged("s", Name(Self.one), 5, Weight(100))),
      .by("ann", .logged("s", Name(Self.two), 5, Weight(50))),
      .by("ann", .logged("s", Name(Self.two), 5, Weight(60))),
    ]
    let log = log(events(facts))
    let blame = try Blame(PersonalBestsView.self, of: "ann", in: log)
    for (name, seq) in [(Self.one, 1), (Self.two, 3)] {
      let path = RecordPath([.match("exercise", name), .key("weightKg")])
      #expect(blame.lines(at: path).map(\.writer?.seq) == [seq])
    }
    var walked: [UInt8] = []
    blame.writeJSON {
      walked += $0
      return true
    }
    let text = String(decoding: walked, as: UTF8.self)
    for (name, seq) in [(Self.one, 1), (Self.two, 3)] {
      // As texts of bytes: 'contains' of a text looks for what Unicode takes for equal.
      let member = Array("\"[exercise=\(name)].weightKg\",\"seq\":\(seq),".utf8)
      #expect(Array(text.utf8).firstRange(of: member) != nil)
    }
  }

  @Test func `plans differ if one lacks an exercise whose name Unicode considers equal to another`()
    throws
  {
    let facts: [Fact] = [
      .by("ann", .added(.monday, Name(Self.one))), .by("ann", .added(.monday, Name(Self.two))),
      .by("ann", .removed(.monday, Name(Self.one))),
    ]
    let states = try log(events(facts)).states(
      of: [PlanView.self], of: "ann", asOf: .seq(2), .seq(3))
    var changes: [ViewChange] = []
    states.new[0].reportChanges(from: states.old[0]) { changes.append($0) }
    #expect(!changes.isEmpty)
  }
}
