import Events

/// The sets of sessions in the format of the app Strong, for `replog import strong`.
///
/// The format has no columns for the time and the completion of a set, ids, supersets, or loads for one side. It has no
/// rows for sessions without sets. Sessions that begin at the same time with the same title become one. Repetitions in
/// reserve become an RPE if the set has none.
public struct StrongTable {
  /// The header row of Strong's export on Android, the only one with a unit for each weight.
  public static var header: String {
    row([
      "Date", "Workout Name", "Exercise Name", "Set Order", "Weight", "Weight Unit", "Reps", "RPE",
      "Distance", "Distance Unit", "Seconds", "Notes", "Workout Notes", "Workout Duration",
    ])
  }

  /// The properties of a set that the format cannot record, in words that follow "the set was".
  package static let losses: [(words: String, happens: @Sendable (History.LoggedSet) -> Bool)] = [
    ("not done", { !$0.completed }),
    ("loaded per side", { $0.isPerSide }),
    ("part of a superset", { $0.superset != nil }),
    ("rated by RIR", { set in set.rir.map { rpe(of: set) != 10 - $0 } ?? false }),
    // Strong writes such a row for a set without values, so an import leaves it out.
    ("empty (0 repetitions with a load of 0)", { $0.isBlankInStrong }),
  ]

  private let names: ExerciseNames
  private let hasExactTimes: Bool

  /// Creates the table of sets.
  ///
  /// - Parameter hasExactTimes: Whether times have milliseconds and a UTC offset, so that an import restores them.
  ///   Otherwise they are local times to the second, as Strong writes them.
  public init(_ names: ExerciseNames, hasExactTimes: Bool = false) {
    (self.names, self.hasExactTimes) = (names, hasExactTimes)
  }

  /// Returns the rows of a session; empty if it has no sets.
  public func rows(of session: History.Session) -> String {
    let start = session.startedAt.description
    let date = hasExactTimes ? start : start.prefix(10) + " " + start.dropFirst(11).prefix(8)
    let duration = duration(of: session)
    var order = 0
    return session.sets.enumerated().map { place, set in
      if set.kind == .normal { order += 1 }
      let exercise = exercise(set.exercise)
      return StrongTable.row(
        [date, session.title ?? "", exercise, self.order(of: set.kind, order)]
          + measures(of: set, isAssisted: Name(exercise).isAssisted)
          + [set.note ?? "", place == 0 ? session.note ?? "" : "", duration])
    }.joined()
  }

  private static func row(_ cells: [String]) -> String { csvRow(cells, separator: ";") }

  private func measures(of set: History.LoggedSet, isAssisted: Bool) -> [String] {
    [
      // Strong writes assistance as a positive weight.
      set.weight.map { plainNumber(isAssisted ? abs($0.value) : $0.value) } ?? "",
      set.weight.map { $0.unit == .kg ? "kg" : "lbs" } ?? "",
      String(set.reps), StrongTable.rpe(of: set).map(plainNumber) ?? "",
      set.metres.map(plainNumber) ?? "", set.metres == nil ? "" : "m",
      set.seconds.map(plainNumber) ?? "",
    ]
  }

  /// Returns the RPE of a set, or the one that its repetitions in reserve mean.
  private static func rpe(of set: History.LoggedSet) -> Double? {
    // An RPE is at least 1.
    set.rpe ?? set.rir.flatMap { $0 > 9 ? nil : 10 - $0 }
  }

  private func order(of kind: SetKind, _ number: Int) -> String {
    switch kind {
    case .normal: String(number)
    case .warmup: "W"
    case .drop: "D"
    case .failure: "F"
    }
  }

  /// Returns the exercise name from which an import derives the same id: the display name if it does.
  private func exercise(_ exercise: Name) -> String {
    if let name = names.name(of: exercise), ExerciseSlugs.slug(of: name) == exercise.text {
      return name
    }
    // An import refuses a longer name and its sets.
    return ExerciseSlugs.readable(exercise.text)
  }

  /// Returns the time from start to end as `1h 5m 3s`; empty if there is no duration that an import can read.
  private func duration(of session: History.Session) -> String {
    guard let end = session.endedAt else { return "" }
    let seconds = Int64(end.seconds(since: session.startedAt).rounded())
    guard (1...36_000_000).contains(seconds) else { return "" }
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }
}

extension History.LoggedSet {
  /// A Boolean value indicating whether all measures of the set are zeros in Strong's format.
  fileprivate var isBlankInStrong: Bool {
    reps == 0 && weight?.value == 0 && seconds ?? 0 == 0 && metres ?? 0 == 0
  }
}
