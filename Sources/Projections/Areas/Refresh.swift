import Events

/// The projections of one user that checkpoints keep.
///
/// To keep a projection in checkpoints, implement its `_kept` and add it here or below. This pays for projections that
/// read sessions. Lines of other areas are few, and the index leads to them.
private typealias KeptOfUser = PersonalStates<WeightUnit, History, PersonalBests>

/// The projections of all users together that checkpoints keep.
private typealias KeptOfLog = SharedStates<
  Accounts, LatestSignIn, Feed, ExerciseNumbers, KnownExercises
>

/// A list of projections of one user.
private struct PersonalStates<each P: UserProjection> {
  /// Writes the states of one user at the end of the log.
  ///
  /// - Parameter base: The existing checkpoint; nil if there is none.
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

  /// Adds a state to the kept states; a nil state is kept as no bytes.
  ///
  /// A state that cannot be written, such as a history with two sets of the same id, is not kept. It is then computed
  /// from all lines of its user when it is needed.
  private static func add<Q: UserProjection>(
    _ state: Q?, to states: inout [(name: String, state: [UInt8])]
  ) {
    guard let kept = Q._kept, let bytes = try? state.map(kept.bytes) ?? [] else { return }
    states.append((kept.name, bytes))
  }
}

/// The state of one user, after an event of theirs was folded in.
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
  /// Returns the number of bytes that a log must grow by before its checkpoint is extended.
  ///
  /// It is 64 KiB, some 260 events. For a long log it is a 64th of its size, up to 1 MiB. A replay of this takes a
  /// millisecond or two for one user.
  private static func bound(_ size: Int) -> Int { min(max(1 << 16, size / 64), 1 << 20) }

  /// The number of bytes of states that are written each time, which takes some milliseconds.
  private static let usualEffort = 1 << 20

  /// Extends the checkpoint if the log has grown enough since the last check.
  ///
  /// The checkpoint is a cache: if a write fails, all appended events are still appended, and no error is thrown.
  public func refreshCheckpoint() { if isCheckpointDue { refresh() } }

  /// Returns a closure that extends the checkpoint on any thread with its own appender; nil if none is due.
  package func checkpointRefresh() -> (@Sendable () -> Void)? {
    // The last closure, or another process, may have extended it since the last look.
    if isCheckpointDue { useNewestCheckpoint() }
    guard isCheckpointDue, let log = lastLook else { return nil }
    return { [path, system] in
      // An appender would create a log that was removed.
      guard (try? system.exists(path)) == true else { return }
      (try? Appender(path: path, system: system))?.refresh(log)
    }
  }

  private var isCheckpointDue: Bool {
    guard let log = lastLook else { return false }
    let kept = log.checkpoint.flatMap { $0.isCompatible ? $0.position.end : nil } ?? 0
    return log.bytes.count - kept > Appender.bound(log.bytes.count)
  }

  private func refresh(_ log: Log? = nil) {
    func extend(isNew: Bool) throws {
      _ = try extendCheckpoint(of: log, effort: Appender.usualEffort, isNew: isNew, patience: 0)
    }
    do { try extend(isNew: false) } catch is Checkpoint.Damage {
      try? extend(isNew: true)
    } catch {}
  }

  /// Extends the checkpoint to the end of the log.
  ///
  /// - Parameters:
  ///   - log: The log as another appender left it; nil to look at it under the lock.
  ///   - effort: The number of bytes to spend on the states of users.
  ///   - isNew: Whether to ignore the existing checkpoint.
  /// - Returns: The written checkpoint; nil if another process is writing it.
  /// - Throws: `Checkpoint.Damage` if the existing checkpoint cannot be extended; otherwise the errors of
  ///   `writeCheckpoint()`.
  package func extendCheckpoint(
    of log: Log? = nil, effort: Int, isNew: Bool = false, patience: Double? = nil
  ) throws -> WrittenCheckpoint? {
    try writeCheckpoint(of: log, isNew: isNew || !usesCheckpoint, patience: patience) { writer in
      let base = CheckpointReader(of: writer.log)
      try KeptOfLog.keepDue(in: &writer)
      for user in writer.dueUsers(effort: effort) {
        try KeptOfUser.keep(user, in: &writer, base: base)
      }
    }
  }

  /// Writes a checkpoint next to the log, so that a later replay folds only later events.
  ///
  /// It ignores the existing checkpoint.
  ///
  /// - Returns: The written checkpoint; nil if another process is writing it.
  /// - Throws: `LogError` if the log is damaged, if its last line has no checksum, or if the files cannot be written.
  public func writeCheckpoint() throws -> WrittenCheckpoint? {
    try writeCheckpoint(isNew: true) { writer in
      try KeptOfLog.keepDue(in: &writer)
      try KeptOfUser.keepAll(in: &writer)
    }
  }
}
