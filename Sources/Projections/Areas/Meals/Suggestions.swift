import Events

/// One user's recorded suggestions of meals and workouts, from external sources.
public struct Suggestions: UserProjection {
  public enum Kind: String, CaseIterable, Sendable, RecordValue {
    case meals, workout
  }

  public struct Suggestion: Equatable, Sendable {
    /// The position of its event.
    public let seq: Int
    public let at: Timestamp
    public let kind: Kind
    /// The suggestion, in Markdown.
    @Verbatim public private(set) var text: String
    /// The name of the source; nil if it is unknown.
    public let source: Name?
  }

  /// The suggestions in the order of the log.
  public private(set) var suggestions: [Suggestion] = []

  public init() {}
  public static var reads: Areas { [.meals, .workouts] }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .meals(.mealsSuggested(let came)): add(event, .meals, came.text, came.source)
    case .workouts(.workoutSuggested(let came)): add(event, .workout, came.text, came.source)
    default: break
    }
  }

  private mutating func add(_ event: Event, _ kind: Kind, _ text: String, _ source: Name?) {
    suggestions.append(
      Suggestion(seq: event.seq, at: event.at, kind: kind, text: text, source: source))
  }
}
