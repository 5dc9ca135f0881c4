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
}

/// Folds a log into any number of projections, in one pass.
///
///     let (plan, bests) = try replay(log, OfUser<WeeklyPlan>("ann"), ByUser<PersonalBests>())
///
/// Each starts from what is given for it. An event is decoded once, and only if one of them wants it.
///
/// Where the log has a checkpoint that keeps all of them, only what was appended since is folded; what
/// comes out is the same. A checkpoint says nothing of how a log was at an earlier time.
///
/// - Parameter asOf: how much of the log is taken in; nil for all of it.
/// - Throws: `LogError.Kind.damaged`, with the place.
@inlinable
public func replay<each P: Projection>(
  _ log: Log, asOf: AsOf? = nil, _ projections: repeat each P
) throws(LogError) -> (repeat each P) {
  if asOf == nil, let reader = CheckpointReader(of: log) {
    // All parts are read before the fold begins: one that is damaged means to start over.
    let cells = (repeat try? Cell(resuming: each projections, by: reader))
    var folds: [Fold] = []
    var isWhole = true
    for cell in repeat each cells {
      if let cell { folds.append(Fold(cell)) } else { isWhole = false }
    }
    if isWhole {
      try fold(log, nil, folds, behind: reader.checkpoint.position)
      for cell in repeat each cells {
        if cell?.state.restarted != nil { isWhole = false }
      }
    }
    if isWhole { return (repeat (each cells)?.state ?? each projections) }
  }
  return try replayAll(log, asOf, repeat each projections)
}

/// Folds all lines of a log into projections.
@inlinable
func replayAll<each P: Projection>(
  _ log: Log, _ asOf: AsOf?, _ projections: repeat each P
) throws(LogError) -> (repeat each P) {
  let cells = (repeat Cell(each projections))
  var folds: [Fold] = []
  for cell in repeat each cells { folds.append(Fold(cell)) }
  try fold(log, asOf, folds)
  var isExact = true
  for cell in repeat each cells {
    if cell.state.restarted != nil { isExact = false }
  }
  guard isExact else {
    return try replayAll(
      log, asOf, repeat (each cells).state.restarted ?? each projections)
  }
  return (repeat (each cells).state)
}

/// A reference to a projection, so that folding changes its state in place: a tuple of a pack can
/// only be made anew, which would copy every dictionary in it once an event.
@usableFromInline
final class Cell<P: Projection> {
  @usableFromInline var state: P

  @inlinable
  init(_ state: P) { self.state = state }

  /// - Throws: what says that the checkpoint is not to be used.
  @inlinable
  init(resuming state: P, by reader: CheckpointReader) throws {
    guard let resumed = try state.resumed(by: reader) else { throw Checkpoint.Damage() }
    self.state = resumed
  }
}

/// A projection being folded, whatever it is. Closures, because they are made where the projection's
/// type is known: a replay that walked the pack for each event spent a fifth of its instructions
/// asking for type metadata.
@usableFromInline
struct Fold {
  @usableFromInline let areas: Areas
  @usableFromInline let scope: Scope
  @usableFromInline let apply: (inout EventRun, UInt64) -> Void

  @inlinable
  init<P: Projection>(_ cell: Cell<P>) {
    areas = P.reads
    scope = cell.state.scope
    apply = { run, bit in cell.state.apply(&run, wantedBy: bit) }
  }
}

/// Walks the log once, to its end: what is behind the part that is taken in is checked all the same.
@usableFromInline
func fold(
  _ log: Log, _ asOf: AsOf?, _ folds: [Fold], behind position: Checkpoint.Position? = nil
) throws(LogError) {
  precondition(folds.count <= 64, "at most 64 projections are folded at once")
  let readers = folds.map { (areas: $0.areas, scope: $0.scope) }
  try log.events(
    behind: position,
    { line in
      guard let area = line.area, asOf?.includes(line) ?? true else { return 0 }
      var bits: UInt64 = 0
      for place in readers.indices where readers[place].areas.contains(area) {
        if readers[place].scope.includes(line.user) { bits |= 1 << UInt64(place) }
      }
      return bits
    }
  ) { run in
    for place in folds.indices { folds[place].apply(&run, 1 << UInt64(place)) }
  }
}
