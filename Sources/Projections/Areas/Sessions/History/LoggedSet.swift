import Events

extension History {
  /// A set after all revisions.
  ///
  /// It takes 112 bytes. A log has nearly as many sets as lines, so a rare number takes eight bytes without a flag, and
  /// the rarest values are in an object of their own.
  public struct LoggedSet: Equatable, Sendable {
    /// The id of the event that logged it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public internal(set) var exercise: Name
    public internal(set) var reps: Int
    /// The time at which it was logged.
    public let at: Timestamp
    public internal(set) var kind: SetKind
    public internal(set) var completed: Bool
    /// A Boolean value indicating whether it was removed; it then only keeps the places of the other sets.
    var isRemoved = false
    /// A Boolean value indicating whether the load is for one side, with all repetitions done on each side.
    public internal(set) var isPerSide: Bool
    /// The superset that the set is part of; nil for none.
    public internal(set) var superset: SupersetGroup?
    public internal(set) var weight: Weight?
    private var measures: Measures
    private var rare: Rare?

    init(
      id: EventID, seq: Int, at: Timestamp, exercise: Name, reps: Int, weight: Weight?,
      kind: SetKind, rpe: Double?, seconds: Double?, metres: Double?, completed: Bool,
      note: String?, rir: Double?, superset: SupersetGroup?, isPerSide: Bool
    ) {
      (self.id, self.seq, self.at, self.exercise) = (id, seq, at, exercise)
      (self.reps, self.weight, self.kind) = (reps, weight, kind)
      measures = Measures(rpe: Measure(rpe), seconds: Measure(seconds), metres: Measure(metres))
      (self.completed, self.superset, self.isPerSide) = (completed, superset, isPerSide)
      rare = Rare(note: note, rir: rir, delay: 0)
    }

    /// The rating of perceived exertion, 1...10; nil if it was not recorded.
    public internal(set) var rpe: Double? {
      get { measures.rpe.value }
      set { measures.rpe = Measure(newValue) }
    }
    /// The duration in seconds; nil if it was not recorded.
    public internal(set) var seconds: Double? {
      @inline(__always) get { measures.seconds.value }
      set { measures.seconds = Measure(newValue) }
    }
    /// The distance; nil if it was not recorded.
    public internal(set) var metres: Double? {
      @inline(__always) get { measures.metres.value }
      set { measures.metres = Measure(newValue) }
    }

    /// The remark; nil for none.
    public internal(set) var note: String? {
      get { rare?.note }
      set { rare = Rare(note: newValue, rir: rir, delay: delay) }
    }
    /// The repetitions in reserve, 0...10; nil if they were not recorded.
    public internal(set) var rir: Double? {
      get { rare?.rir }
      set { rare = Rare(note: note, rir: newValue, delay: delay) }
    }
    /// The milliseconds from its entry until it was done; 0 if it was done then.
    var delay: Int64 {
      get { rare?.delay ?? 0 }
      set { rare = Rare(note: note, rir: rir, delay: newValue) }
    }

    /// The time at which it was done, in milliseconds since 1970.
    ///
    /// That is the time of its entry, or of the latest revision that completed it.
    var doneAt: Int64 { at.milliseconds &+ delay }

    /// The reps × weight in kilograms; 0 without added weight, and for assistance.
    public var score: Double { weight.score(reps) }

    /// The score of all sides together: twice the score if the load is for one side.
    @inline(__always)
    public var volumeKg: Double { isPerSide ? 2 * score : score }
  }

  /// The numbers that few sets have.
  private struct Measures: Equatable, Sendable {
    var rpe: Measure
    var seconds: Measure
    var metres: Measure
  }

  /// The values that hardly any set has.
  private final class Rare: Equatable, Sendable {
    private let text: Verbatim<String?>
    let rir: Double?
    let delay: Int64

    var note: String? { text.wrappedValue }

    /// Creates the values; nil if there are none.
    @inline(__always)
    init?(note: String?, rir: Double?, delay: Int64) {
      guard note != nil || rir != nil || delay != 0 else { return nil }
      (text, self.rir, self.delay) = (Verbatim(wrappedValue: note), rir, delay)
    }

    static func == (one: Rare, other: Rare) -> Bool {
      one === other
        || one.text == other.text && one.rir == other.rir && one.delay == other.delay
    }
  }

  /// A finite number or none, in eight bytes: infinity, which no line can contain, means none.
  private struct Measure: Equatable, Sendable {
    private let number: Double

    init(_ value: Double?) { number = value ?? .infinity }

    @inline(__always)
    var value: Double? { number == .infinity ? nil : number }
  }
}
