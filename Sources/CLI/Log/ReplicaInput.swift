import Events

extension Shell {
  /// Appends the lines of standard input, which must be the next lines of the log's source, byte for byte.
  mutating func replicate() throws {
    var replica = try Replica(&self)
    var input = InputLines(system: system)
    do {
      while try replica.readBatch(&input) {
        // A reader that has the file mapped looks back over the lines of one batch, and over few more.
        if replica.isLarge { try replica.write(&self) }
        try replica.join()
        // The batches that have arrived meanwhile are written together.
        if try replica.isFull || !input.hasLine(within: 0) { try replica.write(&self) }
      }
    } catch {
      // A line that is refused does not hold back the batches before it.
      try replica.write(&self)
      throw error
    }
    try replica.write(&self)
    if !replica.hasRead { note("standard input contained no lines; nothing was appended") }
  }
}

/// A log that is continued by copies of its source's lines.
private struct Replica {
  /// The appender; it opens for the first batch, so that an empty input creates no log.
  private var appender: Appender?
  /// The end of the log in a dry run.
  private var rehearsed: Tail?
  /// The whole batches that are not written yet.
  private var waiting = CopiedLines()
  /// The batch that was read last.
  private var latest = CopiedLines()
  private var isFirst = true
  private(set) var hasRead = false

  init(_ shell: inout Shell) throws {
    rehearsed = shell.options.dryRun ? try shell.openLog().tail() : nil
  }

  /// A Boolean value indicating whether the waiting batches must be written before the next one is read.
  ///
  /// The first batch of a new log is on its own, since the next opener syncs the folder only of a log of one batch.
  var isFull: Bool { isFirst || waiting.bytes.count >= Appender.largestGroup }

  /// Reads the next batch; returns false at the end of the input.
  ///
  /// - Throws: The error of a line, or of a batch that the input ends within. The batches before it are kept.
  mutating func readBatch(_ input: inout InputLines) throws(LogError) -> Bool {
    var batch = CopiedLines()
    repeat {
      let isThere = try input.next { (line, number) throws(LogError) in
        if line.count > 0 { try batch.append(line, number) }
      }
      guard !isThere else { continue }
      if batch.missing > 0 { throw batch.cutBatch() }
      return false
    } while batch.isEmpty || batch.missing > 0
    (hasRead, latest) = (true, batch)
    return true
  }

  /// A Boolean value indicating whether the latest batch is larger than those that are written together.
  var isLarge: Bool { latest.events.count > 1_000 }

  /// Adds the latest batch to the waiting ones, which it must continue.
  mutating func join() throws(LogError) { try waiting.append(latest) }

  /// Writes the waiting batches, and acknowledges their events.
  mutating func write(_ shell: inout Shell) throws {
    guard !waiting.isEmpty else { return }
    let lines = waiting
    waiting = CopiedLines()
    if let end = rehearsed {
      try lines.requireContinuation(of: end)
      rehearsed = lines.tail(size: 0)
    } else {
      let appender = try self.appender ?? shell.openAppender()
      self.appender = appender
      shell.tell(try appender.locked { log in try log.append(lines) })
    }
    isFirst = false
    for event in lines.events {
      try shell.acknowledge(event.seq, event.id, isDuplicate: false, from: event.seq)
    }
    try shell.flush()
  }
}
