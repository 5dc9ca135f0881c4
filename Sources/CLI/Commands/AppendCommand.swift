import Events
import Projections

struct AppendCommand: Command {
  static let name = "append"
  static let summary = "append events from standard input, a line each"
  static let example = "replog log --json --log old.jsonl | replog append --log new.jsonl"
  static let accepts: GlobalOptions.Accepted = [.log, .dryRun]
  var expected: Int?
  var isAtomic = false
  var size: Int?

  /// The most lines that are written together unless told otherwise.
  private static let usualSize = 1_000

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&expected, "--expect", "refuse unless the log ends with this seq")
    try a.flag(&isAtomic, "--atomic", "write all lines or none; at most 10,000")
    try a.option(&size, "--batch", "lines written together, each batch or none of it; 1…1,000")
  }

  func run(_ shell: inout Shell) throws {
    let size = size ?? AppendCommand.usualSize
    guard (1...AppendCommand.usualSize).contains(size) else {
      throw UsageError.invalid("\(size)", for: "'--batch'", expected: "1…1,000")
    }
    var input = InputLines(system: shell.system)
    var intake = try Intake(&shell, expecting: expected)
    let limit = isAtomic ? Log.largestBatch + 1 : size
    var drafts: [Draft] = []
    while let line = try input.next() {
      drafts.append(try AppendCommand.draft(line, number: input.number))
      if drafts.count == limit {
        try intake.take(drafts, &shell)
        drafts = []
      }
    }
    if !drafts.isEmpty { try intake.take(drafts, &shell) }
    if intake.isFresh { shell.note("standard input held no events; nothing was appended") }
  }

  private static func draft(_ line: [UInt8], number: Int) throws(LogError) -> Draft {
    try Bytes.of(line) { (bytes) throws(LogError) in
      do throws(LineError) { return try Draft(line: bytes) } catch {
        throw LogError(.refused, "standard input", line: number, error, bytes: bytes)
      }
    }
  }
}

/// Where batches go: into the log, or nowhere with `--dry-run`.
private struct Intake {
  private let appender: Appender?
  private let rehearsal: Log?
  private let supply: Supply
  private var expected: Int?
  private(set) var isFresh = true

  init(_ shell: inout Shell, expecting expected: Int?) throws {
    supply = try shell.supply()
    self.expected = expected
    rehearsal = shell.options.dryRun ? try shell.openLog() : nil
    appender = shell.options.dryRun ? nil : try shell.openAppender()
  }

  /// Appends one batch and acknowledges it, at once: whoever feeds us may wait for that.
  mutating func take(_ drafts: [Draft], _ shell: inout Shell) throws {
    let (supply, expected) = (supply, expected)
    let appended: Appended
    if let appender {
      appended = try appender.locked { log in
        try log.append(drafts, supplying: supply, expecting: expected)
      }
    } else if let rehearsal {
      appended = try rehearsal.rehearse(drafts, supplying: supply, expecting: expected)
    } else {
      return
    }
    // The batches behind the first one follow what this process itself appended.
    self.expected = nil
    isFresh = false
    shell.tell(appended.setAside)
    for acknowledgement in appended.acknowledgements { try shell.show(acknowledgement) }
    try shell.flush()
  }
}

/// The lines of standard input, each at most 1 MiB, in memory one piece at a time.
struct InputLines {
  let system: System
  /// The number of the line that `next()` answered last, from 1.
  private(set) var number = 0
  private var buffer: [UInt8] = []
  private var position = 0
  private var isOver = false

  init(system: System) { self.system = system }

  /// The next line, without its newline; nil at the end.
  mutating func next() throws(LogError) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        // However much of it one read happened to bring, a line that is too long is refused alike.
        guard end - position <= Log.longestLine else { throw .tooLong(line: number + 1) }
        number += 1
        defer { position = end + 1 }
        return Array(buffer[position..<end])
      }
      if isOver { return lastLine() }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      guard buffer.count <= Log.longestLine else {
        throw .tooLong(line: number + 1)
      }
      let piece = try system.readInput(1 << 16)
      isOver = piece.isEmpty
      buffer += piece
    }
  }

  private mutating func lastLine() -> [UInt8]? {
    guard position < buffer.count else { return nil }
    number += 1
    defer { position = buffer.count }
    return Array(buffer[position...])
  }
}

extension LogError {
  fileprivate static func tooLong(line: Int) -> LogError {
    var error = LogError(
      .refused, "standard input", "expected a line of at most 1 MiB, found a longer one")
    error.line = line
    return error
  }
}
