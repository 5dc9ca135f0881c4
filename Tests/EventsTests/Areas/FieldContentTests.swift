import TestSupport
import Testing

@testable import Events

/// Tests that the field contents of an event equal the fields of its line.
@Suite struct FieldContentTests {
  /// Returns the contents of the fields in the event's line.
  private func written(_ event: Event) -> [(name: String, content: FieldContent)] {
    guard case .object(let members) = event.data else { return [] }
    return members.map { ($0.name, $0.value.content) }
  }

  private func expectSame(_ event: Event) {
    let (fields, members) = (event.fieldContents, written(event))
    #expect(fields.map(\.name) == members.map(\.name), "\(event.type)")
    #expect(fields.map(\.content) == members.map(\.content), "\(event.type)")
  }

  @Test func `every type has the fields of its line, in their order`() {
    for body in Samples.full + Samples.sparse {
      expectSame(Event(id: Samples.id(1), at: Samples.start, user: "ann", body))
    }
  }

  @Test func `the tests include fields and types that this build does not know`() throws {
    let line = #"{"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11Z","type":"#
    for (rest, names) in [
      (#""PostLiked","data":{"post":"p","mood":null,"list":[1,2]}}"#, ["post", "mood", "list"]),
      (
        #""MealEaten","data":{"kcal":500.5,"meal":{"name":"rice"},"hot":true}}"#,
        ["kcal", "meal", "hot"]
      ),
    ] {
      let draft = try Bytes.of(Array((line + rest).utf8)) { (bytes) throws(LineError) in
        try Draft(line: bytes)
      }
      let event = try #require(draft.event(at: nil))
      expectSame(event)
      #expect(event.fieldContents.map(\.name) == names)
    }
  }

  @Test func `a set has its numbers, words and flags, and nothing that is left out`() {
    let set = SetLogged(
      session: "w", exercise: "squat", reps: 5, weight: Weight(225, .lb), completed: false)
    let event = Event(id: Samples.id(1), at: Samples.start, user: "ann", .sessions(.setLogged(set)))
    #expect(
      event.fieldContents.map(\.name).prefix(5) == [
        "session", "exercise", "reps", "weight", "unit",
      ])
    #expect(event.fieldContents.contains { $0.name == "completed" && $0.content == .flag(false) })
    #expect(!event.fieldContents.contains { $0.name == "rpe" || $0.name == "kind" })
  }
}
