import TestSupport
import Testing

@testable import Events

/// Tests of a payload as a field of another one.
@Suite struct PayloadTests {
  private struct Holder: Payload {
    let planned: PlannedExercise
    let isDone: Bool
    let rating: Double

    init(_ planned: PlannedExercise, isDone: Bool = true, rating: Double = 1) {
      (self.planned, self.isDone, self.rating) = (planned, isDone, rating)
    }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      planned = try f("planned", old?.planned, .any)
      isDone = try f("isDone", old?.isDone, .any)
      rating = try f("rating", old?.rating, .rpe)
    }
  }

  private let bench = PlannedExercise(exercise: "bench", sets: 3, weight: Weight(62.5))

  private func text(_ payload: some Payload) throws -> String {
    var writer = JSONWriter()
    try payload._write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func read(_ text: String) throws(LineError) -> Holder {
    try Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in
      var scanner = Scanner(bytes)
      return try FieldReader.payload(&scanner, version: 1, checks: true)
    }
  }

  private let written =
    #"{"planned":{"exercise":"bench","sets":3,"weight":62.5},"isDone":true,"rating":1}"#

  @Test func `a payload is written and read as an object`() throws {
    #expect(try text(Holder(bench)) == written)
    #expect(try read(written) == Holder(bench))
    #expect(try read(written.replacing("true", with: "false")) == Holder(bench, isDone: false))
  }

  @Test(arguments: [
    (#"{"exercise":"bench","sets":3,"weight":62.5}"#, "5", "an object for 'planned', found"),
    ("true", "1", "true or false for 'isDone', found"),
    ("3", "\"3\"", "a whole number for 'sets', found"),
  ])
  func `any other value is refused with the name of the field`(
    _ part: String, _ other: String, _ message: String
  ) throws {
    let error = #expect(throws: LineError.self) { try read(written.replacing(part, with: other)) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test func `its fields equal those of the description`() {
    let description = Holder.description
    #expect(description.fields.map(\.name) == ["planned", "isDone", "rating"])
    #expect(description.fields.map(\.expected) == ["an object", "true or false", "a number"])
    #expect(
      description["planned"]?.nested.fields.map(\.name)
        == [
          "exercise", "sets", "reps", "weight", "unit", "seconds", "maxReps", "superset",
          "restSeconds", "metres",
        ])
    #expect(description["isDone"]?.nested.fields.isEmpty == true)
  }

  @Test func `as a plain value it is neither a number nor a text`() {
    let contents = Holder(bench, isDone: false).contents
    #expect(contents.map(\.name) == ["planned", "isDone", "rating"])
    #expect(contents.map(\.content) == [.other, .flag(false), .number(1)])
  }

  @Test func `it enforces the limits of its own fields`() {
    #expect(Holder(bench)._breach == nil)
    let tooMany = Holder(PlannedExercise(exercise: "bench", sets: 101))
    #expect(tooMany._breach?.hasSuffix("must be 1…100, got 101") == true)
    #expect(Holder(bench, rating: .nan)._breach?.hasPrefix("'rating' must be 1…10") == true)
  }

  /// A payload that cannot be written.
  private struct Refusing: Payload {
    let number: Int

    init(number: Int) { self.number = number }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      number = try f("number", old?.number, .any)
      if number < 0 { throw LineError(0, "expected a number that is not negative") }
    }
  }

  @Test func `a payload that cannot be read to its end has no fields`() {
    #expect(Refusing(number: 1).contents.map(\.name) == ["number"])
    #expect(Refusing(number: -1).contents.isEmpty)
    #expect(throws: LineError.self) { try text(Refusing(number: -1)) }
  }
}
