import Events
import TestSupport

/// Random facts, well typed and often without sense: sets of sessions that never began, likes of
/// posts that are gone, moves of what is not there, clocks that go backwards.
struct RandomFacts {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  static let users: [Name] = ["ann", "bob", "eve"]
  static let exercises: [Name] = ["a", "b", "B"]
  private static let sessions: [Name] = ["s", "t", "u"]
  private static let posts: [Name] = ["p", "q", name(2), name(5)]
  private static let emails: [Name] = ["a@x.org", "A@x.org", "b@x.org"]
  private static let days: [Weekday] = [.monday, .friday]

  mutating func one<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  /// A log of `count` events of all areas.
  mutating func events(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.body(seq) }
  }

  /// A log of `count` events about sets, with many mistakes set right, early and late.
  mutating func sets(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.set(seq) }
  }

  private mutating func make(
    _ count: Int, _ body: (inout RandomFacts, Int) -> Event.Body
  ) -> [Event] {
    (0..<count).map { index in
      let at = Timestamp(
        milliseconds: 1_772_000_000_000 + Int64.random(in: 0..<200, using: &generator) * 1_800_000,
        offsetMinutes: one([0, 0, 60, -480, 840]))
      let user: Name? = one([nil, "ann", "ann", "bob", "eve", "ann"])
      return Event(
        id: id(index + 1), at: at, user: user, body(&self, index + 1), seq: index + 1)
    }
  }

  private mutating func weight() -> Weight? {
    one([
      nil, Weight(10), Weight(20), Weight(5), Weight(0), Weight(-10), Weight(22, .lb),
      Weight(44, .lb),
    ])
  }

  private mutating func earlier(_ seq: Int) -> EventID { id(max(1, seq - one([1, 1, 2, 3, 12]))) }

  private mutating func set(_ seq: Int) -> Event.Body {
    // Mostly one session after another, and mistakes mostly set right at once.
    let current = Self.sessions[seq / 8 % Self.sessions.count]
    let session = one([current, current, current, one(Self.sessions)])
    switch one(Array(0..<20)) {
    case 0..<11: return .logged(session, one(Self.exercises), one([0, 1, 2, 4]), weight())
    case 11..<14: return .revised(earlier(seq), reps: one([nil, 0, 1, 2, 8]), weight())
    case 14..<17: return .removed(earlier(seq))
    case 17: return .discarded(session)
    case 18: return .ended(session)
    default: return .started(session)
    }
  }

  private mutating func body(_ seq: Int) -> Event.Body {
    switch one(Array(0..<10)) {
    case 0..<3: set(seq)
    case 3..<6: plan()
    case 6..<8: feed()
    case 8: identity()
    default:
      one([.catalogued(one(Self.exercises)), .chose(one(Self.days), one(["Legs", "Arms"]))])
    }
  }

  private mutating func plan() -> Event.Body {
    let (day, other) = (one(Self.days), one(Self.days))
    let (exercise, post) = (one(Self.exercises), one(Self.posts))
    let (place, target): (Int?, Int?) = (one([nil, 1, 2, 9, .min]), one([nil, 1, 2, 0, .max]))
    return one([
      .added(day, exercise, sets: 3, weight()), .added(day, exercise), .added(other, exercise),
      .removed(day, exercise, at: place),
      .moved(day, exercise, at: place, to: other, place: target),
      .cleared(day), .shared(day, title: "\(place ?? 0)", as: one([nil, post]), exercise),
      .saved(post, day, type: one([nil, "Legs"]), exercise),
    ])
  }

  private mutating func feed() -> Event.Body {
    let post = one(Self.posts)
    return one([
      .liked(post), .liked(post), .unliked(post), .edited(post, title: one([nil, "x", "y"])),
      .deleted(post), .shared(.monday, title: "z", as: post, "a"),
    ])
  }

  private mutating func identity() -> Event.Body {
    let (email, session) = (one(Self.emails), one(Self.sessions))
    return one([
      .registered(email), .verified(email), .signedIn(email, as: one([nil, "1", "2"])),
      .signedIn(email, session: session, until: "2026-04-01T00:00:00Z"),
      .renewed(session, until: "2026-05-01T00:00:00Z"), .signedOut(one([nil, session])),
    ])
  }
}
