import Events

extension History {
  /// Returns the records of each exercise, ordered by exercise.
  ///
  /// - Parameters:
  ///   - exercise: The only exercise; nil for all.
  ///   - workingOnly: Whether warm-ups are omitted.
  ///   - formula: The formula for the one-repetition maximum.
  ///   - body: The body weights for relative loads; nil if the body weight was never measured.
  ///   - countsBody: Whether the body is part of the load of exercises that lift it.
  public func records(
    of exercise: Name? = nil, workingOnly: Bool = false, _ formula: OneRepMax = .epley,
    _ body: BodyLoad? = nil, countsBody: Bool = false
  ) -> [(exercise: Name, records: ExerciseRecords)] {
    var tallies = RecordTallies(
      sessions: namedSessions, exercise: exercise, workingOnly: workingOnly, formula: formula,
      body: body,
      countsBody: countsBody)
    tallies.add()
    return tallies.records.sorted(byName: \.exercise)
  }

  /// Returns the records of each exercise before a session began, without warm-ups, ordered by exercise.
  func records(before session: Session) -> [(exercise: Name, records: ExerciseRecords)] {
    var tallies = RecordTallies(
      sessions: namedSessions.filter {
        $0.session != session.session && $0.startedAt < session.startedAt
      }, exercise: nil, workingOnly: true,
      formula: .epley, body: nil, countsBody: false)
    tallies.add()
    return tallies.records.sorted(byName: \.exercise)
  }

  /// The sessions in the order in which they began, with the exercises for which their sets count.
  private var namedSessions: [Session] { merges.isEmpty ? begun : begun.map { named($0) } }
}

/// The records of exercises while the sets of a history are added.
private struct RecordTallies {
  /// The sessions with the sets to add; discarded ones are skipped.
  let sessions: [History.Session]
  let exercise: Name?
  let workingOnly: Bool
  let formula: OneRepMax
  let body: BodyLoad?
  let countsBody: Bool
  private var tallies: [(exercise: Name, tally: RecordTally)] = []
  /// The indices of the tallies by exercise.
  ///
  /// A dictionary: a `NameMap` takes space for all texts of the process, for each user and each row.
  private var places: [Name: Int] = [:]
  /// The index of the latest set's exercise; sets of an exercise are usually consecutive.
  private var latest: Int?
  /// A Boolean value indicating whether sets of several sessions were logged alternately.
  private var isInTurn = false

  init(
    sessions: [History.Session], exercise: Name?, workingOnly: Bool, formula: OneRepMax,
    body: BodyLoad?, countsBody: Bool
  ) {
    (self.sessions, self.exercise, self.workingOnly) = (sessions, exercise, workingOnly)
    (self.formula, self.body, self.countsBody) = (formula, body, countsBody)
  }

  /// Adds the sets of all sessions in the order in which they were logged.
  mutating func add() {
    var last = 0
    for place in sessions.indices where !sessions[place].isDiscarded {
      let sets = sessions[place].sets
      let (day, bodyKg) = measured(at: place)
      // By index, to avoid a copy of each set: few sets of a long history are of the exercise.
      for offset in sets.indices where counts(sets[offset]) {
        // Sets of several sessions were logged alternately, so all sets are added again in order.
        guard sets[offset].seq > last else { return addSorted() }
        last = sets[offset].seq
        add(sets[offset], at: place, offset, on: day, bodyKg)
      }
    }
  }

  /// Adds all sets again, sorted by their positions in the log.
  ///
  /// This is necessary if sessions were logged alternately, or come from a checkpoint, which has moved sets in display
  /// order.
  private mutating func addSorted() {
    (tallies, places, latest, isInTurn) = ([], [:], nil, true)
    var logged: [(seq: Int, session: Int, offset: Int)] = []
    for place in sessions.indices where !sessions[place].isDiscarded {
      let sets = sessions[place].sets
      for offset in sets.indices where counts(sets[offset]) {
        logged.append((sets[offset].seq, place, offset))
      }
    }
    for (_, place, offset) in logged.sorted(by: { $0.seq < $1.seq }) {
      let (day, bodyKg) = measured(at: place)
      add(sessions[place].sets[offset], at: place, offset, on: day, bodyKg)
    }
  }

  /// Returns the day of a session and the body weight on it; nil if it was never measured.
  private func measured(at place: Int) -> (day: LocalDay?, bodyKg: Double?) {
    guard let body else { return (nil, nil) }
    let day = sessions[place].startedAt.day
    return (day, body.bodyKg(on: day))
  }

  private func counts(_ set: borrowing History.LoggedSet) -> Bool {
    !set.isRemoved && (exercise == nil || set.exercise == exercise)
      && !(workingOnly && set.kind == .warmup)
  }

  private mutating func add(
    _ set: borrowing History.LoggedSet, at session: Int, _ offset: Int, on day: LocalDay?,
    _ bodyKg: Double?
  ) {
    let place = place(of: set.exercise)
    // Copied only if the body counts.
    if countsBody {
      tallies[place].tally.add(counted(copy set, on: day), at: session, offset, formula, bodyKg)
    } else {
      tallies[place].tally.add(set, at: session, offset, formula, bodyKg)
    }
  }

  private mutating func place(of exercise: Name) -> Int {
    if let latest, tallies[latest].exercise == exercise { return latest }
    let place = places[exercise] ?? tallies.count
    if place == tallies.count {
      tallies.append((exercise, RecordTally(isInTurn: isInTurn)))
      places[exercise] = place
    }
    latest = place
    return place
  }

  /// Returns a set with the body in its load, if the body counts.
  private func counted(_ set: History.LoggedSet, on day: LocalDay?) -> History.LoggedSet {
    guard countsBody, let body, let day else { return set }
    return body.counted(set, on: day)
  }

  /// The records of each exercise, with the sets of their marks.
  var records: [(exercise: Name, records: ExerciseRecords)] {
    tallies.map { exercise, tally in (exercise, ExerciseRecords(tally.marks.map { mark(of: $0) })) }
  }

  private func mark(of mark: RecordTally.Mark) -> ExerciseRecords.Mark {
    let place = mark.session
    let set = counted(sessions[place].sets[mark.offset], on: sessions[place].startedAt.day)
    return ExerciseRecords.Mark(value: mark.value, set: set, session: sessions[place].session)
  }
}

/// The records of one exercise while its sets are added, and its volume in each session so far.
private struct RecordTally {
  /// The place of a set, and the values to compare.
  ///
  /// It holds only the place: nearly every set leads in some record for a while, and an object would be allocated for
  /// each.
  struct Mark: RecordMark {
    let value: Double?
    let kilograms: Double
    let milliseconds: Int64
    /// The index of the session.
    let session: Int
    /// The index of the set in the session.
    let offset: Int
  }

  var marks = RecordMarks<Mark>()
  /// The session of the latest set, and the volume of the exercise in it so far, in kilograms.
  private var latest: (session: Int, kilograms: Double)?
  /// The volumes in earlier sessions, by index; nil if no set is logged into an earlier session again.
  ///
  /// Nearly always sessions follow one another, and a table of volumes would take a quarter of the time.
  private var volumes: [Int: Double]?

  init(isInTurn: Bool) { if isInTurn { volumes = [:] } }

  mutating func add(
    _ set: borrowing History.LoggedSet, at session: Int, _ offset: Int, _ formula: OneRepMax,
    _ bodyKg: Double?
  ) {
    if let latest, latest.session != session { volumes?[latest.session] = latest.kilograms }
    let before = latest?.session == session ? latest?.kilograms : volumes?[session]
    let volume = (before ?? 0) + set.volumeKg
    latest = (session, volume)
    let (kilograms, time) = (set.weight?.kilograms ?? 0, set.at.milliseconds)
    marks.add(set, volume: volume, formula, bodyKg: bodyKg) {
      Mark(value: $0, kilograms: kilograms, milliseconds: time, session: session, offset: offset)
    }
  }
}
