/// A log to read, in its state at opening.
///
/// Reading changes no file and no cache. Bytes of a partial write after the last complete batch are not shown. Any
/// other bytes that are not a line of a log are an error with a position.
///
///     let log = try Log(path: "events.jsonl")
///     var lines = log.lines()
///     while let line = try lines.next() { print(line.seq, line.type) }
public struct Log: Sendable {
  /// The longest line, without its newline: 1 MiB.
  package static let longestLine = LogFormat.longestLine
  /// The largest `seq`: 2^53, the last whole number that every JSON reader represents exactly.
  package static let lastPosition = LogFormat.lastPosition
  /// The largest number of bytes in one batch: 64 MiB.
  package static let largestBatchBytes = BatchLimit.bytes
  /// The largest number of events in one batch, unless they undo others.
  package static let largestBatch = 10_000
  /// The largest number of lines in one batch: two for each event of a batch that is undone, and `EventsReverted`.
  package static let largestReversal = BatchLimit.lines

  /// The path of the file as the caller gave it, or `standard input`.
  public let name: String
  private(set) var memory: Memory
  /// The checkpoint whose states a replay can start from; nil if there is none that fits.
  package internal(set) var checkpoint: Checkpoint?
  /// The number of bytes at the front that the checkpoint covers; 0 without one.
  var checkpointedBytes: Int { checkpoint?.position.end ?? 0 }
  /// The number of bytes at the front that are known to be whole batches.
  var settled = 0
  /// The end of the events that the remote accepted; nil for a log that is not synced with another one.
  private var acceptedEnd: LogPosition?
  /// The position of the last event that the remote accepted; nil for a log that is not synced with another one.
  ///
  /// The positions after it are provisional.
  package var accepted: Int? { acceptedEnd?.seq }
  /// The number of bytes at the front that are the log; nil for all.
  private var length: Int?
  /// A Boolean value indicating whether events that wait to be synced follow the accepted ones.
  private var hasPending = false
  /// A closure called on the caller's thread with the offset that a pass over the log has reached.
  package var onProgress: (@Sendable (_ done: Int) -> Void)?
  /// A closure called on several threads that returns whether to end a pass over the log with an error.
  package var isCancelled: (@Sendable () -> Bool)?
  /// A Boolean value indicating whether a pass over the log uses only one thread.
  package var usesOneThread = false
  /// The permission bits of the file; nil if the log is not a file.
  let mode: UInt32?

  /// The bytes of the log, including a torn end.
  package var bytes: Bytes {
    let bytes = memory.bytes
    return length.map { bytes[0..<$0] } ?? bytes
  }

  /// Creates a log by opening the file at `path`.
  ///
  /// A file is mapped. Any other readable source, such as a pipe or a device, is read to its end.
  ///
  /// - Parameter usesCheckpoint: A Boolean value indicating whether the log's checkpoint is used to save work. The
  ///   content is the same without it.
  /// - Throws: `LogError.Kind.system` if the file cannot be read.
  public init(path: String, usesCheckpoint: Bool = true) throws(LogError) {
    try self.init(path: path, usesCheckpoint: usesCheckpoint, system: System())
  }

  /// Creates a log by opening the file with the system calls of `system`.
  ///
  /// - Parameter showsPending: A Boolean value indicating whether the events that wait to be synced follow the others.
  package init(
    path: String, usesCheckpoint: Bool = true, showsPending: Bool = false, system: System
  ) throws(LogError) {
    name = path
    let device = showsPending ? DeviceFiles(of: path, system) : nil
    // The pending events are opened first: a sync moves them to the log.
    let pending = try device.flatMap { (files) throws(LogError) in try files.pendingFile(system) }
    let file: Descriptor
    do throws(SystemError) {
      file = try system.open(path, for: .reading)
      // The checkpoint is opened before the size is read, because a newer checkpoint would not fit.
      let place = usesCheckpoint ? try? system.place(of: path) : nil
      checkpoint = place.flatMap { Checkpoint(of: $0, file, system) }
      (memory, mode) = try Log.memory(file, settled: checkpoint?.position.end ?? 0, system)
      // The log may have been truncated in the meantime.
      if checkpoint?.position.end ?? 0 > memory.bytes.count { checkpoint = nil }
    } catch {
      throw LogError(error, doing: "read the log", at: path, system)
    }
    if let device, let pending {
      let refused = try device.log(at: device.refused, system)
      try show(
        PendingEvents(in: pending.0, notIn: self, or: refused, behind: pending.checked),
        behind: file, system)
    }
    try checkCompleteness()
  }

  /// Appends pending events to the log, in memory only.
  ///
  /// Their positions and checksums continue those of the log, so everything that reads a log reads them.
  ///
  /// - Parameter hasRoom: A Boolean value indicating whether about as many events can be appended later.
  mutating func show(
    _ pending: PendingEvents, behind file: Descriptor, hasRoom: Bool = false, _ system: System
  ) throws(LogError) {
    let tail = try tail()
    acceptedEnd = LogPosition(tail)
    guard !pending.units.isEmpty else { return }
    // The pending events begin behind the newline that the log lacks.
    if tail.lacksNewline { acceptedEnd?.bytes += 1 }
    let lines = try pending.file.lines(of: pending.units, after: tail)
    do throws(SystemError) {
      memory = try Memory(
        file, count: tail.end, settled: checkpoint?.position.end ?? 0, followedBy: lines,
        room: hasRoom ? min(max(lines.count, 1 << 20), 1 << 24) : 0, system: system)
      (length, hasPending) = (tail.end + lines.count, true)
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// Appends lines after the pending events, in memory only, and returns whether there is room for them.
  mutating func extend(by lines: [UInt8]) -> Bool {
    guard hasPending, let end = length, memory.append(lines, after: end) else { return false }
    length = end + lines.count
    return true
  }

  /// Creates a log of the first `size` bytes of an open file.
  ///
  /// - Parameter settled: The number of bytes at the front that are whole batches.
  init(_ file: Descriptor, size: Int, settled: Int, _ system: System) throws(SystemError) {
    memory = try Memory(file, count: size, settled: settled, system: system)
    (name, self.settled, mode) = (file.path, settled, nil)
  }

  /// Reads the log from standard input.
  public static func standardInput() throws(LogError) -> Log { try standardInput(system: System()) }

  package static func standardInput(system: System) throws(LogError) -> Log {
    let log: Log
    do throws(SystemError) {
      let memory = try memory(.standardInput, settled: 0, system).0
      log = Log(name: "standard input", memory: memory)
    } catch {
      throw LogError(error, doing: "read the log")
    }
    try log.checkCompleteness()
    return log
  }

  /// Creates a log from bytes, called `name` in errors.
  public init(_ bytes: [UInt8], name: String) { self.init(name: name, memory: Memory(bytes)) }

  init(name: String, memory: Memory, checkpoint: Checkpoint? = nil) {
    (self.name, self.memory, self.checkpoint) = (name, memory, checkpoint)
    mode = nil
  }

  /// Throws an error if a pipe or device sent a line that is too long, after which reading stopped.
  ///
  /// Errors in earlier lines have precedence.
  private func checkCompleteness() throws(LogError) {
    guard memory.isCutShort else { return }
    let whole = bytes.count(of: UInt8(ascii: "\n"))
    if whole > 0 {
      var lines = lines()
      do throws(LogError) { while try lines.next() != nil {} } catch var error {
        error.help = "reading stopped at a line longer than 1 MiB; check that this is a log"
        throw error
      }
    }
    var error = LogError(
      .damaged, name, "a line must be at most 1 MiB long",
      help: "check that this is a log")
    error.line = whole + 1
    throw error
  }

  private static func memory(
    _ file: Descriptor, settled: Int, _ system: System
  ) throws(SystemError) -> (Memory, mode: UInt32?) {
    let status = try system.status(file)
    guard status.isRegular else {
      return (try Memory(reading: file, longestLine: longestLine, system: system), nil)
    }
    let memory = try Memory(file, count: status.size, settled: settled, system: system)
    return (memory, status.mode)
  }

  /// Returns a log whose passes release the memory that they have read, for a command that reads the log once.
  package func readOnce() -> Log {
    var log = self
    let (memory, report) = (memory, onProgress)
    log.onProgress = { done in
      memory.letGo(done - (1 << 20)..<done)
      report?(done)
    }
    return log
  }

  /// Returns a reader of the lines up to the end of the last complete batch.
  public func lines() -> LineReader { LineReader(self) }

  /// Returns a reader of the lines after `position`, up to the end of the last complete batch.
  package func lines(behind position: Checkpoint.Position) -> LineReader {
    LineReader(self, behind: position)
  }

  /// Returns a reader of the events that wait to be synced; nil for a log that is not synced with another one.
  package func pendingLines() -> LineReader? { acceptedEnd.map { lines(behind: $0) } }

  /// Returns whether the event at a position waits to be synced.
  package func isPending(_ seq: Int) -> Bool { seq > accepted ?? .max }

  /// The log without the events that wait to be synced; nil if none waits.
  package var withoutPending: Log? {
    guard hasPending, let acceptedEnd else { return nil }
    var log = self
    (log.length, log.acceptedEnd, log.hasPending) = (acceptedEnd.bytes, nil, false)
    return log
  }

  /// Returns the end of the last complete batch, and the bytes after it.
  package func tail() throws(LogError) -> Tail { try Tail(self) }

  /// Returns the log error for an error in the line at `offset`.
  func damage(_ error: LineError, from offset: Int, to end: Int) -> LogError {
    var number = 1
    var index = 0
    while let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index), newline < offset {
      number += 1
      index = newline + 1
    }
    var damage = LogError(.damaged, name, line: number, error, bytes: bytes[offset..<end])
    damage.help = damage.help ?? "run \(.verify) to check the whole log"
    return damage
  }
}
