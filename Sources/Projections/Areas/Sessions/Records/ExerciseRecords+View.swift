import Events

/// The records of each exercise of a user, each with the set that achieved it.
public struct RecordsView: PersonalView {
  /// The records of an exercise.
  public struct Row: Record {
    public let exercise: Name
    /// The number of the exercise.
    public let number: Int?
    public let records: ExerciseRecords

    public static var key: String? { "exercise" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.exercise, .plain.exercise, "The exercise.")
      f("number", row?.number, .hidden, "The number of the exercise, as in `ids`.")
      f.object(
        "heaviest", row?.records.heaviest, .plain,
        "The largest load with at least one repetition, in kilograms.")
      f.object(
        "e1rm", row?.records.oneRepMax, .plain,
        "The largest estimated one-repetition maximum, in kilograms.")
      f.object(
        "product", row?.records.product, .plain,
        "The largest product of repetitions and load, in kilograms, as in `pbs`.")
      f.object("reps", row?.records.reps, .plain, "The most repetitions with any load.")
      f.object(
        "sessionVolume", row?.records.sessionVolume, .plain,
        "The largest volume of a session in kilograms, with the set that completed it.")
      f.object("longest", row?.records.longest, .plain, "The longest duration in seconds.")
      f.object("farthest", row?.records.farthest, .plain, "The largest distance in metres.")
      f.object("first", row?.records.first, .plain, "The earliest set.")
      f.object("last", row?.records.last, .plain, "The latest set.")
      f.list(
        "repsAt", row?.records.repsAt.map(RepsAt.init), .plain,
        "The most repetitions with each load, the smallest load first.")
      f.object(
        "relative", row?.records.relative, .plain.personal,
        "The largest load in multiples of the body weight on that day; null if unknown."
      )
    }
  }

  /// The most repetitions with a load.
  ///
  /// It has only the listed values of the set, so two sets that differ only in their note are equal.
  public struct RepsAt: Record {
    /// The load; nil without added weight.
    public let weight: Weight?
    public let reps: Int
    /// The time at which the set was logged.
    public let at: Timestamp
    /// The position of the event that logged the set.
    public let seq: Int

    init(_ mark: ExerciseRecords.Mark) {
      (weight, reps, at, seq) = (mark.set.weight, mark.set.reps, mark.set.at, mark.set.seq)
    }

    public static var key: String? { "weightKg" }
    public var _keyScalar: RecordScalar? { weight.map { .number($0.kilograms) } ?? .text("null") }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f(
        "weightKg", row?.weight, .mass,
        "The load in kilograms, negative for assistance; null for body weight only.")
      f("reps", row?.reps, .plain, "The repetitions.")
      f("at", row?.at, .plain, "The time at which the set was logged.")
      f("seq", row?.seq, .plain, "The event that logged the set.")
    }
  }

  public static let name = "records"
  public static let summary = "the records for each exercise, with the sets that achieved them"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no sets"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]

  public init(of user: Name?, _ training: MeasuredTraining, _ numbers: ExerciseNumbers) {
    self.init(training, numbers)
  }

  /// Creates the view of records with another formula, without warm-ups, or with the body weight included in the
  /// loads.
  public init(
    _ training: MeasuredTraining, _ numbers: ExerciseNumbers, workingOnly: Bool = false,
    _ formula: OneRepMax = .epley, countsBody: Bool = false
  ) {
    let records = training.history.records(
      workingOnly: workingOnly, formula, training.body, countsBody: countsBody)
    rows = records.map { exercise, records in
      Row(exercise: exercise, number: numbers[exercise], records: records)
    }
  }

  public static var exercise: (@Sendable (Row, Name) -> Row?)? {
    { row, exercise in row.exercise == exercise ? row : nil }
  }

  public static func row(
    _ key: Name, of user: Name?, _ training: MeasuredTraining, _ numbers: ExerciseNumbers
  ) -> Row? {
    training.history.records(of: key, .epley, training.body).first.map { exercise, records in
      Row(exercise: exercise, number: numbers[exercise], records: records)
    }
  }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? {
    if case .sessions(.setRevised(let revision)) = event.body {
      return self.row(row, after: revision, of: source)
    }
    if case .sessions(.setRemoved(let removal)) = event.body {
      return row.records.removing(removal.set, from: source.first.history).map {
        Row(exercise: row.exercise, number: source.second[row.exercise], records: $0)
      }
    }
    guard case .sessions(.setLogged(let logged)) = event.body,
      source.first.history.merges[logged.exercise] == row.exercise,
      source.first.scope.includes(event.user),
      let (set, session) = source.first.history.newest, set.id == event.id, set.seq == event.seq
    else { return nil }
    let bodyKg = set.reps > 0 ? source.first.value.bodyKg(on: session.startedAt.day) : nil
    var records = row.records
    let volume = session.volumeKg(of: row.exercise, after: records.sessionVolume)
    records.add(set, in: session.session, volume: volume, .epley, bodyKg: bodyKg)
    return Row(exercise: row.exercise, number: source.second[row.exercise], records: records)
  }

  /// Returns a row after one of its sets was revised; nil if the set had a record, or has one now.
  private static func row(_ row: Row, after revision: SetRevised, of source: Source) -> Row? {
    let history = source.first.history
    let names = history.sessions(holding: revision.set)
    guard names.count == 1, let session = history[names[0]] else { return nil }
    let sets = session.sets.filter { $0.id == revision.set }
    guard sets.count == 1, sets[0].exercise == row.exercise else { return nil }
    let bodyKg = sets[0].reps > 0 ? source.first.value.bodyKg(on: session.startedAt.day) : nil
    return row.records.revised(sets[0], in: session, .epley, bodyKg: bodyKg).map {
      Row(exercise: row.exercise, number: source.second[row.exercise], records: $0)
    }
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard source.first.scope.includes(event.user) else { return [] }
    let (history, weights) = (source.first.history, source.first.bodyWeight)
    if case .profile(let fact) = event.body {
      // A weight counts on its day and later days, so a weight on a day without later sessions affects no row.
      return weights.day(weighedBy: fact, event).map { history.exercises(sinceDay: $0) } ?? []
    }
    guard case .sessions(let fact) = event.body else { return event.changesMerges ? nil : [] }
    switch fact {
    case .setLogged(let set): return [history.merges[set.exercise]]
    case .setRevised(let revision): return history.exercises(holding: revision.set)
    case .setRemoved(let removal): return history.exercises(holding: removal.set)
    case .sessionDiscarded(let discarding): return history.exercises(of: discarding.session)
    // The body weight is that of the session's day.
    case .sessionRevised(let revision):
      let isMoved = revision.startedAt != nil && !weights.isEmpty
      return isMoved ? history.exercises(of: revision.session) : []
    case .sessionStarted, .sessionEnded, .sessionReopened, .setMoved: return []
    default: return nil
    }
  }
}

extension ExerciseRecords.Mark: Record {
  public static func list(_ mark: Self?, _ f: inout some RecordVisitor) {
    f(
      "value", mark?.value, .plain,
      "The value in kilograms, repetitions, seconds, metres or multiples of the body weight; null for the first and last sets."
    )
    f(
      "weightKg", mark?.set.weight, .mass,
      "The load in kilograms, negative for assistance; null for body weight only.")
    f("reps", mark?.set.reps, .plain, "Repetitions done.")
    f("at", mark?.set.at, .plain, "The time at which the set was logged.")
    f("session", mark?.session, .plain, "The session of the set.")
    f("seq", mark?.set.seq, .plain, "The event that logged the set.")
  }
}
