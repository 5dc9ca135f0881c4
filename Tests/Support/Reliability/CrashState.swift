@testable import Events

/// The files after a crash of a run, and the acknowledgements before the crash.
struct CrashState {
  let remains: Disk.Remains
  /// The batches that were begun, in order, and whether each was acknowledged.
  let batches: [(drafts: [Draft], isAcknowledged: Bool)]
  let run: CrashRun

  /// An error that describes a wrong result of reading or continuing.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// The reaction of readers: they accepted the log, or refused it because of a hole.
  ///
  /// NULs before other content are
  /// always damage.
  enum Outcome { case taken, refused }

  /// Opens the files with the real code and continues with them.
  func check(in folder: TemporaryFolder) throws -> Outcome {
    try lay(in: folder)
    let path = folder.file("log")
    try checkSetAside()
    guard let left = remains.files["log"] else {
      try expect(run.log == nil && !batches.contains { $0.isAcknowledged }, "the log is gone")
      return .taken
    }
    let events: [Event]
    do { events = try CrashState.events(of: Log(path: path)) } catch {
      try checkRefusal(path, left)
      return .refused
    }
    try checkHistory(events)
    try expect(try !Verification(Log(path: path)).isDamaged, "verify calls it damaged")
    try checkAppend(path, left, folder, events)
    return .taken
  }

  /// Replaces the content of a folder by the files, which may have a checkpoint among them.
  private func lay(in folder: TemporaryFolder) throws {
    let checkpoint = Checkpoint.path(of: folder.file("log"))
    for inside in (try? System().names(in: checkpoint)) ?? [] {
      System().remove(checkpoint + "/" + inside)
    }
    System().removeFolder(checkpoint)
    for name in try folder.names { System().remove(folder.file(name)) }
    if remains.files.keys.contains(where: { $0.contains("/") }) {
      _ = try System().makeFolder(checkpoint)
    }
    for (name, bytes) in remains.files { try put(bytes, at: folder.file(name)) }
  }

  /// Checks that the earlier torn end is complete, in the log or in a separate file.
  private func checkSetAside() throws {
    guard let log = run.log, let sound = run.sound else { return }
    let torn = Array(log[sound...])
    let aside = remains.files.contains { $0.key.hasPrefix("log.torn-") && $0.value == torn }
    try expect(
      aside || remains.files["log"].map { $0.starts(with: log) } == true, "torn bytes are lost")
  }

  /// Checks a refusal because of a hole: acknowledged events before it are shown, no file is changed, and `verify`
  /// reports the hole.
  private func checkRefusal(_ path: String, _ left: [UInt8]) throws {
    let log = try Log(path: path)
    let events = CrashState.soundEvents(of: log)
    try expect(remains.hasHole, "refused without a hole: \(damage(left)?.message ?? "")")
    try checkHistory(events, isCutOff: true)
    try expect(Verification(log).isDamaged, "refused, and verify calls it sound")
    do {
      try append([CrashState.next], to: path, system: Faults.unsynced)
      throw Wrong("appended behind damage")
    } catch let error as LogError {
      try expect(error.kind == .damaged, "refused otherwise: \(error.message)")
    }
    try expect(try bytes(at: path) == left, "a refused append changed the log")
  }

  /// Checks that every acknowledged batch is present, that each batch is complete or absent, in order, and nothing
  /// else.
  ///
  /// - Parameter isCutOff: Whether reading ended with an error, perhaps within a batch.
  private func checkHistory(_ events: [Event], isCutOff: Bool = false) throws {
    let first = try run.log.map { try shown($0).count } ?? 0
    var rest = events.dropFirst(first)
    try expect(events.count >= first, "events from before are lost")
    try expect(events.map(\.seq) == Array(1..<events.count + 1), "positions have gaps")
    for batch in batches {
      let isCut = isCutOff && !batch.isAcknowledged
      let isThere =
        (isCut || rest.count >= batch.drafts.count)
        && zip(rest, batch.drafts).allSatisfy { $1.isHeld(by: $0) && $0.id == $1.id }
      if isThere { rest = rest.dropFirst(batch.drafts.count) }
      try expect(isThere || !batch.isAcknowledged, "an acknowledged batch is lost")
    }
    try expect(rest.isEmpty, "events that nobody appended, or a part of a batch")
  }

  /// Checks that the next append succeeds, sets exactly the removed bytes aside, and leaves nothing to do.
  private func checkAppend(
    _ path: String, _ left: [UInt8], _ folder: TemporaryFolder, _ events: [Event]
  ) throws {
    let tail = try Log(path: path).tail()
    let retried = batches.last?.drafts ?? []
    let done = try append([CrashState.next], to: path, system: Faults.unsynced)
    let now = try bytes(at: path)
    let removed = Array(left[tail.end...])
    try expect(now.starts(with: left[..<tail.end]), "the append changed what was sound")
    try expect((done.setAside?.count ?? 0) == removed.count, "set aside another number of bytes")
    if let aside = done.setAside {
      try expect(try bytes(at: aside.path) == removed, "set aside other bytes than were removed")
    }
    let names = try folder.names
    let again = try append(retried + [CrashState.next], to: path, system: Faults.unsynced)
    try expect(again.setAside == nil, "the second append sets aside again")
    try expect(try folder.names == names, "the second append makes files")
    let known = Set(events.map(\.id))
    let written = retried.filter { $0.id.map { !known.contains($0) } ?? true }.count
    let after = try CrashState.events(of: Log(path: path))
    try expect(after.count == events.count + 1 + written, "a retry is lost or doubled")
    try expect(Array(after.prefix(events.count)) == events, "the append changed what is shown")
  }

  private func expect(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    guard condition else { throw Wrong(words()) }
  }

  private static let next = Draft(id: Samples.id(9), at: Samples.start, user: "ann", like(9))

  static func events(of log: Log) throws(LogError) -> [Event] {
    var lines = log.lines()
    var events: [Event] = []
    while let _ = try lines.next() { events.append(try lines.event()) }
    return events
  }

  /// Returns the events before the first damaged line.
  private static func soundEvents(of log: Log) -> [Event] {
    var lines = log.lines()
    var events: [Event] = []
    while let line = try? lines.next(), line.seq > 0, let event = try? lines.event() {
      events.append(event)
    }
    return events
  }
}

/// The possible crashes of a recorded run.
struct Crashes {
  let run: CrashRun
  /// The device after each operation, and the batches begun by then.
  private var moments: [(disk: Disk, batches: [(drafts: [Draft], isAcknowledged: Bool)])] = []

  init(of run: CrashRun, seed: UInt64 = 1) throws {
    let recorder = try run.recorded(seed: seed)
    self.run = run
    var disk = Disk(recorder.before)
    var batches: [(drafts: [Draft], isAcknowledged: Bool)] = []
    for step in recorder.steps {
      switch step {
      case .operation(let operation): disk.apply(operation)
      case .began(let number): batches.append((recorder.batches[number], false))
      case .acknowledged(let number): batches[number].isAcknowledged = true
      }
      moments.append((disk, batches))
    }
  }

  /// Returns the crashes at every moment: everything kept, everything lost, or one change kept, lost, or torn.
  ///
  /// - Parameter step: The number of bytes between two ends of a torn write.
  func systematic(step: Int) -> [CrashState] {
    moments.flatMap { moment in
      let pending = moment.disk.pending
      let kept = [Disk.Fate](repeating: .kept, count: pending.count)
      let lost = [Disk.Fate](repeating: .dropped, count: pending.count)
      var choices = [kept, lost]
      for (place, change) in pending.enumerated() {
        for fate in [.kept, .dropped] + change.tornFates(step: step) {
          for others in [kept, lost] {
            var choice = others
            choice[place] = fate
            choices.append(choice)
          }
        }
      }
      return choices.map { state(moment, $0) }
    }
  }

  /// Returns a random crash.
  func random(_ random: inout SeededGenerator) -> CrashState? {
    guard let moment = moments.randomElement(using: &random) else { return nil }
    return state(moment, moment.disk.pending.map { $0.fate(&random) })
  }

  private func state(
    _ moment: (disk: Disk, batches: [(drafts: [Draft], isAcknowledged: Bool)]),
    _ fates: [Disk.Fate]
  ) -> CrashState {
    CrashState(remains: moment.disk.crashed(fates), batches: moment.batches, run: run)
  }
}
