import Events

/// The events that bring a log in line with an export of a whole training history.
///
/// A session is the same in every export of an app by its start on the clock on the wall, whatever its
/// title; one whose start was changed, by its day and its sets. A set is the same by its exercise and its
/// place among those of its session: sets of the same content are paired first, the rest in their order.
///
/// | in the export | what follows |
/// | --- | --- |
/// | a session or a set that the log has not | it is logged |
/// | other facts than at the last import | `SessionRevised`, `SetRevised`; where the exercise is another, the set is removed and logged again, the last of its session |
/// | the same as at the last import | nothing |
/// | not what the log has from an import | it is counted, and removed where that is asked for |
///
/// What the user changed or removed in the log stays as it is. Where the export has been changed there
/// too it is counted, and the export's value is taken where that is asked for.
public struct Reconciliation: Sendable {
  /// A number of sessions and sets.
  public struct Counts: Equatable, Sendable {
    public internal(set) var sessions = 0
    public internal(set) var sets = 0

    /// A Boolean value indicating whether there are none.
    public var isEmpty: Bool { self == Counts() }
  }

  /// The events to append.
  public var drafts: [Draft] { firstDrafts ?? writer.drafts }
  /// The number of facts of the export that the log has as they are.
  public private(set) var known = 0
  /// The sessions and sets that are logged; the sets are those of sessions that are there already, too.
  public private(set) var added = Counts()
  /// Those that are corrected.
  public private(set) var revised = Counts()
  /// Those of earlier imports that the export no longer has; a session counts without its sets.
  public private(set) var gone = Counts()
  /// Those of them that are removed.
  public private(set) var removed = Counts()
  /// Those that stay as the user changed them, although the export has other facts or none.
  public private(set) var kept = Counts()

  private let prunes: Bool
  private let overwrites: Bool
  private var writer: ImportDrafts
  /// The drafts of a first import, which are those of the export: no copy of 150,000 is made.
  private var firstDrafts: [Draft]?

  /// Creates the events that bring the user's imported sessions in line with an export.
  ///
  /// - Parameters:
  ///   - training: The export, read for the same user.
  ///   - sessions: The imported sessions of the user, of all of the log.
  ///   - now: The time of corrections.
  ///   - prunes: Whether what the export no longer has is removed.
  ///   - overwrites: Whether the export counts where the user changed something in the log.
  public init(
    _ training: ImportedTraining, from source: TrainingSource, by user: Name,
    with sessions: ImportedSessions, at now: Timestamp, prunes: Bool = false,
    overwrites: Bool = false
  ) {
    self.init(
      ImportDrafts(by: user, at: now, after: sessions), prunes: prunes, overwrites: overwrites)
    guard !sessions.ids.isEmpty else {
      firstDrafts = training.drafts
      (added.sessions, added.sets) = (training.sessions, training.sets)
      return
    }
    reconcile(
      sessions.sessions.filter { $0.source == source }, TrainingSession.all(in: training.drafts))
  }

  init(_ writer: ImportDrafts, prunes: Bool, overwrites: Bool) {
    (self.writer, self.prunes, self.overwrites) = (writer, prunes, overwrites)
  }

  /// Gives the last of the events an id.
  mutating func mark(_ id: EventID) { writer.mark(id) }

  /// Brings the sessions of one app in line with those that are wanted.
  mutating func reconcile(_ sessions: [ImportedSessions.Session], _ new: [TrainingSession]) {
    let old = sessions.filter { $0.presence != .takenByImport }
    let pairs = Reconciliation.pairs(old, new)
    for (place, session) in new.enumerated() {
      if let known = pairs.olds[place] {
        reconcile(old[known], session)
      } else {
        add(session)
      }
    }
    for (place, session) in old.enumerated() where !pairs.isPaired[place] { drop(session) }
  }

  private mutating func add(_ session: TrainingSession) {
    writer.append(session)
    added.sessions += 1
    added.sets += session.sets.count
  }

  /// Removes a session that the export no longer has, where that is asked for.
  private mutating func drop(_ session: ImportedSessions.Session) {
    guard session.presence == .there else { return }
    gone.sessions += 1
    guard prunes else { return }
    guard overwrites || !session.isTouched else { return kept.sessions += 1 }
    removed.sessions += 1
    writer.correct(session.name, .sessionDiscarded(SessionDiscarded(session: session.name)))
  }

  private mutating func reconcile(_ old: ImportedSessions.Session, _ new: TrainingSession) {
    guard old.presence == .there else {
      if overwrites { add(new) } else { kept.sessions += 1 }
      return
    }
    var base = old
    if let endedAt = new.facts.endedAt, old.imported.endedAt == nil, old.now.endedAt == nil {
      // An import that was cut short between two batches did not come to the end.
      writer.append(new.end, at: endedAt, .sessionEnded(SessionEnded(session: old.name)))
      (base.imported.endedAt, base.now.endedAt) = (endedAt, endedAt)
    }
    var merge = Merge(overwrites: overwrites)
    let facts = merge(base.imported, base.now, new.facts)
    if merge.isKept { kept.sessions += 1 }
    if let revision = facts.change(of: old.name, from: base.now) {
      writer.correct(old.name, .sessionRevised(revision))
      revised.sessions += 1
    } else if !merge.isKept {
      known += 2
    }
    reconcile(old, new.sets, at: facts.startedAt)
  }
}

// MARK: - Sets

extension Reconciliation {
  private mutating func reconcile(
    _ session: ImportedSessions.Session, _ sets: [TrainingSession.LoggedSet], at time: Timestamp
  ) {
    let old = session.sets.filter { $0.presence != .takenByImport }
    let pairs = Reconciliation.pairs(old, sets)
    for (place, set) in sets.enumerated() {
      if let known = pairs.olds[place] {
        reconcile(old[known], set, in: session.name, at: time)
      } else {
        writer.append(set, to: session.name, at: time)
        added.sets += 1
      }
    }
    for (place, set) in old.enumerated() where !pairs.isPaired[place] { drop(set) }
  }

  private mutating func reconcile(
    _ old: ImportedSessions.LoggedSet, _ new: TrainingSession.LoggedSet, in session: Name,
    at time: Timestamp
  ) {
    guard old.presence == .there else {
      guard overwrites else { return kept.sets += 1 }
      writer.append(new, to: session, at: time)
      return added.sets += 1
    }
    var merge = Merge(overwrites: overwrites)
    let wanted = merge(old.imported, old.now, new.set.moved(to: session))
    if merge.isKept { kept.sets += 1 }
    switch writer.correct(old.id, from: old.now, to: wanted, again: new.id, at: time, merge) {
    case true: revised.sets += 1
    case false: if !merge.isKept { known += 1 }
    }
  }

  /// Removes a set that the export no longer has, where that is asked for.
  private mutating func drop(_ set: ImportedSessions.LoggedSet) {
    guard set.presence == .there else { return }
    gone.sets += 1
    guard prunes else { return }
    guard overwrites || set.imported == set.now else { return kept.sets += 1 }
    removed.sets += 1
    writer.correct(Name(set.id), .setRemoved(SetRemoved(set: set.id)))
  }
}

extension ImportDrafts {
  /// Corrects a set, by a revision or, where none can, by removing it and logging it again.
  ///
  /// - Returns: Whether there was something to correct.
  mutating func correct(
    _ id: EventID, from old: SetLogged, to wanted: SetLogged, again: EventID, at time: Timestamp,
    _ merge: Merge
  ) -> Bool {
    guard wanted != old else { return false }
    if let revision = wanted.change(of: id, from: old) {
      correct(Name(id), .setRevised(revision))
      return true
    }
    // Logged again, it would no longer be known what the user changed.
    guard !merge.isKept else { return false }
    correct(Name(id), .setRemoved(SetRemoved(set: id)))
    append(again, at: time, .setLogged(wanted))
    return true
  }
}

// MARK: - Pairs

extension Reconciliation {
  private static func pairs(
    _ old: [ImportedSessions.Session], _ new: [TrainingSession]
  ) -> Pairing {
    struct Start: Hashable {
      let time: Int64
      let title: String?
    }
    var pairs = Pairing(old: old.count, new: new.count)
    pairs.match(
      old: { Start(time: old[$0].imported.wallStart, title: old[$0].imported.title) },
      new: { Start(time: new[$0].facts.wallStart, title: new[$0].facts.title) })
    pairs.match(old: { old[$0].original }, new: { new[$0].start })
    pairs.match(old: { old[$0].imported.wallStart }, new: { new[$0].facts.wallStart })
    pairs.match(
      old: { place in
        guard old[place].presence == .there else { return nil }
        let sets = old[place].sets.filter { $0.presence == .there }.map(\.imported)
        return SetContent.joined(sets, on: old[place].imported.startedAt.day)
      },
      new: { SetContent.joined(new[$0].sets.map(\.set), on: new[$0].facts.startedAt.day) })
    return pairs
  }

  private static func pairs(
    _ old: [ImportedSessions.LoggedSet], _ new: [TrainingSession.LoggedSet]
  ) -> Pairing {
    func there<Key>(_ place: Int, _ key: @autoclosure () -> Key) -> Key? {
      old[place].presence == .there ? key() : nil
    }
    var pairs = Pairing(old: old.count, new: new.count)
    pairs.match(
      old: { SetContent(old[$0].imported, at: $0) }, new: { SetContent(new[$0].set, at: $0) })
    pairs.match(old: { SetContent(old[$0].imported) }, new: { SetContent(new[$0].set) })
    pairs.match(old: { there($0, SetContent(old[$0].now)) }, new: { SetContent(new[$0].set) })
    pairs.matchGaps(
      old: { there($0, old[$0].imported.exercise) }, new: { new[$0].set.exercise })
    pairs.match(
      old: { there($0, old[$0].imported.exercise) }, new: { new[$0].set.exercise })
    // An exercise may have another name now.
    pairs.match(
      old: { there($0, SetContent(old[$0].imported, ofAnyExercise: true)) },
      new: { SetContent(new[$0].set, ofAnyExercise: true) })
    return pairs
  }
}

/// All that makes a set what it is, its session aside.
private struct SetContent: Hashable {
  let text: String
  let place: Int?

  init(_ set: SetLogged, at place: Int? = nil, ofAnyExercise: Bool = false) {
    let weight = set.weight.map { "\($0.value) \($0.unit.rawValue)" } ?? ""
    let numbers = [set.rpe, set.seconds, set.metres].map { $0.map { "\($0)" } ?? "" }
    let exercise = ofAnyExercise ? "" : set.exercise.text
    let words = [exercise, "\(set.reps)", weight, set.kind.rawValue, "\(set.completed)"]
    text = (words + numbers + [set.note ?? ""]).joined(separator: "\u{0}")
    self.place = place
  }

  /// Returns the content of all sets of a day; nil where there are none.
  static func joined(_ sets: [SetLogged], on day: LocalDay) -> String? {
    guard !sets.isEmpty else { return nil }
    return "\(day.number)\u{0}" + sets.map { SetContent($0).text }.joined(separator: "\u{1}")
  }
}
