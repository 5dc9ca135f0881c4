import Events

/// The events that take back a user's last import that was not taken back yet.
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
    let current = try replay(log, OfUser<ImportedSessions>(user)).value
    for batch in try ImportBatch.standing(in: log, current, by: user).reversed() {
      let undo = try ImportUndo(batch, log, current, by: user, at: now, overwrites: overwrites)
      // Nothing is left of an import that an undo of the action took back.
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
      ImportDrafts(by: user, at: now, after: current), prunes: true, overwrites: overwrites)
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
    reconciliation.mark(
      kept.isEmpty ? batch.undoID(by: user) : batch.partialUndoID(by: user, after: current))
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
      let gone = Set(
        current.sets(of: place).filter { $0.presence == .takenByUser }.map(\.id))
      var session = TrainingSession(before.sessions[place], by: user)
      session.sets = before.sets(of: place)
        .filter { $0.presence == .there && !gone.contains($0.id) }
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
  /// The number of times that a part of the import was taken back.
  private var partialUndos = 0
  /// The number of events in the current batch.
  private var size: Int

  private init(first: Int, lastID: EventID, size: Int) {
    (self.first, last, self.lastID, self.size) = (first, first, lastID, size)
  }

  /// Returns the id of the last of the events that take the import back.
  func undoID(by user: Name) -> EventID {
    EventID(derivedFrom: ["training undo", user.text, String(first), String(last)])
  }

  /// Returns the id of the last of the events that take a part of the import back the next time.
  func partialUndoID(by user: Name, after sessions: ImportedSessions) -> EventID {
    var number = 1
    while sessions.contains(partialUndoID(by: user, number)) { number += 1 }
    return partialUndoID(by: user, number)
  }

  private func partialUndoID(by user: Name, _ number: Int) -> EventID {
    EventID(derivedFrom: ["training partial undo", user.text, String(first), String(last)])
      .again(number)
  }

  /// Returns the imports of a user that were not taken back, in the order of the log.
  ///
  /// An import that was taken back in part is still among them.
  ///
  /// Cost: one pass that decodes nothing.
  static func standing(
    in log: Log, _ sessions: ImportedSessions, by user: Name
  ) throws(LogError) -> [ImportBatch] {
    var standing: [ImportBatch] = []
    for batch in try all(in: log, at: sessions.positions) {
      if let undone = standing.lastIndex(where: { $0.undoID(by: user) == batch.lastID }) {
        standing.remove(at: undone)
      } else if let part = standing.indices.last,
        standing[part].partialUndoID(by: user, standing[part].partialUndos + 1) == batch.lastID
      {
        standing[part].partialUndos += 1
      } else {
        standing.append(batch)
      }
    }
    return standing
  }

  /// Returns the batches that contain the events at these ascending positions.
  private static func all(
    in log: Log, at positions: [ClosedRange<Int>]
  ) throws(LogError) -> [ImportBatch] {
    var batches: [ImportBatch] = []
    var rest = positions.joined().makeIterator()
    var next = rest.next()
    var (start, size, left) = (0, 1, 0)
    var lines = log.lines()
    while let position = next, let line = try lines.next() {
      if lines.batch > 1 || left == 0 {
        (start, size, left) = (line.seq, lines.batch, lines.batch)
      }
      left -= 1
      guard line.seq == position else { continue }
      next = rest.next()
      if let last = batches.last, last.last >= start || last.isContinued(at: line.seq) {
        batches[batches.count - 1].add(line.seq, lines.id, size)
      } else {
        batches.append(ImportBatch(first: line.seq, lastID: lines.id, size: size))
      }
    }
    return batches
  }

  /// Returns whether a batch at a position continues the same import: only a full batch is continued.
  private func isContinued(at seq: Int) -> Bool { size == Log.largestBatch && seq == last + 1 }

  private mutating func add(_ seq: Int, _ id: EventID, _ size: Int) {
    (last, lastID, self.size) = (seq, id, size)
  }
}
