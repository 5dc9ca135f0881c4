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
    func beats(_ other: Mark?) -> Bool {
      guard let other, let value, let most = other.value else { return true }
      return value > most || (value == most && set.seq < other.set.seq)
    }

    public static func == (one: Mark, other: Mark) -> Bool {
      one.content === other.content
        || (one.value == other.value && one.session == other.session && one.set == other.set)
    }
  }

  var marks = RecordMarks<Mark>()
  var otherVolumes = OtherVolumes()

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
    let most = sessionVolume
    marks.add(set, volume: volume, formula, bodyKg: bodyKg) {
      Mark(value: $0, set: set, session: session)
    }
    guard let others = otherVolumes.largest else { return }
    let isLargest = sessionVolume?.session == session
    let other = isLargest ? (most?.session == session ? 0 : most?.value ?? 0) : volume
    otherVolumes.largest = set.isCoarse && volume.isCoarse ? max(others, other) : nil
  }
}
