import Events

/// The records of one exercise, each with the set that made it.
///
/// Every set counts, completed or not, as it does for the personal bests. The first set of the log that
/// reaches a value keeps the record.
public struct ExerciseRecords: Equatable, Sendable {
  /// A set, and the value by which it is a record.
  public struct Mark: Equatable, Sendable {
    /// The value: kilograms, repetitions, seconds, metres or multiples of the body's weight; nil where the set is
    /// the first or the last.
    public let value: Double?
    public let set: History.LoggedSet
    public let session: Name
  }

  /// The largest load with at least one repetition.
  public private(set) var heaviest: Mark?
  /// The largest estimate of the weight that could be lifted once.
  public private(set) var oneRepMax: Mark?
  /// The largest repetitions × load.
  public private(set) var product: Mark?
  /// The most repetitions, whatever the load.
  public private(set) var reps: Mark?
  /// The largest volume of a session, with the set that completed it.
  public private(set) var sessionVolume: Mark?
  /// The longest duration.
  public private(set) var longest: Mark?
  /// The largest distance.
  public private(set) var farthest: Mark?
  /// The largest load in multiples of the body's weight, with at least one repetition.
  public private(set) var relative: Mark?
  /// The earliest set by its time.
  public private(set) var first: Mark?
  /// The latest set by its time.
  public private(set) var last: Mark?
  /// The most repetitions with each load in kilograms; 0 for the body alone.
  private var mostReps: [Double: Mark] = [:]

  /// The most repetitions with each load, the smallest load first.
  public var repsAt: [Mark] { mostReps.sorted { $0.key < $1.key }.map(\.value) }

  /// Takes in a set, which the log has after all that were taken in.
  ///
  /// - Parameters:
  ///   - volume: the volume of the exercise in the session up to the set and with it, in kilograms.
  ///   - bodyKg: the body's weight of the day; nil where it is not known.
  mutating func add(
    _ set: History.LoggedSet, in session: Name, volume: Double, _ formula: OneRepMax,
    bodyKg: Double? = nil
  ) {
    let kilograms = set.weight?.kilograms ?? 0
    func offer(_ value: Double?, for record: inout Mark?) {
      guard let value, value > record?.value ?? 0 else { return }
      record = Mark(value: value, set: set, session: session)
    }
    offer(set.reps > 0 ? kilograms : nil, for: &heaviest)
    offer(set.reps > 0 ? bodyKg.map { kilograms / $0 } : nil, for: &relative)
    offer(formula.estimate(kilograms, reps: set.reps), for: &oneRepMax)
    offer(set.score, for: &product)
    offer(Double(set.reps), for: &reps)
    offer(set.seconds, for: &longest)
    offer(set.metres, for: &farthest)
    // Volumes only grow, so the largest so far is that of a whole session in the end.
    offer(volume, for: &sessionVolume)
    // Looked up first: a record that stays shares its table with the row before it.
    if set.reps > 0, Double(set.reps) > mostReps[kilograms]?.value ?? 0 {
      offer(Double(set.reps), for: &mostReps[kilograms])
    }
    let mark = Mark(value: nil, set: set, session: session)
    if first.map({ set.at.milliseconds < $0.set.at.milliseconds }) ?? true { first = mark }
    if last.map({ $0.set.at.milliseconds <= set.at.milliseconds }) ?? true { last = mark }
  }
}

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
    var sets: [(set: LoggedSet, session: Int)] = []
    for (place, session) in begun.enumerated() {
      guard let session else { continue }
      for set in session.sets where !set.isRemoved {
        guard exercise.map({ $0 == set.exercise }) ?? true else { continue }
        if !workingOnly || set.kind != .warmup { sets.append((set, place)) }
      }
    }
    sets.sort { $0.set.seq < $1.set.seq }
    var records: [Name: ExerciseRecords] = [:]
    var volumes: [Name: [Int: Double]] = [:]
    for (set, place) in sets {
      guard let session = begun[place] else { continue }
      let day = body == nil ? nil : session.startedAt.day
      let counted = countsBody ? day.flatMap { body?.counted(set, on: $0) } : nil
      let volume = (volumes[set.exercise]?[place] ?? 0) + (counted ?? set).score
      volumes[set.exercise, default: [:]][place] = volume
      records[set.exercise, default: ExerciseRecords()].add(
        counted ?? set, in: session.session, volume: volume, formula,
        bodyKg: day.flatMap { body?.bodyKg(on: $0) })
    }
    return records.map { (exercise: $0.key, records: $0.value) }.sorted {
      $0.exercise < $1.exercise
    }
  }
}
