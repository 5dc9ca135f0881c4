import Events

/// The sets of sessions as a table of comma-separated values, one row per set.
///
/// Pass one session at a time, oldest first. Cells of texts are inert: see `Exports`.
public struct TrainingTable {
  /// The columns, in their order; like the keys of JSON they are stable.
  public static let columns = [
    "user", "date", "started", "ended", "session", "title", "session_note", "set", "exercise",
    "exercise_name", "kind", "reps", "weight", "unit", "weight_kg", "seconds", "metres", "rpe",
    "completed", "note", "logged", "event", "seq", "rir", "superset", "per_side",
  ]

  /// The row of the names of the columns.
  public static var header: String { csvRow(columns) }

  private let user: Name?
  private let names: ExerciseNames

  public init(of user: Name?, _ names: ExerciseNames) { (self.user, self.names) = (user, names) }

  /// Returns the rows of a session; empty if it has no sets.
  public func rows(of session: History.Session) -> String {
    let shared = [
      inertCell(user?.text ?? ""), session.startedAt.day.description,
      session.startedAt.description, session.endedAt?.description ?? "",
      inertCell(session.session.text), inertCell(session.title ?? ""),
      inertCell(session.note ?? ""),
    ]
    return session.sets.enumerated().map { place, set in
      csvRow(shared + [String(place + 1)] + cells(of: set))
    }.joined()
  }

  private func cells(of set: History.LoggedSet) -> [String] {
    [
      inertCell(set.exercise.text), inertCell(names[set.exercise]), set.kind.rawValue,
      String(set.reps), set.weight.map { plainNumber($0.value) } ?? "",
      set.weight?.unit.rawValue ?? "", set.weight.map { plainNumber($0.kilograms) } ?? "",
      set.seconds.map(plainNumber) ?? "", set.metres.map(plainNumber) ?? "",
      set.rpe.map(plainNumber) ?? "", String(set.completed), inertCell(set.note ?? ""),
      set.at.description, set.id.description, String(set.seq), set.rir.map(plainNumber) ?? "",
      set.superset?.rawValue ?? "", String(set.isPerSide),
    ]
  }
}
