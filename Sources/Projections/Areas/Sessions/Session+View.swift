import Events

/// The open session of a user with its sets, or the latest one: `replog session`.
public struct SessionView: PersonalView {
  /// The session, with the same fields as in the history.
  public struct Row: Record {
    public let session: History.Session

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      HistoryView.Row.list(row.map { HistoryView.Row(session: $0.session) }, &f)
      f("template", row?.session.template, .hidden, "The template of the session, or null.")
      f.list(
        "planned", row?.session.progress.map { Planned(progress: $0) }, .hidden,
        "The planned exercises from the template, with the sets that were done.")
    }
  }

  /// A planned exercise.
  public struct Planned: Record {
    public let progress: PlannedProgress

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.progress.planned.exercise, .plain.exercise, "The exercise.")
      f("sets", row?.progress.planned.sets, .plain, "Planned sets; null when open.")
      f("reps", row?.progress.planned.reps, .plain, "Planned repetitions; null when open.")
      f(
        "weightKg", row?.progress.planned.weight, .mass,
        "The planned load in kilograms; null when open.")
      f("done", row?.progress.done, .plain, "The number of sets done, without warm-ups.")
    }
  }

  public static let name = "session"
  public static let summary = "the sets of the open session, or of the latest one"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.optionalObject
  public static let emptyText = "no sessions"

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _: EmptyProjection) {
    self.init(history.open ?? history.latest)
  }

  /// Creates the view of a session; nil for none.
  public init(_ session: History.Session?) { rows = session.map { [Row(session: $0)] } ?? [] }
}
