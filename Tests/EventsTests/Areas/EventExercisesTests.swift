import TestSupport
import Testing

@testable import Events

/// Tests of the exercises that an event names.
@Suite struct EventExercisesTests {
  /// The exercises in the data of an event, in the order of its fields, by their traits.
  private func exercises(in data: JSON, _ description: PayloadDescription) -> [Name] {
    description.fields.flatMap { field -> [Name] in
      switch data[field.name] {
      case .string(let text) where field.traits.isExercise: [Name(text)]
      case .array(let elements): elements.flatMap { exercises(in: $0, field.nested) }
      case .object(let members): exercises(in: .object(members), field.nested)
      default: []
      }
    }
  }

  @Test func `an event names the exercises of its fields, but an alias names none`() throws {
    var counted = 0
    for body in Samples.full {
      let event = Event(id: Samples.id(1), at: Samples.start, user: "ann", body, seq: 1)
      let type = try #require(EventType.all.first { $0.name == event.type })
      let named =
        type.name == "ExerciseAliased" ? [] : exercises(in: event.data, type.description)
      #expect(event.body.exercises == named, "\(type.name)")
      if !named.isEmpty { counted += 1 }
    }
    #expect(counted >= 16)
    #expect(Event.Body.unknown(UnknownEvent(type: "AcmeSlept", data: .object([]))).exercises == [])
  }
}
