import Events

/// The events that take back a user's last import that is still in effect.
///
/// An import is no longer in effect if it was taken back or all its events were undone, unless that was undone too.
///
/// An import is a batch of events with ids of an import, or several consecutive batches if one cannot hold all events.
/// Its sessions are discarded and its sets removed. Corrected sets get their previous values, and removed sets are
/// logged again. It is a reconciliation with the sessions as they were before the import. Past events stay unchanged.
///
/// A set that the user changed later stays unchanged and is counted, unless the user asks to overwrite it.
public struct ImportUndo: Sendable {
  /// The positions of the import's first and last event.
  public let positions: ClosedRange<Int>
  private var reconciliation: Reconciliation

  /// The events to append.
  public var drafts: [Draft] { reconciliation.drafts }
  /// The number of discarded sessions and removed sets.
  public var removed: Reconciliation.Counts { reconciliation.removed }
  /// The number of sessions and sets that get their previous values.
  public var revised: Reconciliation.Counts { reconciliation.revised }
  /// The number of sessions and sets that are logged again.
  public var restored: Reconciliation.Counts { reconciliation.added }
  /// The number of sessions and sets that keep the user's later changes.
  public var kept: Reconciliation.Counts { reconciliation.kept }

  /// Creates the events that take back the last import of `user`; nil if there is no import.
  ///
  /// - Parameters:
  ///   - now: The time of the events.
  ///   - overwrites: Whether the user's later changes are taken back, too.
  /// - Throws: `LogError.Kind.damaged`, with the place of the damage.
  public init?(
    _ log: Log, by user: Name, at now: Timestamp, overwrites: Bool = false
  ) throws(LogError) {
    let log = log.readOnce()
    let (imported, actions) = try replay(
      log, OfUser<ImportedSessions>(user), OfUser<UndoneActions>(user))
    let current = imported.value
    for batch in try ImportBatch.standing(in: log, current, actions.value.settled, by: user)
      .reversed()
    {
      let undo = try ImportUndo(batch, log, current, by: user, at: now, overwrites: overwrites)
      // Nothing is left of an import whose sessions the user deleted.
      guard undo.drafts.isEmpty, undo.kept.isEmpty else {
        self = undo
        return
      }
    }
    return nil
  }

  private init(
    _ batch: ImportBatch, _ log: Log, _ current: ImportedSessions, by user: Name,
    at now: Timestamp, overwrites: Bool
  ) throws(LogError) {
    let before = try replay(log, asOf: .seq(batch.first - 1), OfUser<ImportedSessions>(user)).value
    positions = batch.first...batch.last
    reconciliation = Reconciliation(
      ImportDrafts(by: user, at: now, after: current), comparing: [.there], prunes: true,
      overwrites: overwrites)
    for source in TrainingSource.allCases {
      // Sets that the user removed later stay removed.
      let wanted = before.sessions.indices.filter {
        before.sessions[$0].source == source && before.sessions[$0].presence == .there
          && current.sessions[$0].presence != .takenByUser
      }
      reconciliation.begin(
        current, source, WantedSessions(wanted, of: before, without: current, by: user))
    }
    reconciliation.finish()
    reconciliation.mark(batch.undoID(by: user, isPartial: !kept.isEmpty))
  }
}

extension WantedSessions {
  /// Creates the sessions as they were in a log, without the sets that the user removed later.
  fileprivate init(
    _ places: [Int], of before: ImportedSessions, without current: ImportedSessions, by user: Name
  ) {
    count = places.count
    facts = { TrainingSession(before.sessions[places[$0]], by: user) }
    session = { number in
      let place = places[number]
      let removed = Set(current.sets(of: place).filter { $0.presence == .takenByUser }.map(\.id))
      var session = TrainingSession(before.sessions[place], by: user)
      session.sets = before.sets(of: place)
        .filter { $0.presence == .there && !removed.contains($0.id) }
        .map { TrainingSession.LoggedSet(id: $0.id, set: $0.now) }
      return session
    }
  }
}

extension TrainingSession {
  /// Creates a session as it was in a log, without its sets.
  fileprivate init(_ session: ImportedSessions.Session, by user: Name) {
    func id(_ part: String) -> EventID {
      session.source.id(
        of: part, inSessionAt: session.now.wallStart, called: session.now.title ?? "", by: user)
    }
    self.init(start: id("start"), end: id("end"), facts: session.now)
  }
}

/// The consecutive events of one import.
struct ImportBatch {
  /// The positions of the first and the last event.
  let first: Int
  private(set) var last: Int
  /// The id of the last event.
  private(set) var lastID: EventID
  /// The numbers of times that the import, and that a part of it, was taken back.
  private var (undos, partialUndos) = (0, 0)
  /// A Boolean value indicating whether all its events are undone.
  private var isUndone: Bool
  /// The number of events in the current batch.
  private var size: Int

  private init(first: Int, lastID: EventID, size: Int, isUndone: Bool) {
    (self.first, last, self.lastID, self.size) = (first, first, lastID, size)
    self.isUndone = isUndone
  }

  /// Returns the id of the last of the events that take the import, or a part of it, back the next time.
  func undoID(by user: Name, isPartial: Bool) -> EventID {
    let title = isPartial ? "training partial undo" : "training undo"
    return EventID(derivedFrom: [title, user.text, String(first), String(last)])
      .again((isPartial ? partialUndos : undos) + 1)
  }

  /// Returns the imports of a user that are in effect, in the order of the log.
  ///
  /// An import that was taken back in part is still among them.
  ///
  /// Cost: one pass that decodes nothing.
  static func standing(
    in log: Log, _ sessions: ImportedSessions, _ undone: UndoneEvents, by user: Name
  ) throws(LogError) -> [ImportBatch] {
    var imports: [ImportBatch] = []
    var takenBack: Set<Int> = []
    for batch in try all(in: log, at: sessions.positions, undone) {
      func place(isPartial: Bool) -> Int? {
        imports.lastIndex { $0.undoID(by: user, isPartial: isPartial) == batch.lastID }
      }
      if let place = place(isPartial: false) {
        imports[place].undos += 1
        if !batch.isUndone { takenBack.insert(place) }
      } else if let place = place(isPartial: true) {
        imports[place].partialUndos += 1
      } else {
        imports.append(batch)
      }
    }
    return imports.indices.filter { !imports[$0].isUndone && !takenBack.contains($0) }
      .map { imports[$0] }
  }

  /// Returns the batches that contain the events at these ascending positions.
  private static func all(
    in log: Log, at positions: [ClosedRange<Int>], _ undone: UndoneEvents
  ) throws(LogError) -> [ImportBatch] {
    var batches: [ImportBatch] = []
    var rest = positions.joined().makeIterator()
    var next = rest.next()
    var (start, size, left) = (0, 1, 0)
    var lines = log.lines()
    while let position = next, let line = try lines.next() {
      if lines.batch > 1 || left == 0 { (start, size, left) = (line.seq, lines.batch, lines.batch) }
      left -= 1
      guard line.seq == position else { continue }
      next = rest.next()
      let isUndone = undone[lines.id] != nil
      if let last = batches.last, last.last >= start || last.isContinued(at: line.seq) {
        batches[batches.count - 1].add(line.seq, lines.id, size, isUndone)
      } else {
        batches.append(
          ImportBatch(first: line.seq, lastID: lines.id, size: size, isUndone: isUndone))
      }
    }
    return batches
  }

  /// Returns whether a batch at a position continues the same import: only a full batch is continued.
  private func isContinued(at seq: Int) -> Bool { size == Log.largestBatch && seq == last + 1 }

  private mutating func add(_ seq: Int, _ id: EventID, _ size: Int, _ isUndone: Bool) {
    (last, lastID, self.size) = (seq, id, size)
    self.isUndone = self.isUndone && isUndone
  }
}

/// The events of a user that the user undid, as a projection.
private struct UndoneActions: UserProjection {
  private var undone = UndoneEvents()

  static var reads: Areas { .all }

  /// The undone events, after all events were processed.
  var settled: UndoneEvents {
    var settled = undone
    settled.settle()
    return settled
  }

  mutating func apply(_ event: Event) { _ = undone.apply(event) }
}
