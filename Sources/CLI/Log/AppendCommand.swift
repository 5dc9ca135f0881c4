import Events
import Projections

struct AppendCommand: Command {
  let name = "append"
  let summary = "append events from standard input, one per line"
  let example = """
    replog log --json --log old.jsonl | replog append --log new.jsonl
    replog log --json --log club.jsonl | replog append --replica --log copy.jsonl
    """
  let remark = """
    A line without a user is appended for the user given with --user. Each acknowledgement has "from": the seq of the line, \
    or the line number if the line has no seq. --replica continues a copy: replog log --json --seq N- prints the \
    lines that the copy lacks.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  /// A Boolean value that is false, because help text that names the command means another log.
  let isAboutNamedLog = false
  var expected: Int?
  var isAtomic = false
  private var isEach = false
  private var isReplica = false
  var size: Int?
  private var isCloudEvents = false
  private var takesFuture = false

  /// The default maximum number of lines that are written together.
  private static let usualSize = 1_000

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(
      &expected, "--expect",
      "the expected position of the last event; any other position is refused")
    try a.flag(&isAtomic, "--atomic", "append all lines or none; at most 10,000 lines")
    try a.option(
      &size, "--batch",
      "the number of lines in a batch, 1…1,000; a batch is appended as a whole or not at all")
    try a.flag(&isEach, "--each", "append and acknowledge each line on its own, as it arrives")
    try a.flag(&isReplica, "--replica", "append only the next lines of another log, byte for byte")
    try a.flag(&isCloudEvents, "--cloudevents", "read CloudEvents 1.0 in JSON")
    try a.flag(&takesFuture, "--future", "accept times more than a day ahead of the clock")
  }

  func check(_ options: GlobalOptions) throws {
    let given = [
      ("--replica", isReplica), ("--atomic", isAtomic), ("--each", isEach),
      ("--batch", size != nil),
      ("--cloudevents", isCloudEvents), ("--expect", expected != nil), ("--future", takesFuture),
    ].filter(\.1).map(\.0)
    func refuse(_ one: String, with others: [String]) throws(UsageError) {
      guard given.contains(one), let other = others.first(where: { given.contains($0) }) else {
        return
      }
      throw .excluding(one, other, of: name)
    }
    try refuse("--replica", with: given.filter { $0 != "--replica" })
    try refuse("--atomic", with: ["--each", "--batch"])
  }

  func run(_ shell: inout Shell) throws {
    shell.noteReading("events, one per line,")
    if isReplica { return try shell.replicate() }
    var batches = DraftBatches(
      of: shell.system, limit: try batchLimit(), isAtomic ? .all : isEach ? .each : .batches,
      isCloudEvents: isCloudEvents, user: shell.options.user)
    var intake = try Intake(&shell, expecting: expected, isEach: isEach, takesFuture: takesFuture)
    var aside = SideWork()
    try System.onThreads(isEach ? 1 : 0, { [worker = aside.worker] in worker.work({}) }) {
      (threads) throws in
      defer { aside.worker.end() }
      if threads > 0, !shell.options.dryRun { intake.idsAhead = try aside.readIDs(shell) }
      repeat {
        var batch = batches.next()
        try intake.receive(&batch, &shell)
        if threads > 0, !batches.isFlowing, !batches.isOver, try batches.isIdle() {
          try aside.refreshCheckpoint(&shell)
        }
        if batches.isFlowing {
          // Each batch is read while the previous one is being written to the device.
          let ahead = Ahead(DraftBatches.ahead) { batches.next(reusing: $0, unless: $1) }
          try ahead.run { try intake.receive(&$0, &shell) }
        }
      } while !batches.isOver
    }
    guard intake.isFresh else { return }
    if let expected { try shell.requireEnd(expected) }
    shell.note("standard input contained no events; nothing was appended")
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

extension Shell {
  /// Refuses a log whose last event does not have the expected position.
  fileprivate func requireEnd(_ expected: Int) throws {
    let log = try openLogQuietly()
    let seq = try log.tail().seq
    if seq != expected { throw LogError.unexpectedEnd(seq, log.name, expected: expected) }
  }
}

/// Work that another thread does, so that no line waits for it.
private struct SideWork {
  let worker = Worker()
  private var isFree = true

  /// Begins to read the ids of the log, before the first line needs them.
  mutating func readIDs(_ shell: Shell) throws -> IDsAhead {
    let (ids, path, system) = (IDsAhead(), try shell.requirePath(), shell.system)
    let usesCheckpoint = !shell.options.noCheckpoint
    start { [worker] in
      ids.read(
        path, usesCheckpoint: usesCheckpoint, isCancelled: { worker.isOver }, system: system)
    }
    return ids
  }

  /// Begins to extend the checkpoint, if that is due and the thread is free.
  mutating func refreshCheckpoint(_ shell: inout Shell) throws {
    isFree = isFree || worker.takeAnswer() != nil
    guard isFree, let refresh = try shell.checkpointRefresh() else { return }
    start(refresh)
  }

  private mutating func start(_ work: @escaping @Sendable () -> Void) {
    isFree = false
    worker.start {
      work()
      return []
    }
  }
}

/// The destination of batches: the log, or none with `--dry-run`.
private struct Intake {
  /// The appender; it opens for the first batch, so that an empty input creates no log.
  private var appender: Appender?
  private var dryRun: DryRun?
  /// The ids of the log, if another thread reads them and no line had an id yet.
  var idsAhead: IDsAhead?
  /// The time is in UTC until an event has no time: reading the machine's time zone means reading a file.
  private var defaults: DraftDefaults
  private var expected: Int?
  /// A Boolean value indicating whether a refused line does not hold back those before it.
  private let isEach: Bool
  /// The position of the last appended event.
  private var last = 0
  /// The users of the entities; nil until an event changes one.
  private var ownership: Ownership?
  /// A Boolean value indicating whether an event changed an entity already.
  private var hasChanged = false
  private(set) var isFresh = true

  init(_ shell: inout Shell, expecting expected: Int?, isEach: Bool, takesFuture: Bool) throws {
    defaults = try shell.draftDefaultsInUTC()
    self.isEach = isEach
    if !takesFuture { defaults.latest = shell.latestTime(after: defaults.now) }
    self.expected = expected
    dryRun = shell.options.dryRun ? try DryRun(of: shell.openLog()) : nil
  }

  /// Appends the events of one batch and acknowledges them at once, since the producer may wait for this.
  ///
  /// - Throws: The error of the batch; none of its events is then appended.
  mutating func receive(_ batch: inout DraftBatch, _ shell: inout Shell) throws {
    if case .failed(let error) = batch.end, !isEach { throw error }
    for note in batch.notes { shell.note(note) }
    if !batch.drafts.isEmpty { try append(&batch, &shell) }
    if case .failed(let error) = batch.end { throw error }
    if case .pause = batch.end, !isEach { try shell.refreshCheckpoint() }
  }

  private mutating func append(_ batch: inout DraftBatch, _ shell: inout Shell) throws {
    // By index: a loop over the elements copies every draft.
    if batch.drafts.indices.contains(where: { batch.drafts[$0].at == nil }) {
      defaults.now = try shell.inZone(defaults.now)
    }
    let appended: Receipts
    do { appended = try append(batch.drafts, &shell) } catch var error as LogError {
      if isEach, batch.drafts.count > 1, [.refused, .conflict].contains(error.kind) {
        return try appendSeparately(batch, &shell)
      }
      if let draft = error.draft {
        (error.file, error.line) = ("standard input", batch.numbers[draft])
      }
      throw error
    }
    isFresh = false
    shell.tell(appended.setAside)
    follow(appended.all, &shell)
    try remark(batch.drafts, appended.all, &shell)
    // By index: a loop over the elements copies every draft.
    for (index, receipt) in appended.all.enumerated() {
      let seq = batch.drafts[index].sourceSeq
      try shell.acknowledge(
        receipt.seq, receipt.id, isDuplicate: receipt.isDuplicate,
        from: seq > 0 ? seq : batch.numbers[index])
    }
    try shell.flush()
  }

  /// Appends the events of a batch that was refused one by one, up to the first that is refused on its own.
  private mutating func appendSeparately(_ batch: DraftBatch, _ shell: inout Shell) throws {
    for index in batch.drafts.indices {
      var single = DraftBatch()
      single.drafts = [batch.drafts[index]]
      single.numbers = [batch.numbers[index]]
      try append(&single, &shell)
    }
  }

  private mutating func append(_ drafts: [Draft], _ shell: inout Shell) throws -> Receipts {
    // In place: with a copy, each batch would copy all ids of earlier batches.
    let rehearsed = try dryRun?.receipts(appending: drafts, defaults: defaults, expecting: expected)
    if let rehearsed { return rehearsed }
    let (defaults, expected, isEach) = (defaults, expected, isEach)
    let appender = try self.appender ?? shell.openAppender()
    self.appender = appender
    if let ids = idsAhead, drafts.indices.contains(where: { drafts[$0].id != nil }) {
      idsAhead = nil
      appender.use(ids)
    }
    return try appender.locked { log in
      try log.receipts(
        appending: drafts, defaults: defaults, expecting: expected, isWhole: !isEach)
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
          "the log was replaced: it ended with seq \(last), and now ends with \(seq - 1); "
            + "previously acknowledged events may be missing")
      }
      (isFirst, last) = (false, seq)
    }
  }

  /// Notes the appended events that have no effect, because something belongs to another user.
  ///
  /// Cost: the first event that changes an entity or a link reads the log, but only its end if the user recently
  /// created the entity: most producers append a few events.
  private mutating func remark(
    _ drafts: [Draft], _ receipts: [Receipt], _ shell: inout Shell
  ) throws {
    // By index: a loop over the elements copies every draft.
    for index in drafts.indices where !receipts[index].isDuplicate {
      let links = drafts[index].body.links
      if ownership == nil {
        guard links.mayHaveNoEffect else { continue }
        // Earlier events of the batch are in the log by now.
        let log = try shell.openLogQuietly()
        defer { hasChanged = true }
        if !hasChanged, let changed = links.changed,
          isRecent(changed.id, of: drafts[index].user, in: log)
        {
          continue
        }
        // The events are appended already, so a damaged line only leaves out the remarks.
        ownership = (try? ownership(before: receipts[index].seq, in: log)) ?? Ownership()
      }
      ownership?.insert(receipts[index].id, by: drafts[index].user)
      if let remark = ownership?.record(links, receipts[index].id, by: drafts[index].user) {
        shell.note("\(receipts[index].seq): \(remark)")
      }
    }
  }

  /// Returns whether an event with this id, by this user, is among the last 16 MiB of the log.
  private func isRecent(_ id: EventID, of user: Name?, in log: Log) -> Bool {
    var isFound = false
    try? log.forEachLine(inLast: 1 << 24) { line, lines in
      if lines.id == id, line.user == user { isFound = true }
    }
    return isFound
  }

  /// Returns the users of the entities of the events before a position.
  private func ownership(before seq: Int, in log: Log) throws(LogError) -> Ownership {
    var ownership = Ownership()
    var lines = log.lines()
    while let line = try lines.next(), line.seq < seq {
      ownership.insert(lines.id, by: line.user)
      _ = ownership.record(try lines.links(), lines.id, by: line.user)
    }
    return ownership
  }
}
