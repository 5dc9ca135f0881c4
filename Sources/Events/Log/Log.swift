/// A log as it was when it was opened, for reading.
///
/// Reading changes nothing: not the file, not its tail, not a cache. What a crash left behind the
/// last complete batch is not shown; anything else that is not a line of a log is an error with its
/// place.
///
///     let log = try Log(path: "events.jsonl")
///     var lines = log.lines()
///     while let line = try lines.next() { print(line.seq, line.type) }
public struct Log: Sendable {
  /// The longest line, its newline left out: 1 MiB.
  public static let longestLine = 1 << 20
  /// The largest `seq`: 2^53, the last whole number that every JSON reader keeps exact.
  public static let lastPosition = 1 << 53
  /// The most bytes that one batch can have: 64 MiB.
  public static let largestBatchBytes = 64 << 20
  /// The most lines that one batch can have.
  public static let largestBatch = 10_000

  /// The file as it was named; `standard input` for that.
  public let name: String
  let memory: Memory
  /// What is kept of its beginning, to be folded on from there; nil where there is nothing that fits.
  public internal(set) var checkpoint: Checkpoint?
  /// Permission bits of the file; nil where there is none.
  let mode: UInt32?

  /// The bytes of the log, torn ones at the end included.
  public var bytes: Bytes { memory.bytes }

  /// Opens the log at `path`. A file is mapped; anything else that can be read (a pipe, a device) is
  /// read to its end.
  ///
  /// - Parameter usesCheckpoint: whether the checkpoint beside it may spare work. What is read is the
  ///   same without.
  /// - Throws: `LogError.Kind.system` when it cannot be read.
  public init(
    path: String, usesCheckpoint: Bool = true, system: System = System()
  ) throws(LogError) {
    name = path
    do throws(SystemError) {
      let file = try system.open(path, for: .reading)
      // Before its size is asked for: a checkpoint that is younger would not fit.
      let place = usesCheckpoint ? try? system.place(of: path) : nil
      checkpoint = place.flatMap { Checkpoint(of: $0, file, system) }
      (memory, mode) = try Log.memory(file, settled: checkpoint?.position.end ?? 0, system)
    } catch {
      throw LogError(error, doing: "read the log", at: path, system)
    }
    try checkCompleteness()
  }

  /// Reads the log from standard input.
  public static func standardInput(system: System = System()) throws(LogError) -> Log {
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

  /// A log of these bytes, called `name` in errors.
  public init(_ bytes: [UInt8], name: String) {
    self.init(name: name, memory: Memory(bytes))
  }

  init(name: String, memory: Memory, checkpoint: Checkpoint? = nil) {
    self.name = name
    self.memory = memory
    self.checkpoint = checkpoint
    mode = nil
  }

  /// A pipe or device that sends more than a line can have without ending it is not read on. What is
  /// wrong in the lines before that one is told first.
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

  /// Walks the lines from the first one, up to the end of the last complete batch.
  public func lines() -> LineReader { LineReader(self) }

  /// Walks the lines behind `position`, up to the end of the last complete batch.
  public func lines(behind position: Checkpoint.Position) -> LineReader {
    LineReader(self, behind: position)
  }

  /// Where the last complete batch ends, and what lies behind it.
  public func tail() throws(LogError) -> Tail { try Tail(self) }

  /// The error that the line at `offset` is wrong as `error` says.
  func damage(_ error: LineError, from offset: Int, to end: Int) -> LogError {
    var number = 1
    var index = 0
    while let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index), newline < offset {
      number += 1
      index = newline + 1
    }
    var damage = LogError(.damaged, name, line: number, error, bytes: bytes[offset..<end])
    damage.help = damage.help ?? "run 'replog verify' for the whole picture"
    return damage
  }
}
