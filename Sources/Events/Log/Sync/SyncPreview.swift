/// A sync that changes no event, here or at the remote: it reads both logs, and decides on copies in memory.
package struct SyncPreview {
  /// The remote of the sync.
  package enum Remote {
    /// The log at a path of this machine.
    case path(String)
    /// A server, which is only asked for its log.
    case channel(any SyncChannel)
  }

  private let path: String
  private let system: System
  private let files: DeviceFiles
  private let wasSynced: Bool
  private let state: SyncState
  /// The files of the device.
  private let pending, local, refused: Log
  /// A Boolean value indicating whether the sync may restore events that the remote lost.
  package var mayRestore = true
  private var report = SyncReport()

  /// Reads the log at `path` and the files next to it.
  package init(ofLogAt path: String, system: System) throws(LogError) {
    (self.path, self.system) = (path, system)
    files = DeviceFiles(of: path, system)
    wasSynced = try files.areThere(system)
    state = SyncState(files, system)
    // A sync moves events from the first of these files to the next one.
    pending = try files.log(at: files.pending, system)
    local = try files.log(at: files.log, system).withWholeLines()
    refused = try files.log(at: files.refused, system)
  }

  /// Returns the report that a sync would have.
  ///
  /// - Parameters:
  ///   - judge: The judge of the remote, or one with the same rules.
  ///   - words: A closure that words a remedy.
  /// - Throws: The error that the sync would end with before it changes anything.
  package mutating func report(
    with remote: Remote, _ mode: SyncMode, judge: any UnitJudge, _ defaults: DraftDefaults,
    words: @escaping (Remedy) -> String
  ) throws -> SyncReport {
    let remote = try log(of: remote, mode)
    let (here, there) = (LogPosition(try local.tail()), LogPosition(try remote.tail()))
    var (base, adopted) = (remote, WaitingEvents?.none)
    if remote.holds(here) {
      report.received = there.seq - here.seq
    } else if mode == .restoring, local.holds(there) {
      report.restored = here.seq - there.seq
      base = local
    } else if mode == .adopting {
      report.adopted = there.seq
      adopted = try WaitingEvents(
        in: pending, local, notIn: remote, or: refused, wasSynced: wasSynced)
    } else {
      throw SyncClient.divergence(
        of: path, at: here.seq, from: there, isLonger: local.holds(there),
        mayRestore: mayRestore)
    }
    let events: [PendingEvents]
    if let adopted {
      report.refused = adopted.refusals.map { ($0.ids, $0.reason) }
      events = [adopted.lost, adopted.pending]
    } else {
      let waiting = try PendingEvents(in: pending, notIn: base, or: refused, behind: nil)
      report.refused = waiting.conflicts.map { ($0.ids, .otherContent) }
      events = [waiting]
    }
    try decide(on: events, UnitTrial(judge, words: words), at: base, defaults)
    return report
  }

  /// Decides on the units that would be offered to the remote, whose log would be `base` then.
  private mutating func decide(
    on events: [PendingEvents], _ trial: UnitTrial, at base: Log, _ defaults: DraftDefaults
  ) throws {
    var (trial, rehearsal) = (trial, try DryRun(of: base))
    try trial.begin(base)
    report.seq = try base.tail().seq
    for pending in events {
      let held = try state.held(pending)
      for unit in pending.units {
        if state.failures(of: unit)?.isGivenUp == true { report.givenUp += unit.ids.count }
        guard unit.ids.first.map(held.contains) != true else {
          report.waiting += unit.ids.count
          continue
        }
        let fate = trial.fate(of: pending.lines(of: unit), false) { drafts in
          try rehearsal.batch(of: drafts, defaults)
        } append: { drafts in
          try rehearsal.append(drafts, defaults: defaults)
        }
        note(fate)
      }
    }
    report.received += report.taken.count + report.duplicates
    report.waiting += report.failed.reduce(0) { $0 + $1.ids.count }
  }

  private mutating func note(_ fate: UnitFate) {
    switch fate {
    case .taken(let places, let notes):
      report.taken += places
      report.notes += notes
      report.seq = places.last?.seq ?? report.seq
    case .duplicate(let places): report.duplicates += places.count
    case .refused(let ids, let reason): report.refused.append((ids, reason))
    case .failed(let ids, let reason): report.failed.append((ids, reason))
    case .untried: break
    }
  }

  // MARK: - The remote's log

  /// Returns the remote's log as it is now.
  private func log(of remote: Remote, _ mode: SyncMode) throws -> Log {
    switch remote {
    case .path(let path):
      do throws(LogError) { return try log(at: path, mode) } catch {
        var error = error
        if error.kind == .damaged { error.help = LogError.damagedRemote }
        throw error
      }
    case .channel(let channel):
      var input = SyncInput { try channel.receive() }
      return try log(over: channel, &input, mode)
    }
  }

  /// Reads the log at `path`, whose lines a sync could copy.
  private func log(at path: String, _ mode: SyncMode) throws(LogError) -> Log {
    try SyncServer.requireOwnLog(path, system)
    let files = DeviceFiles(of: path, system)
    let log = try files.log(at: files.log, system).withWholeLines()
    let tail = try local.tail()
    let isPrefix = log.holds(LogPosition(tail))
    if isPrefix || mode == .adopting {
      let start = isPrefix ? tail : Tail(end: 0, seq: 0, sum: 0)
      _ = try CopyGroups(log.bytes[start.end..<log.bytes.count], behind: start)
    }
    return log
  }

  /// Requests the lines that this log lacks; the server appends no event.
  private func log(
    over channel: some SyncChannel, _ input: inout SyncInput, _ mode: SyncMode
  ) throws -> Log {
    var tail = try local.tail()
    var bytes = local.bytes.array(in: 0..<tail.end)
    while true {
      try channel.send(SyncRequest.have(LogPosition(tail)).bytes)
      switch try SyncAnswer(from: &input) {
      case .ok(let end, let raw, let hasMore):
        tail = try CopyGroups(ofRemote: raw, behind: tail, to: end).end
        bytes += raw
        if !hasMore { return Log(bytes, name: "the remote") }
      case .diverged(let end):
        if local.holds(end) { return Log(local.bytes.array(in: 0..<end.bytes), name: "the remote") }
        guard mode == .adopting, tail.end > 0 else {
          throw SyncClient.divergence(
            of: path, at: tail.seq, from: end, isLonger: false, mayRestore: false)
        }
        (bytes, tail) = ([], Tail(end: 0, seq: 0, sum: 0))
      case .failed(let reason): throw SyncClient.unanswered(reason)
      case .unit: throw LogError.protocolBreach("a response to 'have' must be 'ok'")
      }
    }
  }
}

extension Log {
  /// Returns the log without a torn end, and with a newline at its end, as the next append leaves it.
  fileprivate func withWholeLines() throws(LogError) -> Log {
    let tail = try tail()
    guard tail.lacksNewline || tail.end < bytes.count else { return self }
    let newline = tail.lacksNewline ? [UInt8(ascii: "\n")] : []
    return Log(bytes.array(in: 0..<tail.end) + newline, name: name)
  }
}
