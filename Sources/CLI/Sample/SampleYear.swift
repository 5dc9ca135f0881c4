import Events
import Projections

/// A made-up log of a few users in all areas of replog, or in some.
///
/// A year has seasons: a cut in spring and a bulk in autumn, a challenge of push-ups in March, a holiday in
/// July, an injury in October, and a light week every month. Everything in it was decided: each event follows
/// from a request that a decision granted, in the state that the events before left. After a year the next
/// one is like it.
///
/// A pure function of its arguments, as `SampleLog` is; a sample of fewer events is the beginning of one of
/// more, with the same users, areas and seed, but for a last batch that is cut short.
package struct SampleYear: Sendable {
  /// The first day, a Wednesday.
  static let start = LocalDay(number: 20_089)
  static let days = 365

  /// The number of events that are still to be made; nil for all of one year.
  private var remaining: Int?
  let areas: Set<Area>
  var members: [SampleMember]
  private(set) var states = SampleStates()
  /// The time of the errand that is being run, in milliseconds since 1970.
  private(set) var now: Int64 = 0
  /// The requests that were refused: none, unless a rule of the sample is wrong.
  package private(set) var refusals: [String] = []
  private var batches: [[Event]] = []
  private var sequence = 0
  private var sum: UInt64 = 0

  /// Creates the log of `users` users, of `events` events or, for nil, of a year.
  ///
  /// - Parameter areas: the areas; those that they need come with them.
  /// - Precondition: `events` is not negative and there is at least one user.
  package init(events: Int?, users: Int, seed: UInt64, areas: [Area]) {
    precondition((events ?? 0) >= 0 && users >= 1, "a sample needs a user")
    remaining = events
    self.areas = SampleYear.completed(areas)
    var generator = SeededGenerator(seed: seed)
    members = (0..<users).map {
      SampleMember($0, generator: SeededGenerator(seed: generator.next()))
    }
    for place in members.indices {
      states.add(members[place].name)
      states.acting = place
      plan()
    }
  }

  /// Returns the areas with those that they need: all need users, posts are shared plans, and corrections
  /// correct sessions.
  private static func completed(_ areas: [Area]) -> Set<Area> {
    var all = Set(areas).union([.identity])
    if all.contains(.feed) { all.insert(.plan) }
    if all.contains(.corrections) { all.insert(.sessions) }
    return all
  }

  /// Appends the lines of the next request that made any: one, or those of a batch.
  ///
  /// - Returns: False when the log is complete and nothing was appended.
  package mutating func next(into bytes: inout [UInt8]) -> Bool {
    guard remaining != 0 else { return false }
    while batches.isEmpty {
      guard step() else { return false }
    }
    let batch = batches.removeFirst()
    let count = min(batch.count, remaining ?? batch.count)
    for place in 0..<count {
      write(batch[place], batch: place == 0 ? count : 1, to: &bytes)
    }
    remaining = remaining.map { $0 - count }
    return true
  }

  /// Runs the next errand of all users; returns false at the end of a year.
  private mutating func step() -> Bool {
    var next = 0
    for place in members.indices where due(place) < due(next) { next = place }
    states.acting = next
    guard let errand = members[next].takeErrand() else { return false }
    if remaining == nil, members[next].day >= SampleYear.days { return false }
    now = errand.due
    errand.act(&self)
    if members[next].due == nil {
      members[next].day += 1
      plan()
    }
    return true
  }

  private func due(_ place: Int) -> Int64 { members[place].due ?? .max }

  /// Plans days of the user who acts, until one has errands.
  private mutating func plan() {
    while members[states.acting].due == nil {
      planDay()
      if members[states.acting].due == nil { members[states.acting].day += 1 }
    }
  }

  private mutating func write(_ event: Event, batch: Int, to bytes: inout [UInt8]) {
    do {
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
    } catch {
      preconditionFailure("a sample holds what no line can: \(error.message)")
    }
  }
}

// MARK: The user who acts

extension SampleYear {
  var me: SampleMember {
    get { members[states.acting] }
    _modify { yield &members[states.acting] }
  }

  var at: Timestamp { me.timestamp(now) }

  /// Has something done at a millisecond of the day of the user.
  mutating func at(_ time: Int64, _ act: @escaping @Sendable (inout SampleYear) -> Void) {
    let midnight =
      Int64(SampleYear.start.number + me.day) * 86_400_000 - Int64(me.offsetMinutes) * 60_000
    me.add(SampleMember.Errand(due: midnight + time, act: act))
  }

  /// Has something done some seconds from now.
  mutating func after(_ seconds: Int, _ act: @escaping @Sendable (inout SampleYear) -> Void) {
    me.add(SampleMember.Errand(due: now + Int64(seconds) * 1000, act: act))
  }
}

// MARK: Requests

extension SampleYear {
  /// Decides a request of the user who acts, and records the facts that follow.
  ///
  /// A sign-in session that ran out is renewed in the same batch, as by `Decision.drafts`.
  ///
  /// - Parameter past: the time of the facts, where they are entered later than they happened.
  /// - Returns: the ids of the events, without that of a renewal; none where the sample lacks the area.
  @discardableResult
  mutating func ask(
    _ area: Area, past: Timestamp? = nil,
    _ decide: (SampleStates, Context) throws -> [Event.Body]
  ) -> [EventID] {
    guard areas.contains(area) else { return [] }
    let context = Context(now: at, user: me.name, past: past)
    do {
      guard let signIn = states.own.identity.signIn else {
        throw Refusal(.notSignedIn, "'\(me.name)' is not signed in")
      }
      let facts = try decide(states, context)
      guard !facts.isEmpty else { return [] }
      var renewal: [Event.Body] = []
      if signIn.expiresAt < at, !facts.contains(where: \.endsSignIn) {
        renewal = try RenewSignIn().decide(states.own.identity, context)
      }
      let ids = record(renewal, then: facts, by: me.name, at: past ?? at)
      return Array(ids.dropFirst(renewal.count))
    } catch {
      refused(error)
      return []
    }
  }

  /// Decides the admission of the user who acts.
  mutating func admit(_ decide: (Accounts, Timestamp) throws -> Admitted) {
    do {
      let admitted = try decide(states.accounts, at)
      record([], then: admitted.facts, by: admitted.user, at: at)
    } catch {
      refused(error)
    }
  }

  /// Decides a request of the host application.
  mutating func host(_ decide: (SampleStates, Timestamp) throws -> [Event.Body]) {
    do {
      record([], then: try decide(states, at), by: nil, at: at)
    } catch {
      refused(error)
    }
  }

  /// Records what undoes the latest action of the user, and the note of it.
  mutating func undo(_ events: [EventID], by facts: [Event.Body]) {
    guard areas.contains(.corrections), !events.isEmpty else { return }
    let note = EventsReverted(events: events, count: facts.count)
    ask(.corrections) { _, _ in facts + [.corrections(.eventsReverted(note))] }
  }

  /// Records drafts with times and ids of their own, as one batch.
  mutating func record(_ drafts: [Draft]) {
    let events = drafts.compactMap { draft in
      draft.id.map { Event(id: $0, at: draft.at ?? at, user: me.name, draft.body) }
    }
    append(events)
  }

  private mutating func refused(_ error: any Error) {
    let words = (error as? Refusal).map(\.message) ?? "\(error)"
    refusals.append("\(at) \(me.name): \(words)")
  }

  @discardableResult
  private mutating func record(
    _ renewal: [Event.Body], then facts: [Event.Body], by user: Name?, at time: Timestamp
  ) -> [EventID] {
    let times = renewal.map { _ in at } + facts.map { _ in time }
    var events: [Event] = []
    for (time, body) in zip(times, renewal + facts) {
      let random = (me.ids.next(), me.ids.next())
      let id = EventID(milliseconds: now, random: random)
      events.append(Event(id: id, at: time, user: user, body))
    }
    append(events)
    return events.map(\.id)
  }

  private mutating func append(_ events: [Event]) {
    guard !events.isEmpty else { return }
    var batch = events
    for place in batch.indices {
      sequence += 1
      batch[place].seq = sequence
      states.apply(batch[place])
    }
    batches.append(batch)
  }
}

extension Event.Body {
  /// A Boolean value indicating whether the fact ends or renews the sign-in session.
  fileprivate var endsSignIn: Bool {
    switch self {
    case .identity(.userSignedOut), .identity(.sessionRenewed): true
    default: false
    }
  }
}
