import Events

/// The sets of sessions in the format of the app Strong, as `replog import strong` reads it again.
///
/// The format cannot hold, and so lacks, the time of each set, whether it was done, ids, and sessions
/// without sets. Sessions that began at one time under one title are one.
public struct StrongTable {
  /// The row of the names of the columns: those of Strong since 2018, with the units of Android.
  public static var header: String {
    csvRow([
      "Date", "Workout Name", "Duration", "Exercise Name", "Set Order", "Weight", "Weight Unit",
      "Reps", "RPE", "Distance", "Distance Unit", "Seconds", "Notes", "Workout Notes",
    ])
  }

  private let names: ExerciseNames
  private let hasPlainTimes: Bool

  /// Creates the table of sets.
  ///
  /// - Parameter hasPlainTimes: whether times are those of the clock on the wall, to the second, as Strong
  ///   itself writes them; otherwise they have milliseconds and a UTC offset, which are read again here.
  public init(_ names: ExerciseNames, hasPlainTimes: Bool = false) {
    (self.names, self.hasPlainTimes) = (names, hasPlainTimes)
  }

  /// Returns the rows of a session; none where it has no sets.
  public func rows(of session: History.Session) -> String {
    let start = session.startedAt.description
    let date =
      hasPlainTimes ? start.prefix(10) + " " + start.dropFirst(11).prefix(8) : Substring(start)
    let shared = [String(date), session.title ?? "", duration(of: session)]
    var order = 0
    return session.sets.enumerated().map { place, set in
      if set.kind == .normal { order += 1 }
      return csvRow(
        shared + [exercise(set.exercise), self.order(of: set.kind, order)] + measures(of: set) + [
          set.note ?? "", place == 0 ? session.note ?? "" : "",
        ])
    }.joined()
  }

  private func measures(of set: History.LoggedSet) -> [String] {
    [
      set.weight.map { plainNumber($0.value) } ?? "",
      set.weight.map { $0.unit == .kg ? "kg" : "lbs" } ?? "",
      String(set.reps), set.rpe.map(plainNumber) ?? "",
      set.metres.map(plainNumber) ?? "", set.metres == nil ? "" : "m",
      set.seconds.map(plainNumber) ?? "",
    ]
  }

  private func order(of kind: SetKind, _ number: Int) -> String {
    switch kind {
    case .normal: String(number)
    case .warmup: "W"
    case .drop: "D"
    case .failure: "F"
    }
  }

  /// Returns the name that an import makes the same id of again, that of people where it does.
  private func exercise(_ exercise: Name) -> String {
    if let name = names.name(of: exercise), ExerciseSlugs.slug(of: name) == exercise.text {
      return name
    }
    // A longer one is refused, and its sets with it.
    return ExerciseSlugs.readable(exercise.text)
  }

  /// Returns the time from start to end as `1h 5m 3s`; nothing where there is none that can be read again.
  private func duration(of session: History.Session) -> String {
    guard let end = session.endedAt else { return "" }
    let seconds = Int64(end.seconds(since: session.startedAt).rounded())
    guard (1...36_000_000).contains(seconds) else { return "" }
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }
}
