import Events

/// All that checkpoints keep of a log, folded together.
private struct Keeping<each P: Projection> {
  let states: (repeat each P)

  init(_ states: repeat each P) { self.states = (repeat each states) }

  /// Adds every state as of the end of `log` to a checkpoint; see `Projection.save`.
  func save(
    _ log: Log, to writer: inout CheckpointWriter, extending before: Checkpoint?
  ) throws {
    let states = try replay(log, repeat each states)
    for state in repeat each states { try state.save(to: &writer, extending: before) }
  }
}

/// Writes what `log` comes to; of all users, or of some, whom the checkpoint `before` knows as they
/// were.
///
/// To have a projection kept: its `kept`, and its place in this list.
private func write(
  _ log: Log, _ users: Set<Name>, to writer: inout CheckpointWriter, extending before: Checkpoint?
) throws {
  func of<P: UserProjection>(_ projection: P.Type) -> ByUser<P> {
    before == nil ? ByUser() : ByUser(of: users)
  }
  try Keeping(
    of(Identity.self), of(WeeklyPlan.self), of(WeightUnit.self), of(History.self),
    of(PersonalBests.self), Accounts(), LatestSignIn(), Feed(), ExerciseNumbers(),
    KnownExercises()
  )
  .save(log, to: &writer, extending: before)
}

extension Appender {
  /// How far a log grows before its checkpoint is written anew: 64 KiB, some 260 events; of a long
  /// log a 64th, so that what writing costs, which is in proportion to what is kept, stays the same
  /// for each event. What is kept of a million events of 500 users has 116 MB, of a log of 266.
  private static func bound(_ size: Int) -> Int { max(1 << 16, size / 64) }

  /// Writes the checkpoint anew if the log has grown far behind it, as of the last look.
  ///
  /// The checkpoint is a cache: whatever goes wrong, what was appended is appended, and this says
  /// nothing.
  public func refreshCheckpoint() {
    guard let log = lastLook else { return }
    let kept = log.usableCheckpoint?.position.end ?? 0
    guard log.bytes.count - kept > Appender.bound(log.bytes.count) else { return }
    _ = try? writeCheckpoint()
  }

  /// Writes what the log comes to beside it, so that a later replay folds only what is appended from
  /// now on. What the last checkpoint kept of users who did nothing since is taken over as it is.
  ///
  /// - Returns: nil when another process is writing it.
  /// - Throws: `LogError` when the log is damaged, its last line has no sum, or the file cannot be
  ///   written.
  public func writeCheckpoint() throws -> WrittenCheckpoint? {
    do { return try writeCheckpoint(extends: true) } catch is Checkpoint.Damage {
      return try writeCheckpoint(extends: false)
    } catch let error as LineError {
      throw LogError(
        .damaged, path, "cannot keep what the log comes to: \(error.message)",
        help: "run 'replog verify' for the whole picture")
    }
  }

  private func writeCheckpoint(extends: Bool) throws -> WrittenCheckpoint? {
    try writeCheckpoint { log, writer in
      let before = extends ? log.usableCheckpoint : nil
      var knowsAll = before?.knewAll ?? true
      var users: Set<Name> = []
      var lines = before.map { log.lines(behind: $0.position) } ?? log.lines()
      while try lines.next() != nil {
        try lines.requireChain()
        if let user = lines.user { users.insert(user) }
        if !lines.isKnown { knowsAll = false }
      }
      for user in users.sorted() { try writer.add(.presence(of: user)) }
      try write(log, users, to: &writer, extending: before)
      if let before { try writer.addRest(of: before) }
      return Checkpoint.code(knowingAll: knowsAll)
    }
  }
}
