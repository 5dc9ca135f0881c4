import Events
import Projections
import TestSupport
import Testing

/// Finding an event by the name that it gave to what it began.
@Suite struct RevertNamesTests {
  /// An event of each type that can begin something under a name of its own.
  private static let beginnings: [Event.Body] = {
    let types = EventType.all.filter { type in
      type.description.fields.contains { $0.traits.creation != nil }
    }
    return types.compactMap { type in
      Samples.full.first { events([.by("ann", $0)])[0].type == type.name }
    }
  }()

  @Test(arguments: beginnings)
  func `an event is found by the name of the entity that it created, and by a prefix`(
    _ body: Event.Body
  ) throws {
    let bench = RevertBench(.by("ann", body))
    let event = bench.all[1]
    let created = event.entities.first { $0.role == .created }
    let name = try #require(created?.name).text
    for text in [name, String(name.dropLast())] {
      let refusal = bench.refusal(.prefix(text))
      if event.area == .identity {
        #expect(refusal?.message.hasPrefix("cannot undo event 2 (\(event.type))") == true)
      } else {
        #expect(refusal == nil, "\(event.type) '\(text)'")
      }
    }
  }

  @Test func `several kinds of entities have names`() {
    #expect(Self.beginnings.count >= 8)
  }
}
