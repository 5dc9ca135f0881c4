import Foundation

@testable import Events

/// Two appenders and a reader of one log, in every order of their steps and with every crash.
///
/// The promises, which are checked after each step for each state that the device may have then:
///
/// - An acknowledged event is never lost: it is in the log at its acknowledged `seq`, after any crash.
/// - Each batch is complete or absent. `seq` has no gaps, no id is there twice, and each line has the checksum that
///   chains it to the line before.
/// - A torn end of an earlier crash stays, in the log or in a file next to it.
/// - The next append succeeds. It sets aside exactly the torn bytes, and leaves nothing to do.
/// - A reader sees a prefix of the final log, perhaps an older one, and never a part of a batch. An event that a
///   follower saw is as safe as an acknowledged one, unless its appender was killed between its write and its sync.
///
/// These are the reasons why they hold:
///
/// - The lock makes appends follow one another. The check of the name under the lock keeps an appender off a file
///   that was removed or replaced while it waited.
/// - The write comes before the sync, and the sync before the acknowledgement.
/// - An appender syncs the end of the log before it relies on it, since the process that wrote it may have died
///   between its write and its sync.
/// - A batch states its size in its first line, so a part of it is recognised, and it is set aside before the next
///   write.
final class Interleaving: Sendable {
  /// The files at the beginning.
  enum Beginning: CaseIterable {
    /// No log.
    ///
    /// The first append of one appender is refused, so that it removes the log it created.
    case missing
    case sound
    /// A log with a partial last line.
    case torn
    /// A log with a checkpoint that covers a part of it.
    case stale
  }

  /// A deliberate defect of the appenders.
  enum Defect: CaseIterable {
    case noLock, noCheckOfName, acknowledgementBeforeSync, syncBeforeWrite
  }

  enum Reader: CaseIterable { case once, following }

  /// The progress of a participant.
  struct Progress {
    var isDead = false
    var holdsLock = false
    /// A Boolean value indicating whether the next lock was parked for already, by the wait before it.
    var hasWaited = false
    var last: System.Call?
    /// The numbers of the opened files, by path.
    var opened: [String: Int] = [:]
    /// The batch that is appended, and whether its write has begun.
    var batch: (drafts: [Draft], isWritten: Bool)?
    /// A Boolean value indicating whether the log's name was given back to a file that lost it.
    var isNameGiven = false
    /// A Boolean value indicating whether the participant ends after its current write.
    var isCut = false
  }

  struct World {
    var folder: SharedFolder
    var progress = World.begun
    /// The batches in the order of their writes.
    var batches: [(drafts: [Draft], isAcknowledged: Bool)] = []
    var acknowledged: [(id: EventID?, seq: Int)] = []
    var readings: [[Event]] = []
    /// The hashes of the states of the device, with the acknowledgements, that were checked.
    var checked: Set<Int> = []
    var crashStates = 0

    static let begun = [Progress](repeating: Progress(), count: 3)

    mutating func acknowledge(_ drafts: [Draft]) {
      for place in batches.indices where batches[place].drafts.first?.id == drafts.first?.id {
        batches[place].isAcknowledged = true
      }
    }

    /// Treats batches that a follower saw like acknowledged ones, unless an appender was killed.
    ///
    /// The kernel releases the lock of a killed appender, and a follower then sees bytes that nobody synced.
    mutating func acknowledgeShown(_ events: [Event]) {
      guard !progress[..<2].contains(where: \.isDead) else { return }
      let shown = Set(events.map(\.id))
      for batch in batches where batch.drafts.contains(where: { $0.id.map(shown.contains) == true })
      {
        acknowledge(batch.drafts)
      }
    }

    /// Returns whether a state was not checked yet with the acknowledgements of now.
    mutating func isNew(_ state: some Hashable) -> Bool {
      var hasher = Hasher()
      hasher.combine(state)
      for batch in batches {
        hasher.combine(batch.drafts.first?.id)
        hasher.combine(batch.isAcknowledged)
      }
      return checked.insert(hasher.finalize()).inserted
    }
  }

  let beginning: Beginning
  private let reader: Reader
  /// The number of batches that the first appender appends.
  private let batches: Int
  let defect: Defect?
  private let mayCrash: Bool
  private let run: CrashRun
  let world: Monitor<World>
  let conductor = Monitor<Conductor?>(nil)
  private let folder = TemporaryFolder(inMemory: true)

  init(
    _ beginning: Beginning, _ reader: Reader, batches: Int = 2, defect: Defect? = nil,
    mayCrash: Bool = true
  ) throws {
    (self.beginning, self.reader, self.batches) = (beginning, reader, batches)
    (self.defect, self.mayCrash) = (defect, mayCrash)
    let files = try beginning.files()
    run = CrashRun(
      name: "\(beginning)", log: files["log"],
      sound: beginning == .torn ? try Beginning.log.count : nil, batches: [])
    world = Monitor(World(folder: try SharedFolder(files)))
  }

  /// The result of an exploration.
  struct Tally: Equatable {
    /// The number of schedules that ran to their end.
    var schedules = 0
    /// The number of schedules that were left out on the way.
    var pruned = 0
    /// A Boolean value indicating whether no schedule is left.
    var isComplete = false
    var crashStates = 0
    /// The first error, with its schedule.
    var error: String?
    /// The final logs.
    var ends: Set<[UInt8]> = []
    /// The hashes of the states that were checked.
    var states: Set<Int> = []
  }

  /// Runs the schedules of an exploration until the first error.
  func explore(_ exploration: Exploration, most: Int = .max) throws -> Tally {
    let conductor = Conductor(
      participants: 3, readers: [2], mayCrash: mayCrash, look: { self.look() })
    self.conductor.alone { $0 = conductor }
    var tally = Tally()
    try conductor.withThreads(work) {
      var exploration = exploration
      while tally.error == nil, tally.schedules < most, !tally.isComplete {
        try reset()
        let result = conductor.run(exploration)
        exploration = result.exploration
        if result.isPruned {
          tally.pruned += 1
        } else {
          tally.schedules += 1
          if let error = try result.error ?? wrongEnd(&tally) {
            tally.error = "\(beginning), \(reader): \(error) (\(exploration.description))"
          }
        }
        tally.isComplete = !exploration.advance()
      }
    }
    (tally.crashStates, tally.states) = world.alone { ($0.crashStates, $0.checked) }
    return tally
  }

  /// Restores the beginning, and keeps only the knowledge of checked states.
  private func reset() throws {
    try world.alone { world in
      try world.folder.reset()
      world.progress = World.begun
      (world.batches, world.acknowledged, world.readings) = ([], [], [])
    }
  }

  // MARK: - The participants

  private func work(_ number: Int) {
    var system = System()
    system.fault = { self.fault(number, $0) }
    system.witness = { self.note(number, $0, $1, $2) }
    do {
      if number < 2 { try runAppender(number, system) } else { try runReader(system) }
    } catch {
      if !isDead(number) { fail("\(number) failed: \(error)") }
    }
  }

  /// Appends batches of one event each, or one batch of two.
  private func runAppender(_ number: Int, _ system: System) throws {
    let path = world.alone { $0.folder.log }
    let appender = try Appender(path: path, patience: 1e9, system: system)
    if beginning == .missing, number == 0 {
      let error = failure {
        try append(CrashRun.drafts(1, note: 0, from: 900), with: appender, expecting: 99)
      }
      guard !isDead(number) else { return }
      guard error?.kind == .conflict else {
        return fail("the first append was not refused: \(error, default: "no error")")
      }
    }
    for place in 0..<(number == 0 ? batches : 1) {
      let drafts = CrashRun.drafts(number + 1, note: 0, from: number * 100 + place * 10)
      world.alone { $0.progress[number].batch = (drafts, false) }
      let done = try append(drafts, with: appender)
      world.alone { world in
        guard !world.progress[number].isDead else { return }
        world.acknowledged += done.acknowledgements.map { ($0.event.id, $0.event.seq) }
        world.acknowledge(drafts)
      }
    }
  }

  private func runReader(_ system: System) throws {
    let path = world.alone { $0.folder.log }
    guard reader == .following else {
      let log = Result { try Log(path: path, system: system) }
      if beginning == .missing, case .failure(let error as LogError) = log, error.kind == .system {
        return
      }
      let events = try CrashState.events(of: log.get())
      return world.alone { $0.readings.append(events) }
    }
    let followed = FollowedLog(path: path, system: system)
    var events: [Event] = []
    for _ in 1...2 {
      guard let part = try followed.next() else { return }
      guard part.change == .appended || part.change == .removed else {
        return fail("a follower saw \(part.change)")
      }
      var lines = part.lines()
      while let _ = try lines.next() { events.append(try lines.event()) }
      world.alone { world in
        guard !world.progress[2].isDead else { return }
        world.readings.append(events)
        world.acknowledgeShown(events)
      }
    }
  }

  func isDead(_ number: Int) -> Bool { world.alone { $0.progress[number].isDead } }

  func fail(_ words: String) { conductor.alone { $0 }?.fail(words) }

  // MARK: - The promises

  /// Checks every crash that is possible now, unless it was checked before, and describes a wrong one.
  private func look() -> String? {
    let (crashes, batches) = world.alone { world in
      world.isNew(world.folder.history) ? (world.folder.crashes(), world.batches) : ([], [])
    }
    for remains in crashes {
      guard world.alone({ $0.isNew(remains) }) else { continue }
      do {
        _ = try CrashState(remains: remains, batches: batches, run: run).check(in: folder)
      } catch { return "\(error)" }
      world.alone { $0.crashStates += 1 }
    }
    return nil
  }

  /// Checks the final log against the acknowledgements and the readings, and describes an error.
  private func wrongEnd(_ tally: inout Tally) throws -> String? {
    let (path, acknowledged, readings) = world.alone {
      ($0.folder.log, $0.acknowledged, $0.readings)
    }
    let events = try CrashState.events(of: Log(path: path))
    tally.ends.insert(try bytes(at: path))
    let isThere = acknowledged.allSatisfy { id, seq in
      seq <= events.count && events[seq - 1].id == id
    }
    guard isThere else { return "an acknowledged event is not at its position" }
    guard Set(events.map(\.id)).count == events.count else { return "an id is there twice" }
    guard readings.allSatisfy(events.starts) else { return "a reader saw what is not there" }
    return nil
  }
}
