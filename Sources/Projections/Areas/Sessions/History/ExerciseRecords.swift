import Events

/// The records of one exercise, each with the set that achieved it.
///
/// Every set counts, completed or not, as in personal bests. The first set of the log that reaches a value keeps the
/// record.
public struct ExerciseRecords: Equatable, Sendable {
  /// A set, and the value of its record.
  ///
  /// All copies share its content: an exercise has a dozen marks, and copying them took a third of a replay of the
  /// view.
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

    /// The value in kilograms, repetitions, seconds, metres or multiples of the body weight; nil for the first and last
    /// set.
    public var value: Double? { content.value }
    public var set: History.LoggedSet { content.set }
    public var session: Name { content.session }
    var kilograms: Double { content.kilograms }
    var milliseconds: Int64 { content.set.at.milliseconds }

    /// Returns whether this mark replaces another one as the record: the first set of the log with the value has it.
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
  /// The largest estimated one-repetition maximum.
  public var oneRepMax: Mark? { marks.oneRepMax }
  /// The largest repetitions × load.
  public var product: Mark? { marks.product }
  /// The most repetitions with any load.
  public var reps: Mark? { marks.reps }
  /// The largest volume of a session, with the set that completed it.
  public var sessionVolume: Mark? { marks.sessionVolume }
  /// The longest duration.
  public var longest: Mark? { marks.longest }
  /// The largest distance.
  public var farthest: Mark? { marks.farthest }
  /// The largest load in multiples of the body weight, with at least one repetition.
  public var relative: Mark? { marks.relative }
  /// The earliest set by its time.
  public var first: Mark? { marks.first }
  /// The latest set by its time.
  public var last: Mark? { marks.last }
  /// The most repetitions with each load, the smallest load first.
  public var repsAt: [Mark] { marks.repsAt }

  /// Adds a set, which must come after all added sets in the log.
  ///
  /// - Parameters:
  ///   - volume: The volume of the exercise in the session, up to and including the set, in kilograms.
  ///   - bodyKg: The body weight of the day; nil if it is unknown.
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
  /// The result is nil if all sets must be examined: if the set had a record, or has one now.
  ///
  /// - Parameters:
  ///   - set: The current set.
  ///   - session: The current session of the set.
  ///   - bodyKg: The body weight of the day; nil if it is unknown.
  func revised(
    _ set: History.LoggedSet, in session: History.Session, _ formula: OneRepMax, bodyKg: Double?
  ) -> ExerciseRecords? {
    let made = largest + [sessionVolume] + repsAt
    guard !made.contains(where: { $0?.set.id == set.id }) else { return nil }
    // Volumes only grow, so the largest is that of the whole session.
    let volume = session.volumeKg(of: set.exercise)
    // If the volumes are equal, the first depends on other sets, too.
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
  /// The result is nil if all sets must be examined. This is so if one of the removed sets had a record, or belonged to
  /// the session with the largest volume.
  func removing(_ id: EventID, from history: History) -> ExerciseRecords? {
    let made = largest + [sessionVolume, first, last] + repsAt
    guard !made.contains(where: { $0?.set.id == id }),
      !(sessionVolume.map { history.hasHeld(id, in: $0.session) } ?? false)
    else { return nil }
    return self
  }

  /// The records of single sets with any load.
  private var largest: [Mark?] {
    [heaviest, oneRepMax, product, reps, longest, farthest, relative]
  }
}
