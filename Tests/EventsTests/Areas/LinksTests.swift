import TestSupport
import Testing

@testable import Events

/// Tests of the links between events, and of the names by which users refer to them.
@Suite struct LinksTests {
  private let events = TestSupport.events([
    .by("ann", .started(title: "Push")),
    .by("ann", .logged(name(1), "squat", 5, Weight(100))),
    .by("ann", .removed(id(2))),
  ])

  @Test func `an event creates the entity with its id, or the one that it names`() {
    #expect(events[0].createdEntities == [id(1)])
    #expect(events[1].createdEntities == [id(2)])
  }

  @Test func `references are listed with their kind, in the order of the fields`() {
    #expect(events[0].references.isEmpty)
    #expect(events[1].references.map(\.id) == [id(1)])
    #expect(events[1].references.map(\.kind) == ["session"])
    #expect(events[2].referencedEntities == [id(2)])
  }

  @Test func `an event about a set is also about the set's session`() throws {
    let log = log(events)
    #expect(try log.entityNames(at: 2) == [name(2), name(1)])
    let removal = try #require(try log.entityNames(at: 3))
    #expect(removal.first == name(3))
    #expect(Set(removal) == [name(3), name(2), name(1)])
    #expect(try log.entityNames(at: 4) == nil)
  }

  @Test func `the field contents are those that are written, including unknown fields`() throws {
    let known = events[1].fieldContents.map(\.name)
    #expect(known.prefix(3) == ["session", "exercise", "reps"])
    let some = try draft(#"{"type":"PostLiked","data":{"post":"p","mood":1}}"#)
    let event = try #require(some.event(id: id(1), at: Samples.start, seq: 1))
    #expect(event.fieldContents.map(\.name) == ["post", "mood"])
    let other = try draft(#"{"type":"PostPinned","data":{"until":null}}"#)
    let unknown = try #require(other.event(id: id(1), at: Samples.start, seq: 1))
    #expect(unknown.fieldContents.map(\.name) == ["until"])
    #expect(unknown.entityNames == [name(1)])
  }
}
