import Events

/// The projections of one user that checkpoints keep.
///
/// To have a projection kept: its `_kept`, and its place here or below. It is worth it where a projection reads the
/// sessions: lines of other areas are few, and the index leads to them.
private typealias KeptOfUser = PersonalStates<WeightUnit, History, PersonalBests>

/// The projections of all users together that checkpoints keep.
private typealias KeptOfLog = SharedStates<
  Accounts, LatestSignIn, Feed, ExerciseNumbers, KnownExercises
>

/// A list of projections of one user.
private struct PersonalStates<each P: UserProjection> {
  /// Writes the states of one user as of the end of the log.
  ///
  /// - Parameter base: what is kept already; nil where nothing is.
  static func keep(
    _ user: Name, in writer: inout CheckpointWriter, base: CheckpointReader?
  ) throws {
    let cells = (repeat UserCell(try resumed((each P).self, user, base)))
    try writer.forEachEvent(of: user) { event in
      for cell in repeat each cells { cell.apply(event) }
    }
    var states: [(name: String, state: [UInt8])] = []
    for cell in repeat each cells { add(cell.state, to: &states) }
    writer.keep(states, of: user)
  }

  /// Writes the states of all users of the log.
  static func keepAll(in writer: inout CheckpointWriter) throws {
    let folded = try replay(writer.log, repeat ByUser<each P>())
    for user in writer.users {
      var states: [(name: String, state: [UInt8])] = []
      for projection in repeat each folded { add(projection.states[user], to: &states) }
      writer.keep(states, of: user)
    }
  }

  private static func resumed<Q: UserProjection>(
    _ type: Q.Type, _ user: Name, _ base: CheckpointReader?
  ) throws -> Q? {
    guard let base else { return nil }
    return try Q._kept?.readUser(base, user)
  }

  /// Adds a state to those that are kept; none yet is kept as no bytes.
  ///
  /// A state that cannot be written, such as that of a history with one id twice, is not kept: all lines of
  /// its user are folded in where it is asked for.
  private static func add<Q: UserProjection>(
    _ state: Q?, to states: inout [(name: String, state: [UInt8])]
  ) {
    guard let kept = Q._kept, let bytes = try? state.map(kept.bytes) ?? [] else { return }
    states.append((kept.name, bytes))
  }
}

/// The state of one user, once an event of theirs was folded in.
private final class UserCell<P: UserProjection> {
  private(set) var state: P?

  init(_ state: P?) { self.state = state }

  func apply(_ event: Event) {
    guard let area = event.area, P.reads.contains(area) else { return }
    state = state ?? P()
    state?.apply(event)
  }
}

/// A list of projections of all users together.
private struct SharedStates<each P: Projection> {
  /// Writes the states that are due.
  static func keepDue(in writer: inout CheckpointWriter) throws {
    for type in repeat (each P).self { try keepIfDue(type, in: &writer) }
  }

  private static func keepIfDue<Q: Projection>(
    _ type: Q.Type, in writer: inout CheckpointWriter
  ) throws {
    guard let kept = Q._kept, try writer.isDue(kept.name, Q.reads) else { return }
    writer.keep(kept.name, try kept.bytes(replay(writer.log, Q())))
  }
}

extension Appender {
  /// Returns the bytes by which a log of a size grows before they are added to its checkpoint.
  ///
  /// They are 64 KiB, some 260 events; of a long log a 64th, up to 1 MiB, which takes a millisecond or two to
  /// replay for one user.
  private static func bound(_ size: Int) -> Int { min(max(1 << 16, size / 64), 1 << 20) }

  /// The bytes of states that are written each time, which take some milliseconds.
  private static let usualEffort = 1 << 20

  /// Adds what the log has grown by to its checkpoint, as of the last look, if that is far enough.
  ///
  /// The checkpoint is a cache: whatever goes wrong, all that was appended is appended, and no
  /// error is thrown.
  public func refreshCheckpoint() {
    guard let log = lastLook else { return }
    let kept = log.checkpoint.flatMap { $0.isCompatible ? $0.position.end : nil } ?? 0
    guard log.bytes.count - kept > Appender.bound(log.bytes.count) else { return }
    do { _ = try extendCheckpoint(effort: Appender.usualEffort, patience: 0) } catch is Checkpoint
      .Damage
    {
      _ = try? extendCheckpoint(effort: Appender.usualEffort, isNew: true, patience: 0)
    } catch {}
  }

  /// Adds to the checkpoint what the log has grown by.
  ///
  /// - Parameters:
  ///   - effort: how much is spent on the states of users, in bytes.
  ///   - isNew: whether nothing that is kept is to be used.
  /// - Returns: nil when another process is writing it.
  /// - Throws: `Checkpoint.Damage` when the one there cannot be added to; else as `writeCheckpoint()`.
  package func extendCheckpoint(
    effort: Int, isNew: Bool = false, patience: Double? = nil
  ) throws -> WrittenCheckpoint? {
    try writeCheckpoint(isNew: isNew || !usesCheckpoint, patience: patience) { writer in
      let base = CheckpointReader(of: writer.log)
      try KeptOfLog.keepDue(in: &writer)
      for user in writer.dueUsers(effort: effort) {
        try KeptOfUser.keep(user, in: &writer, base: base)
      }
    }
  }

  /// Writes what the log comes to next to it, so that a later replay folds only what is appended since.
  ///
  /// Nothing that was kept before is used.
  ///
  /// - Returns: nil when another process is writing it.
  /// - Throws: `LogError` when the log is damaged, its last line has no sum, or the files cannot be
  ///   written.
  public func writeCheckpoint() throws -> WrittenCheckpoint? {
    try writeCheckpoint(isNew: true) { writer in
      try KeptOfLog.keepDue(in: &writer)
      try KeptOfUser.keepAll(in: &writer)
    }
  }
}
