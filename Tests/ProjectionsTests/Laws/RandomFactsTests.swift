import TestSupport
import Testing

@testable import Events

/// The random logs of the laws have every type of event, and facts that meet.
@Suite struct RandomFactsTests {
  @Test func `every type occurs in the logs of the law tests`() {
    let types = Set(EventType.all.map(\.name))
    #expect(Set(ProjectionLawTests.logs.joined().map(\.type)) == types)
    #expect(Set(ViewLawTests.logs.joined().map(\.type)) == types)
  }

  @Test func `most references name an entity that an earlier event created, also another user's`() {
    var (references, known, others): (Int, Int, Int) = (0, 0, 0)
    var kinds: Set<EntityKind> = []
    for events in ViewLawTests.logs {
      var creators: [EntityKind: [Name: Name?]] = [:]
      for event in events {
        for entity in event.entities {
          guard let name = entity.name else { continue }
          if entity.role == .created {
            creators[entity.kind, default: [:]].updateValue(event.user, forKey: name)
            continue
          }
          references += 1
          guard let creator = creators[entity.kind]?[name] else { continue }
          known += 1
          kinds.insert(entity.kind)
          if creator != event.user { others += 1 }
        }
      }
    }
    #expect(2 * known > references && known < references && 4 * others > known)
    #expect(kinds == Set(EntityKind.allCases).subtracting([.event]))
  }

  @Test func `numbers are at their limits, and beyond them if allowed`() {
    var facts = RandomFacts(seed: 0, isWithinLimits: true)
    var ends: Set<Double> = []
    for event in facts.events(6_000) {
      #expect(event.breach?.lowercased().contains("position") ?? true)
      for case .number(let number) in event.fieldContents.map(\.content) { ends.insert(number) }
    }
    #expect(ends.isSuperset(of: [0, 1, 4, 10, 100, 1_000, 1_440, 2_000, 10_000, -500]))
    var others = RandomFacts(seed: 0)
    #expect(others.events(3_000).contains { $0.breach != nil })
  }

  @Test func `a seed always gives the same log, and another seed gives another`() {
    func log(_ seed: UInt64) -> [Event] {
      var facts = RandomFacts(seed: seed)
      return facts.events(50)
    }
    #expect(log(3) == log(3))
    #expect(log(3) != log(4))
  }
}
