/// Appends events to a log, durably.
///
/// An event that was acknowledged is on the device. In order: the lock; the end of the log as the device has
/// it; the whole batch validated and encoded; the torn bytes of a crash set aside; one write; a sync,
/// and one of the folder for a new file; the lock given back; the acknowledgements. A failure on the way
/// leaves the log as it was, and is thrown; after a failed sync nothing is retried, because the kernel
/// reports success for a second one on data that is lost.
///
///     let appender = try Appender(path: "events.jsonl")
///     let result = try appender.locked { log in
///       try log.append(drafts, defaults: defaults)
///     }
///
/// One appender serves one thread; any number of them, in any number of processes, serve one log.
public final class Appender {
  /// The file as it was named.
  public let path: String
  let system: System
  private let patience: Double
  /// The times since when this appender has had the lock without a long pause, and when it gave it back.
  private var held = (since: 0.0, until: 0.0)
  private var opened: Opened
  /// A Boolean value indicating whether the file's entry in its folder may not be on the device yet.
  var isNew: Bool
  /// A Boolean value indicating whether a checkpoint may spare work.
  package let usesCheckpoint: Bool
  /// Reads the end of the log, again and again.
  private let decoder = LineDecoder()
  /// Called with how far a pass over the log under the lock has come, in bytes.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  /// The end of the log, as of the last look.
  var logEnd: LogEnd?

  /// Opens the log at `path`, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - patience: seconds to wait for a lock that another appender holds.
  ///   - usesCheckpoint: whether the checkpoint next to it may spare work.
  /// - Throws: `LogError.Kind.system` when it cannot be opened for writing or is not a file.
  public convenience init(
    path: String, patience: Double = 10, usesCheckpoint: Bool = true
  ) throws(LogError) {
    try self.init(path: path, patience: patience, usesCheckpoint: usesCheckpoint, system: System())
  }

  /// Opens the log with the system calls of `system`.
  package init(
    path: String, patience: Double = 10, usesCheckpoint: Bool = true, system: System
  ) throws(LogError) {
    self.path = path
    self.usesCheckpoint = usesCheckpoint
    self.system = system
    self.patience = patience
    do throws(SystemError) { opened = try Opened(path, system) } catch {
      throw LogError(error, doing: "open the log for appending", at: path, makes: true, system)
    }
    isNew = opened.isEmpty
  }

  var file: Descriptor { opened.file }
  /// The path of the file, which is no link itself.
  ///
  /// A folder in it may be a link. The checkpoint is next to the file.
  var place: String { opened.place }

  /// Calls `body` with the lock held.
  ///
  /// No other appender writes meanwhile, in this process or another.
  ///
  /// - Throws: `LogError` when the lock cannot be had; whatever `body` throws.
  public func locked<R>(_ body: (borrowing LockedLog) throws -> R) throws -> R {
    let status = try lock()
    defer { unlock() }
    try look(status)
    do { return try body(LockedLog(self)) } catch {
      removeIfNeverUsed()
      throw error
    }
  }

  /// Calls `body` with the lock held and the log as it is.
  ///
  /// Its end is not looked at, since it may be damaged.
  func lockedAsItIs<R>(_ body: () throws(LogError) -> R) throws(LogError) -> R {
    _ = try lock()
    defer {
      removeIfNeverUsed()
      unlock()
    }
    return try body()
  }

  /// Looks at the log under the lock, which leaves all that is in it on the device.
  ///
  /// - Parameter patience: The seconds to wait for the lock; nil for those of the appender.
  func settle(patience: Double? = nil) throws(LogError) {
    let status = try lock(patience: patience)
    defer { unlock() }
    try look(status)
  }

  /// Removes a log that was made for an append that then was refused.
  ///
  /// An appender that waits for its lock finds the name gone and makes the file anew. An empty file that
  /// another process put there stays.
  private func removeIfNeverUsed() {
    guard opened.isOwn, (try? currentStatus())?.size == 0 else { return }
    system.remove(path)
  }

  /// Takes the lock, and makes sure that it is the lock of the file that now has the name.
  ///
  /// An editor that saves puts another file in its place.
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
        guard system.monotonicSeconds() < deadline else { break }
        system.sleep(milliseconds: wait)
        wait = min(wait * 2, 8)
      }
    } catch {
      throw LogError(error, doing: "lock the log")
    }
    var error = LogError(
      .system, path, "cannot lock the log: others have held it for \(decimal(patience)) s",
      help: "find them with 'fuser \(path)'; a stopped process keeps its lock")
    error.code = .logInUse
    throw error
  }

  private func unlock() {
    system.unlock(file)
    held.until = system.monotonicSeconds()
  }

  /// Rests once a second.
  ///
  /// An appender that waits for the lock looks every 8 ms, and one of many batches has it again long before
  /// that: on a disk that syncs in 100 ms no other one got it in 10 s.
  private func yieldLock() {
    let now = system.monotonicSeconds()
    if now - held.until > 0.008 {
      held.since = now
    } else if now - held.since > 1 {
      system.sleep(milliseconds: 16)
      held.since = now
    }
  }

  /// Returns the status of the file that has the name; nil unless it is the one that is locked.
  func currentStatus() throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let status = try system.status(path: path)
      return status.identity == opened.identity ? status : nil
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Reads the end of the log unless this appender was the last to write.
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
        of: place, file, owner: status.owner.user, system, decoder: decoder)
    }
    let floor = checkpoint?.position.end ?? 0
    let lastBatch = size > 0 ? try startOfLastBatch(size, floor: floor) : 0
    if size > 0 { try settle(from: lastBatch) }
    try remap(size: size, tail: nil, index: index, checkpoint, lastBatch: lastBatch)
  }

  /// Returns whether the file still ends with the line that this appender saw last.
  ///
  /// Another log of the same size may have been written into it. The sum of the last line tells, since it is made of all before.
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
      throw LogError(error, doing: "look at the log")
    }
  }

  /// Maps the log anew.
  ///
  /// Its end is looked for unless `tail` is given.
  func remap(
    size: Int, tail: Tail?, index: LogEnd.Index?, _ checkpoint: Checkpoint?,
    lastBatch: Int = 0
  ) throws(LogError) {
    let memory: Memory
    // Nothing before the last batch or a checkpoint can be cut, and after a write of our own nothing at
    // all; copying a megabyte after each batch took a twentieth of an append.
    let settled = tail?.end ?? max(lastBatch, checkpoint?.position.end ?? 0)
    do throws(SystemError) {
      memory = try Memory(file, count: size, settled: settled, system: system)
    } catch {
      throw LogError(error, doing: "read the log")
    }
    var log = Log(name: path, memory: memory, checkpoint: checkpoint)
    if let onProgress { log.onProgress = { onProgress($0, size) } }
    var next = try LogEnd(log, tail: tail, lastBatch: lastBatch, decoder)
    if let index { next.reuseIndex(index) }
    logEnd = next
  }

  /// Returns the place where the last batch begins; all before it was synced before it was written.
  ///
  /// A mapping ends before the cache is dropped, since the kernel drops no page that is mapped.
  ///
  /// - Parameter floor: the position of a checkpoint. It was written when all before it was settled.
  private func startOfLastBatch(_ size: Int, floor: Int) throws(LogError) -> Int {
    do throws(SystemError) {
      if (1...Appender.copied).contains(size - floor) {
        let memory = try Memory(file, range: floor..<size, system: system)
        // If no line ends after the floor, the last batch is before it.
        if memory.bytes.lastIndex(of: UInt8(ascii: "\n"), before: memory.bytes.count) != nil {
          return Tail.startOfLastBatch(memory.bytes, decoder).map { floor + $0 } ?? 0
        }
      }
      // A log whose lock is held is not cut, so nothing of it is copied.
      let memory = try Memory(file, count: size, settled: size, system: system)
      return Tail.startOfLastBatch(memory.bytes, floor: floor, decoder) ?? 0
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// The most bytes after a checkpoint that are copied to look at their lines.
  ///
  /// A read of them takes less time than a mapping.
  private static let copied = 1 << 16

  /// Syncs the end of the log, and drops it from the kernel's cache, before anything is built on it.
  ///
  /// The cache may hold bytes of a process that died or failed and that never reached the device. The one
  /// that wrote the first batch may have died before the folder was synced; after a second batch it was.
  private func settle(from start: Int) throws(LogError) {
    do throws(SystemError) {
      try system.sync(file)
      if start == 0 { try syncFolder(of: place) }
      system.dropCache(file, from: start)
    } catch {
      throw LogError(
        .durabilityUnknown, path, "cannot bring the end of the log to the device: \(error.reason)",
        help: "nothing was appended; check the disk before you append again")
    }
  }
}

extension Appender {
  /// The file of a log, as it was opened.
  private struct Opened {
    let file: Descriptor
    /// The path of the file, which is no link; a folder in it may be one.
    let place: String
    let identity: FileStatus.Identity
    /// A Boolean value indicating whether it was made, or had no bytes.
    ///
    /// The process that made such a file may have died before its folder entry was on the device.
    let isEmpty: Bool
    /// A Boolean value indicating whether it was made, and may be removed while it is empty.
    let isOwn: Bool

    /// Opens the file at `path`, and makes it if there is none.
    init(_ path: String, _ system: System) throws(SystemError) {
      // Nearly always there is a file of that name and no link. One call shows both.
      do throws(SystemError) {
        let file = try system.open(path, for: .appendingUnlinked)
        self.init(file, place: path, try system.requireFile(file))
        return
      } catch {
        guard error.isMissing || error.isLink else { throw error }
      }
      do throws(SystemError) {
        // No name that is a link can be made.
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
      (identity, isEmpty) = (status.identity, isOwn || status.size == 0)
    }
  }
}
