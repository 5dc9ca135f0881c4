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
  /// The most bytes that are written together unless `--atomic` demands it, so that a thousand lines of
  /// 1 MiB do not fill the memory; no batch in use comes near.
  private static let usualBytes = 16 << 20
  /// The most bytes that `--atomic` takes.
  private static let largestBytes = Log.largestBatchBytes

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
    var bytes = 0
    while true {
      // Whoever feeds us may be waiting for an answer, so a batch is not held back for lines that do
      // not come. Where they do, every batch is full, whatever the size of a read.
      let isIdle = try !isAtomic && !drafts.isEmpty && !input.hasMore()
      // A blank line, as editors leave at the end, is no event.
      let isOver =
        try !isIdle
        && !input.next { (line, number) throws(LogError) in
          if line.count > 0 { drafts.append(try AppendCommand.draft(line, number, decoder)) }
          bytes += line.count
        }
      if isAtomic, bytes > Self.largestBytes { throw LogError.tooLarge(Self.largestBytes) }
      let isFull = drafts.count >= limit || !isAtomic && bytes >= Self.usualBytes
      if !isOver, !isIdle, !isFull { continue }
      if !drafts.isEmpty { try intake.take(drafts, &shell) }
      drafts.removeAll(keepingCapacity: true)
      bytes = 0
      if isIdle { try shell.refreshCheckpoint() }
      if isOver { break }
    }
    if intake.isFresh { shell.note("standard input held no events; nothing was appended") }
  }

  private static func draft(
    _ line: Bytes, _ number: Int, _ decoder: DraftDecoder
  ) throws(LogError) -> Draft {
    do throws(LineError) { return try decoder.draft(line) } catch {
      throw LogError(.refused, "standard input", line: number, error, bytes: line)
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

extension LogError {
  fileprivate static func tooLarge(_ bytes: Int) -> LogError {
    LogError(
      .misuse, "standard input",
      "expected a batch of at most \(grouped("\(bytes)")) bytes, found more",
      help: "append it in parts, each all or nothing")
  }
}
