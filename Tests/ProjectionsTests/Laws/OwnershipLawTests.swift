import Events
import Projections
import TestSupport
import Testing

/// The effect of events that change an entity of another user.
@Suite struct OwnershipLawTests {
  /// Random logs, each with attempts of Zoe to change every shared entity, and the same logs without her.
  ///
  /// The events have even positions in both logs, so that the positions in the views are equal.
  private static let logs: [(attempted: [Event], known: [Event])] = (0..<20).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    var (attempted, known): ([Event], [Event]) = ([], [])
    for var event in facts.events(80) {
      event.seq *= 32
      known.append(event)
      attempted.append(event)
      for (offset, body) in attempts(on: event).enumerated() {
        let seq = event.seq + offset + 1
        attempted.append(Event(id: id(1_000_000 + seq), at: event.at, user: "zoe", body, seq: seq))
      }
    }
    return (attempted, known)
  }

  /// The changes of the shared entities that an event creates or ends.
  private static func attempts(on event: Event) -> [Event.Body] {
    // A new exercise would get a number, although the event has no effect on the workout.
    let known = event.body.exercises.first
    return event.entities.flatMap { entity -> [Event.Body] in
      guard entity.kind.isShared, [.created, .ended].contains(entity.role), let name = entity.name
      else { return [] }
      return Samples.changes(of: entity.kind, named: name, exercise: known)
    }
  }

  @Test func `the logs contain attempts of every change of a shared entity`() {
    let attempted = Set(Self.logs.flatMap(\.attempted).filter { $0.user == "zoe" }.map(\.type))
    let changes = EventType.all.filter { type in
      type.description.fields.contains {
        $0.traits.effect != nil && $0.traits.reference?.isShared == true
      }
    }
    #expect(changes.count == 9)
    #expect(Set(changes.map(\.name)) == attempted)
  }

  @Test(arguments: ViewSubject.single.filter { !$0.testDescription.hasSuffix("every user") })
  func `no view shows the attempts of other users`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      for (attempted, known) in Self.logs {
        for user in RandomFacts.users {
          func rows(_ events: [Event]) throws -> [V.Row] {
            V(try replay(log(events), V.Source.scoped(to: user))).rows
          }
          #expect(try rows(attempted) == rows(known), "\(user)")
        }
      }
    }
    try check(subject.view)
  }

  @Test func `each attempt has a remark, and no other event of the creators has one`() {
    var count = 0
    for (attempted, _) in Self.logs {
      var creators = Creators()
      var (remarked, foreign): ([Int], [Int]) = ([], [])
      var owner: [Name: Name?] = [:]
      for event in attempted {
        if creators.record(event.links, event.id, by: event.user) != nil {
          remarked.append(event.seq)
        }
        for entity in event.entities where entity.kind.isShared {
          guard let name = entity.name else { continue }
          if entity.role == .created, owner[name] == nil { owner[name] = event.user }
          guard entity.role.isChange, let owned = owner[name] else { continue }
          if owned != event.user {
            foreign.append(event.seq)
          } else if entity.role == .ended,
            entity.kind != .fitnessClass
          {
            owner[name] = nil
          }
        }
      }
      #expect(remarked == foreign)
      count += remarked.count
    }
    #expect(count > 100)
  }

  /// The samples of all types with their positions in `EventType.all`, from 1, as their references expect.
  private static let samples = zip(1..., zip(EventType.all, Samples.full)).map { seq, sample in
    (seq: seq, type: sample.0, body: sample.1)
  }

  /// Returns an event with a sample; the time follows from the position.
  private static func event(_ seq: Int, by user: Name, _ body: Event.Body) -> Event {
    let at = Samples.start.adding(seconds: Int64(seq))
    return Event(id: Samples.id(seq), at: at, user: user, body, seq: seq)
  }

  private static func needsOwner(_ type: EventType) -> Bool {
    type.description.fields.contains(where: \.traits.needsOwner)
  }

  /// Everything that Ann may begin, and the account of Zoe.
  private static let begun =
    samples.filter { !needsOwner($0.type) }.map { event($0.seq, by: "ann", $0.body) }
    + [event(500, by: "zoe", Fact.signedIn("zoe").body)]

  @Test func `every event on what another user owns has a remark, and that of its owner has none`()
  {
    var ownership = Ownership()
    func remark(_ event: Event) -> String? {
      ownership.insert(event.id, by: event.user)
      return ownership.record(event.links, event.id, by: event.user)
    }
    let own = Self.begun.compactMap { remark($0) }
    #expect(own == [])
    let attempts = Self.samples.filter { Self.needsOwner($0.type) }
    #expect(attempts.count > 30)
    // The attempts of the second round follow all others.
    for round in 1...2 {
      for (seq, type, body) in attempts {
        let foreign = remark(Self.event(1_000 * round + seq, by: "zoe", body))
        #expect(foreign != nil, "\(type.name)")
      }
    }
    for (seq, type, body) in attempts {
      let own = remark(Self.event(3_000 + seq, by: "ann", body))
      #expect(own == nil, "\(type.name)")
    }
  }

  @Test func `an event that changes the views of its owner only has a remark`() throws {
    let begun = log(Self.begun)
    func changesViews(_ event: Event) throws -> Bool {
      func changes<V: LogView>(_: V.Type) throws -> Bool {
        try ["ann", "zoe"].contains { (user: Name) in
          let source = try replay(begun, V.Source.scoped(to: user))
          var after = source
          if source.wants(event.area, of: event.user) { after.apply(event) }
          return V(source).rows != V(after).rows
        }
      }
      return try Views.all.contains { try changes($0) }
    }
    var ownership = Ownership()
    for event in Self.begun {
      ownership.insert(event.id, by: event.user)
      _ = ownership.record(event.links, event.id, by: event.user)
    }
    var ignored = 0
    for (seq, type, body) in Self.samples {
      // A shared entity has parts of every user, such as a like.
      let refersToOwn = type.description.fields.contains {
        $0.traits.reference.map { !$0.isShared } ?? false || $0.traits.identity != nil
      }
      let attempt = Self.event(1_000 + seq, by: "zoe", body)
      guard refersToOwn, try changesViews(Self.event(1_000 + seq, by: "ann", body)),
        try !changesViews(attempt)
      else { continue }
      ignored += 1
      var ownership = ownership
      ownership.insert(attempt.id, by: attempt.user)
      let remark = ownership.record(attempt.links, attempt.id, by: attempt.user)
      #expect(remark != nil, "\(type.name)")
    }
    #expect(ignored > 5)
  }

  @Test func `a name that its creator gave up belongs to the next creator`() throws {
    func shared(_ user: Name) -> Fact {
      .by(user, PlanShared(post: "p", day: .monday, title: user.text, exercises: []).body)
    }
    func deleted(_ user: Name) -> Fact { .by(user, PostDeleted(post: "p").body) }
    func titles(_ facts: Fact...) throws -> [String] {
      try replay(log(events(facts)), Feed()).posts.map(\.title)
    }
    #expect(try titles(shared("ann"), deleted("ben"), shared("ben")) == ["ann"])
    #expect(try titles(shared("ann"), deleted("ann"), shared("ben"), deleted("ann")) == ["ben"])
    #expect(try titles(shared("ann"), deleted("ann"), shared("ben"), deleted("ben")) == [])
  }
}
