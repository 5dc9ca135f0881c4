import TestSupport
import Testing

@testable import Events

/// Tests of the rule that only its creator changes an entity that all users see.
@Suite struct CreatorsTests {
  /// Returns, for each fact, the kind of the entity that its user may not change; nil if the fact has its effect.
  private func refused(_ facts: Fact...) -> [EntityKind?] {
    var creators = Creators()
    return events(facts).map { creators.record($0.body.links, $0.id, by: $0.user) }
  }

  @Test func `only its creator changes a class`() {
    #expect(
      refused(
        .by("ann", .scheduled("c")), .by("ben", .rescheduled("c", title: "Mine")),
        .by(nil, .classCancelled("c")), .by("ann", .classCancelled("c")))
        == [nil, .fitnessClass, .fitnessClass, nil])
  }

  @Test func `an entity without a name has the id of its creating event`() {
    #expect(
      refused(
        .by("ann", .shared(.monday)), .by("ben", .edited(name(1), title: "Mine")),
        .by("ann", .edited(name(1), title: "Push")))
        == [nil, .post, nil])
  }

  @Test func `anyone may refer to an entity that nobody created`() {
    #expect(refused(.by("ben", .deleted("p")), .by("ben", .classCancelled("c"))) == [nil, nil])
  }

  @Test func `creating an existing entity has no effect`() {
    #expect(
      refused(
        .by("ann", .scheduled("c")), .by("ben", .scheduled("c")), .by("ben", .classCancelled("c")))
        == [nil, nil, .fitnessClass])
  }

  @Test func `the creator of a cancelled class stays its creator and may reinstate it`() {
    #expect(
      refused(
        .by("ann", .scheduled("c")), .by("ann", .classCancelled("c")),
        .by("ben", .classReinstated("c")), .by("ben", .scheduled("c")),
        .by("ben", .classReinstated("c")), .by("ann", .classReinstated("c")))
        == [nil, nil, .fitnessClass, nil, .fitnessClass, nil])
  }

  @Test func `the name of a deleted post is free again`() {
    #expect(
      refused(
        .by("ann", .shared(.monday, as: "p")), .by("ann", .deleted("p")),
        .by("ben", .edited("p", title: "Mine")), .by("ben", .shared(.friday, as: "p")),
        .by("ann", .edited("p", title: "Push")), .by("ben", .edited("p", title: "Mine")))
        == [nil, nil, nil, nil, .post, nil])
  }

  @Test func `an entity that only one user sees has no creator here`() {
    #expect(
      refused(
        .by("ann", .started("s")), .by("ben", .logged("s", "squat", 5)),
        .by("ben", .removed(id(2))),
        .by("ann", .removed(id(2))))
        == [nil, nil, nil, nil])
  }

  @Test func `an event may change an entity of its user, and one that does not exist`() {
    let edit = events([.by("ben", .edited("p", title: "Mine"))])[0]
    #expect(edit.mayChange { $0 == "p" ? .some("ben") : nil })
    #expect(!edit.mayChange { _ in .some("ann") })
    #expect(!edit.mayChange { _ in .some(nil) })
    #expect(edit.mayChange { _ in nil })
    let like = events([.by("ben", .liked("p"))])[0]
    #expect(like.mayChange { _ in .some("ann") })
  }

  @Test func `the areas of the check are those that create or change shared entities`() {
    #expect(Creators.areas == [.plan, .feed, .workouts, .classes])
  }
}
