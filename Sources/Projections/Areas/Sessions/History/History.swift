import Events

/// One user's sessions, finished and open, with their sets.
public struct History: UserProjection {
  /// The sessions in the order in which they began, including discarded ones.
  ///
  /// Discarded sessions are not nil, since reading one field of an optional session copies the whole session.
  private(set) var begun: [Session] = []
  /// The index of each session in `begun`.
  private(set) var places: [Name: Int] = [:]
  /// The indices of the sessions by week, and of the open ones.
  private(set) var calendar = SessionCalendar()
  /// The session of the last logged set, unless it was discarded.
  private(set) var current: (session: Name, place: Int)?
  /// The places of all sets by id; nil until a lookup needs a set that is not one of the last.
  private(set) var index: SetIndex?
  /// A Boolean value indicating whether the latest fact is the removal of a set.
  private(set) var endsWithRemoval = false
  /// The latest change of a set that was logged before; nil if there is none, or if it changed several sets.
  private(set) var correction: Correction?
  /// The indices of the discarded sessions of each name, the latest last.
  private var discarded: [Name: [Int]] = [:]
  /// The places of the removed sets; of sets that share an id, the one removed last.
  private var removed: [EventID: SetPlace] = [:]
  /// The order of the sets in sessions with moved or restored sets, by index.
  private(set) var orders: [Int: SetOrder] = [:]
  /// The exercises for which others count; `begun` has the names of the events.
  private(set) var merges = ExerciseMerges()

  /// The maximum number of sets of a session for a linear search; nearly no session has more.
  static let mostSearched = 64

  public init() {}
  public static var reads: Areas { [.sessions, .exercises] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("History") }

  /// The sessions, newest first by their start; of two with the same start, the later in the log comes first.
  public var sessions: [Session] { newestFirst(standing).map { shown(at: $0) } }

  /// The open session that started last; nil if no session is open.
  public var open: Session? { calendar.lastOpen.map { shown(at: $0) } }

  /// A session by its name; nil if there is none, or if it was discarded.
  public subscript(session: Name) -> Session? { places[session].map { shown(at: $0) } }

  /// The indices of the sessions that were not discarded.
  var standing: [Int] { begun.indices.filter { !begun[$0].isDiscarded } }

  /// Returns the indices of some sessions, given in the order in which they began, newest first.
  ///
  /// It sorts indices, since copying a session is slow.
  func newestFirst(_ places: [Int]) -> [Int] {
    Projections.newestFirst(places) { begun[$0].startedAt }
  }

  /// Returns the session at an index with its sets in their order, and with the exercises for which they count.
  func shown(at place: Int) -> Session { named(begun[place].shown(in: orders[place])) }

  /// Returns a session with the exercises for which its sets and its planned exercises count.
  func named(_ session: Session) -> Session {
    guard !merges.isEmpty else { return session }
    var session = session
    session.planned = merges.named(session.planned)
    for place in session.sets.indices {
      session.sets[place].exercise = merges[session.sets[place].exercise]
    }
    return session
  }

  /// Returns a set with the exercise for which it counts.
  func named(_ set: LoggedSet) -> LoggedSet {
    guard !merges.isEmpty else { return set }
    var set = set
    set.exercise = merges[set.exercise]
    return set
  }

  public static func == (one: History, other: History) -> Bool {
    one.standing.lazy.map { one.shown(at: $0) }
      .elementsEqual(other.standing.lazy.map { other.shown(at: $0) })
  }

  // Nearly all events are sets: creating an `Event` for each took a third of the fold.
  public mutating func apply(_ set: TypedEvent<SetLogged>) {
    endsWithRemoval = false
    log(set)
  }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return merges.apply(event) }
    if case .setRemoved = fact { endsWithRemoval = true } else { endsWithRemoval = false }
    switch fact {
    case .sessionStarted(let start):
      let name = start.session ?? Name(event.id)
      begin(name, at: event.at, seq: event.seq, start)
    case .setLogged(let set):
      log(TypedEvent(seq: event.seq, id: event.id, at: event.at, user: event.user, set))
    case .setRevised(let revision):
      guard let place = place(of: revision.set) else { return }
      let before = begun[place.session].sets[place.offset]
      begun[place.session].sets[place.offset].revise(revision, at: event.at)
      correct(place, before, begun[place.session].sets[place.offset], by: event)
    case .setRemoved(let removal): remove(removal.set, by: event)
    case .sessionEnded(let end):
      change(end.session) { $0.endedAt = event.at }
    case .sessionDiscarded(let discarding): discard(discarding.session)
    case .sessionRevised(let revision):
      change(revision.session) { $0.revise(revision) }
    case .sessionReopened(let reopening):
      change(reopening.session) { $0.endedAt = nil }
    case .sessionRestored(let restoring): restore(restoring.session)
    case .setMoved(let move): self.move(move, by: event)
    case .setRestored(let restoring): restore(restoring, by: event)
    }
  }

  private mutating func correct(
    _ place: SetPlace, _ before: LoggedSet?, _ after: LoggedSet?, by event: Event
  ) { correction = Correction(event, place, before, after) }

  private mutating func begin(
    _ name: Name, at time: Timestamp, seq: Int, _ start: SessionStarted? = nil
  ) {
    guard places[name] == nil else { return }
    add(
      Session(
        session: name, title: start?.title, note: start?.note, startedAt: time,
        seq: seq, template: start?.template, planned: start?.planned ?? []))
  }

  private mutating func add(_ session: Session) {
    places[session.session] = begun.count
    calendar.move(begun.count, nil, session.span)
    append(session)
  }

  private mutating func append(_ session: Session) {
    for offset in 0..<session.removed {
      removed[session.sets[offset].id] = SetPlace(session: begun.count, offset: offset)
    }
    begun.append(session)
    // A checkpoint has no two sets with the same id.
    for set in session.sets.indices {
      begun[begun.count - 1].ids.add(session.sets[set].id) { false }
    }
  }

  /// Returns the session at an index as a checkpoint keeps it, with the removed sets before the others.
  private func kept(at place: Int) -> Session {
    var session = begun[place].shown(in: orders[place])
    let removed = begun[place].removed > 0 ? begun[place].sets.filter(\.isRemoved) : []
    (session.sets, session.removed) = (removed + session.sets, removed.count)
    return session
  }

  /// Changes a session, including its start or its end; does nothing if there is no such session.
  private mutating func change(_ name: Name, _ body: (inout Session) -> Void) {
    guard let place = places[name] else { return }
    let old = begun[place].span
    body(&begun[place])
    calendar.move(place, old, begun[place].span)
  }

  /// Returns the index of the session for a logged set.
  ///
  /// If there is no such session, it begins with the set: a truncated log may have lost its start.
  private mutating func place(of session: Name, _ set: TypedEvent<SetLogged>) -> Int {
    if let current, current.session == session { return current.place }
    let place = places[session] ?? begun.count
    begin(session, at: set.at, seq: set.seq)
    current = (session, place)
    return place
  }

  private mutating func discard(_ name: Name) {
    guard let place = places.removeValue(forKey: name) else { return }
    calendar.move(place, begun[place].span, nil)
    begun[place].isDiscarded = true
    discarded[name, default: []].append(place)
    if current?.place == place { current = nil }
  }

  /// Restores the latest discarded session of a name in its place, with the sets of the session that has the name now.
  private mutating func restore(_ name: Name) {
    guard let place = discarded[name]?.popLast() else { return }
    begun[place].isDiscarded = false
    if let later = places.updateValue(place, forKey: name) { join(later, to: place) }
    calendar.move(place, nil, begun[place].span)
    // If sets share an id, the index may have lost these.
    if index?.sharesIDs ?? false { index = nil }
  }

  /// Moves the sets of a session to the end of another one, which replaces it.
  private mutating func join(_ later: Int, to place: Int) {
    calendar.move(later, begun[later].span, nil)
    index = nil
    // Without a `SetOrder`, sets are shown in the order in which they were logged, and moved sets are not.
    if orders[later] != nil, orders[place] == nil { orders[place] = SetOrder(begun[place].sets) }
    let count = begun[place].sets.count
    for (old, set) in begun[later].sets.enumerated() {
      let offset = count + old
      addID(set.id, at: place)
      begun[place].sets.append(set)
      orders[place]?.append()
      guard set.isRemoved else { continue }
      begun[place].removed += 1
      orders[place]?.remove(offset)
      if removed[set.id] == SetPlace(session: later, offset: old) {
        removed[set.id] = SetPlace(session: place, offset: offset)
      }
    }
    for old in orders[later]?.offsets ?? [] { orders[place]?.move(count + old, to: .max) }
    begun[place].endedAt = begun[place].endedAt ?? begun[later].endedAt
    (begun[later].sets, begun[later].removed, begun[later].isDiscarded) = ([], 0, true)
    (orders[later], index) = (nil, nil)
    if current?.place == later { current?.place = place }
  }

  private mutating func log(_ event: TypedEvent<SetLogged>) {
    let set = event.payload
    let place = place(of: set.session, event)
    addID(event.id, at: place)
    index?.add(event.id, at: SetPlace(session: place, offset: begun[place].sets.count))
    if begun[place].sets.isEmpty { reserveSets(at: place) }
    begun[place].sets.append(
      LoggedSet(
        id: event.id, seq: event.seq, at: event.at, exercise: set.exercise, reps: set.reps,
        weight: set.weight, kind: set.kind, rpe: set.rpe, seconds: set.seconds, metres: set.metres,
        completed: set.completed, note: set.note, rir: set.rir, superset: set.superset,
        isPerSide: set.isPerSide))
    if !orders.isEmpty { orders[place]?.append() }
  }

  /// Records the id of the next set of a session.
  @inline(__always)
  private mutating func addID(_ id: EventID, at place: Int) {
    var ids = begun[place].ids
    ids.add(id) { hasLogged(id, at: place) }
    begun[place].ids = ids
  }

  /// Returns whether a set of a session has an id, even a removed one; many sets are indexed first.
  private mutating func hasLogged(_ id: EventID, at place: Int) -> Bool {
    let sets = begun[place].sets
    guard sets.count > History.mostSearched else { return sets.contains { $0.id == id } }
    // The index may have lost removed sets.
    return begun[place].removed > 0 || withIndex { $0.mayHold(id) }
  }

  /// Reserves capacity for as many sets as the previous session has, since most sessions have as many.
  ///
  /// Growth by doubling copies every set twice and takes a third more memory.
  private mutating func reserveSets(at place: Int) {
    guard place > 0 else { return }
    // Limited, so that one huge session does not increase the memory of the next.
    begun[place].sets.reserveCapacity(min(begun[place - 1].sets.count, History.mostSearched))
  }

  private mutating func move(_ move: SetMoved, by event: Event) {
    guard let place = place(of: move.set) else { return }
    order(of: place.session) { $0.move(place.offset, to: move.position) }
    let set = begun[place.session].sets[place.offset]
    correct(place, set, set, by: event)
  }

  /// Calls `body` with the order of the sets of a session, and keeps this order.
  private mutating func order<R>(of session: Int, _ body: (inout SetOrder) -> R) -> R {
    // Removed from the table for the call, so that it changes in place.
    var order = orders.removeValue(forKey: session) ?? SetOrder(begun[session].sets)
    defer { orders[session] = order }
    return body(&order)
  }

  /// Returns the place of a set to correct; nil if there is none.
  ///
  /// Nearly always it is one of the last sets of the current session. The first other correction indexes all of the
  /// user's sets. An index from the start took a seventh of a replay of all views.
  private mutating func place(of id: EventID) -> SetPlace? {
    if let session = current?.place {
      let sets = begun[session].sets
      let recent = sets.indices.suffix(History.mostSearched)
      if let offset = recent.last(where: { sets[$0].id == id && !sets[$0].isRemoved }) {
        return SetPlace(session: session, offset: offset)
      }
    }
    let (sessions, session) = (begun, current?.place)
    return withIndex { index in
      index.place(of: id, preferring: session) { place in
        !sessions[place.session].isDiscarded
          && !sessions[place.session].sets[place.offset].isRemoved
      }
    }
  }

  /// Removes a set, and the sets of its session with the same id.
  private mutating func remove(_ id: EventID, by event: Event) {
    guard let session = place(of: id)?.session else { return }
    let offsets =
      searchedOffsets(of: id, in: session)
      ?? withIndex { $0.removeOffsets(of: id, in: session) }
    correction = nil
    for offset in offsets {
      let place = SetPlace(session: session, offset: offset)
      if offsets.count == 1 { correct(place, begun[session].sets[offset], nil, by: event) }
      begun[session].markRemoved(at: offset)
      removed[id] = place
      orders[session]?.remove(offset)
    }
  }

  /// Returns the place of a removed set that can be restored; nil if its session was discarded.
  private func removedPlace(of id: EventID) -> SetPlace? {
    removed[id].flatMap { begun[$0.session].isDiscarded ? nil : $0 }
  }

  private mutating func restore(_ restoring: SetRestored, by event: Event) {
    guard let place = removedPlace(of: restoring.set) else { return }
    removed[restoring.set] = nil
    order(of: place.session) { $0.put(place.offset, at: restoring.position) }
    begun[place.session].markRestored(at: place.offset)
    correct(place, nil, begun[place.session].sets[place.offset], by: event)
    // Sets that share an id are found in the order of the log, which the index may have lost.
    if index?.restore(restoring.set, at: place) == false { index = nil }
  }

  /// Returns the places in a session of the sets with an id; nil if there are too many sets for a linear search.
  private func searchedOffsets(of id: EventID, in session: Int) -> [Int]? {
    let sets = begun[session].sets
    return sets.count <= History.mostSearched ? sets.indices.filter { sets[$0].id == id } : nil
  }

  private mutating func withIndex<R>(_ body: (inout SetIndex) -> R) -> R {
    var index = self.index.take() ?? SetIndex(begun)
    defer { self.index = index }
    return body(&index)
  }
}

extension History: Payload {
  @usableFromInline package static var version: Int { 9 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    if let old { try old.requireDistinctSets() }
    endsWithRemoval = try f.withDefault(false, "endsWithRemoval", old?.endsWithRemoval)
    let sessions = try f.list("sessions", old.map { old in old.standing.map { old.kept(at: $0) } })
    var gaps = try f.list("discarded", old?.gaps)[...]
    for session in sessions {
      while gaps.first?.standing == places.count, let gap = gaps.popFirst() { fill(gap) }
      add(session)
    }
    for gap in gaps { fill(gap) }
    merges = ExerciseMerges(try f.dictionary("merges", old?.merges.targets))
    current = sessions.last.flatMap { last in places[last.session].map { (last.session, $0) } }
  }

  /// Requires that no two sets have the same id.
  ///
  /// Only later facts, which are not kept, could distinguish them.
  private func requireDistinctSets() throws(LineError) {
    var ids: Set<EventID> = []
    for session in standing.map({ kept(at: $0) }) + gaps.map(\.session) {
      for set in session.sets where !ids.insert(set.id).inserted {
        throw LineError(0, "each set must have a unique id, but one occurs twice")
      }
    }
  }
}

extension History {
  /// A discarded session, with the number of current sessions before it.
  private struct Gap: NestedPayload {
    let standing: Int
    let session: Session

    init(standing: Int, session: Session) { (self.standing, self.session) = (standing, session) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      standing = try f("standing", old?.standing)
      session = try f("session", old?.session)
    }
  }

  /// The discarded sessions that can be restored, in the order in which they began.
  private var gaps: [Gap] {
    guard !discarded.isEmpty else { return [] }
    var standing = 0
    var counts: [Int] = []
    for session in begun {
      counts.append(standing)
      if !session.isDiscarded { standing += 1 }
    }
    return discarded.values.joined().sorted().map { place in
      var session = kept(at: place)
      session.isDiscarded = false
      return Gap(standing: counts[place], session: session)
    }
  }

  private mutating func fill(_ gap: Gap) {
    discarded[gap.session.session, default: []].append(begun.count)
    append(gap.session)
    begun[begun.count - 1].isDiscarded = true
  }
}

// MARK: - For decisions

extension History {
  /// Returns the number of events that restore the discarded session that began at a position; 0 if there is none.
  func restorings(of name: Name, begunAt seq: Int) -> Int {
    guard let places = discarded[name],
      let last = places.lastIndex(where: { begun[$0].seq == seq })
    else { return 0 }
    return places.count - last
  }

  /// Returns a removed set that can be restored, and its session; nil if there is none.
  func removedSet(_ id: EventID) -> (session: Name, set: LoggedSet)? {
    removedPlace(of: id).map { (begun[$0.session].session, begun[$0.session].sets[$0.offset]) }
  }

  /// Returns the sessions in which a removed set can be restored: one, or none.
  func sessions(missing id: EventID) -> [Name] { removedSet(id).map { [$0.session] } ?? [] }

  /// Returns a set and its session; nil if there is none, or if it was removed.
  ///
  /// - Complexity: One look-up, once the sets are indexed.
  mutating func located(_ id: EventID) -> (session: Name, set: LoggedSet)? {
    place(of: id).map { (begun[$0.session].session, begun[$0.session].sets[$0.offset]) }
  }

  /// Returns the position of a set in its session, from 1; nil if there is none, or if it was removed.
  ///
  /// - Complexity: log n, once the sets are indexed and their order exists.
  mutating func position(of id: EventID) -> Int? {
    guard let place = place(of: id) else { return nil }
    return order(of: place.session) { $0.position(of: place.offset) }
  }
}
