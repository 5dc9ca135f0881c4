extension Appender {
  /// The log as of the last look; nil before the first.
  public var lastLook: Log? { frontier?.log }

  /// What writing a checkpoint came to.
  public struct WrittenCheckpoint: Equatable, Sendable {
    /// The position of the last event it stands for.
    public let seq: Int
    /// Its size in bytes.
    public let size: Int
    /// Where it is: beside the file, where the log is named by a link.
    public let path: String
  }

  /// Writes the checkpoint of the log as it is now.
  ///
  /// The lock is held for the look at the log alone, which leaves all of it on the device; folding and
  /// writing hold nobody up.
  ///
  /// - Parameter fill: adds the parts of all of the log given, and answers what the checkpoint's `code` is.
  /// - Returns: nil when another process is writing it.
  /// - Throws: `LogError` when the log cannot be read, its last line has no sum, or the file cannot be
  ///   written; whatever `fill` throws. The checkpoint is then as it was.
  public func writeCheckpoint(
    _ fill: (Log, inout CheckpointWriter) throws -> UInt64
  ) throws -> WrittenCheckpoint? {
    guard var writer = try checkpointWriter() else { return nil }
    let position: Checkpoint.Position
    let code: UInt64
    do {
      try settle()
      guard let log = lastLook else { preconditionFailure("a log that was looked at is known") }
      position = try checkpointPosition(log)
      code = try fill(log, &writer)
    } catch {
      writer.abandon()
      throw error
    }
    do throws(SystemError) {
      let size = try writer.finish(position, code: code)
      frontier?.take(usesCheckpoint ? Checkpoint(of: place, file, system) : nil)
      return WrittenCheckpoint(
        seq: position.seq, size: size, path: Checkpoint.path(of: place))
    } catch {
      throw LogError(
        error, doing: "write the checkpoint", help: error.isFolder ? "move it away" : nil)
    }
  }

  /// The end of a log, as a checkpoint is bound to it.
  private func checkpointPosition(_ log: Log) throws(LogError) -> Checkpoint.Position {
    let tail = try log.tail()
    guard tail.end > 0, tail.sum != 0, !tail.lacksNewline else {
      throw LogError(
        .refused, path, "cannot bind a checkpoint to the log: its last line has no sum, or no end",
        help: "the next append gives the log one that it can be bound to")
    }
    return Checkpoint.Position(end: tail.end, seq: tail.seq, sum: tail.sum)
  }

  private func checkpointWriter() throws(LogError) -> CheckpointWriter? {
    do throws(SystemError) { return try CheckpointWriter(of: place, system) } catch {
      let help = "it is no checkpoint that was left half written; move it away"
      throw LogError(error, doing: "write the checkpoint", help: error.isExisting ? help : nil)
    }
  }
}
