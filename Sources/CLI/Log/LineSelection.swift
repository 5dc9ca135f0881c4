import Events
import Projections

/// The options that select lines of a log, as they were typed.
struct EnteredSelection {
  var type: String?
  var since: TimeArgument?
  var until: TimeArgument?
  var about: String?
  var seq: SeqRange?
  /// A text that a value of the event contains, in upper or lower case.
  var text: String?
}

/// A selection of lines of a log.
struct LineSelection {
  private let entered: EnteredSelection
  let user: Name?
  private let search: TextSearch?

  init(_ entered: EnteredSelection, of user: Name?) {
    (self.entered, self.user) = (entered, user)
    search = entered.text.map { TextSearch($0) }
  }

  /// A Boolean value indicating whether the options leave out only lines before a position or a time.
  var isOpenEnded: Bool {
    entered.type == nil && entered.until == nil && entered.about == nil && user == nil
      && entered.text == nil && entered.seq?.range.upperBound ?? Int.max == Int.max
  }

  /// Returns whether no line from `first` on is left out after a selected one.
  ///
  /// - Parameter isBegun: Whether a line was selected before; then whether one is selected by the end.
  func leavesNoGap(from first: LineReader, after isBegun: inout Bool) throws(LogError) -> Bool {
    guard isOpenEnded else { return false }
    let filter = filter
    var lines = first
    // Positions rise, whereas a later event may have an earlier time.
    guard entered.since != nil else { return true }
    while let line = try lines.next() {
      if try filter.includes(line, lines) { isBegun = true } else if isBegun { return false }
    }
    return true
  }

  private var types: Set<String> = []
  /// The times that limit the lines, relative to the time of the command.
  private var bounds: (since: Moment?, until: Moment?) = (nil, nil)
  /// The id that all lines have or name, and the lines of the searched log that do.
  private var mentions: (id: String, lines: Mentions.Found)?

  /// Applies the selection to a log: searches the typed id in it, and resolves times on `clock`.
  ///
  /// - Throws: A usage error for a type that neither this build nor the log has, since it is probably misspelled.
  mutating func resolve(in log: Log, on clock: () throws -> UserClock) throws {
    if entered.since != nil || entered.until != nil {
      let clock = try clock()
      bounds.since = try entered.since.map { try Moment($0.time, on: clock, isEnd: false) }
      bounds.until = try entered.until.map { try Moment($0.time, on: clock, isEnd: true) }
      if let first = bounds.since, let last = bounds.until, last.isBefore(first) {
        throw UsageError.reversed("--since", "\(first)", "--until", "\(last)")
      }
    }
    try checkTypes(log)
    if entered.about?.isEmpty ?? false {
      throw UsageError.invalid("", for: "'--about'", expected: "an id", of: "log")
    }
    mentions = try entered.about.map { try Mentions.search($0, in: log) }
  }

  private mutating func checkTypes(_ log: Log) throws {
    types = Set(entered.type.map { $0.split(separator: ",").map(String.init) } ?? [])
    let known = EventType.all.map(\.name)
    var strange = types.subtracting(known)
    var lines = log.lines()
    while !strange.isEmpty, try lines.next() != nil { strange.remove(lines.type) }
    if let type = strange.min() {
      var error = UsageError.invalid(
        type, for: "'--type'", expected: "a type of event",
        near: nearest(to: type, among: known))
      error.help = error.help ?? "'replog log' shows the types of the events"
      throw error
    }
  }

  /// The conditions on a single line; the id of `--about` is not among them.
  private var filter: LineFilter {
    LineFilter(
      seqs: entered.seq?.range, user: user, since: bounds.since, until: bounds.until,
      types: entered.type == nil ? nil : types, search: search)
  }

  /// Calls `body` with each selected line of a log, and a reader at it.
  ///
  /// - Parameter isReversed: Whether the last line comes first.
  /// - Parameter checksData: Whether the data of each line must be read strictly.
  func forEachLine(
    of log: Log, isReversed: Bool = false, checksData: Bool = false,
    _ body: (LineReader.Line, LineReader) throws -> Void
  ) throws {
    let filter = filter
    if let found = mentions?.lines {
      for (line, lines) in isReversed ? found.reversed() : found
      where try filter.includes(line, lines) { try body(line, lines) }
    } else if isReversed {
      try log.forEachLineBackwards { line, lines in
        if try filter.includes(line, lines) { try body(line, lines) }
        return entered.seq.map { $0.range.lowerBound < line.seq } ?? true
      }
    } else {
      try log.forEachLine { (line, lines) throws(LogError) in
        guard try filter.includes(line, lines) else { return false }
        if checksData { try lines.checkData() }
        return true
      } _: { line, lines in
        try body(line, lines)
        return true
      }
    }
  }

  /// Calls `body` with each selected line from `first` on, and a reader at it.
  func forEachLine(
    from first: LineReader, _ body: (LineReader.Line, LineReader) throws -> Void
  ) throws {
    let filter = filter
    var lines = first
    while let line = try lines.next() {
      if try mentions.map({ try lines.texts().contains($0.id) }) ?? true,
        try filter.includes(line, lines)
      {
        try body(line, lines)
      }
    }
  }
}

/// The conditions of a selection on a single line.
private struct LineFilter: Sendable {
  let seqs: ClosedRange<Int>?
  let user: Name?
  let since: Moment?
  let until: Moment?
  /// The names of the types; nil for all types.
  let types: Set<String>?
  let search: TextSearch?

  /// Returns whether the current line of `lines` satisfies the conditions.
  func includes(_ line: LineReader.Line, _ lines: LineReader) throws(LogError) -> Bool {
    if let seqs, !seqs.contains(line.seq) { return false }
    if let user, line.user != user { return false }
    if let since, !since.isNotAfter(line.at) { return false }
    if let until, !until.isNotBefore(line.at) { return false }
    if let types, !types.contains(lines.type) { return false }
    return try search?.isIn(lines) ?? true
  }
}

/// A time, or a whole day on the clock of an event's user.
enum Moment: CustomStringConvertible {
  case time(Timestamp)
  case day(LocalDay)

  /// Creates the first or the last moment of the typed time.
  init(_ entered: EnteredTime, on clock: UserClock, isEnd: Bool) throws(Refusal) {
    if !entered.isDays, let time = try entered.moment(on: clock) {
      self = .time(time)
    } else {
      let days = entered.days(from: clock.now)
      self = .day(isEnd ? days.upperBound : days.lowerBound)
    }
  }

  var description: String {
    switch self {
    case .time(let time): "\(time)"
    case .day(let day): "\(day)"
    }
  }

  /// Returns whether this end of a range is before its beginning.
  ///
  /// A time is compared with a day by its local day.
  func isBefore(_ first: Moment) -> Bool {
    switch (first, self) {
    case (.time(let first), _): !isNotBefore(first)
    case (_, .time(let last)): !first.isNotAfter(last)
    case (.day(let first), .day(let last)): last < first
    }
  }

  func isNotAfter(_ time: Timestamp) -> Bool {
    switch self {
    case .time(let bound): bound.milliseconds <= time.milliseconds
    case .day(let bound): bound <= time.day
    }
  }

  func isNotBefore(_ time: Timestamp) -> Bool {
    switch self {
    case .time(let bound): bound.milliseconds >= time.milliseconds
    case .day(let bound): bound >= time.day
    }
  }
}
