/// The device's end of a sync.
///
/// A sync takes these steps, and the device may crash at any of them:
///
/// 1. It sets torn ends aside, and syncs its log and the pending and refused events to the device.
/// 2. It appends the lines that the log lacks, byte for byte.
/// 3. It removes the events that are in the log, or were refused, from the pending ones: by a new file and a rename.
/// 4. It offers the pending events.
/// 5. It writes the refused events, with the reasons, into their file.
/// 6. It appends the lines that came with the answers, as in step 2, and then takes step 3.
///
/// An event is accepted if it is in the log; answers only inform the user. The lock of the log is held for each step
/// that reads or writes files, and never while the device waits for the remote. An interrupted sync can therefore be
/// repeated, two syncs may run at once, and local commands continue.
package struct SyncClient {
  let appender: Appender
  let system: System
  /// The time for failed connections and refusals.
  let now: Timestamp
  /// A Boolean value indicating whether the connection may restore events that the remote lost.
  ///
  /// One that may write only as some users must not.
  package var mayRestore = true
  var report = SyncReport()
  /// The first events of the units that were offered in this sync; none is offered twice.
  private var offered: Set<EventID> = []

  /// Creates the client of the log at `path`, and the log if there is none.
  package init(path: String, now: Timestamp, system: System) throws(LogError) {
    appender = try Appender(path: path, usesCheckpoint: false, system: system)
    (self.system, self.now) = (system, now)
  }

  /// Syncs the log with its remote.
  ///
  /// - Parameters:
  ///   - channel: The connection to the remote.
  ///   - remote: The remote, to be remembered.
  /// - Throws: `LogError` with the code `diverged` if the log is not a prefix of the remote's; nothing has changed
  ///   then. With the code `connectionLost` if the remote could not be reached.
  package mutating func sync(
    over channel: some SyncChannel, with remote: SyncState.Remote? = nil, _ mode: SyncMode = .usual
  ) throws -> SyncReport {
    do {
      var input = SyncInput { try channel.receive() }
      try sync(channel, &input, mode)
      try note(remote, lost: nil)
    } catch let error as LogError where error.code == .connectionLost {
      try? note(remote, lost: error.message)
      throw error
    }
    return report
  }

  private mutating func sync(
    _ channel: some SyncChannel, _ input: inout SyncInput, _ mode: SyncMode
  ) throws {
    var mode = mode
    while true {
      try fetch(channel, &input, &mode)
      let offer = try nextOffer()
      guard !offer.units.isEmpty else { break }
      offered.formUnion(offer.units.lazy.compactMap(\.ids.first))
      try channel.send(SyncRequest.offer(offer.lines, restores: false).bytes)
      // After a failure of the remote, the other units wait for another sync.
      guard try take(answersTo: offer, &input) else { break }
    }
  }

  // MARK: - Steps 1 to 3

  /// Appends the lines that the log lacks, and reconciles the pending events.
  private mutating func fetch(
    _ channel: some SyncChannel, _ input: inout SyncInput, _ mode: inout SyncMode
  ) throws {
    while true {
      let have = try recover()
      try channel.send(SyncRequest.have(have).bytes)
      switch try SyncAnswer(from: &input) {
      case .ok(let end, let raw, let hasMore):
        try take(raw, from: have, to: end)
        try reconcile()
        guard hasMore else { return }
      case .diverged(let end) where mode == .restoring:
        try restore(behind: end, channel, &input)
        // A second divergence is another one.
        mode = .usual
      case .diverged where mode == .adopting:
        try adopt(channel, &input)
        mode = .usual
      case .diverged(let end): throw try divergence(from: end)
      case .failed(let reason): throw Self.unanswered(reason)
      case .unit: throw LogError.protocolBreach("a response to 'have' must be 'ok'")
      }
    }
  }

  /// Sets torn ends aside, syncs the files, and returns the end of the log.
  private mutating func recover() throws -> LogPosition {
    let (appender, system) = (appender, system)
    let files = appender.deviceFiles
    var report = report
    let end = try appender.locked { _ in
      if let aside = try appender.setAside() { report.setAside.append(aside) }
      try appender.endLastLine()
      for path in [files.pending, files.refused] where try files.isThere(path, system) {
        let file = try Appender(path: path, usesCheckpoint: false, system: system)
        try file.locked { _ in
          if let aside = try file.setAside() { report.setAside.append(aside) }
          try file.endLastLine()
        }
      }
      return appender.position
    }
    self.report = report
    return end
  }

  /// Appends the remote's lines between two positions of its log, durably.
  ///
  /// Another sync of this device may have appended some of them already.
  private mutating func take(_ raw: [UInt8], from start: LogPosition, to end: LogPosition) throws {
    let (appender, system) = (appender, system)
    var (added, isWhole) = (0, false)
    while !isWhole {
      try appender.locked { log in
        let rest = try appender.lacking(raw, from: start.bytes, to: end, system)
        try appender.requirePending(system)
        let begin = system.monotonicSeconds()
        for group in rest.groups {
          _ = try log.append(group)
          added += group.events.count
          if system.monotonicSeconds() - begin > Appender.longestHold { return }
        }
        isWhole = true
      }
    }
    report.received += added
  }

  /// Removes the events that no longer wait from the file of pending events.
  private mutating func reconcile() throws {
    let (appender, system, now) = (appender, system, now)
    let (pending, state) = try appender.locked { _ in
      let pending = try appender.reconcile(at: now, system)
      return (pending, SyncState(appender.deviceFiles, system))
    }
    report.refused += pending.conflicts.map { ($0.ids, .otherContent) }
    (report.waiting, report.seq) = (pending.count, appender.position.seq)
    report.givenUp = pending.units.filter { state.failures(of: $0)?.isGivenUp == true }
      .reduce(0) { $0 + $1.ids.count }
  }

  // MARK: - Steps 4 to 6

  /// The units of an offer, with their lines.
  struct Offer {
    var units: [PendingEvents.Unit] = []
    var lines: [[[UInt8]]] = []

    /// Creates an offer of the first units of a file, as many as a message may have.
    init(_ units: some Sequence<PendingEvents.Unit>, of file: Log) {
      var bytes = 0
      for unit in units {
        let lines = unit.lines.map { file.bytes.array(in: $0) }
        bytes += lines.reduce(0) { $0 + $1.count }
        guard
          self.units.isEmpty
            || bytes <= SyncRequest.offeredBytes && self.units.count < SyncRequest.mostUnits
        else { break }
        self.units.append(unit)
        self.lines.append(lines)
      }
    }
  }

  /// Returns the oldest units that are not given up, and that depend on none that is.
  private func nextOffer() throws -> Offer {
    try appender.locked { _ in
      let pending = try appender.pendingEvents()
      let held = try SyncState(appender.deviceFiles, system).held(pending)
      let units = pending.units.lazy.filter { unit in
        unit.ids.first.map { held.contains($0) || offered.contains($0) } != true
      }
      return Offer(units, of: pending.file)
    }
  }

  /// Reads the fates of offered units.
  static func fates(of offer: Offer, _ input: inout SyncInput) throws -> [UnitFate] {
    var fates: [UnitFate] = []
    for unit in offer.units {
      switch try SyncAnswer(from: &input) {
      case .unit(let fate) where fate.ids == unit.ids: fates.append(fate)
      case .unit:
        throw LogError.protocolBreach("the response does not contain the ids of the submitted unit")
      case .failed(let reason): throw unanswered(reason)
      default:
        throw LogError.protocolBreach("a response to an offer must be about a unit")
      }
    }
    return fates
  }

  /// Takes the answers to an offer, and the lines that come with them.
  ///
  /// - Returns: A Boolean value indicating whether the remote decided on all units.
  private mutating func take(answersTo offer: Offer, _ input: inout SyncInput) throws -> Bool {
    let have = try appender.locked { _ in appender.position }
    let fates = try Self.fates(of: offer, &input)
    try keep(fates, of: offer)
    switch try SyncAnswer(from: &input) {
    case .ok(let end, let raw, _): try take(raw, behind: have, to: end)
    case .failed(let reason): throw Self.unanswered(reason)
    case .diverged(let end): throw try divergence(from: end)
    case .unit: throw LogError.protocolBreach("the responses must end with 'ok'")
    }
    try reconcile()
    return !fates.contains { if case .untried = $0 { true } else { false } }
  }

  /// Appends the lines that came with the answers, which begin where the last request said.
  private mutating func take(_ raw: [UInt8], behind have: LogPosition, to end: LogPosition) throws {
    // Another sync of this device may have gone further since the request, never back.
    let start = LogPosition(bytes: end.bytes - raw.count)
    guard start.bytes >= 0, start.bytes <= have.bytes else {
      throw LogError.protocolBreach(
        "the events must begin where this log ends, but they begin later")
    }
    try take(raw, from: start, to: end)
  }

  /// Writes the refused events into their file, and notes the failed ones.
  private mutating func keep(_ fates: [UnitFate], of offer: Offer) throws {
    var refused: [(lines: [[UInt8]], reason: UnitFate.Reason)] = []
    var failed: [(EventID, String)] = []
    for (number, fate) in fates.enumerated() {
      switch fate {
      case .taken(let places, let notes):
        report.taken += places
        report.notes += notes
      case .duplicate(let places): report.duplicates += places.count
      case .refused(_, let reason) where reason.code != .conflict:
        report.refused.append((offer.units[number].ids, reason))
        refused.append((offer.lines[number], reason))
      // The lines that follow have the other event with the id, and then the rest of the unit waits.
      case .refused(_, let reason), .failed(_, let reason):
        report.failed.append((offer.units[number].ids, reason))
        if let id = offer.units[number].ids.first { failed.append((id, reason.why)) }
      case .untried: break
      }
    }
    let now = now
    try appender.locked { _ in
      try appender.refuse(refused, at: now, system)
      guard !failed.isEmpty else { return }
      var state = SyncState(appender.deviceFiles, system)
      for (id, why) in failed { state.fail(id, why: why) }
      try state.write(to: appender.deviceFiles, system)
    }
  }

  /// Remembers the remote, and whether it could be reached.
  ///
  /// A log that was never synced stays a log of its own.
  private func note(_ remote: SyncState.Remote?, lost why: String?) throws {
    try appender.locked { _ in
      let files = appender.deviceFiles
      guard try why == nil || files.areThere(system) else { return }
      var state = SyncState(files, system)
      let before = state
      if let remote, why == nil { state.remote = remote }
      state.lost = why.map {
        SyncState.LostConnection(
          at: now, why: $0, count: min(before.lost?.count ?? 0, 1_000_000) + 1)
      }
      if state != before { try state.write(to: files, system) }
    }
  }

  // MARK: - Requests of the user

  /// Offers the units that were given up again from the next sync on, and returns their number.
  ///
  /// - Parameter isDryRun: A Boolean value indicating whether nothing is changed.
  package func retry(isDryRun: Bool = false) throws -> Int {
    try appender.locked { _ in
      let files = appender.deviceFiles
      var state = SyncState(files, system)
      let count = state.failures.count { $0.isGivenUp }
      guard !state.failures.isEmpty, !isDryRun else { return count }
      state.failures = []
      try state.write(to: files, system)
      return count
    }
  }

  /// Moves the unit with an event from the pending to the refused events, with the units that depend on it.
  ///
  /// - Returns: The events of each moved unit; none if the unit no longer waited.
  package func drop(_ id: EventID) throws -> [[Event]] {
    try appender.locked { _ in
      let pending = try appender.pendingEvents()
      let units = try pending.dependents { $0.ids.contains(id) }
      // If the device dies between two units, none of the rest depends on a unit that was moved.
      let reason = UnitFate.Reason(.dropped, "it was dropped on this device")
      try appender.refuse(
        units.reversed().map { (pending.lines(of: $0.unit), reason) }, at: now, system)
      if !units.isEmpty { _ = try appender.reconcile(at: now, system) }
      return units.map(\.events)
    }
  }

  /// Moves the unit with an event from the refused to the pending events, and returns the number of its events.
  package func retryRefused(_ id: EventID) throws -> Int {
    try appender.locked { _ in
      let files = appender.deviceFiles
      let file = try files.log(at: files.refused, system)
      let units = try file.units()
      guard let unit = units.first(where: { $0.ids.contains(id) }) else { return 0 }
      // The log may have an event of a conflict, with other content.
      try appender.forgetReconciled(system)
      // A refused event does not wait, so a device that dies here has lost nothing.
      _ = try Appender(path: files.pending, usesCheckpoint: false, system: system)
        .write(RefusedEvents.offers(unit, in: file), DraftDefaults(now: now))
      let rest = units.compactMap { $0.filter { !unit.ids.contains($0) } }
      try appender.replace(files.refused, with: file.lines(of: rest, after: nil), system)
      return unit.ids.count
    }
  }

  // MARK: - Errors

  static func changed(_ path: String) -> LogError {
    LogError(
      .conflict, path, "the log changed during the sync",
      help: "sync again; if it happens again, another program is writing to the log")
  }

  static func unanswered(_ reason: UnitFate.Reason) -> LogError {
    var error = LogError(.system, "the remote", reason.why, help: reason.help.map { Remedy($0) })
    error.code = reason.code
    if reason.code == .conflict || reason.code == .diverged { error.kind = .conflict }
    if reason.code == .invalidInput { error.kind = .refused }
    // The remedy of the remote is worded for its own machine.
    if reason.code == .damagedLog { (error.kind, error.help) = (.damaged, LogError.damagedRemote) }
    return error
  }
}

extension Appender {
  /// The end of the log, which must be locked.
  var position: LogPosition { logEnd.map { LogPosition($0.tail) } ?? LogPosition() }
}
