/// Appends events to a log, durably.
///
/// What an append answers is on the device. In order: the lock; the end of the log as the device has
/// it; the whole batch validated and encoded; what a crash left behind set aside; one write; a sync,
/// and one of the folder for a new file; the lock given back; the answer. A failure on the way
/// leaves the log as it was, and says so; after a failed sync nothing is retried, because the kernel
/// answers a second one with success on data that is lost.
///
///     let appender = try Appender(path: "events.jsonl")
///     let result = try appender.locked { log in
///       try log.append(drafts, supplying: supply)
///     }
///
/// One appender serves one thread; any number of them, in any number of processes, serve one log.
public final class Appender {
  /// The file as it was named.
  public let path: String
  let system: System
  private let patience: Double
  /// Since when this appender has had the lock with no pause to speak of, and when it gave it back.
  private var held = (since: 0.0, until: 0.0)
  private(set) var file: Descriptor
  /// Where the file is, symbolic links resolved: what belongs to it is beside it.
  private(set) var place: String
  /// Whether the file's entry in its folder may not be on the device yet.
  var isNew: Bool
  /// Whether this appender made the file, and may take it away again as long as it is empty.
  private var isOwn: Bool
  /// Whether what a checkpoint keeps may spare work.
  let usesCheckpoint: Bool
  /// Where the log ends, as of the last look.
  var frontier: Frontier?

  /// Opens the log at `path`, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - patience: seconds to wait for a lock that somebody else holds.
  ///   - usesCheckpoint: whether the checkpoint beside it may spare work.
  /// - Throws: `LogError.Kind.system` when it cannot be opened for writing or is not a file.
  public init(
    path: String, patience: Double = 10, usesCheckpoint: Bool = true, system: System = System()
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

  /// Calls `body` with the lock held. Nobody else appends meanwhile, in this process or another.
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

  /// Calls `body` with the lock held and the log as it is: its end is not looked at, since it may be
  /// damaged.
  func lockedAsItIs<R>(_ body: () throws(LogError) -> R) throws(LogError) -> R {
    try lock()
    defer {
      removeIfNeverUsed()
      unlock()
    }
    return try body()
  }

  /// Looks at the log under the lock, which leaves all that is in it on the device.
  func settle() throws(LogError) {
    try lock()
    defer { unlock() }
    try look()
  }

  /// A log that was made for an append that then was refused is no log. Whoever waits for its lock
  /// finds the name gone and makes it anew. An empty file that somebody else put there is theirs.
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
      try system.requireFile(file)
      // Whoever made an empty file may have died before its folder entry was on the device.
      return (file, try system.place(of: path), try system.status(file).size == 0, false)
    }
  }

  /// Takes the lock, and makes sure that it is the lock of the file that now has the name: an editor
  /// that saves puts another file in its place.
  private func lock() throws(LogError) {
    giveWay()
    let deadline = system.monotonicSeconds() + patience
    var wait = 1
    do throws(SystemError) {
      while true {
        if try system.lock(file) {
          if try isCurrent() { return }
          frontier = nil
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

  /// Rests once a second. Whoever waits for the lock looks every 8 ms, and an appender of many batches has
  /// it again long before that: on a disk that syncs in 100 ms nobody else got it in 10 s.
  private func giveWay() {
    let now = system.monotonicSeconds()
    if now - held.until > 0.008 {
      held.since = now
    } else if now - held.since > 1 {
      system.sleep(milliseconds: 16)
      held.since = now
    }
  }

  /// Whether the file that is locked is the one that has the name.
  func isCurrent() throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try system.status(path: path).identity == system.status(file).identity
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
  }

  /// Reads the end of the log unless this appender was the last to write.
  private func look() throws(LogError) {
    let size: Int
    do throws(SystemError) { size = try system.status(file).size } catch {
      throw LogError(error, doing: "look at the log")
    }
    if frontier?.size == size { return }
    let index = frontier?.index
    frontier = nil
    let checkpoint = usesCheckpoint && size > 0 ? Checkpoint(of: place, file, system) : nil
    let floor = checkpoint?.position.end ?? 0
    let lastBatch = size > 0 ? try startOfLastBatch(size, floor: floor) : 0
    if size > 0 { try settle(from: lastBatch) }
    try know(size: size, tail: nil, index: index, checkpoint, lastBatch: lastBatch)
  }

  /// Maps the log anew. Its end is looked for unless `tail` says where it is.
  func know(
    size: Int, tail: Tail?, index: Frontier.Index?, _ checkpoint: Checkpoint?,
    lastBatch: Int? = nil
  ) throws(LogError) {
    let memory: Memory
    // Behind a write of our own nothing is left to be cut; copying a megabyte behind each batch took a
    // twentieth of an append.
    let settled = tail?.end ?? checkpoint?.position.end ?? 0
    do throws(SystemError) {
      memory = try Memory(file, count: size, settled: settled, system: system)
    } catch {
      throw LogError(error, doing: "read the log")
    }
    let log = Log(name: path, memory: memory, checkpoint: checkpoint)
    var next = try Frontier(log, tail: tail, lastBatch: lastBatch)
    if let index { next.adopt(index) }
    frontier = next
  }

  /// Where the last batch begins: what is before it was synced before it was written. The mapping is
  /// let go, since the kernel drops no page that is mapped.
  ///
  /// - Parameter floor: the position of a checkpoint. It was written when all before it was settled.
  private func startOfLastBatch(_ size: Int, floor: Int) throws(LogError) -> Int {
    do throws(SystemError) {
      let memory = try Memory(file, count: size, settled: floor, system: system)
      return Tail.startOfLastBatch(memory.bytes, floor: floor)
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// What the cache holds of somebody who died or failed may never have reached the device: it is
  /// synced first, and then dropped, before anybody builds on it. Whoever wrote the first batch may
  /// have died before the folder was synced; behind a second batch it was.
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
