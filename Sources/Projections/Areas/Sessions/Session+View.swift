import Events

/// The open session of a user with its sets, or the latest one: `replog session`.
public struct SessionView: PersonalView {
  /// The session, with the same fields as in the history.
  public struct Row: Record {
    public let session: History.Session

    /// The sets with the rest after each.
    public var sets: [LoggedSet] {
      zip(session.sets, session.rests).map { LoggedSet(set: $0, restSeconds: $1) }
    }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      HistoryView.Row.listSession(row?.session, &f)
      f.list("sets", row?.sets, .plain, "The sets in the order they were logged.")
      f("template", row?.session.template, .hidden, "The template of the session, or null.")
      f.list(
        "planned", row?.session.progress.map { Planned(progress: $0) }, .hidden,
        "The planned exercises from the template, with the sets that were done.")
    }
  }

  /// A set with the rest after it.
  public struct LoggedSet: Record {
    public let set: History.LoggedSet
    /// The rest after the set in seconds; nil for the last set, and if it is unknown.
    public let restSeconds: Double?

    public static var key: String? { History.LoggedSet.key }
    public var _keyScalar: RecordScalar? { self.set._keyScalar }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      History.LoggedSet.list(row?.set, &f)
      f(
        "restSeconds", row?.restSeconds, .seconds.rare,
        "The rest after the set; null for the last set, and if it is unknown.")
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
      PlannedExercise.listTargets(row?.progress.planned, &f)
      PlannedExercise.listDistance(row?.progress.planned, &f)
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
