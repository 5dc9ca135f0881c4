import Events

/// How much of a log a replay takes in.
public enum AsOf: Equatable, Sendable {
  /// The first events, up to and including this `seq`.
  case seq(Int)
  /// The events whose time is not later, in log order.
  case time(Timestamp)
  /// The events whose local day is not later, in log order.
  case day(LocalDay)

  /// Whether a line is taken in.
  public func includes(_ line: LineReader.Line) -> Bool {
    switch self {
    case .seq(let last): line.seq <= last
    case .time(let last): line.at.milliseconds <= last.milliseconds
    case .day(let last): line.at.day <= last
    }
  }

  /// Whether no line behind this one can be taken in.
  func ends(at line: LineReader.Line) -> Bool {
    if case .seq(let last) = self { return line.seq >= last }
    return false
  }
}

/// Folds a log into any number of projections, in one pass.
///
///     let (plan, bests) = try replay(log, OfUser<WeeklyPlan>("ann"), ByUser<PersonalBests>())
///
/// Each starts from what is given for it. An event is decoded once, and only if one of them wants it.
///
/// - Parameter asOf: how much of the log is taken in; nil for all of it.
/// - Throws: `LogError.Kind.damaged`, with the place.
public func replay<each P: Projection>(
  _ log: Log, asOf: AsOf? = nil, _ projections: repeat each P
) throws(LogError) -> (repeat each P) {
  // A cell is a reference, so that folding changes a state in place: a tuple of a pack can only be
  // made anew, which would copy every dictionary in it once an event.
  let cells = (repeat Cell(each projections))
  try fold(log, asOf) { line in
    for cell in repeat each cells {
      if cell.state.wants(line.area, of: line.user) { return true }
    }
    return false
  } apply: { event in
    for cell in repeat each cells {
      if cell.state.wants(event.area, of: event.user) { cell.state.apply(event) }
    }
  }
  var isExact = true
  for cell in repeat each cells {
    if cell.state.restarted != nil { isExact = false }
  }
  guard isExact else {
    return try replay(
      log, asOf: asOf, repeat (each cells).state.restarted ?? each projections)
  }
  return (repeat (each cells).state)
}

private final class Cell<P: Projection> {
  var state: P
  init(_ state: P) { self.state = state }
}

private func fold(
  _ log: Log, _ asOf: AsOf?, wants: (LineReader.Line) -> Bool, apply: (Event) -> Void
) throws(LogError) {
  var lines = log.lines()
  while let line = try lines.next() {
    if asOf?.includes(line) ?? true, wants(line) { apply(try lines.event()) }
    if asOf?.ends(at: line) ?? false { return }
  }
}
