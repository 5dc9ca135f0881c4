/// A log in its state at opening, for reading.
///
/// Reading changes nothing: not the file, not its tail, not a cache. Bytes that a crash left after
/// the last complete batch are not shown; anything else that is not a line of a log is an error
/// with its place.
///
///     let log = try Log(path: "events.jsonl")
///     var lines = log.lines()
///     while let line = try lines.next() { print(line.seq, line.type) }
public struct Log: Sendable {
  /// The longest line, without its newline: 1 MiB.
  package static let longestLine = LogFormat.longestLine
  /// The largest `seq`: 2^53, the last whole number that every JSON reader keeps exact.
  package static let lastPosition = LogFormat.lastPosition
  /// The most bytes of one batch: 64 MiB.
  package static let largestBatchBytes = Memory.longestBatch.bytes
  /// The most lines of one batch.
  package static let largestBatch = Memory.longestBatch.lines

  /// The file as it was named, or `standard input`.
  public let name: String
  let memory: Memory
  /// The state kept of the beginning, to be folded on from there; nil where there is none that
  /// fits.
  package internal(set) var checkpoint: Checkpoint?
  /// The number of bytes from the front that are whole batches, as far as that is known.
  private(set) var settled = 0
  /// A closure that is called on the caller's thread with the place that a pass over the log has reached.
  package var onProgress: (@Sendable (_ done: Int) -> Void)?
  /// The permission bits of the file; nil where there is none.
  let mode: UInt32?

  /// The bytes of the log, torn ones at the end included.
  package var bytes: Bytes { memory.bytes }

  /// Creates a log by opening the file at `path`.
  ///
  /// A file is mapped; any other readable thing (a pipe, a device) is read to its end.
  ///
  /// - Parameter usesCheckpoint: A Boolean value indicating whether the checkpoint next to the log
  ///   may save work. The content is the same without.
  /// - Throws: `LogError.Kind.system` when it cannot be read.
  public init(path: String, usesCheckpoint: Bool = true) throws(LogError) {
    try self.init(path: path, usesCheckpoint: usesCheckpoint, system: System())
  }

  /// Creates a log by opening the file with the system calls of `system`.
  package init(path: String, usesCheckpoint: Bool = true, system: System) throws(LogError) {
    name = path
    do throws(SystemError) {
      let file = try system.open(path, for: .reading)
      // Before the size is read: a checkpoint that is younger would not fit.
      let place = usesCheckpoint ? try? system.place(of: path) : nil
      checkpoint = place.flatMap { Checkpoint(of: $0, file, system) }
      (memory, mode) = try Log.memory(file, settled: checkpoint?.position.end ?? 0, system)
      // The log may have been cut in between.
      if checkpoint?.position.end ?? 0 > memory.bytes.count { checkpoint = nil }
    } catch {
      throw LogError(error, doing: "read the log", at: path, system)
    }
    try checkCompleteness()
  }

  /// Creates a log of the first `size` bytes of an open file.
  ///
  /// - Parameter settled: The number of bytes from the front that are whole batches.
  init(
    _ file: Descriptor, size: Int, settled: Int, _ system: System
  ) throws(SystemError) {
    memory = try Memory(file, count: size, settled: settled, system: system)
    (name, self.settled, mode) = (file.path, settled, nil)
  }

  /// Reads the log from standard input.
  public static func standardInput() throws(LogError) -> Log {
    try standardInput(system: System())
  }

  /// Reads the log from standard input with the system calls of `system`.
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

  /// Creates a log of these bytes, called `name` in errors.
  public init(_ bytes: [UInt8], name: String) {
    self.init(name: name, memory: Memory(bytes))
  }

  init(name: String, memory: Memory, checkpoint: Checkpoint? = nil) {
    self.name = name
    self.memory = memory
    self.checkpoint = checkpoint
    mode = nil
  }

  /// Throws where a pipe or device sends more than one line can hold, after which reading stopped.
  ///
  /// Errors in the lines before that one come first.
  private func checkCompleteness() throws(LogError) {
    guard memory.isCutShort else { return }
    let whole = bytes.count(of: UInt8(ascii: "\n"))
    if whole > 0 {
      var lines = lines()
      do throws(LogError) { while try lines.next() != nil {} } catch var error {
        error.help = "behind it is a line of more than 1 MiB, where reading ended; is it a log?"
        throw error
      }
    }
    var error = LogError(
      .damaged, name, "expected a line of at most 1 MiB, found a longer one",
      help: "is it a log?")
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

  /// Returns the log, of which a pass lets go what it has read: for a command that reads it once and needs
  /// the memory.
  package func readOnce() -> Log {
    var log = self
    let (memory, report) = (memory, onProgress)
    log.onProgress = { done in
      memory.letGo(done - (1 << 20)..<done)
      report?(done)
    }
    return log
  }

  /// Returns a reader of the lines from the first one to the end of the last complete batch.
  public func lines() -> LineReader { LineReader(self) }

  /// Returns a reader of the lines after `position`, to the end of the last complete batch.
  package func lines(behind position: Checkpoint.Position) -> LineReader {
    LineReader(self, behind: position)
  }

  /// Returns the end of the last complete batch, and the bytes after it.
  package func tail() throws(LogError) -> Tail { try Tail(self) }

  /// Returns the log error for `error` in the line at `offset`.
  func damage(_ error: LineError, from offset: Int, to end: Int) -> LogError {
    var number = 1
    var index = 0
    while let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index), newline < offset {
      number += 1
      index = newline + 1
    }
    var damage = LogError(.damaged, name, line: number, error, bytes: bytes[offset..<end])
    damage.help = damage.help ?? "run \(.verify) for the whole picture"
    return damage
  }
}
