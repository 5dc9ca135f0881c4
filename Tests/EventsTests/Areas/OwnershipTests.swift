import TestSupport
import Testing

@testable import Events

/// Tests of the remark on events that change an entity of another user, whether all users see it or only its own.
@Suite struct OwnershipTests {
  /// Returns the remark on each fact; nil if the fact has its effect.
  private func remarks(_ facts: Fact...) -> [String?] {
    var ownership = Ownership()
    return events(facts).map { event in
      ownership.insert(event.id, by: event.user)
      return ownership.record(event.links, event.id, by: event.user)
    }
  }

  /// Returns, for each fact, the kind of the entity of another user; nil if the fact has its effect.
  private func foreign(_ facts: Fact...) -> [EntityKind?] {
    var ownership = Ownership()
    return events(facts).map { event in
      ownership.insert(event.id, by: event.user)
      let remark = ownership.record(event.links, event.id, by: event.user)
      return EntityKind.allCases.first { remark?.hasSuffix(" the \($0.rawValue)") ?? false }
    }
  }

  @Test func `a remark names the user and the kind`() {
    #expect(
      remarks(
        .by("ann", .scheduled("c")), .by("ben", .classCancelled("c")),
        .by(nil, .classCancelled("c")))
        == [
          nil, "no effect: another user created the class",
          "no effect: another user created the class",
        ])
  }

  @Test func `a link of another account's subject has no effect until it is unlinked`() {
    func linked(_ user: Name, _ provider: Name, _ subject: Name) -> Fact {
      .by(user, IdentityLinked(provider: provider, subject: subject).body)
    }
    func unlinked(_ user: Name) -> Fact {
      .by(user, IdentityUnlinked(provider: "google", subject: "7").body)
    }
    let remark = "no effect: the subject belongs to another user"
    let signedIn = Event.Body.signedIn("eve@example.com", as: "7")
    #expect(
      remarks(
        .by("ann", .signedIn("ann@example.com", as: "7")), linked("eve", "google", "7"),
        linked("ann", "google", "7"), unlinked("eve"), .by("eve", signedIn),
        linked("eve", "7", "google"), linked("eve", "apple", "7"), unlinked("ann"),
        linked("eve", "google", "7"), linked("ann", "google", "7"))
        == [nil, remark, nil, remark, nil, nil, nil, nil, nil, remark])
  }

  @Test func `an address belongs to the account that verified it until it is removed`() {
    func removed(_ user: Name) -> Fact {
      .by(user, EmailRemoved(email: "ann@example.com").body)
    }
    func verified(_ user: Name, _ email: Name = "ann@example.com") -> Fact {
      .by(user, .verified(email))
    }
    let remark = "no effect: the address belongs to another user"
    // Eve has no account, so that her verification of an address without an owner does not count.
    #expect(
      remarks(
        verified("eve"), .by("ann", .registered("ann@example.com")), verified("ann"),
        verified("eve", "ANN@example.com"), removed("eve"), removed("eve"), verified("ann"),
        .signedIn("ben"), verified("ben"), removed("ben"), removed("ann"), verified("ben"),
        removed("ann"))
        == [nil, nil, nil, remark, remark, remark, nil, nil, remark, remark, nil, nil, remark])
    // A sign-in with another user's address adds it to the account, so that its removal has an effect.
    #expect(
      remarks(.signedIn("ann"), .by("ben", .signedIn("ann@example.com")), removed("ben"))
        == [nil, nil, nil])
  }

  @Test func `a renewal of another user's sign-in session has no effect, nor a later sign-out`() {
    let expiry = "2026-03-09T12:00:00Z"
    #expect(
      foreign(
        .by("ann", .signedIn("ann@example.com", session: "a")),
        .by("ben", .renewed("a", until: expiry)), .by("ben", .signedOut("a")),
        .by("ann", .renewed("a", until: expiry)), .by("ann", .signedOut("a")))
        == [nil, .signIn, .signIn, nil, nil])
  }

  @Test func `an event that refers to another user's set does not begin a set of its user`() {
    let completed = ProgramSetCompleted(
      program: "p", exercise: "squat", cycle: 1, week: 1, reps: 5, set: id(1))
    #expect(
      foreign(
        .by("ann", .logged("s", "squat", 5)), .by("ben", completed.body),
        .by("ben", EventsReverted(events: [id(1)], count: 0).body), .by("ben", .removed(id(1))))
        == [nil, nil, nil, .set])
  }

  @Test func `a change of another user's set or session has no effect`() {
    #expect(
      foreign(
        .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
        .by("ben", .removed(id(2))), .by(nil, .revised(id(2), reps: 6)),
        .by("ben", .discarded("s")),
        .by("ann", .removed(id(2))), .by("ann", .discarded("s")), .by("ben", .restored("s")))
        == [nil, nil, .set, .set, .session, nil, nil, .session])
  }

  @Test func `two users can have sessions with the same name`() {
    #expect(
      foreign(
        .by("ann", .started("s")), .by("ben", .logged("s", "squat", 5)), .by("ben", .ended("s")),
        .by("cleo", .started("s")), .by("cleo", .discarded("s")), .by("dan", .discarded("s")))
        == [nil, nil, nil, nil, nil, .session])
  }

  @Test func `a shared entity has one creator`() {
    #expect(
      foreign(
        .by("ann", .scheduled("c")), .by("ben", .scheduled("c")), .by("ben", .classCancelled("c")),
        .by("ann", .classCancelled("c")))
        == [nil, nil, .fitnessClass, nil])
  }

  @Test func `an entity that nobody created belongs to the first user who changes it`() {
    var ownership = Ownership()
    var unknown: [[EntityKind]] = []
    for event in events([.by("ann", .removed(id(9))), .by("ann", .removed(id(9)))]) {
      var kinds: [EntityKind] = []
      ownership.insert(event.id, by: event.user)
      let foreign = ownership.record(event.links, event.id, by: event.user) {
        kinds.append($0.kind)
      }
      #expect(foreign == nil)
      unknown.append(kinds)
    }
    #expect(unknown == [[.set], []])
  }
}
