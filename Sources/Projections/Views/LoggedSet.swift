import Events

extension History {
  /// A set after all revisions.
  ///
  /// In 120 bytes, where an optional number for each measure made it 152: a log has nearly as many as it has lines.
  public struct LoggedSet: Equatable, Sendable {
    /// The id of the event that logged it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public let exercise: Name
    public internal(set) var reps: Int
    /// The time at which it was logged.
    public let at: Timestamp
    public internal(set) var kind: SetKind
    public internal(set) var completed: Bool
    /// A Boolean value indicating whether it was removed: a mark that keeps the places of the others.
    var isRemoved = false
    public internal(set) var weight: Weight?
    private var measures: Measures
    public internal(set) var note: String?

    init(
      id: EventID, seq: Int, at: Timestamp, exercise: Name, reps: Int, weight: Weight?,
      kind: SetKind, rpe: Double?, seconds: Double?, metres: Double?, completed: Bool, note: String?
    ) {
      (self.id, self.seq, self.at, self.exercise) = (id, seq, at, exercise)
      (self.reps, self.weight, self.kind) = (reps, weight, kind)
      measures = Measures(rpe: Measure(rpe), seconds: Measure(seconds), metres: Measure(metres))
      (self.completed, self.note) = (completed, note)
    }

    public internal(set) var rpe: Double? {
      get { measures.rpe.value }
      set { measures.rpe = Measure(newValue) }
    }
    /// The duration; nil when not recorded.
    public internal(set) var seconds: Double? {
      get { measures.seconds.value }
      set { measures.seconds = Measure(newValue) }
    }
    /// The distance; nil when not recorded.
    public internal(set) var metres: Double? {
      get { measures.metres.value }
      set { measures.metres = Measure(newValue) }
    }

    /// The reps × weight in kilograms; 0 for the body alone, and for assistance.
    public var score: Double { weight.score(reps) }
  }

  private struct Measures: Equatable, Sendable {
    var rpe: Measure
    var seconds: Measure
    var metres: Measure
  }

  /// A finite number, or none, in the eight bytes of a number.
  private struct Measure: Equatable, Sendable {
    private let number: Double

    init(_ value: Double?) { number = value ?? .infinity }

    var value: Double? { number == .infinity ? nil : number }
  }
}
