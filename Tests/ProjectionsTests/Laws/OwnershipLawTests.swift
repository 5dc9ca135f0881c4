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
