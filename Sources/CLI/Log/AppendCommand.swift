import Events
import Projections

struct AppendCommand: Command {
  let name = "append"
  let summary = "append events from standard input, one per line"
  let example = "replog log --json --log old.jsonl | replog append --log new.jsonl"
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  /// A Boolean value that is false, because help text that names the command means another log.
  let isAboutNamedLog = false
  var expected: Int?
  var isAtomic = false
  var size: Int?
  private var isCloudEvents = false

  /// The default maximum number of lines that are written together.
  private static let usualSize = 1_000

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(
      &expected, "--expect", "the position of the last event of the log; refuse any other")
    try a.flag(&isAtomic, "--atomic", "append all lines or none; at most 10,000")
    try a.option(
      &size, "--batch", "the lines of a batch, which is appended whole or not at all, 1…1,000")
    try a.flag(&isCloudEvents, "--cloudevents", "read CloudEvents 1.0 in JSON")
  }

  func run(_ shell: inout Shell) throws {
    var batches = DraftBatches(
      of: shell.system, limit: try batchLimit(), isAtomic: isAtomic, isCloudEvents: isCloudEvents)
    var intake = try Intake(&shell, expecting: expected)
    shell.noteReading("events, one per line,")
    repeat {
      var batch = batches.next()
      try intake.receive(&batch, &shell)
      if batches.isFlowing {
        // Each batch is read while the previous one is being written to the device.
        let ahead = Ahead(DraftBatches.ahead) { batches.next(reusing: $0, unless: $1) }
        try ahead.run { try intake.receive(&$0, &shell) }
      }
    } while !batches.isOver
    if intake.isFresh { shell.note("standard input held no events; nothing was appended") }
  }

  /// Returns the maximum number of events that are written together.
  private func batchLimit() throws(UsageError) -> Int {
    let size = size ?? Self.usualSize
    guard (1...Self.usualSize).contains(size) else {
      throw .invalid("\(size)", for: "'--batch'", expected: "1…1,000", of: name)
    }
    return isAtomic ? Log.largestBatch + 1 : size
  }
}

/// The destination of batches: the log, or none with `--dry-run`.
private struct Intake {
  /// The appender; it opens for the first batch, so that an empty input creates no log.
  private var appender: Appender?
  private var dryRun: DryRun?
  /// The time is in UTC until an event has no time: reading the machine's time zone means reading a file.
  private var defaults: DraftDefaults
  private var expected: Int?
  /// The position of the last appended event.
  private var last = 0
  /// The creators of shared entities; nil until an event changes one.
  private var creators: Creators?
  private(set) var isFresh = true

  init(_ shell: inout Shell, expecting expected: Int?) throws {
    defaults = try shell.draftDefaultsInUTC()
    self.expected = expected
    dryRun = shell.options.dryRun ? try DryRun(of: shell.openLog()) : nil
  }

  /// Appends the events of one batch and acknowledges them at once, since the producer may wait for this.
  ///
  /// - Throws: The error of the batch; none of its events is then appended.
  mutating func receive(_ batch: inout DraftBatch, _ shell: inout Shell) throws {
    if case .failed(let error) = batch.end { throw error }
    for note in batch.notes { shell.note(note) }
    if !batch.drafts.isEmpty { try append(&batch, &shell) }
    if case .pause = batch.end { try shell.refreshCheckpoint() }
  }

  private mutating func append(_ batch: inout DraftBatch, _ shell: inout Shell) throws {
    // By index: a loop over the elements copies every draft.
    if batch.drafts.indices.contains(where: { batch.drafts[$0].at == nil }) {
      defaults.now = try shell.inZone(defaults.now)
    }
    let appended: Receipts
    do { appended = try append(batch.drafts, &shell) } catch var error as LogError {
      if let draft = error.draft {
        (error.file, error.line) = ("standard input", batch.numbers[draft])
      }
      throw error
    }
    isFresh = false
    shell.tell(appended.setAside)
    follow(appended.all, &shell)
    try remark(batch.drafts, appended.all, &shell)
    for receipt in appended.all {
      try shell.acknowledge(receipt.seq, receipt.id, isDuplicate: receipt.isDuplicate)
    }
    try shell.flush()
  }

  private mutating func append(_ drafts: [Draft], _ shell: inout Shell) throws -> Receipts {
    // In place: with a copy, each batch would copy all ids of earlier batches.
    let rehearsed = try dryRun?.receipts(
      appending: drafts, defaults: defaults, expecting: expected)
    if let rehearsed { return rehearsed }
    let (defaults, expected) = (defaults, expected)
    let appender = try self.appender ?? shell.openAppender()
    self.appender = appender
    return try appender.locked { log in
      try log.receipts(appending: drafts, defaults: defaults, expecting: expected)
    }
  }

  /// Records the current end of the log, and warns if the log was replaced.
  ///
  /// If the command expects an end, the next batch must continue there. The lock is free between batches. Events that
  /// were already there count if they are exactly the next ones. The log may also differ from that of the previous
  /// batch, because it was removed or cut.
  private mutating func follow(_ outcomes: [Receipt], _ shell: inout Shell) {
    var isFirst = true
    for outcome in outcomes {
      let seq = outcome.seq
      if seq - 1 == expected { expected = seq }
      guard !outcome.isDuplicate else { continue }
      if isFirst, seq <= last {
        shell.note(
          "the log was replaced: it ended with seq \(last), and now with \(seq - 1); "
            + "events acknowledged before may be missing")
      }
      (isFirst, last) = (false, seq)
    }
  }
  /// Notes the appended events that have no effect, because their users did not create the entities.
  ///
  /// Cost: the first event that changes a shared entity reads the log's events about such entities.
  private mutating func remark(
    _ drafts: [Draft], _ receipts: [Receipt], _ shell: inout Shell
  ) throws {
    // By index: a loop over the elements copies every draft.
    for index in drafts.indices where !receipts[index].isDuplicate {
      let links = drafts[index].body.links
      if creators == nil {
        guard links.changesShared else { continue }
        // Earlier events of the batch are in the log by now.
        creators = try replay(
          shell.openLogQuietly(), asOf: .seq(receipts[index].seq - 1), Creators())
      }
      if let kind = creators?.record(links, receipts[index].id, by: drafts[index].user) {
        shell.note(
          "\(receipts[index].seq): \(Event.noEffect(by: drafts[index].user, on: kind))")
      }
    }
  }
}
