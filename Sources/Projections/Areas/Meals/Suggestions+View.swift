import Events

/// The recorded meal and workout suggestions, newest first.
public struct SuggestionsView: PersonalView {
  public struct Row: Record {
    public let suggestion: Suggestions.Suggestion

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let row = row?.suggestion
      f("at", row?.at, .plain.column(2, "time"), "The time at which it was recorded.")
      f("about", row?.kind, .plain.column(3, "about"), "The subject: meals, or a workout.")
      f(
        "text", row?.text, .plain.column(5, "text").personal.shortened,
        "The suggestion, in Markdown.")
      f("source", row?.source, .plain.column(4, "source"), "The name of the source, or null.")
      f("seq", row?.seq, .plain.column(1, "seq"), "The position of its event.")
    }
  }

  public static let name = "suggestions"
  public static let summary = "the recorded meal and workout suggestions, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no suggestions yet"
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.suggestion.at.day }

  public var rows: [Row]

  public init(of user: Name?, _ suggestions: Suggestions, _: EmptyProjection) {
    rows = suggestions.suggestions.reversed().map { Row(suggestion: $0) }
  }
}
