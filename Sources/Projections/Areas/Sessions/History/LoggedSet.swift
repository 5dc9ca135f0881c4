import Events

extension History {
  /// A set after all revisions.
  ///
  /// It takes 120 bytes. A log has nearly as many sets as lines, so a rare number takes eight bytes without a flag.
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
    public internal(set) var weight: Weight?
    private var measures: Measures
    @Verbatim public internal(set) var note: String?

    init(
      id: EventID, seq: Int, at: Timestamp, exercise: Name, reps: Int, weight: Weight?,
      kind: SetKind, rpe: Double?, seconds: Double?, metres: Double?, completed: Bool, note: String?
    ) {
      (self.id, self.seq, self.at, self.exercise) = (id, seq, at, exercise)
      (self.reps, self.weight, self.kind) = (reps, weight, kind)
      measures = Measures(rpe: Measure(rpe), seconds: Measure(seconds), metres: Measure(metres))
      (self.completed, self.note) = (completed, note)
    }

    /// The rating of perceived exertion, 1...10; nil if it was not recorded.
    public internal(set) var rpe: Double? {
      get { measures.rpe.value }
      set { measures.rpe = Measure(newValue) }
    }
    /// The duration in seconds; nil if it was not recorded.
    public internal(set) var seconds: Double? {
      get { measures.seconds.value }
      set { measures.seconds = Measure(newValue) }
    }
    /// The distance; nil if it was not recorded.
    public internal(set) var metres: Double? {
      get { measures.metres.value }
      set { measures.metres = Measure(newValue) }
    }

    /// The reps × weight in kilograms; 0 without added weight, and for assistance.
    public var score: Double { weight.score(reps) }
  }

  /// The numbers that few sets have.
  private struct Measures: Equatable, Sendable {
    var rpe: Measure
    var seconds: Measure
    var metres: Measure
  }

  /// A finite number or none, in eight bytes: infinity, which no line can contain, means none.
  private struct Measure: Equatable, Sendable {
    private let number: Double

    init(_ value: Double?) { number = value ?? .infinity }

    var value: Double? { number == .infinity ? nil : number }
  }
}
