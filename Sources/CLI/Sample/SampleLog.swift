import Events

/// A generated log: users who sign in, plan their week, train, and like each other's plans.
///
/// It serves tests, benchmarks and any other use of a log without personal data. It is valid by every rule of the
/// decisions. It is a pure function of its arguments: equal numbers give equal bytes on every machine.
///
///     var sample = SampleLog(events: 1_000_000, users: 100, seed: 1)
///     var bytes: [UInt8] = []
///     while sample.next(into: &bytes) {
///       if bytes.count > 1 << 20 { write(bytes); bytes.removeAll(keepingCapacity: true) }
///     }
///
/// Memory: about a kilobyte per user, for any number of events. About 85 of 100 events are `SetLogged`.
package struct SampleLog: Sendable {
  /// The start, 2025-01-01T16:00:00Z: the same day in every time zone of a sample.
  private static let start: Int64 = 1_735_747_200_000

  private var remaining: Int
  private let users: Int
  private var generator: SeededGenerator
  private var lifters: [SampleLifter] = []
  private var agenda = SampleAgenda()
  private var feed = SampleFeed()
  private var moment = SampleMoment()
  private var sequence = 0
  private var sum: UInt64 = 0
  /// The milliseconds between the first sign-ins of two users.
  private let joinInterval: Int64
  private let pace: Int

  /// Creates a log of `events` events by at most `users` users; if there are few events, by the first of them.
  ///
  /// - Precondition: `events` is not negative and there is at least one user.
  package init(events: Int, users: Int, seed: UInt64) {
    precondition(events >= 0 && users >= 1, "a sample needs a user")
    remaining = events
    self.users = users
    generator = SeededGenerator(seed: seed)
    // A visit has some 24 events and happens every other day.
    let days = events / users / 12
    // All users join in the first half of the log, or within a month.
    let joining = min(Int64(events) * 7_200_000 / Int64(users), 60 * 86_400_000) / 2
    joinInterval = joining / Int64(users)
    // Many events of few users would exceed the year 9999, so after ten years they train more often.
    pace = 1 + days / 3650
  }

  /// Appends the lines of the next moment to `bytes`: one line, or two to five of a batch.
  ///
  /// - Returns: False if the log is complete and nothing was appended.
  package mutating func next(into bytes: inout [UInt8]) -> Bool {
    guard remaining > 0 else { return false }
    moment.events.removeAll(keepingCapacity: true)
    while moment.events.isEmpty {
      join()
      let index = agenda.first
      lifters[index].act(on: &feed, &moment)
      agenda.moveFirst(to: lifters[index].due)
    }
    let count = min(moment.events.count, remaining)
    for place in 0..<count { write(place, batch: place == 0 ? count : 1, to: &bytes) }
    remaining -= count
    return true
  }

  /// Adds the users whose joining time has passed.
  private mutating func join() {
    while lifters.count < users {
      let due = SampleLog.start + Int64(lifters.count) * joinInterval
      guard agenda.isEmpty || due <= agenda.due else { return }
      agenda.insert(lifters.count, due: due)
      lifters.append(
        SampleLifter(
          lifters.count, joining: due, pace: pace,
          generator: SeededGenerator(seed: generator.next())))
    }
  }

  /// Writes the event at an index of this moment.
  private mutating func write(_ place: Int, batch: Int, to bytes: inout [UInt8]) {
    sequence += 1
    moment.events[place].seq = sequence
    do {
      sum = try moment.events[place].write(to: &bytes, batch: batch, previousSum: sum)
    } catch {
      preconditionFailure("a sample contains an invalid line: \(error.message)")
    }
  }
}

/// The events of one user at one moment.
struct SampleMoment: Sendable {
  /// The events, which are written together.
  var events: [Event] = []
}

/// The order of the users: a binary heap by the times of their next actions.
///
/// Of two users with the same time, the one who joined first comes first.
struct SampleAgenda: Sendable {
  private var entries: [(due: Int64, lifter: Int)] = []

  var isEmpty: Bool { entries.isEmpty }
  var first: Int { entries[0].lifter }
  var due: Int64 { entries[0].due }

  mutating func insert(_ lifter: Int, due: Int64) {
    entries.append((due, lifter))
    var place = entries.count - 1
    while place > 0, entries[place] < entries[(place - 1) / 2] {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func moveFirst(to due: Int64) {
    entries[0].due = due
    var place = 0
    while true {
      var least = place
      for child in [place * 2 + 1, place * 2 + 2]
      where child < entries.count && entries[child] < entries[least] { least = child }
      guard least != place else { return }
      entries.swapAt(place, least)
      place = least
    }
  }
}

/// The recent posts of a sample.
struct SampleFeed: Sendable {
  /// A shared plan.
  struct Post: Sendable {
    let name: Name
    let author: Int
    let type: String?
    let exercises: [PlannedExercise]
    /// The users who currently like it.
    var likers: [Int] = []
  }

  /// The maximum number of kept posts, so that memory does not grow with the log.
  private static let capacity = 64
  /// The maximum number of likes of a post.
  static let mostLikes = 100

  /// The posts, the newest last.
  var posts: [Post] = []

  mutating func share(_ post: Post) {
    if posts.count == SampleFeed.capacity { posts.removeFirst() }
    posts.append(post)
  }

  /// Returns the index of a post that satisfies `condition`, from a random start on; nil if there is none.
  func place(_ generator: inout SeededGenerator, where condition: (Post) -> Bool) -> Int? {
    guard !posts.isEmpty else { return nil }
    let start = generator.below(posts.count)
    for step in posts.indices {
      let place = (start + step) % posts.count
      if condition(posts[place]) { return place }
    }
    return nil
  }
}
