/// A log that is followed: new events are returned as soon as they are acknowledged.
///
///     let followed = FollowedLog(path: "events.jsonl")
///     while let part = try followed.next() {
///       var lines = part.lines()
///       while let line = try lines.next() { print(line.seq, lines.type) }
///     }
///
/// The first part is the existing log; each later part has the lines appended since. A part has whole batches, and is
/// returned only while no appender holds the lock. The bytes of an appender are permanent only after it releases the
/// lock; after a disk error they are removed again.
///
/// With `showsPending`, the events that wait to be synced are followed, too; parts of their file come between those of
/// the log.
package final class FollowedLog {
  /// A part of a log that was not read before.
  package struct Part {
    /// The log in its current state.
    package let log: Log
    /// The position after which the part begins; nil for the first line.
    package let start: Checkpoint.Position?
    /// The change of the file since the previous part.
    package let change: Change
    /// A Boolean value indicating whether there is no file at the path.
    package let isMissing: Bool
    /// A Boolean value indicating whether it is a part of the file of the events that wait to be synced.
    package internal(set) var isOfPending = false

    /// A Boolean value indicating whether there is no file because the log was never synced.
    fileprivate var isOfUnsynced: Bool { isMissing && change == .appended }

    package func lines() -> LineReader { start.map { log.lines(behind: $0) } ?? log.lines() }
  }

  package enum Change: Equatable, Sendable {
    /// The first part, or an append.
    case appended
    /// Another file, or other bytes, with the event that was read last; reading continues after that event.
    case rewritten
    /// Another log, to be read from its first line.
    case replaced
    /// A file that no longer exists at the path.
    case removed
  }

  /// The path, as the caller gave it.
  package let path: String
  private let system: System
  /// The kernel's reports of changes.
  package let watch: FileWatch
  private var last: LastLine?
  /// The state of the file at the last look; nil if there was no file.
  private var seen: Seen?
  private var isBegun = false
  /// The file of the events that wait to be synced; nil if they are not followed.
  private let pending: FollowedLog?

  /// Creates a followed log at `path`; the file need not exist yet.
  ///
  /// - Parameter showsPending: A Boolean value indicating whether the events that wait to be synced are followed, too.
  package convenience init(path: String, showsPending: Bool = false, system: System = System()) {
    let waiting = showsPending ? DeviceFiles(of: path, system).pending : nil
    let watch = FileWatch([path, waiting].compactMap { $0 }, system)
    let pending = waiting.map { FollowedLog($0, watch, pending: nil, system) }
    self.init(path, watch, pending: pending, system)
  }

  private init(_ path: String, _ watch: FileWatch, pending: FollowedLog?, _ system: System) {
    (self.path, self.watch, self.pending, self.system) = (path, watch, pending, system)
  }

  /// Waits for lines that were not read before, and returns them.
  ///
  /// The first call waits only while an appender holds the lock. If there is no file, it returns an empty log.
  ///
  /// - Returns: Nil if the process was interrupted, or if standard output has no reader any more.
  package func next() throws(LogError) -> Part? {
    while true {
      let (part, patience) = try partSoFar()
      if let part { return part }
      do throws(SystemError) {
        guard try watch.wait(milliseconds: patience) == .changed else { return nil }
      } catch {
        throw LogError(error, doing: "wait for the log to grow", to: path)
      }
    }
  }

  /// Returns the lines that were not read before, without waiting; nil if there are none yet.
  ///
  /// `patience` is the number of milliseconds after which to look again, even if the kernel reports no change.
  package func partSoFar() throws(LogError) -> (part: Part?, patience: Int32) {
    // A reader of the first part reads the events that already wait, too.
    if !isBegun { _ = try pending?.partSoFar() }
    let look = try currentLook()
    if let part = try part(look) { return (part, look.interval) }
    guard isBegun, let pending else { return (nil, look.interval) }
    let other = try pending.currentLook()
    // The files of a device change in steps, under the lock of its log.
    if case .changed = other, isBusy { return (nil, Look.busy.interval) }
    guard var part = try pending.part(other), !part.isOfUnsynced else {
      return (nil, min(look.interval, other.interval))
    }
    part.isOfPending = true
    return (part, other.interval)
  }

  private func currentLook() throws(LogError) -> Look {
    do throws(SystemError) { return try look() } catch {
      throw LogError(error, doing: "follow the log", to: path)
    }
  }

  /// A Boolean value indicating whether an appender holds the lock of the file.
  private var isBusy: Bool {
    guard let file = try? system.open(path, for: .nonblocking) else { return false }
    defer { system.unlock(file) }
    return !system.lockShared(file)
  }

  private enum Look {
    /// The file has not changed.
    case same
    /// There is no file.
    case nothing
    /// An appender holds the lock.
    case busy
    /// The file has changed, and no appender holds the lock.
    case changed(Descriptor, FileStatus)

    /// The largest number of milliseconds until the next look; the kernel may report no change of the file.
    var interval: Int32 { if case .busy = self { 1 } else { 100 } }
  }

  /// Looks at the file without reading it.
  private func look() throws(SystemError) -> Look {
    do throws(SystemError) {
      watch.begin()
      let status = try system.status(path: path)
      if let seen, seen == Seen(status) { return .same }
      let file = try system.open(path, for: .nonblocking)
      _ = try system.requireFile(file)
      guard system.lockShared(file) else { return .busy }
      defer { system.unlock(file) }
      // The appenders of all bytes in the file have finished.
      return .changed(file, try system.status(file))
    } catch {
      guard error.isMissing else { throw error }
      return .nothing
    }
  }

  /// Returns the part that a look found, or nil if nothing is new.
  private func part(_ look: Look) throws(LogError) -> Part? {
    switch look {
    case .same, .busy: return nil
    case .nothing:
      guard seen != nil || !isBegun else { return nil }
      let change = isBegun ? Change.removed : .appended
      (seen, isBegun) = (nil, true)
      return Part(log: Log([], name: path), start: nil, change: change, isMissing: true)
    case .changed(let file, let status): return try part(of: file, status)
    }
  }

  /// Returns the lines of a file after the line that was read last, or nil if there are none.
  private func part(of file: Descriptor, _ status: FileStatus) throws(LogError) -> Part? {
    let isSameFile = seen?.file == status.identity
    let settled = isSameFile ? last?.position.end ?? 0 : 0
    var (log, change) = (try open(file, status, settled: settled), Change.appended)
    var start = last?.position
    if let last, !last.isIn(log) {
      if settled > 0 { log = try open(file, status, settled: 0) }
      start = try last.place(in: log)
      change = start == nil ? .replaced : .rewritten
    } else if last != nil, !isSameFile {
      change = .rewritten
    }
    let tail = try log.tail()
    let isNew = !isBegun || change != .appended || tail.seq != last?.position.seq ?? 0
    (seen, isBegun) = (Seen(status), true)
    guard isNew else { return nil }
    last = try LastLine(of: log, tail)
    return Part(log: log, start: start, change: change, isMissing: false)
  }

  private func open(
    _ file: Descriptor, _ status: FileStatus, settled: Int
  ) throws(LogError) -> Log {
    do throws(SystemError) {
      return try Log(file, size: status.size, settled: min(settled, status.size), system)
    } catch {
      throw LogError(error, doing: "read the log", to: path)
    }
  }
}

/// The state of a file, to detect a change.
private struct Seen: Equatable {
  let file: FileStatus.Identity
  let size: Int

  init(_ status: FileStatus) { (file, size) = (status.identity, status.size) }
}

/// The line that was read last.
private struct LastLine {
  let position: Checkpoint.Position
  private let id: EventID
  private let bytes: [UInt8]

  /// Creates the last line of a log, or returns nil if the log has no line.
  init?(of log: Log, _ tail: Tail) throws(LogError) {
    guard tail.end > 0 else { return nil }
    let line = log.bytes.lastLine(before: tail.end)
    do throws(LineError) {
      guard let id = try LineDecoder().logged(log.bytes, in: line).id else { return nil }
      self.id = id
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
    bytes = log.bytes.array(in: line)
    // If the last line lacks only its newline, the next append adds it.
    let end = tail.end + (tail.lacksNewline ? 1 : 0)
    position = Checkpoint.Position(end: end, seq: tail.seq, sum: tail.sum)
  }

  /// Returns whether a log has this line at the same offset.
  func isIn(_ log: Log) -> Bool {
    let end = position.end
    guard log.bytes.count >= end, log.bytes[end - 1] == UInt8(ascii: "\n") else { return false }
    let range = end - 1 - bytes.count..<end - 1
    return range.lowerBound >= 0 && Bytes.of(bytes) { log.bytes[range].equals($0) }
  }

  /// Returns the position of the event in a rewritten log, or nil if the log does not contain the event.
  func place(in log: Log) throws(LogError) -> Checkpoint.Position? {
    var lines = log.lines()
    while let line = try lines.next(), line.seq <= position.seq {
      if line.seq == position.seq, lines.id == id { return lines.position }
    }
    return nil
  }
}
