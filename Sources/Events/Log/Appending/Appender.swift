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
  private(set) var file: Descriptor
  /// The path of the file, symbolic links resolved: what belongs to it is next to it.
  private(set) var place: String
  /// A Boolean value indicating whether the file's entry in its folder may not be on the device yet.
  var isNew: Bool
  /// A Boolean value indicating whether this appender made the file, and may remove it while it is empty.
  private var isOwn: Bool
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
    do throws(SystemError) {
      (file, place, isNew, isOwn) = try Appender.open(path, system)
    } catch {
      throw LogError(error, doing: "open the log for appending", at: path, makes: true, system)
    }
  }

  /// Calls `body` with the lock held.
  ///
  /// No other appender writes meanwhile, in this process or another.
  ///
  /// - Throws: `LogError` when the lock cannot be had; whatever `body` throws.
  public func locked<R>(_ body: (borrowing LockedLog) throws -> R) throws -> R {
    try lock()
    defer { unlock() }
    try look()
    do { return try body(LockedLog(self)) } catch {
      removeIfNeverUsed()
      throw error
    }
  }

  /// Calls `body` with the lock held and the log as it is.
  ///
  /// Its end is not looked at, since it may be damaged.
  func lockedAsItIs<R>(_ body: () throws(LogError) -> R) throws(LogError) -> R {
    try lock()
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
    try lock(patience: patience)
    defer { unlock() }
    try look()
  }

  /// Removes a log that was made for an append that then was refused.
  ///
  /// An appender that waits for its lock finds the name gone and makes the file anew. An empty file that
  /// another process put there stays.
  private func removeIfNeverUsed() {
    guard isOwn, (try? system.status(file).size) == 0, (try? isCurrent()) == true else { return }
    system.remove(path)
  }

  private static func open(
    _ path: String, _ system: System
  ) throws(SystemError) -> (Descriptor, place: String, isNew: Bool, isOwn: Bool) {
    do throws(SystemError) {
      // No name that is a link can be made.
      return (try system.open(path, for: .creating), path, true, true)
    } catch {
      guard error.isExisting else { throw error }
      let file = try system.open(path, for: .appending)
      let status = try system.requireFile(file)
      // The process that made an empty file may have died before its folder entry was on the device.
      return (file, try system.place(of: path), status.size == 0, false)
    }
  }

  /// Takes the lock, and makes sure that it is the lock of the file that now has the name.
  ///
  /// An editor that saves puts another file in its place.
  private func lock(patience ownPatience: Double? = nil) throws(LogError) {
    let patience = ownPatience ?? patience
    yieldLock()
    let deadline = system.monotonicSeconds() + patience
    var wait = 1
    do throws(SystemError) {
      while true {
        if try system.lock(file) {
          if try isCurrent() { return }
          logEnd = nil
          (file, place, isNew, isOwn) = try Appender.open(path, system)
          continue
        }
        guard system.monotonicSeconds() < deadline else { break }
        system.sleep(milliseconds: wait)
        wait = min(wait * 2, 8)
      }
    } catch {
      throw LogError(error, doing: "lock the log")
    }
    throw LogError(
      .system, path, "cannot lock the log: others have held it for \(decimal(patience)) s",
      help: "find them with 'fuser \(path)'; a stopped process keeps its lock")
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

  /// Returns whether the file that is locked is the one that has the name.
  func isCurrent() throws(SystemError) -> Bool { try system.isFile(file, at: path) }

  /// Reads the end of the log unless this appender was the last to write.
  private func look() throws(LogError) {
    let size: Int
    do throws(SystemError) { size = try system.status(file).size } catch {
      throw LogError(error, doing: "look at the log")
    }
    if let logEnd, logEnd.size == size, try isAsLeft(logEnd, size) { return }
    let index = logEnd?.index
    logEnd = nil
    let checkpoint = usesCheckpoint && size > 0 ? Checkpoint(of: place, file, system) : nil
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
  /// The mapping is let go, since the kernel drops no page that is mapped.
  ///
  /// - Parameter floor: the position of a checkpoint. It was written when all before it was settled.
  private func startOfLastBatch(_ size: Int, floor: Int) throws(LogError) -> Int {
    do throws(SystemError) {
      // A log whose lock is held is not cut, so nothing of it is copied.
      let memory = try Memory(file, count: size, settled: size, system: system)
      return Tail.startOfLastBatch(memory.bytes, floor: floor, decoder)
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

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
