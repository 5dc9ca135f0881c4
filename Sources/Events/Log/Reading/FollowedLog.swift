/// A log that is read on as it grows: what is appended, as soon as it is acknowledged.
///
///     let followed = FollowedLog(path: "events.jsonl")
///     while let part = try followed.next() {
///       var lines = part.lines()
///       while let line = try lines.next() { print(line.seq, lines.type) }
///     }
///
/// The first part is what stands; each after it is what was appended since. Lines are passed on in whole
/// batches, and only while no appender holds the lock: what it writes lasts when it lets go of it, and is
/// cut off again where the disk fails.
package final class FollowedLog {
  /// A stretch of a log that was not read before.
  package struct Part {
    /// The log as it is.
    package let log: Log
    /// The place after which the stretch begins; nil for the first line.
    package let start: Checkpoint.Position?
    /// The change of the file since the part before.
    package let change: Change
    /// A Boolean value indicating whether there is no file of that name.
    package let isMissing: Bool

    /// Returns a reader of the lines of the stretch.
    package func lines() -> LineReader {
      start.map { log.lines(behind: $0) } ?? log.lines()
    }
  }

  /// A change of a file that is followed.
  package enum Change: Equatable, Sendable {
    /// The first look, or an append.
    case appended
    /// Another file, or other bytes, that have the last event that was read, and go on after it.
    case rewritten
    /// Another log, which is read from its first line.
    case replaced
    /// No file of that name any more.
    case removed
  }

  /// The path, as it was named.
  package let path: String
  private let system: System
  private let watch: FileWatch
  private var last: LastLine?
  /// The file as it was looked at last; nil where there was none.
  private var seen: Seen?
  private var isBegun = false

  /// Creates the log at `path`, which need not exist yet.
  package init(path: String, system: System = System()) {
    (self.path, self.system) = (path, system)
    watch = FileWatch(path, system)
  }

  /// Returns what was not read before, after waiting for it.
  ///
  /// The first call waits for no more than an appender at work: where there is no file, what stands is an
  /// empty log.
  ///
  /// - Returns: Nil when the process was interrupted, or standard output has no reader any more.
  package func next() throws(LogError) -> Part? {
    while true {
      let look: Look
      do throws(SystemError) { look = try self.look() } catch {
        throw LogError(error, doing: "follow the log", to: path)
      }
      let part = try part(look)
      if let part { return part }
      do throws(SystemError) {
        guard try watch.wait(milliseconds: look.interval) == .changed else { return nil }
      } catch {
        throw LogError(error, doing: "wait for the log to grow", to: path)
      }
    }
  }

  private enum Look {
    /// The file is as it was.
    case same
    /// There is no file.
    case nothing
    /// An appender holds the lock.
    case busy
    /// The file has other bytes, and no appender is at work.
    case changed(Descriptor, FileStatus)

    /// The most milliseconds until the next look: the kernel may report nothing of the file.
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
      // All that is there now was written by appenders that are done.
      return .changed(file, try system.status(file))
    } catch {
      guard error.isMissing else { throw error }
      return .nothing
    }
  }

  /// Returns what a look found; nil where that is nothing new.
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

  /// Returns what a file has after the last line that was read; nil where it has nothing.
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

/// The state of a file by which a change of it is told.
private struct Seen: Equatable {
  let file: FileStatus.Identity
  let size: Int

  init(_ status: FileStatus) { (file, size) = (status.identity, status.size) }
}

/// The last line that was read.
private struct LastLine {
  let position: Checkpoint.Position
  private let id: EventID
  private let bytes: [UInt8]

  /// Creates the last line of a log; nil where there is none.
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
    // The next append ends a line that only lacks its newline.
    let end = tail.end + (tail.lacksNewline ? 1 : 0)
    position = Checkpoint.Position(end: end, seq: tail.seq, sum: tail.sum)
  }

  /// Returns whether a log has the line in its place.
  func isIn(_ log: Log) -> Bool {
    let end = position.end
    guard log.bytes.count >= end, log.bytes[end - 1] == UInt8(ascii: "\n") else { return false }
    let range = end - 1 - bytes.count..<end - 1
    return range.lowerBound >= 0 && Bytes.of(bytes) { log.bytes[range].equals($0) }
  }

  /// Returns the place of the event in a log that was written anew; nil where it has none.
  func place(in log: Log) throws(LogError) -> Checkpoint.Position? {
    var lines = log.lines()
    while let line = try lines.next(), line.seq <= position.seq {
      if line.seq == position.seq, lines.id == id { return lines.position }
    }
    return nil
  }
}
