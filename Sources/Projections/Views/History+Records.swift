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
      exercise: exercise, workingOnly: workingOnly, formula: formula, body: body,
      countsBody: countsBody)
    tallies.add(begun)
    return tallies.records(begun).sorted(byName: \.exercise)
  }
}

/// The records of exercises as the sets of a history are taken in.
private struct RecordTallies {
  let exercise: Name?
  let workingOnly: Bool
  let formula: OneRepMax
  let body: BodyLoad?
  let countsBody: Bool
  private var tallies = NameMap<RecordTally>()

  init(
    exercise: Name?, workingOnly: Bool, formula: OneRepMax, body: BodyLoad?, countsBody: Bool
  ) {
    (self.exercise, self.workingOnly, self.formula) = (exercise, workingOnly, formula)
    (self.body, self.countsBody) = (body, countsBody)
  }

  /// Takes in the sets of all sessions in the order they were logged.
  mutating func add(_ sessions: [History.Session?]) {
    var last = 0
    for place in sessions.indices {
      guard let session = sessions[place] else { continue }
      let day = body == nil ? nil : session.startedAt.day
      let bodyKg = day.flatMap { body?.bodyKg(on: $0) }
      // By index: few sets of a long history are of the exercise, and no others are copied.
      let sets = session.sets
      for offset in sets.indices where counts(sets[offset]) {
        guard sets[offset].seq > last else { return addSorted(sessions) }
        last = sets[offset].seq
        add(sets[offset], at: place, offset, on: day, bodyKg)
      }
    }
  }

  /// Takes in the sets of sessions that were logged in turn, or whose sets were moved, from the first on.
  private mutating func addSorted(_ sessions: [History.Session?]) {
    tallies = NameMap()
    var places: [(seq: Int, session: Int, offset: Int)] = []
    for place in sessions.indices {
      guard let sets = sessions[place]?.sets else { continue }
      for offset in sets.indices where counts(sets[offset]) {
        places.append((sets[offset].seq, place, offset))
      }
    }
    for (_, place, offset) in places.sorted(by: { $0.seq < $1.seq }) {
      guard let session = sessions[place] else { continue }
      let day = body == nil ? nil : session.startedAt.day
      add(session.sets[offset], at: place, offset, on: day, day.flatMap { body?.bodyKg(on: $0) })
    }
  }

  private func counts(_ set: borrowing History.LoggedSet) -> Bool {
    !set.isRemoved && (exercise == nil || set.exercise == exercise)
      && !(workingOnly && set.kind == .warmup)
  }

  private mutating func add(
    _ set: borrowing History.LoggedSet, at place: Int, _ offset: Int, on day: LocalDay?,
    _ bodyKg: Double?
  ) {
    let tally = tallies.place(of: set.exercise, orNew: RecordTally())
    if countsBody {
      tallies[tally].add(counted(copy set, on: day), at: place, offset, formula, bodyKg)
    } else {
      tallies[tally].add(set, at: place, offset, formula, bodyKg)
    }
  }

  /// Returns a set with the body in its load, where that counts.
  private func counted(_ set: History.LoggedSet, on day: LocalDay?) -> History.LoggedSet {
    guard countsBody, let body, let day else { return set }
    return body.counted(set, on: day)
  }

  /// Returns the records, whose marks hold the sets of `sessions`.
  func records(
    _ sessions: [History.Session?]
  ) -> [(exercise: Name, records: ExerciseRecords)] {
    tallies.entries.map { exercise, tally in
      let marks = tally.marks.map { mark in
        let (session, start, set) = mark.found(sessions)
        return ExerciseRecords.Mark(
          value: mark.value, set: counted(set, on: start.day), session: session)
      }
      return (exercise, ExerciseRecords(marks))
    }
  }
}

/// The records of one exercise as its sets are taken in, and its volume in each session so far.
private struct RecordTally {
  /// The place of a set, and what is compared of it.
  ///
  /// A replay of the view made an object for each set, of which nearly all gave way to the next.
  struct Mark: RecordMark {
    let value: Double?
    let kilograms: Double
    let milliseconds: Int64
    /// The place of the session.
    let place: Int
    /// The place of the set in it.
    let offset: Int

    /// Returns the set, and the name and the start of its session.
    func found(
      _ sessions: [History.Session?]
    ) -> (session: Name, start: Timestamp, set: History.LoggedSet) {
      guard let session = sessions[place] else {
        preconditionFailure("a set was taken in of a session that is not there")
      }
      return (session.session, session.startedAt, session.sets[offset])
    }
  }

  var marks = RecordMarks<Mark>()
  /// The session of the latest set, and the volume in it in kilograms.
  private var volume: (place: Int, kilograms: Double) = (-1, 0)
  /// The volumes in the sessions before it, by their places, where sets of several were logged in turn.
  private var volumes: [Int: Double] = [:]

  mutating func add(
    _ set: borrowing History.LoggedSet, at place: Int, _ offset: Int, _ formula: OneRepMax,
    _ bodyKg: Double?
  ) {
    if volume.place != place {
      volumes[volume.place] = volume.kilograms
      volume = (place, volumes[place] ?? 0)
    }
    volume.kilograms += set.score
    let (kilograms, time) = (set.weight?.kilograms ?? 0, set.at.milliseconds)
    marks.add(set, volume: volume.kilograms, formula, bodyKg: bodyKg) {
      Mark(
        value: $0, kilograms: kilograms, milliseconds: time, place: place, offset: offset)
    }
  }
}
