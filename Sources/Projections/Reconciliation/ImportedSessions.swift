import Events

/// The sessions of one user that imports wrote: in their state at the last import and in their current state.
///
/// Facts of an import are recognised by their ids. These are derived from the app, the user, and the start and title of
/// the session. A later export can therefore be reconciled with a log that any release wrote: see `Reconciliation`. A
/// correction by an import has such an id too; a correction by the user does not. An undo or a redo of an import has
/// other ids, but what it removes counts as removed by an import.
///
/// Memory: about 60 bytes for a set and its notes, about 400 for a session.
public struct ImportedSessions: UserProjection {
  /// The state of a session or a set in the log.
  package enum Presence: Equatable, Sendable {
    case there
    /// An import removed it.
    case takenByImport
    /// The user removed it.
    case takenByUser
  }

  /// A session that an import began.
  package struct Session: Sendable {
    let name: Name
    let source: TrainingSource
    /// The id of its start in the first import that contained it.
    let original: EventID
    /// The facts at the last import, and the current facts.
    var imported: SessionFacts
    var now: SessionFacts
    var presence = Presence.there
    fileprivate var sets = LinkedNumbers()
    /// A Boolean value indicating whether the user logged sets of their own in it.
    var hasOwnSets = false
  }

  package struct LoggedSet: Equatable, Sendable {
    let id: EventID
    /// The set at the last import, and the current set.
    let imported: SetLogged
    let now: SetLogged
    let presence: Presence
  }

  /// The sessions in the order in which they were begun.
  package private(set) var sessions: [Session] = []
  /// The positions of the events that imports wrote, as ranges of consecutive positions.
  private(set) var positions: [ClosedRange<Int>] = []
  private var places: [Name: Int] = [:]
  private var sets = StoredSets()
  /// The ids of import events that began neither a session nor a set.
  private var otherIDs: Set<EventID> = []
  /// The numbers of the later starts of sessions, by their ids.
  private var numbers: [EventID: Int] = [:]
  /// The last of those numbers, by the id of the session's first start.
  private var starts: [EventID: Int] = [:]
  private var restorations = ImportRestorations()

  public init() {}
  public static var reads: Areas { [.sessions, .corrections] }

  public mutating func apply(_ event: Event) {
    if case .corrections(.eventsReverted(let note)) = event.body { apply(note) }
    guard case .sessions(let fact) = event.body else { return }
    let isImport = event.id.isDerived
    switch fact {
    case .sessionStarted(let start): begin(start, event)
    case .setLogged(let set): log(set, event)
    case .setRevised(let revision):
      guard let number = sets.number(of: revision.set) else { return }
      sets.revise(number, revision, isImport)
      if isImport { track(event) }
    case .setRemoved(let removal):
      guard let number = sets.number(of: removal.set) else { return }
      sets[number].presence = taken(by: event)
    case .sessionEnded(let end):
      guard let place = places[end.session] else { return }
      sessions[place].now.endedAt = event.at
      guard isImport else { return }
      sessions[place].imported.endedAt = event.at
      track(event)
    case .sessionDiscarded(let discarding):
      guard let place = places[discarding.session] else { return }
      sessions[place].presence = taken(by: event)
    case .setMoved: break
    case .setRestored(let restoring):
      guard let number = sets.number(of: restoring.set) else { return }
      if sets[number].presence == .takenByImport {
        restorations.record(event, restoring: restoring.set)
      }
      sets[number].presence = .there
      if isImport { track(event) }
    case .sessionReopened(let reopening):
      guard let place = places[reopening.session] else { return }
      sessions[place].now.endedAt = nil
    case .sessionRestored(let restoring):
      guard let place = places[restoring.session] else { return }
      if sessions[place].presence == .takenByImport {
        restorations.record(event, restoring: EventID(restoring.session.text))
      }
      sessions[place].presence = .there
    case .sessionRevised(let revision):
      guard let place = places[revision.session] else { return }
      sessions[place].now.revise(revision)
      guard isImport else { return }
      sessions[place].imported.revise(revision)
      track(event)
    }
  }

  /// Marks what an undo or a redo removed as removed by an import if an import logged or removed it.
  ///
  /// The same export therefore restores what was undone, and a later one what was redone.
  private mutating func apply(_ note: EventsReverted) {
    for id in restorations.imported(undoneBy: note) {
      if let place = places[Name(id)], sessions[place].presence == .takenByUser {
        sessions[place].presence = .takenByImport
      } else if let number = sets.number(of: id), sets[number].presence == .takenByUser {
        sets[number].presence = .takenByImport
      }
    }
  }

  private mutating func track(_ event: Event) {
    notePosition(event)
    otherIDs.insert(event.id)
  }

  private mutating func notePosition(_ event: Event) {
    if let last = positions.last, last.upperBound + 1 == event.seq {
      positions[positions.count - 1] = last.lowerBound...event.seq
    } else {
      positions.append(event.seq...event.seq)
    }
  }

  private mutating func taken(by event: Event) -> Presence {
    guard event.id.isDerived else { return .takenByUser }
    track(event)
    return .takenByImport
  }

  private mutating func begin(_ start: SessionStarted, _ event: Event) {
    let name = Name(event.id)
    let facts = SessionFacts(title: start.title, note: start.note, startedAt: event.at)
    guard start.session == nil, event.id.isDerived, places[name] == nil, let user = event.user,
      let (source, original) = origin(of: event.id, facts, user)
    else { return }
    places[name] = sessions.count
    sessions.append(
      Session(name: name, source: source, original: original, imported: facts, now: facts))
    notePosition(event)
  }

  /// The number of starts of one session that may be missing from a log before a later start is no longer recognised.
  private static let mostMissing = 4

  /// Returns the app from whose export a start came, and the id of the first start of that session.
  ///
  /// The result is nil for a start that no import wrote.
  private mutating func origin(
    of id: EventID, _ facts: SessionFacts, _ user: Name
  ) -> (TrainingSource, original: EventID)? {
    func original(_ source: TrainingSource) -> EventID {
      source.id(of: "start", inSessionAt: facts.wallStart, called: facts.title ?? "", by: user)
    }
    for source in TrainingSource.allCases where original(source) == id { return (source, id) }
    // Deferred: the ids of later starts of all sessions would take more memory than the sessions.
    for source in TrainingSource.allCases {
      let original = original(source)
      if starts[original] == nil { expect(original, through: 1 + ImportedSessions.mostMissing) }
      guard let number = numbers[id], id == original.again(number) else { continue }
      expect(original, through: number + ImportedSessions.mostMissing)
      return (source, original)
    }
    return nil
  }

  /// Adds the ids of later starts of a session.
  private mutating func expect(_ original: EventID, through last: Int) {
    for number in stride(from: starts[original, default: 1] + 1, through: last, by: 1) {
      numbers[original.again(number)] = number
    }
    starts[original] = max(last, starts[original, default: 1])
  }

  private mutating func log(_ set: SetLogged, _ event: Event) {
    guard let place = places[set.session] else { return }
    guard event.id.isDerived else { return sessions[place].hasOwnSets = true }
    sets.append(set, event.id, to: &sessions[place].sets)
    notePosition(event)
  }
}

extension ImportedSessions {
  /// A Boolean value indicating whether no import wrote anything.
  var isEmpty: Bool { positions.isEmpty }

  func contains(_ id: EventID) -> Bool {
    otherIDs.contains(id) || places[Name(id)] != nil || sets.number(of: id) != nil
  }

  func sets(of place: Int) -> [LoggedSet] {
    sets.all(sessions[place].sets, of: sessions[place].name)
  }

  /// Returns whether the user changed anything in the session at an index.
  func isTouched(_ place: Int) -> Bool {
    let session = sessions[place]
    return session.hasOwnSets || session.imported != session.now
      || sets(of: place).contains {
        !SetLogged.isVerbatim($0.imported, $0.now) || $0.presence == .takenByUser
      }
  }

  /// Returns the unit of the weights in the last import of an app's export; nil if there is none.
  public func unit(of source: TrainingSource) -> Weight.Unit? {
    for place in sessions.indices.reversed()
    where sessions[place].source == source && sessions[place].presence == .there {
      let weight = sets(of: place).last { $0.presence == .there && $0.imported.weight != nil }
      if let weight { return weight.imported.weight?.unit }
    }
    return nil
  }

  /// Returns the UTC offsets that earlier imports of an app's export used; nil if there are none.
  ///
  /// Sessions keep their offset; new sessions get the offset of the last session. A history that is imported again
  /// without its time zone therefore stays the same.
  public func clock(of source: TrainingSource) -> WallClock? {
    guard let last = offsetMinutes(of: source) else { return nil }
    var known: [Int64: Int16] = [:]
    let own = sessions.filter { $0.source == source && $0.presence == .there }.map(\.imported)
    // Ends come first: if one is also the start of another session, the start counts.
    for time in own.compactMap(\.endedAt) + own.map(\.startedAt) {
      known[time.milliseconds + Int64(time.offsetMinutes) * 60_000] = time.offsetMinutes
    }
    return known.values.contains { $0 != last } ? .known(known, else: last) : .offset(last)
  }

  /// Returns the UTC offset in minutes of the last import of an app's export; nil if there is none.
  public func offsetMinutes(of source: TrainingSource) -> Int16? {
    sessions.last { $0.source == source && $0.presence == .there }?.imported.startedAt.offsetMinutes
  }
}

extension SessionFacts {
  /// Returns the correction that turns `old` into these facts; nil if there is no difference that it can express.
  func change(of session: Name, from old: Self) -> SessionRevised? {
    let revision = revision(of: session, from: old)
    return revision == SessionRevised(session: session) ? nil : revision
  }
}

extension SetLogged {
  /// Returns the revision that turns `old` into this set; nil if there is none.
  func change(of id: EventID, from old: SetLogged) -> SetRevised? {
    let revision = revision(of: id, from: old)
    return SetLogged.isVerbatim(old.revised(by: revision), self) ? revision : nil
  }
}
