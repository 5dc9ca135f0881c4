extension Appender {
  /// The log as last read; nil before the first read.
  package var lastLook: Log? { logEnd?.log }

  /// A Boolean value indicating whether the next append would have to read 4 MiB or more to look up ids.
  package var hasReadLog: Bool { logEnd.map { $0.index.read >= LogEnd.IDIndex.long } ?? false }

  /// A Boolean value indicating whether the log has a checkpoint, even one of another format or another log.
  package var hasCheckpoint: Bool {
    lastLook?.checkpoint != nil || (try? system.status(path: Checkpoint.path(of: place))) != nil
  }

  public struct WrittenCheckpoint: Equatable, Sendable {
    /// The position of the last event that the checkpoint covers.
    public let seq: Int
    /// The size of its files in bytes.
    public let size: Int
    /// The path of the folder; if the log is named by a link, the folder is next to the file itself.
    public let path: String
  }

  /// Writes the checkpoint of the log in its current state.
  ///
  /// The lock is held only while the log is read, which syncs the log to the device. Other appenders are not blocked
  /// during indexing, folding and writing.
  ///
  /// - Parameters:
  ///   - known: The log as another appender last looked at it or wrote it, which is on the device. With it, the
  ///     method takes no lock and starts no thread, so that the other appender goes on.
  ///   - isNew: A Boolean value indicating whether the existing checkpoint is ignored.
  ///   - fill: A closure that adds the states that are due.
  /// - Returns: The checkpoint, or nil if another process is writing one, or wrote a later one.
  /// - Throws: `LogError` if the log cannot be read, a line has no checksum, or the files cannot be written.
  ///   `Checkpoint.Damage` if the existing checkpoint cannot be extended. Any error that `fill` throws. After an
  ///   error the checkpoint is unchanged.
  package func writeCheckpoint(
    of known: Log? = nil, isNew: Bool, patience: Double? = nil,
    _ fill: (inout CheckpointWriter) throws -> Void
  ) throws -> WrittenCheckpoint? {
    let folder = checkpointFolder
    guard let lock = try lock(folder) else { return nil }
    var writer: CheckpointWriter
    do {
      var log = try logToCover(known, patience: patience)
      let position = try checkpointPosition(log)
      guard known == nil || isNewest(position) else {
        folder.unlock()
        return nil
      }
      log.checkpoint = isNew ? nil : checkpointToExtend(to: position)
      let left = log.checkpoint == nil ? try folder.parts() : []
      writer = try CheckpointWriter(log, to: position, inPlaceOf: left)
      try fill(&writer)
      // A checkpoint of a log that was replaced meanwhile would hold data that the new one may not have.
      guard try currentStatus() != nil else {
        throw LogError.replaced(
          path, help: "no checkpoint was written; try again with the new log")
      }
    } catch {
      folder.unlock()
      throw error is SystemError ? unwritten(error) : error
    }
    do {
      let size = try writer.finish(folder, lock)
      logEnd?.use(usesCheckpoint ? Checkpoint(of: place, file, system) : nil)
      return WrittenCheckpoint(seq: writer.position.seq, size: size, path: folder.path)
    } catch {
      folder.unlock()
      throw error is Checkpoint.Damage ? error : unwritten(error)
    }
  }

  /// Returns the log for a checkpoint, which is on the device.
  private func logToCover(_ known: Log?, patience: Double?) throws(LogError) -> Log {
    guard var log = known else {
      try settle(patience: patience)
      guard let last = lastLook else { preconditionFailure("a log that was looked at is known") }
      return last
    }
    log.usesOneThread = true
    (log.onProgress, log.isCancelled) = (nil, nil)
    return log
  }

  /// Returns whether the file still has the line that ends at a position, and no checkpoint of a later one.
  private func isNewest(_ position: Checkpoint.Position) -> Bool {
    guard (try? Checkpoint.fits(position, file, system, LineDecoder())) == true else {
      return false
    }
    return Checkpoint(of: place, file, system).map { $0.position.end <= position.end } ?? true
  }

  /// Uses the checkpoint that another appender wrote for the log since the log was last read.
  package func useNewestCheckpoint() {
    guard usesCheckpoint, let log = lastLook, let newest = Checkpoint(of: place, file, system),
      newest.position.end <= log.bytes.count
    else { return }
    logEnd?.use(newest)
  }

  private var checkpointFolder: CheckpointFolder {
    CheckpointFolder(path: Checkpoint.path(of: place), system: system, owner: owner)
  }

  /// Removes the checkpoint of another log, if the last look found one.
  ///
  /// If another process is writing the checkpoint, it stays, because that process replaces it. A failure is ignored:
  /// `verify` reports the checkpoint.
  func removeUnfitCheckpoint() {
    guard hasUnfitCheckpoint else { return }
    hasUnfitCheckpoint = false
    guard let lock = try? checkpointFolder.lock() else { return }
    withExtendedLifetime(lock) { checkpointFolder.remove() }
  }

  /// Returns the current checkpoint if it can be extended; requires the lock.
  private func checkpointToExtend(to position: Checkpoint.Position) -> Checkpoint? {
    guard let checkpoint = Checkpoint(of: place, file, system), checkpoint.isCompatible,
      checkpoint.position.end <= position.end
    else { return nil }
    return checkpoint
  }

  /// Returns the end of a log in the form that binds a checkpoint to the log.
  private func checkpointPosition(_ log: Log) throws(LogError) -> Checkpoint.Position {
    let tail = try log.tail()
    guard tail.end > 0, tail.sum != 0, !tail.lacksNewline else {
      throw LogError(
        .refused, path,
        "cannot write a checkpoint: the last line of the log has no checksum or no newline",
        help: "append an event first, which adds both")
    }
    return Checkpoint.Position(end: tail.end, seq: tail.seq, sum: tail.sum)
  }

  private func lock(_ folder: CheckpointFolder) throws(LogError) -> Descriptor? {
    do {
      try folder.prepare()
      return try folder.lock()
    } catch {
      throw unwritten(error)
    }
  }

  private func unwritten(_ error: any Error) -> LogError {
    guard let error = error as? SystemError else {
      let isFolder = (error as? CheckpointFolder.Taken)?.isFolder ?? false
      return LogError(
        .system, Checkpoint.path(of: place),
        "cannot write the checkpoint: "
          + (isFolder
            ? "a folder of that name contains other files"
            : "a file of that name is not a checkpoint"),
        help: "move it away")
    }
    let help: Remedy = "it is not an unfinished checkpoint; move it away"
    return LogError(error, doing: "write the checkpoint", help: error.isExisting ? help : nil)
  }
}
