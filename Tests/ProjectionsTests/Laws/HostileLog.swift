import Events
import TestSupport

/// A kind of log that a fold which searches, or moves, all that came before takes the square of its length
/// for.
struct HostileLog: Sendable, CustomStringConvertible {
  let description: String
  /// The events of a log of this kind; twice as many for twice the number.
  let events: @Sendable (Int) -> [Event]

  init(_ description: String, _ bodies: @escaping @Sendable (Int) -> [Event.Body]) {
    self.description = description
    events = { count in TestSupport.events(bodies(count).map { Fact.by("ann", $0) }) }
  }

  init(_ description: String, facts: @escaping @Sendable (Int) -> [Fact]) {
    self.description = description
    events = { count in TestSupport.events(facts(count)) }
  }
}

extension HostileLog {
  static let all =
    sets + plans + programs + posts + signIns + classes + videos + mails + profiles + workouts
    + weeks + pushUps + meals

  static func exercise(_ number: Int) -> Name { Name("exercise \(number)") }
  private static func session(_ number: Int) -> Name { Name("session \(number)") }
  private static func post(_ number: Int) -> Name { Name("post \(number)") }
  static func user(_ number: Int) -> Name { Name("user-\(number)") }

  /// Sets of one session, of rising weight.
  private static func long(_ count: Int) -> [Event.Body] {
    (0..<count).map { Event.Body.logged("s", "a", 1, Weight(Double($0))) }
  }

  private static let sets: [HostileLog] = [
    HostileLog("all sets of a session removed, the first one first") { count in
      long(count) + (1...count).map { Event.Body.removed(id($0)) }
    },
    HostileLog("all sets of a session removed, the last one first") { count in
      long(count) + (1...count).reversed().map { Event.Body.removed(id($0)) }
    },
    HostileLog("all sets of a session revised") { count in
      long(count) + (1...count).map { Event.Body.revised(id($0), reps: 2) }
        + (1...count).reversed().map { Event.Body.revised(id($0), Weight(1)) }
    },
    HostileLog("the first set of a session revised again and again") { count in
      long(count) + (1...count).map { Event.Body.revised(id(1), Weight(Double($0))) }
    },
    HostileLog("sets logged and removed by turns in a long session") { count in
      long(count)
        + (0..<count).flatMap { step -> [Event.Body] in
          [.logged("s", "a", 1), .removed(id(count + 2 * step + 1))]
        }
    },
    HostileLog("the first set of a long session removed and restored again and again") { count in
      long(count)
        + (0..<count).flatMap { number -> [Event.Body] in
          [.removed(id(1 + number % 2)), .restored(id(1 + number % 2), at: 1 + number)]
        }
    },
    HostileLog("the last set of a long session moved to its start, and removed") { count in
      long(count) + (1...count).map { Event.Body.moved(id($0), to: 1) }
        + (1...count).map { Event.Body.removed(id($0)) }
    },
    HostileLog("sets of a long session moved into its middle while others are logged") { count in
      let early = (1...count).flatMap { number -> [Event.Body] in
        [.moved(id(number), to: count / 2), .logged("s", "a", 1)]
      }
      var bodies = long(count) + early
      bodies.append(.logged("t", "a", 1))
      for number in 1...count { bodies.append(.moved(id(number), to: .max)) }
      return bodies
    },
    HostileLog("sets that are unknown removed and revised") { count in
      var bodies = (0..<count).map { Event.Body.logged("s", exercise($0), 1) }
      bodies.append(.logged("t", "a", 1))
      for number in 1...count {
        let unknown = id(9 * count + number)
        bodies += [.removed(unknown), .revised(unknown)]
      }
      return bodies
    },
    HostileLog("the only set of each exercise removed after its session") { count in
      (0..<count).map { Event.Body.logged("s", exercise($0), 1) } + [.logged("t", "a", 1)]
        + (1...count).map { Event.Body.removed(id($0)) }
    },
    HostileLog("sessions discarded after a revision") { count in
      (0..<count).map { Event.Body.logged(session($0), "a", 1, Weight(Double($0))) }
        + [.revised(id(1), reps: 2)] + (0..<count).map { Event.Body.discarded(session($0)) }
    },
    HostileLog("a long session discarded and restored by turns, and a set of it revised") { count in
      long(count)
        + (0..<count).flatMap { number -> [Event.Body] in
          [
            .discarded("s"), .revised(id(1), reps: 2), .restored("s"),
            .revised(id(1), reps: number),
          ]
        }
    },
    HostileLog("a session logged into, discarded and restored by turns") { count in
      (0..<count).flatMap { number -> [Event.Body] in
        [.logged("s", exercise(number), 1), .discarded("s"), .restored("s")]
      }
    },
    HostileLog("sessions discarded and begun again under their names") { count in
      (0..<count).flatMap { number -> [Event.Body] in
        [.logged("s", "a", 1), .logged("s", "b", 1), .discarded("s"), .started("s")]
      }
    },
    HostileLog("sessions that never began discarded") { count in
      (0..<count).map { Event.Body.logged(session($0), exercise($0), 1) }
        + (0..<count).map { Event.Body.discarded(session(count + $0)) }
    },
    HostileLog("sessions begun, ended and discarded") { count in
      (0..<count).flatMap { number -> [Event.Body] in
        [.started(session(number)), .ended(session(number)), .discarded(session(number / 2))]
      }
    },
    HostileLog("sessions revised, the first one first") { count in
      (0..<count).map { Event.Body.started(session($0), title: "x") }
        + (0..<count).map { Event.Body.revised(session: session($0), from: "2026-02-25T06:00:00Z") }
        + (0..<count).map { Event.Body.revised(session: session(count + $0), title: "") }
    },
    HostileLog("two sessions logged into by turns") { count in
      (0..<count).map { Event.Body.logged(session($0 % 2), exercise($0), 1) }
        + (1...count).map { Event.Body.removed(id($0)) }
    },
    HostileLog("sets of many sessions that share an id") { count in
      (0..<count).map { Event.Body.logged(session($0), "a", 1) }
        + (0..<count).flatMap { number -> [Event.Body] in
          [.revised(id(1), reps: 2), .removed(id(1)), .logged(session(number), "b", 1)]
        }
    }.sharing(),
    HostileLog("sets of one session that share an id") { count in
      long(count) + (1...count).flatMap { _ -> [Event.Body] in [.revised(id(1), reps: 2)] }
        + (1...count).map { _ in Event.Body.removed(id(1)) }
    }.sharing(),
  ]

  private static func day(_ count: Int) -> [Event.Body] {
    (0..<count).map { Event.Body.added(.monday, exercise($0)) }
  }

  private static let plans: [HostileLog] = [
    HostileLog("a long day's exercises removed by place, the first one first") { count in
      day(count) + (0..<count).map { Event.Body.removed(.monday, exercise($0), at: 1) }
    },
    HostileLog("a long day's exercises removed by name, the last one first") { count in
      day(count) + (0..<count).reversed().map { Event.Body.removed(.monday, exercise($0)) }
    },
    HostileLog("one exercise many times, removed by name") { count in
      (0..<count).map { _ in Event.Body.added(.monday, "a") }
        + (0..<count).map { _ in Event.Body.removed(.monday, "a") }
    },
    HostileLog("exercises that a long day has not removed") { count in
      day(count) + (0..<count).map { Event.Body.removed(.monday, exercise(count + $0)) }
    },
    HostileLog("the last exercise of a long day moved to its start") { count in
      day(count)
        + (1...count).map {
          Event.Body.moved(.monday, exercise(count - $0), at: count, to: .monday, place: 1)
        }
    },
    HostileLog("exercises moved by name into the middle of another long day") { count in
      var bodies = day(count)
      for number in 0..<count { bodies.append(.added(.friday, exercise(number))) }
      for number in 0..<count {
        bodies.append(.moved(.monday, exercise(number), to: .friday, place: count / 2))
      }
      for number in 0..<count { bodies.append(.removed(.friday, exercise(number))) }
      return bodies
    },
    HostileLog("posts saved to a long day") { count in
      (0..<count).map { Event.Body.saved(post($0), .monday, exercise($0), exercise($0 + 1)) }
        + [.cleared(.monday)]
    },
    HostileLog("exercises catalogued") { count in
      (0..<count).map { Event.Body.catalogued(exercise($0)) }
    },
  ]

  private static func program(_ lifts: Int) -> Event.Body {
    ProgramStarted(
      program: "g", scheme: .fiveThreeOne,
      lifts: (0..<lifts).map {
        TrainingMax(exercise: exercise($0), weight: Weight(100), increment: 2.5)
      }
    ).body
  }

  private static let programs: [HostileLog] = [
    HostileLog("cycles of a program of many exercises") { count in
      [program(count)]
        + (1...count).flatMap { cycle -> [Event.Body] in
          let lift = exercise(cycle - 1)
          return [
            ProgramSetCompleted(program: "g", exercise: lift, cycle: cycle, week: 1, reps: 5).body,
            CycleCompleted(program: "g", cycle: cycle).body,
            TrainingMaxAdjusted(program: "g", exercise: lift, weight: Weight(90)).body,
          ]
        }
    },
    HostileLog("a cycle ended and reopened, a set recorded and cleared by turns") { count in
      [program(4)]
        + (0..<count).flatMap { number -> [Event.Body] in
          let (lift, week) = (exercise(number % 4), 1 + number / 4 % 4)
          return [
            ProgramSetCompleted(program: "g", exercise: lift, cycle: 1, week: week, reps: 5).body,
            CycleCompleted(program: "g", cycle: 1).body,
            CycleReopened(program: "g", cycle: 1).body,
            ProgramSetCleared(program: "g", exercise: lift, cycle: 1, week: week).body,
          ]
        }
    },
  ]

  private static func shared(_ count: Int) -> [Event.Body] {
    (0..<count).map { Event.Body.shared(.monday, as: post($0), exercise($0)) }
  }

  private static let posts: [HostileLog] = [
    HostileLog("posts deleted, the first one first") { count in
      shared(count) + (0..<count).map { Event.Body.deleted(post($0)) }
    },
    HostileLog("posts deleted, the last one first, and shared again") { count in
      shared(count) + (0..<count).reversed().map { Event.Body.deleted(post($0)) } + shared(count)
    },
    HostileLog("posts that never were liked, edited and deleted") { count in
      shared(count)
        + (0..<count).flatMap { number -> [Event.Body] in
          let post = post(count + number)
          return [.liked(post), .edited(post, title: "x"), .deleted(post)]
        }
    },
    HostileLog(
      "a post liked and unliked by many",
      facts: { count in
        [.by("ann", .shared(.monday, as: "p", "a"))]
          + (0..<count).map { Fact.by(user($0), .liked("p")) }
          + (0..<count).map { Fact.by(user($0), .unliked("p")) }
      }),
  ]

  private static let signIns: [HostileLog] = [
    HostileLog(
      "many signed in, the latest signed out first",
      facts: { count in
        (0..<count).map { Fact.signedIn(user($0)) }
          + (0..<count).reversed().map { Fact.by(user($0), .signedOut(nil)) }
      }),
    HostileLog(
      "many signed in, the first signed out first",
      facts: { count in
        (0..<count).map { Fact.signedIn(user($0)) }
          + (0..<count).map { Fact.by(user($0), .signedOut(nil)) }
      }),
    HostileLog(
      "many signed in again and again",
      facts: { count in (0..<2 * count).map { Fact.signedIn(user($0 % (count / 2))) } }),
    HostileLog(
      "many accounts of changing addresses",
      facts: { count in
        (0..<2 * count).map {
          Fact.by(user($0 % 7), .signedIn(Name("\($0)@example.com"), as: Name("\($0)")))
        }
      }),
  ]

  private static func fitnessClass(_ number: Int) -> Name { Name("class \(number)") }

  private static let classes: [HostileLog] = [
    HostileLog(
      "a class booked by many, the first one first to cancel",
      facts: { count in
        [.by("ann", .scheduled("c", capacity: count / 2))]
          + (0..<count).map { Fact.by(user($0), .booked("c")) }
          + (0..<count).map { Fact.by(user($0), .bookingCancelled("c")) }
      }),
    HostileLog(
      "a class booked by many, the last one first to cancel, and booked again",
      facts: { count in
        [.by("ann", .scheduled("c", capacity: 3))]
          + (0..<count).map { Fact.by(user($0), .booked("c")) }
          + (0..<count).reversed().map { Fact.by(user($0), .bookingCancelled("c")) }
          + (0..<count).map { Fact.by(user($0), .booked("c")) }
      }),
    HostileLog("a class booked and cancelled by one user again and again") { count in
      [.scheduled("c", capacity: 1)]
        + (0..<count).flatMap { _ -> [Event.Body] in [.booked("c"), .bookingCancelled("c")] }
    },
    HostileLog("classes booked, moved and cancelled, the last one first") { count in
      (0..<count).map { Event.Body.scheduled(fitnessClass($0), capacity: 1) }
        + (0..<count).map { Event.Body.booked(fitnessClass($0)) }
        + (0..<count).reversed().flatMap { number -> [Event.Body] in
          [
            .rescheduled(fitnessClass(number), at: "2026-03-11T18:00:00Z"),
            .attended(fitnessClass(number)), .classCancelled(fitnessClass(number)),
          ]
        }
    },
    HostileLog("classes that were never scheduled booked and attended") { count in
      (0..<count).flatMap { [.booked(fitnessClass($0)), .attended(fitnessClass(count + $0))] }
    },
  ]

  private static let videos: [HostileLog] = [
    HostileLog("videos added and removed, the first one first") { count in
      (0..<count).map { Event.Body.videoAdded(Name("video \($0)"), "workout", title: "x") }
        + (0..<count).flatMap { number -> [Event.Body] in
          [.favourited(Name("video \(number)")), .videoRemoved(Name("video \(number)"))]
        }
    },
    HostileLog("one video added and removed again and again") { count in
      (0..<count).flatMap { _ -> [Event.Body] in
        [.videoAdded("v", "mobility", title: "x"), .videoRemoved("v")]
      }
    },
  ]

  /// The same log in which all sets have the id of the first event.
  private func sharing() -> HostileLog {
    let events = events
    return HostileLog(description) { count in
      var shared = events(count)
      for place in shared.indices {
        if case .sessions(.setLogged) = shared[place].body { shared[place].id = id(1) }
      }
      return shared
    }
  }

  private init(_ description: String, events: @escaping @Sendable (Int) -> [Event]) {
    (self.description, self.events) = (description, events)
  }
}
