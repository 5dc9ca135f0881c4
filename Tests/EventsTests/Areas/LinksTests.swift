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

  @Test func `an event creates what has its id, or the entity it begins`() {
    #expect(events[0].createdEntities == [id(1)])
    #expect(events[1].createdEntities == [id(2)])
  }

  @Test func `what an event refers to is told with its kind, in the order of its fields`() {
    #expect(events[0].references.isEmpty)
    #expect(events[1].references.map(\.id) == [id(1)])
    #expect(events[1].references.map(\.kind) == ["session"])
    #expect(events[2].referencedEntities == [id(2)])
  }

  @Test func `an event about a set is about the session of the set as well`() throws {
    let log = log(events)
    #expect(try log.entityNames(at: 2) == [name(2), name(1)])
    let removal = try #require(try log.entityNames(at: 3))
    #expect(removal.first == name(3))
    #expect(Set(removal) == [name(3), name(2), name(1)])
    #expect(try log.entityNames(at: 4) == nil)
  }

  @Test func `the contents of fields are those that are written, unknown ones included`() throws {
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
