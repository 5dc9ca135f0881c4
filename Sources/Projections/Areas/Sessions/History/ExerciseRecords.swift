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
  public struct Mark: RecordMark, Equatable, Sendable {
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
    var kilograms: Double { content.kilograms }
    var milliseconds: Int64 { content.set.at.milliseconds }

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

  private var marks = RecordMarks<Mark>()

  init() {}
  init(_ marks: RecordMarks<Mark>) { self.marks = marks }

  /// The largest load with at least one repetition.
  public var heaviest: Mark? { marks.heaviest }
  /// The largest estimate of the weight that could be lifted once.
  public var oneRepMax: Mark? { marks.oneRepMax }
  /// The largest repetitions × load.
  public var product: Mark? { marks.product }
  /// The most repetitions, whatever the load.
  public var reps: Mark? { marks.reps }
  /// The largest volume of a session, with the set that completed it.
  public var sessionVolume: Mark? { marks.sessionVolume }
  /// The longest duration.
  public var longest: Mark? { marks.longest }
  /// The largest distance.
  public var farthest: Mark? { marks.farthest }
  /// The largest load in multiples of the body's weight, with at least one repetition.
  public var relative: Mark? { marks.relative }
  /// The earliest set by its time.
  public var first: Mark? { marks.first }
  /// The latest set by its time.
  public var last: Mark? { marks.last }
  /// The most repetitions with each load, the smallest load first.
  public var repsAt: [Mark] { marks.repsAt }

  /// Takes in a set, which the log has after all that were taken in.
  ///
  /// - Parameters:
  ///   - volume: the volume of the exercise in the session up to the set and with it, in kilograms.
  ///   - bodyKg: the body's weight of the day; nil where it is not known.
  mutating func add(
    _ set: History.LoggedSet, in session: Name, volume: Double, _ formula: OneRepMax,
    bodyKg: Double? = nil
  ) {
    marks.add(set, volume: volume, formula, bodyKg: bodyKg) {
      Mark(value: $0, set: set, session: session)
    }
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
      let place = marks.place(ofLoad: mark.kilograms)
      return (mark, place.isFound ? repsAt[place.index] : nil)
    }
    guard !(Array(zip(own.largest, largest)) + loads).contains(where: { $0?.beats($1) ?? false })
    else { return nil }
    var records = self
    if first?.set.id == set.id { records.marks.first = own.first }
    if last?.set.id == set.id { records.marks.last = own.last }
    return records
  }

  /// Returns the records after sets with an id were removed.
  ///
  /// They are nil where it takes a look at all sets: where one of those made a record, or was part of the session with
  /// the largest volume.
  func removing(_ id: EventID, from history: History) -> ExerciseRecords? {
    let made = largest + [sessionVolume, first, last] + repsAt
    guard !made.contains(where: { $0?.set.id == id }),
      !(sessionVolume.map { history.hasHeld(id, in: $0.session) } ?? false)
    else { return nil }
    return self
  }

  /// The records of single sets, whatever the load.
  private var largest: [Mark?] {
    [heaviest, oneRepMax, product, reps, longest, farthest, relative]
  }
}
