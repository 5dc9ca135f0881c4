import Events
import Projections

struct AppendCommand: Command {
  static let name = "append"
  static let summary = "append events from standard input, a line each"
  static let example = "replog log --json --log old.jsonl | replog append --log new.jsonl"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  /// A Boolean value that is false, because a help that names the command means another log.
  static let isAboutNamedLog = false
  var expected: Int?
  var isAtomic = false
  var size: Int?
  private var isCloudEvents = false

  /// The most lines that are written together unless told otherwise.
  private static let usualSize = 1_000
  /// The most bytes that are written together unless `--atomic` demands it.
  ///
  /// So a thousand lines of 1 MiB do not fill the memory; no batch in use comes near.
  private static let usualBytes = 16 << 20
  /// The longest CloudEvent: of a line of 1 MiB whose unknown fields are a text of JSON in it.
  private static let longestCloudEvent = 4 * Log.longestLine
  /// The most bytes that `--atomic` takes.
  private static let largestBytes = Log.largestBatchBytes

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&expected, "--expect", "refuse unless the log ends with this seq")
    try a.flag(&isAtomic, "--atomic", "write all lines or none; at most 10,000")
    try a.option(&size, "--batch", "lines written together, each batch or none of it; 1…1,000")
    try a.flag(&isCloudEvents, "--cloudevents", "the lines are CloudEvents 1.0 in JSON")
  }

  func run(_ shell: inout Shell) throws {
    let limit = try batchLimit()
    var input = InputLines(
      system: shell.system, longest: isCloudEvents ? Self.longestCloudEvent : Log.longestLine)
    var intake = try Intake(&shell, expecting: expected)
    let decoder = DraftDecoder()
    var types = StrangeTypes()
    var drafts: [Draft] = []
    var numbers: [Int] = []
    var bytes = 0
    while true {
      // The producer may be waiting for an answer, so a batch is not held back for lines that do not
      // come. Where they do, every batch is full, whatever the size of a read.
      let isIdle = try !isAtomic && !drafts.isEmpty && !input.hasMore()
      // A blank line, as editors leave at the end, is no event.
      let isOver =
        try !isIdle
        && !input.next { (line, number) throws(LogError) in
          if line.count > 0 {
            drafts.append(try draft(line, number, decoder))
            numbers.append(number)
            types.note(drafts[drafts.count - 1], number)
          }
          bytes += line.count
        }
      if isAtomic, bytes > Self.largestBytes { throw LogError.tooLarge(Self.largestBytes) }
      let isFull = drafts.count >= limit || !isAtomic && bytes >= Self.usualBytes
      if !isOver, !isIdle, !isFull { continue }
      types.tell(&shell)
      if !drafts.isEmpty { try intake.take(drafts, from: numbers, &shell) }
      drafts.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      bytes = 0
      if isIdle { try shell.refreshCheckpoint() }
      if isOver { break }
    }
    if intake.isFresh { shell.note("standard input held no events; nothing was appended") }
  }

  /// Returns the most events that are written together.
  private func batchLimit() throws(UsageError) -> Int {
    let size = size ?? Self.usualSize
    guard (1...Self.usualSize).contains(size) else {
      throw .invalid("\(size)", for: "'--batch'", expected: "1…1,000", of: Self.name)
    }
    return isAtomic ? Log.largestBatch + 1 : size
  }

  private func draft(
    _ line: Bytes, _ number: Int, _ decoder: DraftDecoder
  ) throws(LogError) -> Draft {
    do throws(LineError) {
      return isCloudEvents ? try Self.draft(cloudEvent: line, decoder) : try decoder.draft(line)
    } catch {
      var error = LogError(.refused, "standard input", line: number, error, bytes: line)
      error.help = error.help ?? "nothing of its batch was appended; mend it, then send that again"
      throw error
    }
  }

  /// Returns the event of a CloudEvent in JSON.
  private static func draft(
    cloudEvent line: Bytes, _ decoder: DraftDecoder
  ) throws(LineError) -> Draft {
    let event = try JSON(line)
    let own: [UInt8]
    do throws(CloudEvent.Malformed) { own = try CloudEvent.line(of: event) } catch {
      throw LineError(0, error.message)
    }
    do throws(LineError) {
      return try Bytes.of(own) { (own) throws(LineError) in try decoder.draft(own) }
    } catch {
      // A place in a line that was made here would mean nothing to the producer of the event.
      throw LineError(0, error.message, help: error.help)
    }
  }
}

/// The unknown types of events that look like a known one, each reported once.
///
/// They are appended as they are: an app may have events of its own.
private struct StrangeTypes {
  private var seen: Set<String> = []
  private var notes: [String] = []

  /// Looks at the event of line `number`.
  mutating func note(_ draft: Draft, _ number: Int) {
    guard case .unknown(let event) = draft.body, seen.count < 1_000,
      seen.insert(event.type).inserted
    else { return }
    let known = EventType.all.map(\.name)
    // A known type is unknown only in a version that is newer than this build.
    let near = known.contains(event.type) ? [] : nearMisses(of: event.type, among: known)
    guard !near.isEmpty else { return }
    notes.append(
      "line \(number) has a type '\(shortened(event.type, to: 40))' that no view reads; "
        + "did you mean \(alternatives(near))?")
  }

  /// Prints the notes since the last time.
  mutating func tell(_ shell: inout Shell) {
    for note in notes { shell.note(note) }
    notes = []
  }
}

/// The destination of batches: the log, or none with `--dry-run`.
private struct Intake {
  /// The appender, opened for the first batch, so that no log is made for none.
  private var appender: Appender?
  private var dryRun: DryRun?
  private let defaults: DraftDefaults
  private var expected: Int?
  /// The position of the last event that was appended.
  private var last = 0
  private(set) var isFresh = true

  init(_ shell: inout Shell, expecting expected: Int?) throws {
    defaults = try shell.draftDefaults()
    self.expected = expected
    dryRun = shell.options.dryRun ? try DryRun(of: shell.openLog()) : nil
  }

  /// Appends one batch and acknowledges it, at once: the producer may wait for that.
  ///
  /// - Parameter numbers: the line of each draft, from 1.
  mutating func take(_ drafts: [Draft], from numbers: [Int], _ shell: inout Shell) throws {
    let appended: Appended
    do { appended = try append(drafts, &shell) } catch var error as LogError {
      if let draft = error.draft { (error.file, error.line) = ("standard input", numbers[draft]) }
      throw error
    }
    // The next batch follows this one, or nothing: the lock is free in between. What was there already is
    // followed, too, where it is what comes next.
    for seq in appended.acknowledgements.map(\.event.seq) where seq - 1 == expected {
      expected = seq
    }
    isFresh = false
    shell.tell(appended.setAside)
    noteReplacement(appended, &shell)
    for acknowledgement in appended.acknowledgements { try shell.show(acknowledgement) }
    try shell.flush()
  }

  private mutating func append(_ drafts: [Draft], _ shell: inout Shell) throws -> Appended {
    // In place: a copy would have each batch copy all ids of those before.
    let rehearsed = try dryRun?.append(drafts, defaults: defaults, expecting: expected)
    if let rehearsed { return rehearsed }
    let (defaults, expected) = (defaults, expected)
    let appender = try self.appender ?? shell.openAppender()
    self.appender = appender
    return try appender.locked { log in
      try log.append(drafts, defaults: defaults, expecting: expected)
    }
  }

  /// Notes that the log is another one than that of the batch before: it was taken away, or cut.
  private mutating func noteReplacement(_ appended: Appended, _ shell: inout Shell) {
    let new = appended.acknowledgements.filter { !$0.isDuplicate }.map(\.event.seq)
    guard let first = new.first, let end = new.last else { return }
    if first <= last {
      shell.note(
        "the log was replaced: it ended with seq \(last), and now with \(first - 1); "
          + "what was acknowledged before may not be in it")
    }
    last = end
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
