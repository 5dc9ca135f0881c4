import Events
import Projections

struct AppendCommand: Command {
  static let name = "append"
  static let summary = "append events from standard input, a line each"
  static let example = "replog log --json --log old.jsonl | replog append --log new.jsonl"
  static let accepts: GlobalOptions.Accepted = .dryRun
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
      throw UsageError.invalid("\(size)", for: "'--batch'", expected: "1…1,000", of: Self.name)
    }
    var input = InputLines(system: shell.system)
    var intake = try Intake(&shell, expecting: expected)
    let limit = isAtomic ? Log.largestBatch + 1 : size
    let decoder = DraftDecoder()
    var drafts: [Draft] = []
    while true {
      // Whoever feeds us may be waiting for an answer, so a batch is not held back for lines that do
      // not come. Where they do, every batch is full, whatever the size of a read.
      let isIdle = try !isAtomic && !drafts.isEmpty && !input.hasMore()
      let line = isIdle ? nil : try input.next()
      if let line {
        // A blank line, as editors leave at the end, is no event.
        guard !line.isEmpty else { continue }
        drafts.append(try AppendCommand.draft(line, number: input.number, decoder))
        if drafts.count < limit { continue }
      }
      if !drafts.isEmpty { try intake.take(drafts, &shell) }
      drafts = []
      if isIdle { try shell.refreshCheckpoint() }
      if line == nil, !isIdle { break }
    }
    if intake.isFresh { shell.note("standard input held no events; nothing was appended") }
  }

  private static func draft(
    _ line: [UInt8], number: Int, _ decoder: DraftDecoder
  ) throws(LogError) -> Draft {
    try Bytes.of(line) { (bytes) throws(LogError) in
      do throws(LineError) { return try decoder.draft(bytes) } catch {
        throw LogError(.refused, "standard input", line: number, error, bytes: bytes)
      }
    }
  }
}

/// Where batches go: into the log, or nowhere with `--dry-run`.
private struct Intake {
  /// Opened for the first batch, so that nothing is made for nothing.
  private var appender: Appender?
  private var rehearsal: Rehearsal?
  private let supply: Supply
  private var expected: Int?
  private(set) var isFresh = true

  init(_ shell: inout Shell, expecting expected: Int?) throws {
    supply = try shell.supply()
    self.expected = expected
    rehearsal = shell.options.dryRun ? try Rehearsal(of: shell.openLog()) : nil
  }

  /// Appends one batch and acknowledges it, at once: whoever feeds us may wait for that.
  mutating func take(_ drafts: [Draft], _ shell: inout Shell) throws {
    let (supply, expected) = (supply, expected)
    let appended: Appended
    if var rehearsal {
      appended = try rehearsal.append(drafts, supplying: supply, expecting: expected)
      self.rehearsal = rehearsal
    } else {
      let appender = try self.appender ?? shell.openAppender()
      self.appender = appender
      appended = try appender.locked { log in
        try log.append(drafts, supplying: supply, expecting: expected)
      }
    }
    // The next batch follows this one, or nothing: the lock is free in between.
    if expected != nil { self.expected = appended.acknowledgements.last?.event.seq }
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

  /// Whether a whole line is there, or the input says something, be it its end, within a tenth of a
  /// second.
  func hasMore() throws(LogError) -> Bool {
    if isOver || buffer[position...].contains(UInt8(ascii: "\n")) { return true }
    return try system.hasInput(within: 100)
  }

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
