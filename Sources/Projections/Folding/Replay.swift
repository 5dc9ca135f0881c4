import Events

/// The part of a log that a replay reads.
public enum AsOf: Equatable, Sendable {
  /// The first events, up to and including this `seq`.
  case seq(Int)
  /// The events whose time is not later, in log order.
  case time(Timestamp)
  /// The events whose local day is not later, in log order.
  case day(LocalDay)
  /// A part without the events at some positions, as if they had never happened; nil is the whole log.
  indirect case without(Set<Int>, of: AsOf?)

  /// Returns whether a line belongs to the part.
  func includes(_ line: LineReader.Line) -> Bool { includes(line.seq, line.at) }

  /// Returns whether an event belongs to the part.
  public func includes(_ event: Event) -> Bool { includes(event.seq, event.at) }

  private func includes(_ seq: Int, _ at: Timestamp) -> Bool {
    switch self {
    case .without(let seqs, let part): !seqs.contains(seq) && part?.includes(seq, at) ?? true
    case .seq(let last): seq <= last
    case .time(let last): at.milliseconds <= last.milliseconds
    case .day(let last): at.day <= last
    }
  }
}

extension Log {
  /// Returns the part of the log that had arrived by a time; nil if that is the whole log.
  ///
  /// A log has no times of arrival. But an event arrived no earlier than any time that an event before it claims, so
  /// the part ends before the first event with a later time.
  ///
  /// Cost: one pass that decodes nothing and ends at this event.
  ///
  /// - Parameter part: The time, or the day, as the part of the log that claims to be no later.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public func known(by part: AsOf) throws(LogError) -> AsOf? {
    var lines = lines()
    while let line = try lines.next() {
      if !part.includes(line) { return .seq(line.seq - 1) }
    }
    return nil
  }
}

/// Folds a log into any number of projections, in one pass.
///
///     let (plan, bests) = try replay(log, OfUser<WeeklyPlan>("ann"), ByUser<PersonalBests>())
///
/// Each projection starts from the given state. An event is decoded once, and only if a projection wants it.
///
/// If the log has a checkpoint that keeps all of them, only later lines are folded; the result is the same. With `asOf`
/// no checkpoint is used, since a checkpoint has the states at one position only.
///
/// - Parameter asOf: The part of the log to read; nil for all of it.
/// - Throws: `LogError.Kind.damaged`, with the place.
@inlinable
public func replay<each P: Projection>(
  _ log: Log, asOf: AsOf? = nil, _ projections: repeat each P
) throws(LogError) -> (repeat each P) {
  if asOf == nil, let reader = CheckpointReader(of: log) {
    var folds: [Fold] = []
    var isWhole = true
    // All parts are read before the fold begins. If one is damaged or takes as long as a replay, all start over.
    func resumed<Q: Projection>(_ projection: Q) -> Cell<Q>? {
      guard isWhole, let cell = try? Cell(resuming: projection, by: reader) else {
        isWhole = false
        return nil
      }
      folds.append(Fold(cell))
      return cell
    }
    let cells = (repeat resumed(each projections))
    if isWhole {
      try fold(log, nil, folds, behind: reader.checkpoint.position)
      for cell in repeat each cells { try cell?.state._complete(log, asOf: nil) }
      return (repeat (each cells)?.state ?? each projections)
    }
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
  for cell in repeat each cells { try cell.state._complete(log, asOf: asOf) }
  return (repeat (each cells).state)
}

/// A reference to a projection, so that folding changes its state in place.
///
/// A tuple of a parameter pack can only be rebuilt, which would copy each of its dictionaries for every event.
@usableFromInline
final class Cell<P: Projection> {
  @usableFromInline var state: P

  @inlinable
  init(_ state: P) { self.state = state }

  /// Creates the reference to a projection at the position of a checkpoint.
  ///
  /// - Throws: An error if the checkpoint cannot be used.
  @inlinable
  init(resuming state: P, by reader: CheckpointReader) throws {
    guard let resumed = try state._resumed(by: reader) else { throw Checkpoint.Damage() }
    self.state = resumed
  }
}

/// A projection of any type that is being folded.
///
/// It is applied by a closure, which is created in code that has the concrete type. A replay that walked the pack for
/// each event spent a fifth of its instructions on requests for type metadata.
@usableFromInline
struct Fold {
  @usableFromInline let interests: [(areas: Areas, scope: Scope)]
  @usableFromInline let apply: (inout EventRun, UInt64) -> Void

  @inlinable
  init<P: Projection>(_ cell: Cell<P>) {
    interests = cell.state._interests
    apply = { run, bit in cell.state._apply(&run, wantedBy: bit) }
  }
}

/// Reads the log once, to its end; lines after the requested part are checked too.
@usableFromInline
func fold(
  _ log: Log, _ asOf: AsOf?, _ folds: [Fold], behind position: Checkpoint.Position? = nil
) throws(LogError) {
  try log.events(behind: position, Interest(of: folds, in: asOf)) { run in
    for place in folds.indices { folds[place].apply(&run, 1 << UInt64(place)) }
  }
}

extension Interest {
  /// Creates the interest of folds in the events of a part of a log; a fold's bit is its index.
  init(of folds: [Fold], in asOf: AsOf? = nil) {
    precondition(folds.count <= 64, "at most 64 projections are folded at once")
    self.init(in: asOf?.includes)
    for (place, fold) in folds.enumerated() {
      for part in fold.interests { add(1 << UInt64(place), part.scope, part.areas) }
    }
  }

  /// Adds a reader of the events of some areas by the users in its scope.
  mutating func add(_ bit: UInt64, _ scope: Scope, _ areas: Areas) {
    switch scope {
    case .everything: add(bit, everythingIn: areas)
    case .everyUser: add(bit, everyUserIn: areas)
    case .only(let user): add(bit, of: user, in: areas)
    case .users(let users): add(bit, ofAny: users, in: areas)
    case .nothing: break
    }
  }
}
