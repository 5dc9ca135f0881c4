import Events
import Projections

/// A generated log of a few users in all areas of replog, or in some.
///
/// A year has seasons: a cut in spring and a bulk in autumn, a push-up challenge in March, a holiday in July, an injury
/// in October, and a light week every month. The script lists the requests of each user with their times. Each event
/// follows from a request that a decision granted, in the state after the previous events. The next year is similar to
/// the first.
///
/// It is a pure function of its arguments, like `SampleLog`. A sample of fewer events is a prefix of a longer one with
/// the same users, areas and seed, except for a last batch that is cut short.
package struct SampleYear: Sendable {
  typealias Action = @Sendable (inout SampleYear) -> Void

  /// The first day, a Wednesday.
  static let start = LocalDay(number: 20_089)
  static let days = 365

  /// The number of remaining events; nil for a whole year.
  private var remaining: Int?
  private let areas: Set<Area>
  var members: [SampleMember]
  private var states = SampleStates()
  private var agenda = SampleAgenda()
  /// The index of the current user.
  private var acting = 0
  /// The time of the action, in milliseconds since 1970.
  private(set) var now: Int64 = 0
  /// The requests that were refused: none in a sample of all areas, unless a rule of the sample is wrong.
  package private(set) var refusals: [String] = []
  private var batches: [[Event]] = []
  private var sequence = 0
  private var sum: UInt64 = 0

  /// Creates the log of `users` users, with `events` events, or of a year if this is nil.
  ///
  /// - Parameter areas: The areas; required areas are added.
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
      acting = place
      states.add(me.name)
      agenda.insert(place, due: nextDue())
    }
  }

  /// Returns the areas with those that they require: all require users, posts are shared plans, and corrections correct
  /// sessions.
  private static func completed(_ areas: [Area]) -> Set<Area> {
    var all = Set(areas).union([.identity])
    if all.contains(.feed) { all.insert(.plan) }
    if all.contains(.corrections) { all.insert(.sessions) }
    return all
  }

  /// Appends the lines of the next request with events: one line, or those of a batch.
  ///
  /// - Returns: False if the log is complete and nothing was appended.
  package mutating func next(into bytes: inout [UInt8]) -> Bool {
    guard remaining != 0 else { return false }
    while batches.isEmpty {
      guard act() else { return false }
    }
    let batch = batches.removeFirst()
    let count = min(batch.count, remaining ?? batch.count)
    for place in 0..<count { write(batch[place], batch: place == 0 ? count : 1, to: &bytes) }
    remaining = remaining.map { $0 - count }
    return true
  }

  /// Runs the next action of all users; returns false at the end of a year.
  private mutating func act() -> Bool {
    acting = agenda.first
    if remaining == nil, me.day >= SampleYear.days { return false }
    guard let action = me.nextAction() else { return false }
    now = action.due
    action.act(&self)
    agenda.moveFirst(to: nextDue())
    return true
  }

  /// Returns the time of the current user's next action, on the next day that has one.
  private mutating func nextDue() -> Int64 {
    while true {
      if let next = me.agenda.last { return next.due }
      me.day += 1
      for step in SampleYear.script where step.isDue(for: &me) {
        me.add(me.time(me.day, step.seconds(&me.generator)), step.act)
      }
      // A sign-in lasts a day, so an app renews it first.
      if let first = me.agenda.last, me.day > me.joining {
        me.add(first.due - 60_000) { $0.ask(RenewSignIn()) }
      }
    }
  }

  private mutating func write(_ event: Event, batch: Int, to bytes: inout [UInt8]) {
    do {
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
    } catch {
      preconditionFailure("a sample contains an invalid line: \(error.message)")
    }
  }
}

// MARK: The user who acts

extension SampleYear {
  var me: SampleMember {
    get { members[acting] }
    _modify { yield &members[acting] }
  }

  var at: Timestamp { me.timestamp(now) }

  /// Returns a state for the current user.
  func state<S: Projection>(_ type: S.Type) -> S { states.state(type, of: acting) }

  /// Schedules an action some seconds from now.
  mutating func after(_ seconds: Int, _ act: @escaping Action) {
    me.add(now + Int64(seconds) * 1000, act)
  }
}

// MARK: Requests

extension SampleYear {
  /// Performs a decision of the current user.
  ///
  /// - Parameter past: The time of the facts, if they are entered later than they happened.
  /// - Returns: The ids of the events; empty if the sample lacks their areas.
  @discardableResult
  mutating func ask<D: Decision>(_ decision: D, past: Timestamp? = nil) -> [EventID] {
    let context = Context(now: at, user: me.name, past: past)
    return record(by: me.name, at: past) { year in
      try decision.decide(year.state(D.State.self), context)
    } id: {
      decision.id(of: $0, among: $1)
    }
  }

  /// Performs an admission of the current user.
  mutating func ask(_ admission: any Admission) {
    record(by: me.name) { try admission.decide($0.state(Accounts.self), at: $0.at).facts }
  }

  /// Performs a request of the host application.
  mutating func ask<R: HostRequest>(host request: R) {
    record(by: nil) { try request.decide($0.state(R.State.self), at: $0.at) }
  }

  /// Records the undoing of the user's latest action.
  mutating func undo(_ events: [EventID], by facts: Event.Body...) {
    guard areas.contains(.corrections), !events.isEmpty else { return }
    let note = EventsReverted(events: events, count: facts.count)
    record(by: me.name) { _ in facts + [note.body] }
  }

  /// Records drafts that have their own times and ids, as one batch.
  mutating func record(_ drafts: [Draft]) {
    append(
      drafts.compactMap { draft in
        draft.id.map { Event(id: $0, at: draft.at ?? at, user: me.name, draft.body) }
      })
  }

  /// Records decided facts as one batch, if the sample has the areas of all of them.
  @discardableResult
  private mutating func record(
    by user: Name?, at past: Timestamp? = nil, _ decide: (SampleYear) throws -> [Event.Body],
    id: (Event.Body, [Event.Body]) -> EventID? = { _, _ in nil }
  ) -> [EventID] {
    do {
      let facts = try decide(self)
      let events = facts.map { body in
        let new = EventID(milliseconds: now, random: (me.ids.next(), me.ids.next()))
        return Event(id: id(body, facts) ?? new, at: past ?? at, user: user, body)
      }
      return append(events) ? events.map(\.id) : []
    } catch {
      // Requests about entities of a missing area are refused.
      let words = (error as? Refusal).map(\.message) ?? "\(error)"
      if areas.count == Area.allCases.count { refusals.append("\(at) \(me.name): \(words)") }
      return []
    }
  }

  @discardableResult
  private mutating func append(_ batch: [Event]) -> Bool {
    guard !batch.isEmpty, batch.allSatisfy({ $0.area.map(areas.contains) ?? false }) else {
      return false
    }
    var batch = batch
    for place in batch.indices {
      sequence += 1
      batch[place].seq = sequence
      states.apply(batch[place], of: batch[place].user == nil ? nil : acting)
    }
    batches.append(batch)
    return true
  }
}
