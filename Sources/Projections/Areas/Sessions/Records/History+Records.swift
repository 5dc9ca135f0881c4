import Events

extension History {
  /// Returns the records of each exercise, ordered by exercise.
  ///
  /// - Parameters:
  ///   - exercise: the only exercise; nil for all of them.
  ///   - workingOnly: whether warm-ups are left out.
  ///   - formula: the estimate of the weight that could be lifted once.
  ///   - body: the body's weight, of which loads are multiples; nil where it was never measured.
  ///   - countsBody: whether the body is part of the load in what lifts the body.
  public func records(
    of exercise: Name? = nil, workingOnly: Bool = false, _ formula: OneRepMax = .epley,
    _ body: BodyLoad? = nil, countsBody: Bool = false
  ) -> [(exercise: Name, records: ExerciseRecords)] {
    var tallies = RecordTallies(
      sessions: begun, exercise: exercise, workingOnly: workingOnly, formula: formula, body: body,
      countsBody: countsBody)
    tallies.add()
    return tallies.records.sorted(byName: \.exercise)
  }
}

/// The records of exercises as the sets of a history are taken in.
private struct RecordTallies {
  /// The sessions whose sets are taken in, but for discarded ones.
  let sessions: [History.Session]
  let exercise: Name?
  let workingOnly: Bool
  let formula: OneRepMax
  let body: BodyLoad?
  let countsBody: Bool
  private var tallies: [(exercise: Name, tally: RecordTally)] = []
  /// The places in them by exercise.
  ///
  /// A dictionary: a `NameMap` takes room for all texts of the process, for each user and each row that is looked at.
  private var places: [Name: Int] = [:]
  /// The place of the latest set's exercise: sets of an exercise follow one another.
  private var latest: Int?
  /// A Boolean value indicating whether sets of several sessions were logged in turn.
  private var isInTurn = false

  init(
    sessions: [History.Session], exercise: Name?, workingOnly: Bool, formula: OneRepMax,
    body: BodyLoad?, countsBody: Bool
  ) {
    (self.sessions, self.exercise, self.workingOnly) = (sessions, exercise, workingOnly)
    (self.formula, self.body, self.countsBody) = (formula, body, countsBody)
  }

  /// Takes in the sets of all sessions in the order they were logged.
  mutating func add() {
    var last = 0
    for place in sessions.indices where !sessions[place].isDiscarded {
      let sets = sessions[place].sets
      let (day, bodyKg) = measured(at: place)
      // By index, so that no set is copied: few of a long history are of the exercise.
      for offset in sets.indices where counts(sets[offset]) {
        // Sets of several sessions were logged in turn: all are taken in anew, in order.
        guard sets[offset].seq > last else { return addSorted() }
        last = sets[offset].seq
        add(sets[offset], at: place, offset, on: day, bodyKg)
      }
    }
  }

  /// Takes in all sets anew, sorted by their places in the log.
  ///
  /// Sessions were logged in turn, or come from a checkpoint, which has moved sets where they are shown.
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

  /// Returns the day of a session and the body's weight on it; nil where it was never measured.
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
    // Copied only where the body counts.
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

  /// Returns a set with the body in its load, where that counts.
  private func counted(_ set: History.LoggedSet, on day: LocalDay?) -> History.LoggedSet {
    guard countsBody, let body, let day else { return set }
    return body.counted(set, on: day)
  }

  /// The records of each exercise, with the sets of their marks.
  var records: [(exercise: Name, records: ExerciseRecords)] {
    tallies.map { exercise, tally in
      (exercise, ExerciseRecords(tally.marks.map { mark(of: $0) }))
    }
  }

  private func mark(of mark: RecordTally.Mark) -> ExerciseRecords.Mark {
    let place = mark.session
    let set = counted(sessions[place].sets[mark.offset], on: sessions[place].startedAt.day)
    return ExerciseRecords.Mark(value: mark.value, set: set, session: sessions[place].session)
  }
}

/// The records of one exercise as its sets are taken in, and its volume in each session so far.
private struct RecordTally {
  /// The place of a set, and what is compared of it.
  ///
  /// A place alone: nearly every set leads in something for a while, and an object would be made for it.
  struct Mark: RecordMark {
    let value: Double?
    let kilograms: Double
    let milliseconds: Int64
    /// The place of the session.
    let session: Int
    /// The place of the set in it.
    let offset: Int
  }

  var marks = RecordMarks<Mark>()
  /// The session of the latest set, and the volume of the exercise in it so far, in kilograms.
  private var latest: (session: Int, kilograms: Double)?
  /// The volumes in the sessions before it, by place; nil where no set is logged into one of them again.
  ///
  /// Nearly always they follow one another, and a table of them took a quarter of a look at records.
  private var volumes: [Int: Double]?

  init(isInTurn: Bool) { if isInTurn { volumes = [:] } }

  mutating func add(
    _ set: borrowing History.LoggedSet, at session: Int, _ offset: Int, _ formula: OneRepMax,
    _ bodyKg: Double?
  ) {
    if let latest, latest.session != session { volumes?[latest.session] = latest.kilograms }
    let before = latest?.session == session ? latest?.kilograms : volumes?[session]
    let volume = (before ?? 0) + set.score
    latest = (session, volume)
    let (kilograms, time) = (set.weight?.kilograms ?? 0, set.at.milliseconds)
    marks.add(set, volume: volume, formula, bodyKg: bodyKg) {
      Mark(
        value: $0, kilograms: kilograms, milliseconds: time, session: session, offset: offset)
    }
  }
}
