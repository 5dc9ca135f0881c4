import Events
import Projections

/// The requested rows of a view.
struct ViewFilter {
  /// The only exercise, by id or by name; nil for all.
  var exercise: String?
  /// The days, relative to the time of the command.
  private(set) var days = DayRange()
  /// The days as typed.
  var entered = EnteredDays()
  /// The number of rows, the newest ones; nil for all.
  var last: Count?
  /// A text that the rows contain; nil for any.
  var text: String?

  static let textHelp = "only rows that contain this text, ignoring case"

  /// Lists the arguments for filtering the rows of a view.
  mutating func arguments<V: LogView>(_ a: some Arguments, of view: V.Type) throws {
    if V.exercise != nil {
      try a.positional(&exercise, "EXERCISE", "the exercise, by id or name (default: all)")
    }
    if V.day != nil {
      try a.option(&entered.first, "--from", "the first local day")
      try a.option(&entered.last, "--to", "the last local day")
      try a.option(&last, "--last", "at most this many rows, newest first")
    }
    if V.shape == .list { try a.option(&text, "--grep", Self.textHelp) }
  }

  /// Returns the filter with days relative to the time of the command.
  ///
  /// - Throws: A usage error if the exercise has no name.
  func resolved(_ shell: Shell) throws -> ViewFilter {
    if let exercise, trimmed(exercise).isEmpty {
      throw UsageError(
        message: "an exercise must have letters or digits in its name",
        help: "leave out EXERCISE to show all exercises")
    }
    var filter = self
    filter.days = try entered.range(shell)
    return filter
  }

  /// The filter without the limit on the number of rows.
  var unlimited: ViewFilter {
    var filter = self
    filter.last = nil
    return filter
  }

  /// Removes the other rows from a view.
  func cut<V: LogView>(_ view: inout V, about exercise: Name?, _ names: ExerciseNames) {
    if let exercise, let part = V.exercise {
      view.rows = view.rows.compactMap { part($0, exercise) }
    }
    days.cut(&view)
    if let text {
      view.rows = view.rows.filter { row in
        var visitor = TextVisitor(wanted: text.lowercased(), names: names)
        V.Row.list(row, &visitor)
        return visitor.isFound
      }
    }
    if let last { view.rows = Array(view.rows.prefix(last.number)) }
  }
}

/// A range of days as typed; a month means all of its days.
struct EnteredDays {
  var first: DayArgument?
  var last: DayArgument?

  /// Returns the days, relative to the time of the command.
  ///
  /// - Throws: A usage error if the range ends before it begins.
  func range(_ shell: Shell) throws(UsageError) -> DayRange {
    guard first != nil || last != nil else { return DayRange() }
    let now = try shell.now()
    let range = DayRange(
      first: first?.time.days(from: now).lowerBound, last: last?.time.days(from: now).upperBound)
    if let first = range.first, let last = range.last, first > last {
      throw .reversed("--from", "\(first)", "--to", "\(last)")
    }
    return range
  }
}

/// A range of days, including both ends; an end is open if it is nil.
struct DayRange {
  var first: LocalDay?
  var last: LocalDay?

  func contains(_ day: LocalDay) -> Bool {
    first.map { $0 <= day } ?? true && last.map { day <= $0 } ?? true
  }

  /// Removes the rows of other days from a view.
  func cut<V: LogView>(_ view: inout V) {
    guard first != nil || last != nil, let day = V.day else { return }
    view.rows = view.rows.filter { contains(day($0)) }
  }
}

/// A number that is at least 1.
struct Count: ArgumentValue {
  let number: Int

  static var placeholder: String { "N" }
  static var expected: String { "a whole number of at least 1" }

  init?(argument text: String) {
    guard let number = Int(text), number > 0 else { return nil }
    self.number = number
  }
}

/// Searches for a text in the fields of a record, and in those of nested records.
private struct TextVisitor: RecordVisitor {
  /// The text in lower case.
  let wanted: String
  let names: ExerciseNames
  var isFound = false

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard !isFound else { return }
    let scalar = value?.scalar
    if let text = scalar?.text {
      isFound = holds(text) || style.isExercise && holds(names[Name(text)])
    } else if case .texts(let texts) = scalar {
      isFound = texts.contains(where: holds)
    }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    for record in records ?? [] where !isFound { R.list(record, &self) }
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    if let record, !isFound { R.list(record, &self) }
  }

  private func holds(_ text: String) -> Bool { text.lowercased().contains(text: wanted) }
}
