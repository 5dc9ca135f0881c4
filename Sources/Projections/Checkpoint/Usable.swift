import Events

extension Log {
  /// The checkpoint, unless it was written by a build to which some lines meant nothing that mean
  /// something to this one, or the other way round.
  var usableCheckpoint: Checkpoint? {
    guard let checkpoint else { return nil }
    return checkpoint.knewAll || checkpoint.code == Checkpoint.code(knowingAll: false)
      ? checkpoint : nil
  }
}

extension CheckpointReader {
  /// Reads what a log has; nil where there is nothing of use.
  @usableFromInline
  init?(of log: Log) {
    guard let checkpoint = log.usableCheckpoint else { return nil }
    self.init(checkpoint)
  }
}

extension Checkpoint {
  /// The code of a checkpoint of a log of which every event was known, or not: then it is good only
  /// for a build that knows exactly the same. What each projection makes of the events has a version
  /// of its own, `Kept.version`.
  static func code(knowingAll: Bool) -> UInt64 {
    knowingAll ? 0 : Checkpoint.code(of: EventType.vocabulary) | 1
  }

  /// Whether every event was known to whoever wrote it.
  var knewAll: Bool { code == Checkpoint.code(knowingAll: true) }

  /// Whether any event before its position is by `user`.
  func knows(_ user: Name) throws -> Bool { try holds(.presence(of: user)) }
}

extension Checkpoint.Key {
  /// A part that is there if any event is by `user`, known or not.
  static func presence(of user: Name) -> Checkpoint.Key { Checkpoint.Key("user", user) }
}
