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

  /// The changes of the entity that an event creates; empty for an event that creates no shared entity.
  private static func attempts(on event: Event) -> [Event.Body] {
    let own = Name(event.id)
    func attempts(onPost post: Name) -> [Event.Body] {
      [
        PostEdited(post: post, title: "Zoe's", cleared: [.description]).body,
        PostDeleted(post: post).body,
      ]
    }
    switch event.body {
    case .plan(.planShared(let shared)): return attempts(onPost: shared.post ?? own)
    case .feed(.postPublished(let post)): return attempts(onPost: post.post ?? own)
    case .workouts(.workoutCreated(let created)):
      let workout = created.workout ?? own
      // A new exercise would get a number, although the event has no effect on the workout.
      let known = created.exercises.prefix(1).flatMap { planned -> [Event.Body] in
        let exercise = planned.exercise
        return [
          WorkoutExerciseRemoved(workout: workout, exercise: exercise).body,
          WorkoutExerciseAdded(workout: workout, PlannedExercise(exercise: exercise, sets: 9)).body,
        ]
      }
      return known + [
        WorkoutRevised(workout: workout, name: "Zoe's").body,
        WorkoutDeleted(workout: workout).body,
      ]
    case .classes(.classScheduled(let scheduled)):
      let name = scheduled.class ?? own
      return [
        ClassRescheduled(class: name, title: "Zoe's", minutes: 7).body,
        ClassCancelled(class: name).body,
      ]
    case .classes(.classCancelled(let cancelled)):
      return [ClassReinstated(class: cancelled.class).body]
    default: return []
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
