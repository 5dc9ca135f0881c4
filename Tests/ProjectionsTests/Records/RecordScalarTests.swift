import Events
import TestSupport
import Testing

@testable import Projections

/// Values are written as the JSON that is made of them.
@Suite struct RecordScalarTests {
  @Test func `every kind of value is written as its JSON`() throws {
    let values: [any RecordValue] = [
      7, -1, 2.5, Double.infinity, true, "a \"text\"", Name("ann"), name(3), id(4), ["a", "b"],
      [String](),
      moment("2026-03-02T18:04:11.250+01:00"), try #require(LocalDay("2026-03-02")), Weight(62.5),
      SetKind.warmup, Weekday.monday,
    ]
    for value in values {
      var (written, scalar) = (JSONWriter(), JSONWriter())
      value.write(to: &written)
      value.scalar.write(to: &scalar)
      #expect(scalar.text == written.text)
      #expect(scalar.bytes == value.scalar.json.bytes)
    }
  }

  @Test func `weights in two units are equal if their JSON is equal`() throws {
    let (kilograms, pounds) = (Weight(45.359237), Weight(100, .lb))
    #expect(kilograms != pounds && kilograms.kilograms == pounds.kilograms)
    #expect(kilograms.scalar == pounds.scalar)
    #expect(Set([kilograms.scalar, pounds.scalar, Weight(45).scalar]).count == 2)
    let facts = [
      Fact.by("ann", .logged("s", "dips", 5, kilograms)),
      .by("ann", .revised(id(1), reps: 5, pounds)),
      .by("ann", .revised(id(1), reps: 5, Weight(101, .lb))),
    ]
    var (trace, changes) = (ViewTrace<RecordsView>(of: "ann"), [Int: Int]())
    for event in events(facts) { trace.apply(event) { _ in changes[event.seq, default: 0] += 1 } }
    #expect(changes[1] == 1 && changes[2] == nil && changes[3] ?? 0 > 1)
  }

  @Test func `later values come first, and at the same time the later one in the log`() {
    let times = ["10:00", "11:00", "11:00", "12:00"].map { moment("2026-03-02T\($0):00Z") }
    func order(_ places: [Int]) -> [Int] {
      newestFirst(Array(places.enumerated())) { times[$0.element] }.map(\.offset)
    }
    #expect(order([]) == [])
    #expect(order([0, 1, 2, 3]) == [3, 2, 1, 0])
    #expect(order([3, 0, 1, 2]) == [0, 3, 2, 1])
    // Out of order at the end alone.
    #expect(order([0, 1, 3, 2]) == [2, 3, 1, 0])
    #expect(order([1, 2, 0]) == [1, 0, 2])
  }
}
