/// An appender that adds events to a log, durably.
///
/// Every acknowledged event is on the storage device. An append takes these steps:
///
/// - It takes the lock, and syncs the end of the log.
/// - It validates and encodes the whole batch.
/// - It sets a partial write of an earlier crash aside.
/// - It writes the batch with one call, and syncs the log. For a new file it also syncs the folder.
/// - It releases the lock, and returns the acknowledgements.
///
/// A failure at any step leaves the log as it was, and is thrown. After a failed sync nothing is retried, because the
/// kernel reports success for a second sync of data that is lost.
///
///     let appender = try Appender(path: "events.jsonl")
///     let result = try appender.locked { log in
///       try log.append(drafts, defaults: defaults)
///     }
///
/// Use an appender on one thread only. Any number of appenders, in any number of processes, can write to one log.
public final class Appender {
  /// The path of the log, as the caller gave it.
  public let path: String
  package let system: System
  private let patience: Double
  /// The start of the period without a long pause between locks, the time without the lock in it, and the time of the
  /// last release, in seconds.
  private var held = (since: 0.0, free: 0.0, until: 0.0)
  private var opened: Opened
  /// A Boolean value indicating whether the file's entry in its folder may not be on the device yet.
  var isNew: Bool
  /// A Boolean value indicating whether the appender uses a checkpoint to save work.
  package let usesCheckpoint: Bool
  /// A Boolean value indicating whether events for a log that is synced with another one wait in a file of their own.
  let writesPending: Bool
  /// The decoder for the end of the log, shared by all appends.
  private let decoder = LineDecoder()
  /// A closure that gets the progress of a pass over the log under the lock, in bytes.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  /// A closure that returns whether to end a pass over the log, and with it the request, before anything is written.
  package var isCancelled: (@Sendable () -> Bool)?
  /// The end of the log at the last look.
  var logEnd: LogEnd?
  /// The pending events of a log that is synced with another one; nil for any other log.
  var device: Device?
  /// The ids of the log that another thread read, until they are used.
  private var idsAhead: LogEnd.IDIndex?
  /// A Boolean value indicating whether it has written events to the log.
  package internal(set) var hasWritten = false
  /// A Boolean value indicating whether there was a checkpoint at the last look that does not fit the log.
  var hasUnfitCheckpoint = false

  /// Opens the log at `path`, and creates it if there is none.
  ///
  /// - Parameters:
  ///   - patience: The number of seconds to wait for a lock that another appender holds.
  ///   - usesCheckpoint: A Boolean value indicating whether the appender uses the log's checkpoint to save work.
  /// - Throws: `LogError.Kind.system` if the log cannot be opened for writing or is not a file.
  public convenience init(
    path: String, patience: Double = 10, usesCheckpoint: Bool = true
  ) throws(LogError) {
    try self.init(path: path, patience: patience, usesCheckpoint: usesCheckpoint, system: System())
  }

  /// Opens the log with the system calls of `system`.
  ///
  /// - Parameter writesPending: A Boolean value indicating whether events for a log that is synced with another one wait
  ///   in a file of their own, and follow the events of the log that a decision reads.
  package init(
    path: String, patience: Double = 10, usesCheckpoint: Bool = true, writesPending: Bool = false,
    system: System
  ) throws(LogError) {
    (self.path, self.writesPending, self.usesCheckpoint) = (path, writesPending, usesCheckpoint)
    (self.system, self.patience) = (system, patience)
    do throws(SystemError) { opened = try Opened(path, system) } catch {
      throw LogError(error, doing: "open the log for appending", at: path, makes: true, system)
    }
    isNew = opened.isEmpty
  }

  var file: Descriptor { opened.file }
  /// The path of the file itself, after resolving links to the file.
  ///
  /// A folder in the path may be a link. The checkpoint is next to the file.
  var place: String { opened.place }
  /// The owner of the file when it was opened.
  var owner: FileStatus.Owner { opened.owner }

  /// Calls `body` while holding the lock.
  ///
  /// No other appender, in this process or another, writes in the meantime.
  ///
  /// - Throws: `LogError` if the lock is not available; any error that `body` throws.
  // The compiler of Swift 6.3 crashes when it specializes this function for some closures.
  @_semantics("optimize.sil.specialize.generic.never")
  public func locked<R>(_ body: (borrowing LockedLog) throws -> R) throws -> R {
    let status = try lock()
    defer { unlock() }
    try look(status)
    if writesPending { try lookAtPending() }
    useIDsAhead()
    do { return try body(LockedLog(self)) } catch {
      removeIfNeverUsed()
      throw error
    }
  }

  /// Uses the ids that another thread reads instead of reading the log under the lock; waits until they are read.
  ///
  /// The next look ignores them if they are of another log.
  package func use(_ ids: IDsAhead) { idsAhead = ids.wait() }

  private func useIDsAhead() {
    guard let index = idsAhead.take() else { return }
    if device != nil { device?.end.reuseIndex(index) } else { logEnd?.reuseIndex(index) }
  }

  /// Calls `body` while holding the lock, without looking at the end of the log.
  ///
  /// The end of the log may be damaged.
  func lockedAsItIs<R>(_ body: () throws(LogError) -> R) throws(LogError) -> R {
    _ = try lock()
    defer {
      removeIfNeverUsed()
      unlock()
    }
    return try body()
  }

  /// Looks at the log under the lock, which syncs all of the log to the device.
  ///
  /// - Parameter patience: The number of seconds to wait for the lock; nil for the patience of the appender.
  func settle(patience: Double? = nil) throws(LogError) {
    let status = try lock(patience: patience)
    defer { unlock() }
    try look(status)
  }

  /// Removes a log that was created for an append that was then refused.
  ///
  /// An appender that waits for the lock notices that the file was removed, and creates the file again. An empty file
  /// that another process created stays.
  private func removeIfNeverUsed() {
    guard opened.isOwn, (try? currentStatus())?.size == 0 else { return }
    system.remove(path)
  }

  /// Takes the lock, and ensures that it is the lock of the file that currently has the name.
  ///
  /// An editor that saves a file replaces it with another one.
  ///
  /// - Returns: The status of the file.
  private func lock(patience ownPatience: Double? = nil) throws(LogError) -> FileStatus {
    let patience = ownPatience ?? patience
    yieldLock()
    let deadline = system.monotonicSeconds() + patience
    var wait = 1
    do throws(SystemError) {
      while true {
        if try system.lock(file) {
          if let status = try currentStatus() { return status }
          logEnd = nil
          opened = try Opened(path, system)
          isNew = opened.isEmpty
          continue
        }
        guard system.monotonicSeconds() < deadline, !(isCancelled?() ?? false) else { break }
        system.sleep(milliseconds: wait)
        wait = min(wait * 2, 8)
      }
    } catch {
      throw LogError(error, doing: "lock the log")
    }
    guard !(isCancelled?() ?? false) else { throw .cancelled(path) }
    var error = LogError(
      .system, path, "cannot lock the log: other processes have held it for \(decimal(patience)) s",
      help: "find them with 'fuser \(path)'; a stopped process keeps its lock")
    error.code = .logInUse
    throw error
  }

  private func unlock() {
    system.unlock(file)
    held.until = system.monotonicSeconds()
  }

  /// Pauses once a second to give other appenders a chance to take the lock, if it was held nearly all the time.
  ///
  /// An appender that waits for the lock tries every 8 ms. An appender with many batches takes the lock again long
  /// before that. On a disk with syncs of 100 ms, no other appender got the lock within 10 s. If the lock was free for
  /// an eighth of the time, others find it free soon, and no event waits for a pause.
  private func yieldLock() {
    let now = system.monotonicSeconds()
    held.free += now - held.until
    let isPaused = now - held.until > 0.008
    guard isPaused || now - held.since > 1 else { return }
    if !isPaused, held.free < (now - held.since) / 8 { system.sleep(milliseconds: 16) }
    (held.since, held.free) = (now, 0)
  }

  /// Returns the status of the file that has the name, or nil if it is not the locked file.
  func currentStatus() throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let status = try system.status(path: path)
      return status.identity == opened.identity ? status : nil
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Reads the end of the log, unless this appender was the last one to write.
  ///
  /// - Parameter status: The status of the file under the lock.
  private func look(_ status: FileStatus) throws(LogError) {
    let size = status.size
    if let logEnd, logEnd.size == size, try isAsLeft(logEnd, size) { return }
    let index = logEnd?.index
    logEnd = nil
    var checkpoint: Checkpoint?
    if usesCheckpoint, size > 0 {
      checkpoint = Checkpoint(
        of: place, file, owner: status.owner.user, system, decoder: decoder,
        isUnfit: &hasUnfitCheckpoint)
    }
    let floor = checkpoint?.position.end ?? 0
    let lastBatch = size > 0 ? try startOfLastBatch(size, floor: floor) : 0
    if size > 0 { try settle(lastBatch: lastBatch, floor: floor) }
    try remap(size: size, tail: nil, index: index, checkpoint, lastBatch: lastBatch)
  }

  /// Returns whether the name still belongs to this file, which no other appender changed since the last look.
  func isAsLeft() throws(LogError) -> Bool {
    guard let logEnd, let status = try? currentStatus(), logEnd.size == status.size else {
      return false
    }
    return try isAsLeft(logEnd, status.size)
  }

  /// Returns whether the file still ends with the line that this appender saw last.
  ///
  /// Another log of the same size may have replaced the content. The checksum of the last line shows this, because it
  /// depends on all lines before.
  private func isAsLeft(_ end: LogEnd, _ size: Int) throws(LogError) -> Bool {
    guard size > 0 else { return true }
    let last = Array(",\"sum\":\"".utf8) + hexadecimal(end.tail.sum) + Array("\"}\n".utf8)
    guard end.tail.end == size, end.tail.sum != 0, !end.tail.lacksNewline, size > last.count else {
      return false
    }
    do throws(SystemError) {
      let memory = try Memory(file, range: size - last.count..<size, system: system)
      return Bytes.of(last) { memory.bytes.equals($0) }
    } catch {
      throw LogError(error, doing: "check the log")
    }
  }

  /// Maps the log again, and finds its end unless `tail` is given.
  func remap(
    size: Int, tail: Tail?, index: LogEnd.IDIndex?, _ checkpoint: Checkpoint?,
    lastBatch: Int = 0
  ) throws(LogError) {
    let memory: Memory
    // Nothing before the last batch or a checkpoint can be cut; after a write of this appender, nothing at all.
    // Copying a megabyte after each batch took a twentieth of an append.
    let settled = tail?.end ?? max(lastBatch, checkpoint?.position.end ?? 0)
    do throws(SystemError) {
      memory = try Memory(file, count: size, settled: settled, system: system)
    } catch {
      throw LogError(error, doing: "read the log")
    }
    var log = Log(name: path, memory: memory, checkpoint: checkpoint)
    if let onProgress { log.onProgress = { onProgress($0, size) } }
    log.isCancelled = isCancelled
    var next = try LogEnd(log, tail: tail, lastBatch: lastBatch, decoder)
    if let index { next.reuseIndex(index) }
    logEnd = next
  }

  /// Returns the start of the last batch; everything before it was synced before the batch was written.
  ///
  /// The mapping must end before the cache is dropped, since the kernel drops no mapped page.
  ///
  /// - Parameter floor: The position of a checkpoint, which was written after everything before it had been synced.
  private func startOfLastBatch(_ size: Int, floor: Int) throws(LogError) -> Int {
    do throws(SystemError) {
      if (1...Appender.copied).contains(size - floor) {
        let memory = try Memory(file, range: floor..<size, system: system)
        // If no line ends after the floor, the last batch is before the floor.
        if memory.bytes.lastIndex(of: UInt8(ascii: "\n"), before: memory.bytes.count) != nil {
          return Tail.startOfLastBatch(memory.bytes, decoder).map { floor + $0 } ?? 0
        }
      }
      // No process cuts a log while this appender holds the lock, so no bytes are copied.
      let memory = try Memory(file, count: size, settled: size, system: system)
      return Tail.startOfLastBatch(memory.bytes, floor: floor, decoder) ?? 0
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// The largest number of bytes after a checkpoint that are copied to read their lines.
  ///
  /// For so few bytes a read takes less time than a mapping.
  private static let copied = 1 << 16

  /// The largest number of bytes in one write of several batches, for a copy of another log.
  package static let largestGroup = 1 << 16

  /// Syncs the end of the log and drops it from the kernel's cache, before the appender relies on it.
  ///
  /// The cache may hold bytes of a process that died or failed; such bytes may never have reached the device. The
  /// writer of the first batch may have died before it synced the folder. Once there is a second batch, the folder
  /// was synced. The batches before the last one may be of the same write, so they are dropped, too.
  ///
  /// - Parameter floor: The position of a checkpoint, before which everything is on the device.
  private func settle(lastBatch start: Int, floor: Int) throws(LogError) {
    do throws(SystemError) {
      try system.sync(file)
      if start == 0 { try syncFolder(of: place) }
      system.dropCache(file, from: min(start, max(floor, start - Appender.largestGroup)))
    } catch {
      throw LogError(
        .durabilityUnknown, path, "cannot write the end of the log to disk: \(error.reason)",
        help: "nothing was appended; check the disk before you append again")
    }
  }
}

extension Appender {
  /// An open log file.
  private struct Opened {
    let file: Descriptor
    /// The path of the file, which is not a link; a folder in the path may be one.
    let place: String
    let identity: FileStatus.Identity
    let owner: FileStatus.Owner
    /// A Boolean value indicating whether the file was created by this call, or was empty.
    ///
    /// The process that created an empty file may have died before the folder entry was on the device.
    let isEmpty: Bool
    /// A Boolean value indicating whether this appender created the file, and may remove it while it is empty.
    let isOwn: Bool

    /// Opens the file at `path`, and creates it if there is none.
    init(_ path: String, _ system: System) throws(SystemError) {
      // Usually the name belongs to a file and not to a link. One call detects both.
      do throws(SystemError) {
        let file = try system.open(path, for: .appendingUnlinked)
        self.init(file, place: path, try system.requireFile(file))
        return
      } catch {
        guard error.isMissing || error.isLink else { throw error }
      }
      do throws(SystemError) {
        // A file cannot be created under the name of a link.
        let file = try system.open(path, for: .creating)
        self.init(file, place: path, try system.status(file), isOwn: true)
      } catch {
        guard error.isExisting else { throw error }
        let file = try system.open(path, for: .appending)
        let status = try system.requireFile(file)
        self.init(file, place: try system.place(of: path), status)
      }
    }

    private init(_ file: Descriptor, place: String, _ status: FileStatus, isOwn: Bool = false) {
      (self.file, self.place, self.isOwn) = (file, place, isOwn)
      (identity, owner) = (status.identity, status.owner)
      isEmpty = isOwn || status.size == 0
    }
  }
}
