import Foundation

@testable import Events

/// Two devices and the club whose log they sync with, in a random order of their steps, with kills and power cuts.
///
/// After each step these invariants hold:
///
/// - I1: The log of a device is a prefix of the club's, byte for byte.
/// - I2: An event that was acknowledged on a device is in its view, once, or among its refused events.
/// - I3: No id is twice in the club's log.
/// - I4: After quiet, the logs are equal, and no event is pending.
/// - I5: An event that a device was told of as taken is in the club's log, after any crash.
struct SyncModel {
  /// A deliberate defect, planted in the calls of a machine or in the messages.
  enum Defect: CaseIterable {
    /// A local event is acknowledged before it is on the device.
    case acknowledgementBeforeSync
    /// The new file of pending events gets its name before its bytes are on the device.
    case noSyncBeforeRename
    /// The name of the new file is not on the device before the sync goes on.
    case noSyncOfFolder
    /// The lines of the club are not on the device before they are removed from the pending ones.
    case noSyncOfLines
    /// The refused events are not on the device before they are removed from the pending ones.
    case noSyncOfRefusals
    /// The club answers before the events are on its device.
    case noSyncAtRemote
    /// The events get new ids whenever they are offered.
    case newIDs
    /// An answer, and not the log, makes an event accepted.
    case droppedOnAnswer
    /// The lines of the first sync come before the file of pending events.
    case linesBeforePending
    /// The pending events count as compared with lines that were only appended.
    case reconciledTooEarly
  }

  private struct Device {
    let machine: VirtualMachine
    let user: Name
    var acknowledged: Set<EventID> = []
    var told: Set<EventID> = []
    /// The state at the last check.
    var checked: [Int] = []

    /// Returns numbers that are others after each change of the device or of the club.
    func state(with club: VirtualMachine) -> [Int] {
      [machine.changes, acknowledged.count, told.count, club.changes]
    }
  }

  /// An error of the model: a promise that does not hold.
  struct Broken: Error { let promise: String }

  private let club: VirtualMachine
  private var devices: [Device]
  private let defect: Defect?
  private var random: SeededGenerator
  private var count = 0
  /// The number of syncs that run within another one.
  private var depth = 0
  private(set) var kills = 0
  private(set) var powerCuts = 0

  /// The largest number of bookings that the judge takes.
  static let places = 2

  init(seed: UInt64, _ defect: Defect? = nil) throws {
    self.defect = defect
    random = SeededGenerator(seed: seed)
    club = try VirtualMachine { last in
      switch (defect, last) {
      case (.noSyncAtRemote, .written("log")): true
      default: false
      }
    }
    devices = try (["ann", "ben"] as [Name]).map { user in
      let machine = try VirtualMachine { last in
        switch (defect, last) {
        case (.acknowledgementBeforeSync, .written("log.pending")): true
        case (.noSyncBeforeRename, .written("log.pending.unfinished")): true
        case (.noSyncOfFolder, .opened("")): true
        case (.noSyncOfLines, .written("log")): true
        case (.noSyncOfRefusals, .written("log.refused")): true
        default: false
        }
      }
      return Device(machine: machine, user: user)
    }
    try append(CrashRun.drafts(1, note: 0, from: 0), to: club.log, system: club.system)
  }

  /// Runs a random schedule, and checks the invariants after each step and at its end.
  mutating func run(steps: ClosedRange<Int>) throws {
    for _ in 0..<Int.random(in: steps, using: &random) {
      try step(Int.random(in: 0...1, using: &random))
      try check()
    }
    for place in devices.indices { devices[place].machine.restart() }
    club.restart()
    // Quiet: nothing comes between the messages.
    depth = 1
    for place in [0, 1, 0] { try sync(place) }
    try check()
    try checkQuiet()
  }

  /// Syncs an event that the club refuses, with a kill of the device at one of the calls and then a power cut.
  ///
  /// Few random schedules end a sync in the moment between the removal of a refused event from the pending ones and
  /// the next sync of the file of refused events.
  mutating func runRefusal(killedAt call: Int) throws {
    let machine = devices[0].machine
    try sync(0)
    for _ in 0...Self.places { try record(0, isBooking: true) }
    machine.kill(after: call)
    do { try sync(0) } catch { guard error is LogError, machine.isDead else { throw error } }
    if machine.restart() { kills += 1 }
    try cutPower(of: machine)
    try check()
  }

  // MARK: - Steps

  private mutating func step(_ place: Int) throws {
    let machine = devices[place].machine
    let isSync = chance(50)
    // A kill must also reach the last calls of a sync, which has more of them than a record.
    let calls = isSync ? 300 : 120
    if chance(35) { machine.kill(after: Int.random(in: 0..<calls, using: &random)) }
    if chance(15) { club.kill(after: Int.random(in: 0..<40, using: &random)) }
    do {
      if isSync { try sync(place) } else { try record(place) }
    } catch {
      guard error is LogError, machine.isDead || club.isDead || depth > 0 else { throw error }
    }
    if machine.restart() {
      kills += 1
      try plant(in: machine)
    }
    if club.restart() { kills += 1 }
    if chance(15) { try cutPower(of: machine) }
    if chance(10) { try cutPower(of: club) }
  }

  /// Leaves the files of a killed device as a defect would.
  private func plant(in machine: VirtualMachine) throws {
    switch defect {
    case .linesBeforePending:
      // Its file is written with the first events.
      let pending = machine.log + ".pending"
      if try System().exists(pending), try bytes(at: pending).isEmpty {
        machine.remove("log.pending")
      }
    case .reconciledTooEarly:
      guard try System().exists(machine.log) else { return }
      var state = SyncState()
      state.reconciled = LogPosition(try Log(path: machine.log, usesCheckpoint: false).tail())
      try machine.put(state.json.bytes, at: "log.sync")
    default: break
    }
  }

  private mutating func cutPower(of machine: VirtualMachine) throws {
    powerCuts += 1
    try machine.losePower(&random)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// Records an action of one or three events, or a booking, of which the judge takes only some.
  private mutating func record(_ place: Int, isBooking: Bool? = nil) throws {
    let device = devices[place]
    // A log is one of a device only from its first sync on.
    guard try isBegun(device.machine) else { return }
    let isBooking = isBooking ?? chance(40)
    let size = isBooking || chance(60) ? 1 : 3
    var drafts: [Draft] = []
    for _ in 0..<size {
      count += 1
      let set = SetLogged(
        session: "s", exercise: isBooking ? CapJudge.booking : "squat", reps: count % 9 + 1,
        weight: nil)
      drafts.append(
        Draft(
          id: Samples.id(5_000 + count), at: Samples.start, user: device.user,
          .sessions(.setLogged(set))))
    }
    let appender = try Appender(
      path: device.machine.log, patience: 1, writesPending: true, system: device.machine.system)
    try append(drafts, with: appender)
    guard !device.machine.isDead else { return }
    devices[place].acknowledged.formUnion(drafts.compactMap(\.id))
  }

  /// Returns whether a device has lines of the club or pending events.
  private func isBegun(_ machine: VirtualMachine) throws -> Bool {
    guard try System().exists(machine.log) else { return false }
    return try DeviceFiles(of: machine.log, System()).areThere(System())
      || !bytes(at: machine.log).isEmpty
  }

  /// Syncs a device; while it waits for the club, other steps may come between.
  private mutating func sync(_ place: Int) throws {
    let machine = devices[place].machine
    depth += 1
    defer { depth -= 1 }
    let server = try SyncServer(
      path: club.log, judge: CapJudge(), defaults: draftDefaults(), mayRestore: false,
      system: club.system, words: \.description)
    // The closure runs only during this call.
    var model = self
    let channel = ModelChannel(server, defect) { isAnswer in
      // A killed server does not answer.
      if model.club.isDead { throw LogError.connectionLost("it was killed") }
      if isAnswer, model.defect == .droppedOnAnswer { try machine.put([], at: "log.pending") }
      guard model.depth == 1, model.chance(15) else { return }
      do {
        if model.chance(60) { try model.record(place) } else { try model.sync(1 - place) }
      } catch {
        guard error is LogError, machine.isDead || model.club.isDead else { throw error }
      }
    }
    defer { take(model) }
    var client = try SyncClient(path: machine.log, now: Samples.start, system: machine.system)
    let report = try client.sync(over: channel)
    guard !machine.isDead else { return }
    model.devices[place].told.formUnion(report.taken.map(\.id))
  }

  private mutating func take(_ other: SyncModel) {
    let depth = depth
    self = other
    self.depth = depth
  }

  // MARK: - Invariants

  private mutating func check() throws {
    let states = devices.map { [club] in $0.state(with: club) }
    let changed = devices.indices.filter { devices[$0].checked != states[$0] }
    guard !changed.isEmpty else { return }
    let remote = try Self.sound(club.log)
    let all = try Self.ids(remote)
    guard Set(all).count == all.count else { throw Broken(promise: "I3: an id is there twice") }
    for place in changed {
      let device = devices[place]
      devices[place].checked = states[place]
      guard try isBegun(device.machine) else {
        guard device.acknowledged.isEmpty else { throw Broken(promise: "I2: the log is gone") }
        continue
      }
      let own = try Self.sound(device.machine.log)
      guard own.count <= remote.count, memcmp(own, remote, own.count) == 0 else {
        throw Broken(promise: "I1: the log is no prefix")
      }
      let view = try Self.ids(Log(path: device.machine.log, showsPending: true, system: System()))
      guard Set(view).count == view.count else { throw Broken(promise: "I2: seen twice") }
      let refused = try RefusedEvents(ofLogAt: device.machine.log, system: System())
        .units.flatMap(\.events).map(\.id)
      guard device.acknowledged.isSubset(of: Set(view).union(refused)) else {
        throw Broken(promise: "I2: acknowledged and not seen")
      }
      guard device.told.isSubset(of: all) else { throw Broken(promise: "I5: told and not there") }
    }
  }

  private func checkQuiet() throws {
    let club = try bytes(at: club.log)
    for device in devices {
      guard try bytes(at: device.machine.log) == club else {
        throw Broken(promise: "I4: the logs differ")
      }
      guard try bytes(at: device.machine.log + ".pending").isEmpty else {
        throw Broken(promise: "I4: events are still pending")
      }
    }
    let bookings = try Log(club, name: "log").wholeEvents().count { CapJudge.isBooking($0.body) }
    guard bookings <= Self.places else { throw Broken(promise: "the judge was not asked") }
  }

  /// Returns the bytes of a log up to the end of its last complete batch.
  private static func sound(_ path: String) throws -> [UInt8] {
    let log = Log(try bytes(at: path), name: path)
    return log.bytes.array(in: 0..<(try log.tail().end))
  }

  private static func ids(_ bytes: [UInt8]) throws -> [EventID] { try ids(Log(bytes, name: "log")) }

  private static func ids(_ log: Log) throws -> [EventID] {
    var ids: [EventID] = []
    var lines = log.lines()
    while try lines.next() != nil { ids.append(lines.id) }
    return ids
  }
}

/// A judge that takes only the first bookings, as of a class with few places.
struct CapJudge: UnitJudge {
  static let booking: Name = "booking"
  private var bookings = 0

  static func isBooking(_ body: Event.Body) -> Bool {
    if case .sessions(.setLogged(let set)) = body { set.exercise == booking } else { false }
  }

  mutating func begin(_ log: Log) throws {
    bookings = try log.wholeEvents().count { Self.isBooking($0.body) }
  }

  mutating func verdict(on unit: [Draft]) -> UnitVerdict {
    let isFull = bookings >= SyncModel.places && unit.contains { Self.isBooking($0.body) }
    return isFull ? .refused(.init(.invalidInput, "the class is full")) : .taken(notes: [])
  }

  mutating func note(taken events: [Event]) { bookings += events.count { Self.isBooking($0.body) } }
}

/// A connection to a server in the same process, between whose messages other steps may come.
private final class ModelChannel: SyncChannel {
  private let local: LocalChannel
  private let defect: SyncModel.Defect?
  /// A closure called before the device gets an answer, with whether it is one to an offer.
  private let pause: (Bool) throws -> Void
  private var isOffer = false
  private var offers = 0

  init(
    _ server: SyncServer, _ defect: SyncModel.Defect?, _ pause: @escaping (Bool) throws -> Void
  ) { (local, self.defect, self.pause) = (LocalChannel(to: server), defect, pause) }

  func send(_ bytes: [UInt8]) throws {
    isOffer = bytes.starts(with: Array("{\"offer\"".utf8))
    try pause(false)
    guard isOffer, defect == .newIDs else { return local.send(bytes) }
    offers += 1
    let text = String(decoding: bytes, as: UTF8.self)
    // The last digits of an id are its number.
    local.send(Array(text.replacing("\"id\":\"019", with: "\"id\":\"a\(offers % 9)9").utf8))
  }

  func receive() throws -> [UInt8] {
    var answer = try local.receive()
    try pause(isOffer)
    if isOffer, defect == .newIDs {
      // The device gets the ids that it offered, up to the lines of the log.
      let text = String(decoding: answer, as: UTF8.self)
      let fates = text.firstRange(of: "{\"ok\"").map { text[..<$0.lowerBound] } ?? text[...]
      answer =
        Array(fates.replacing("\"a\(offers % 9)9", with: "\"019").utf8)
        + answer.dropFirst(fates.utf8.count)
    }
    isOffer = false
    return answer
  }
}
