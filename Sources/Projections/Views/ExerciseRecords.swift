import Events

/// The records of one exercise, each with the set that made it.
///
/// Every set counts, completed or not, as it does for the personal bests. The first set of the log that
/// reaches a value keeps the record.
public struct ExerciseRecords: Equatable, Sendable {
  /// A set, and the value by which it is a record.
  ///
  /// Its content is shared by all copies: an exercise has a dozen marks, and copies of them took a third of a
  /// replay of the view.
  public struct Mark: Equatable, Sendable {
    private let content: Content

    private final class Content: Sendable {
      let value: Double?
      let set: History.LoggedSet
      let session: Name
      let kilograms: Double

      init(_ value: Double?, _ set: History.LoggedSet, _ session: Name) {
        (self.value, self.set, self.session) = (value, set, session)
        kilograms = set.weight?.kilograms ?? 0
      }
    }

    init(value: Double?, set: History.LoggedSet, session: Name) {
      content = Content(value, set, session)
    }

    /// The value: kilograms, repetitions, seconds, metres or multiples of the body's weight; nil where the set is
    /// the first or the last.
    public var value: Double? { content.value }
    public var set: History.LoggedSet { content.set }
    public var session: Name { content.session }
    /// The load of the set; nil for the body alone.
    var weight: Weight? { content.set.weight }
    /// The load in kilograms; 0 for the body alone.
    fileprivate var kilograms: Double { content.kilograms }

    /// Returns whether this mark is the record where another one was: the first set of the log that reaches it.
    fileprivate func beats(_ other: Mark?) -> Bool {
      guard let other, let value, let most = other.value else { return true }
      return value > most || (value == most && set.seq < other.set.seq)
    }

    public static func == (one: Mark, other: Mark) -> Bool {
      one.content === other.content
        || (one.value == other.value && one.session == other.session && one.set == other.set)
    }
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
  /// The most repetitions with each load, the smallest load first.
  ///
  /// A list in order, and no table by load, whose order was made for each look at a record: a tenth of a walk
  /// over all views.
  public private(set) var repsAt: [Mark] = []

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
    // Looked up first: a record that stays shares its list with the row before it.
    let place = place(ofLoad: kilograms)
    if Double(set.reps) > (place.isFound ? repsAt[place.index].value : nil) ?? 0 {
      let mark = Mark(value: Double(set.reps), set: set, session: session)
      if place.isFound { repsAt[place.index] = mark } else { repsAt.put(mark, at: place.index) }
    }
    let mark = Mark(value: nil, set: set, session: session)
    if first.map({ set.at.milliseconds < $0.set.at.milliseconds }) ?? true { first = mark }
    if last.map({ $0.set.at.milliseconds <= set.at.milliseconds }) ?? true { last = mark }
  }

  /// Returns the records after one of their sets was revised.
  ///
  /// They are nil where it takes a look at all sets: where the set made one of them, or makes one now.
  ///
  /// - Parameters:
  ///   - set: the set as it is now.
  ///   - session: its session as it is now.
  ///   - bodyKg: the body's weight of the day; nil where it is not known.
  func revised(
    _ set: History.LoggedSet, in session: History.Session, _ formula: OneRepMax, bodyKg: Double?
  ) -> ExerciseRecords? {
    let made = largest + [sessionVolume] + repsAt
    guard !made.contains(where: { $0?.set.id == set.id }) else { return nil }
    let volume = session.volumesKg(of: set.exercise).max() ?? 0
    // Where the volumes are equal it depends on more than this set which of them was first.
    guard sessionVolume?.session != session.session, volume < sessionVolume?.value ?? .infinity
    else { return nil }
    var own = ExerciseRecords()
    own.add(set, in: session.session, volume: volume, formula, bodyKg: bodyKg)
    let loads = own.repsAt.map { mark in
      let place = place(ofLoad: mark.kilograms)
      return (mark, place.isFound ? repsAt[place.index] : nil)
    }
    guard !(Array(zip(own.largest, largest)) + loads).contains(where: { $0?.beats($1) ?? false })
    else { return nil }
    var records = self
    if first?.set.id == set.id { records.first = own.first }
    if last?.set.id == set.id { records.last = own.last }
    return records
  }

  /// The records of single sets, whatever the load.
  private var largest: [Mark?] {
    [heaviest, oneRepMax, product, reps, longest, farthest, relative]
  }

  /// Returns the place of a load in `repsAt`, or the one where it belongs.
  private func place(ofLoad kilograms: Double) -> (index: Int, isFound: Bool) {
    var (low, high) = (0, repsAt.count)
    while low < high {
      let middle = (low + high) / 2
      if repsAt[middle].kilograms < kilograms { low = middle + 1 } else { high = middle }
    }
    return (low, low < repsAt.count && repsAt[low].kilograms == kilograms)
  }
}

/// The records of an exercise as its sets are taken in, and its volume in each session so far.
private struct RecordTally {
  var records = ExerciseRecords()
  /// The volumes in kilograms by the places of the sessions.
  private var volumes: [Int: Double] = [:]

  mutating func add(
    _ set: History.LoggedSet, in session: Name, at place: Int, _ formula: OneRepMax,
    _ bodyKg: Double?
  ) {
    let volume = volumes[place, default: 0] + set.score
    volumes[place] = volume
    records.add(set, in: session, volume: volume, formula, bodyKg: bodyKg)
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
    var tallies: [Name: RecordTally] = [:]
    for (_, place, offset) in places(ofSetsOf: exercise, workingOnly: workingOnly) {
      guard let start = begun[place]?.startedAt, let name = begun[place]?.session,
        var set = begun[place]?.sets[offset]
      else { continue }
      let day = body == nil ? nil : start.day
      if countsBody, let day, let counted = body?.counted(set, on: day) { set = counted }
      let bodyKg = day.flatMap { body?.bodyKg(on: $0) }
      tallies[set.exercise, default: RecordTally()].add(set, in: name, at: place, formula, bodyKg)
    }
    return tallies.map { (exercise: $0.key, records: $0.value.records) }.sorted {
      $0.exercise < $1.exercise
    }
  }

  /// Returns the places of the sets of an exercise, or of all where it is nil, in the order they were logged.
  private func places(
    ofSetsOf exercise: Name?, workingOnly: Bool
  ) -> [(seq: Int, session: Int, offset: Int)] {
    var places: [(seq: Int, session: Int, offset: Int)] = []
    var isSorted = true
    for (place, session) in begun.enumerated() {
      guard let sets = session?.sets else { continue }
      // By index: few sets of a long history are of the exercise, and no others are copied.
      for offset in sets.indices {
        if let exercise, sets[offset].exercise != exercise { continue }
        if sets[offset].isRemoved || (workingOnly && sets[offset].kind == .warmup) { continue }
        if let last = places.last, last.seq > sets[offset].seq { isSorted = false }
        places.append((sets[offset].seq, place, offset))
      }
    }
    if !isSorted { places.sort { $0.seq < $1.seq } }
    return places
  }
}
