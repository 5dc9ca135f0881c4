import Events

/// The events that bring a log in line with an export of a whole training history.
///
/// A session is the same in every export of an app if its local start is the same, even with another title. A session
/// with a changed start is recognised by its day and its sets. A set is recognised by its exercise and its place among
/// the sets of this exercise in its session. Sets of the same content are paired first, the rest in their order. This
/// includes the sets that the user removed. If the log has more sets of an exercise than the export, the sets that the
/// user did not remove are paired first, because an earlier release may have logged a removed set again.
///
/// | in the export | events |
/// | --- | --- |
/// | a session or a set that the log does not have | it is logged |
/// | other facts than at the last import | `SessionRevised`, `SetRevised` |
/// | another exercise for a set that the user did not change | it is removed and logged again, last in its session |
/// | the same facts as at the last import | none |
/// | no session or set that the log has from an import | it is counted, and removed on request |
///
/// A set that the user removed stays removed, even if the export has another value, and is counted. A set that the user
/// changed in the log stays as it is, and is counted if the export has changed there too. On request the export's value
/// replaces it.
public struct Reconciliation: Sendable {
  /// A number of sessions and sets.
  public struct Counts: Equatable, Sendable {
    public internal(set) var sessions = 0
    public internal(set) var sets = 0

    /// A Boolean value indicating whether both numbers are 0.
    public var isEmpty: Bool { self == Counts() }
  }

  /// The drafts to append that have not been taken yet.
  public var drafts: [Draft] { writer.drafts }
  /// The number of facts of the export that the log already has.
  public private(set) var known = 0
  /// The sessions and sets that are logged, including new sets of existing sessions.
  public private(set) var added = Counts()
  /// The sessions and sets that are corrected.
  public private(set) var revised = Counts()
  /// The sessions and sets of earlier imports that the export no longer has; a session counts without its sets.
  public private(set) var gone = Counts()
  /// The sessions and sets that the export no longer has and that are removed.
  public private(set) var removed = Counts()
  /// The sessions and sets that keep the user's changes, although the export has other facts or none.
  public private(set) var kept = Counts()

  private let prunes: Bool
  private let overwrites: Bool
  /// The states of the log's sessions and sets that are compared; all others are ignored.
  private let compared: [ImportedSessions.Presence]
  private var writer: ImportDrafts
  private var work: [Work] = []

  /// The comparison of one app's sessions, with its progress.
  private struct Work {
    let wanted: WantedSessions
    let sessions: ImportedSessions
    /// The indices of the log's sessions.
    let old: [Int]
    let pairs: Pairing
    /// The number of compared sessions: first the wanted sessions, then those of the log.
    var done = 0
  }

  /// Creates the events that bring the user's imported sessions in line with an export.
  ///
  /// - Parameters:
  ///   - training: The export, read for the same user.
  ///   - sessions: The imported sessions of the user in the whole log.
  ///   - now: The time of corrections.
  ///   - prunes: Whether to remove sessions and sets that the export no longer has.
  ///   - overwrites: Whether the export replaces changes by the user.
  public init(
    _ training: ImportedTraining, from source: TrainingSource, by user: Name,
    with sessions: ImportedSessions, at now: Timestamp, prunes: Bool = false,
    overwrites: Bool = false
  ) {
    self.init(
      beginning: training, from: source, by: user, with: sessions, at: now, prunes: prunes,
      overwrites: overwrites)
    finish()
  }

  /// Creates the reconciliation without any events; the caller takes them in parts.
  ///
  /// This allows an import of a history whose sets and events do not fit into memory.
  public init(
    beginning training: ImportedTraining, from source: TrainingSource, by user: Name,
    with sessions: ImportedSessions, at now: Timestamp, prunes: Bool = false,
    overwrites: Bool = false
  ) {
    self.init(
      ImportDrafts(by: user, at: now, after: sessions, sharesIDs: training.sharesIDs),
      comparing: [.there, .takenByUser], prunes: prunes, overwrites: overwrites)
    begin(sessions, source, WantedSessions(training))
  }

  init(
    _ writer: ImportDrafts, comparing compared: [ImportedSessions.Presence], prunes: Bool,
    overwrites: Bool
  ) {
    (self.writer, self.compared) = (writer, compared)
    (self.prunes, self.overwrites) = (prunes, overwrites)
  }

  /// Sets the id of the last event.
  mutating func mark(_ id: EventID) { writer.mark(id) }

  /// Prepares the reconciliation of one app's sessions with the wanted sessions.
  mutating func begin(
    _ sessions: ImportedSessions, _ source: TrainingSource, _ wanted: WantedSessions
  ) {
    let old = sessions.sessions.indices.filter {
      sessions.sessions[$0].source == source && compared.contains(sessions.sessions[$0].presence)
    }
    let pairs = Reconciliation.pairs(sessions, old, wanted)
    work.append(Work(wanted: wanted, sessions: sessions, old: old, pairs: pairs))
  }

  /// A Boolean value indicating whether the log has sessions of the app but the export has none.
  public var isAgainstNothing: Bool {
    work.contains { work in
      work.wanted.count == 0 && work.old.contains { work.sessions.sessions[$0].presence == .there }
    }
  }

  /// Creates the remaining events.
  mutating func finish() { while step() {} }

  /// Creates and takes the next events: `count` of them, fewer at the end, then none.
  public mutating func next(_ count: Int) -> [Draft] {
    writer.reserve(min(count, Log.largestBatch) + 1_000)
    while writer.drafts.count < count, step() {}
    return writer.takeFirst(count)
  }

  /// Compares the next session; returns whether there was one.
  private mutating func step() -> Bool {
    guard let work = work.first else { return false }
    let place = work.done
    self.work[0].done += 1
    if place < work.wanted.count {
      let session = work.wanted.session(place)
      if let known = work.pairs.olds[place] {
        reconcile(work.sessions, work.old[known], session)
      } else {
        add(session)
      }
    } else if place - work.wanted.count < work.old.count {
      let old = place - work.wanted.count
      if !work.pairs.isPaired[old] { drop(work.sessions, work.old[old]) }
    } else {
      self.work.removeFirst()
    }
    return true
  }

  private mutating func add(_ session: TrainingSession) {
    writer.append(session)
    added.sessions += 1
    added.sets += session.sets.count
  }

  /// Removes a session that the export no longer has, if requested.
  private mutating func drop(_ sessions: ImportedSessions, _ place: Int) {
    let session = sessions.sessions[place]
    guard session.presence == .there else { return }
    gone.sessions += 1
    guard prunes else { return }
    guard overwrites || !sessions.isTouched(place) else { return kept.sessions += 1 }
    removed.sessions += 1
    writer.correct(session.name, .sessionDiscarded(SessionDiscarded(session: session.name)))
  }

  private mutating func reconcile(
    _ sessions: ImportedSessions, _ place: Int, _ new: TrainingSession
  ) {
    let old = sessions.sessions[place]
    guard old.presence == .there else {
      if overwrites { add(new) } else { kept.sessions += 1 }
      return
    }
    var base = old
    if let endedAt = new.facts.endedAt, old.imported.endedAt == nil, old.now.endedAt == nil {
      // An import that stopped between two batches did not write the end.
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
    reconcile(sessions.sets(of: place), new.sets, in: old.name, at: facts.startedAt)
  }
}

// MARK: - Sets

extension Reconciliation {
  private mutating func reconcile(
    _ known: [ImportedSessions.LoggedSet], _ sets: [TrainingSession.LoggedSet], in session: Name,
    at time: Timestamp
  ) {
    let old = known.filter { compared.contains($0.presence) }
    let pairs = Reconciliation.pairs(old, sets)
    for (place, set) in sets.enumerated() {
      if let known = pairs.olds[place] {
        reconcile(old[known], set, at: place + 1, in: session, at: time)
      } else {
        writer.append(set, to: session, at: time)
        added.sets += 1
      }
    }
    for (place, set) in old.enumerated() where !pairs.isPaired[place] { drop(set) }
  }

  private mutating func reconcile(
    _ old: ImportedSessions.LoggedSet, _ new: TrainingSession.LoggedSet, at position: Int,
    in session: Name, at time: Timestamp
  ) {
    let isRemoved = old.presence != .there
    if isRemoved {
      guard overwrites else { return kept.sets += 1 }
      writer.correct(Name(old.id), .setRestored(SetRestored(set: old.id, position: position)))
      added.sets += 1
    }
    var merge = Merge(overwrites: overwrites)
    let wanted = merge(old.imported, old.now, new.set.moved(to: session))
    if merge.isKept { kept.sets += 1 }
    switch writer.correct(old.id, from: old.now, to: wanted, again: new.id, at: time) {
    case true: if !isRemoved { revised.sets += 1 }
    case false: if !merge.isKept, !isRemoved { known += 1 }
    }
  }

  /// Removes a set that the export no longer has, if requested.
  private mutating func drop(_ set: ImportedSessions.LoggedSet) {
    guard set.presence == .there else { return }
    gone.sets += 1
    guard prunes else { return }
    guard overwrites || SetLogged.isVerbatim(set.imported, set.now) else { return kept.sets += 1 }
    removed.sets += 1
    writer.correct(Name(set.id), .setRemoved(SetRemoved(set: set.id)))
  }
}

extension ImportDrafts {
  /// Corrects a set by a revision, or, if that is not possible, by removing it and logging it again.
  ///
  /// - Returns: Whether there was anything to correct.
  mutating func correct(
    _ id: EventID, from old: SetLogged, to wanted: SetLogged, again: EventID, at time: Timestamp
  ) -> Bool {
    guard !SetLogged.isVerbatim(wanted, old) else { return false }
    if let revision = wanted.change(of: id, from: old) {
      correct(Name(id), .setRevised(revision))
      return true
    }
    correct(Name(id), .setRemoved(SetRemoved(set: id)))
    append(again, at: time, .setLogged(wanted))
    return true
  }
}

// MARK: - Pairs

extension Reconciliation {
  private static func pairs(
    _ sessions: ImportedSessions, _ places: [Int], _ new: WantedSessions
  ) -> Pairing {
    struct Start: Hashable {
      let time: Int64
      let title: String?

      init(_ facts: SessionFacts) { (time, title) = (facts.wallStart, facts.title) }
    }
    func old(_ place: Int) -> ImportedSessions.Session { sessions.sessions[places[place]] }
    var pairs = Pairing(old: places.count, new: new.count) { old($0).presence == .there }
    guard !places.isEmpty else { return pairs }
    pairs.match(old: { Start(old($0).imported) }, new: { Start(new.facts($0).facts) })
    pairs.match(old: { old($0).original }, new: { new.facts($0).start })
    pairs.match(old: { old($0).imported.wallStart }, new: { new.facts($0).facts.wallStart })
    // The export may have the sets that the user removed from the log, or lack them too.
    for included: [ImportedSessions.Presence] in [[.there, .takenByUser], [.there]] {
      pairs.match(
        old: { place in
          let sets = sessions.sets(of: places[place]).filter { included.contains($0.presence) }
          return SetContent.joined(sets.map(\.imported), on: old(place).imported.startedAt.day)
        },
        new: { place in
          let session = new.session(place)
          return SetContent.joined(session.sets.map(\.set), on: session.facts.startedAt.day)
        })
    }
    return pairs
  }

  private static func pairs(
    _ old: [ImportedSessions.LoggedSet], _ new: [TrainingSession.LoggedSet]
  ) -> Pairing {
    var surplus: [Name: Int] = [:]
    if old.contains(where: { $0.presence != .there }) {
      for set in old { surplus[set.imported.exercise, default: 0] += 1 }
      for set in new { surplus[set.set.exercise, default: 0] -= 1 }
    }
    func isPreferred(_ place: Int) -> Bool {
      old[place].presence == .there || surplus[old[place].imported.exercise, default: 0] <= 0
    }
    var pairs = Pairing(old: old.count, new: new.count, preferring: isPreferred)
    // The next pass would pair these too, but by texts that it creates of them: a quarter of importing a file again.
    pairs.matchPlaces { SetContent.areAlike(old[$0].imported, new[$0].set) }
    if pairs.isComplete { return pairs }
    pairs.match(
      old: { isPreferred($0) ? SetContent(old[$0].imported, at: $0) : nil },
      new: { SetContent(new[$0].set, at: $0) })
    pairs.match(old: { SetContent(old[$0].imported) }, new: { SetContent(new[$0].set) })
    pairs.match(old: { SetContent(old[$0].now) }, new: { SetContent(new[$0].set) })
    pairs.matchGaps(
      old: { isPreferred($0) ? old[$0].imported.exercise : nil }, new: { new[$0].set.exercise })
    pairs.match(old: { old[$0].imported.exercise }, new: { new[$0].set.exercise })
    // An exercise may have another name now.
    pairs.match(
      old: { SetContent(old[$0].imported, ofAnyExercise: true) },
      new: { SetContent(new[$0].set, ofAnyExercise: true) })
    return pairs
  }
}

/// The content of a set, without its session.
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

  /// Returns whether two sets have the same content: numbers to the last bit, notes as equal strings.
  static func areAlike(_ one: SetLogged, _ other: SetLogged) -> Bool {
    func bits(_ number: Double?) -> UInt64? { number?.bitPattern }
    return one.exercise == other.exercise && one.reps == other.reps && one.kind == other.kind
      && one.completed == other.completed && one.weight?.unit == other.weight?.unit
      && bits(one.weight?.value) == bits(other.weight?.value) && bits(one.rpe) == bits(other.rpe)
      && bits(one.seconds) == bits(other.seconds) && bits(one.metres) == bits(other.metres)
      && one.note == other.note
  }

  /// Returns a hash of the content of all sets of a day; nil if there are none.
  static func joined(_ sets: [SetLogged], on day: LocalDay) -> EventID? {
    guard !sets.isEmpty else { return nil }
    return EventID(derivedFrom: ["\(day.number)"] + sets.map { SetContent($0).text })
  }
}
