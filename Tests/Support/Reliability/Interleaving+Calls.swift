import Foundation

@testable import Events

/// The seam: each call of a participant is a step, or belongs to the step before.
extension Interleaving {
  /// Parks the participant before a call on shared state, and returns the fault for the call.
  func fault(_ number: Int, _ call: System.Call) -> System.Fault? {
    if isDead(number) { return .fails(EIO) }
    switch call {
    // Without reports of the kernel, a follower waits 100 ms, or for the release of the lock.
    case .watch: return .fails(ENOSYS)
    case .sleep: return wait(number, for: .release)
    case .poll: return wait(number, for: .change)
    default: break
    }
    if let access = access(number, call) {
      let order = conductor.alone { $0 }?.park(number, access, isWrite: call.isWrite) ?? .end
      switch order {
      case .run: break
      case .crashMidway:
        guard case .write(let bytes) = call else { preconditionFailure("only writes are cut") }
        // The write is recorded; then the participant is dead.
        world.alone { $0.progress[number].isCut = true }
        return .shortened(to: bytes / 2)
      case .crash, .interrupt, .end: return die(number)
      }
    }
    return prepare(number, call)
  }

  private func die(_ number: Int) -> System.Fault {
    world.alone { $0.progress[number].isDead = true }
    return .fails(EIO)
  }

  private func wait(_ number: Int, for event: Conductor.Wait) -> System.Fault {
    // The step after a wait for the lock is the next attempt to take it.
    let access = Exploration.Access(changes: event == .release ? [.lock] : [])
    guard case .run = conductor.alone({ $0 })?.park(number, access, wait: event) else {
      return die(number)
    }
    world.alone { $0.progress[number].hasWaited = event == .release }
    return .forgotten
  }

  /// Returns the parts of the shared state that a call may touch; nil for a call that touches none.
  private func access(_ number: Int, _ call: System.Call) -> Exploration.Access? {
    switch call {
    case .open(let path): return access(number, opening: path)
    case .stat: return .init(reads: [.names, .content, .checkpoint])
    case .resolve: return .init(reads: [.names])
    case .list: return .init(reads: [.checkpoint])
    case .read: return .init(reads: [.content, .checkpoint])
    case .write, .truncate: return .init(changes: [.content, .device])
    case .sync: return .init(changes: [.device])
    case .remove(let path) where isCheckpoint(path): return .init(changes: [.checkpoint, .device])
    case .remove, .rename, .link: return .init(changes: [.names, .device])
    case .unlock: return .init(changes: [.lock])
    case .flock:
      let hasWaited = world.alone { world in
        defer { world.progress[number].hasWaited = false }
        return world.progress[number].hasWaited
      }
      return hasWaited ? nil : .init(changes: [.lock])
    case .close:
      return world.alone { $0.progress[number].holdsLock } ? .init(changes: [.lock]) : nil
    default: return nil
    }
  }

  private func access(_ number: Int, opening path: String) -> Exploration.Access? {
    if isCheckpoint(path) {
      let isMade = path.hasSuffix(".new")
      return isMade ? .init(changes: [.checkpoint, .device]) : .init(reads: [.checkpoint])
    }
    let (folder, log) = world.alone { ($0.folder.path, $0.folder.log) }
    guard path != folder else { return nil }
    // A log that exists at the beginning is never removed, so nobody creates it.
    let isCreated = path != log || beginning == .missing && number < 2
    return isCreated ? .init(changes: [.names, .device]) : .init(reads: [.names])
  }

  private func isCheckpoint(_ path: String) -> Bool { path.contains("/log.checkpoint") }

  /// Prepares the folder for a call that is about to be made, and plants the defect.
  private func prepare(_ number: Int, _ call: System.Call) -> System.Fault? {
    world.alone { world in
      let (last, log) = (world.progress[number].last, world.folder.log)
      defer { world.progress[number].last = call }
      world.folder.disk.look(call)
      guard number < 2, let defect else { return nil }
      switch (defect, call) {
      case (.noLock, .flock): return .forgotten
      case (.noCheckOfName, .stat) where last == .flock:
        guard let file = world.progress[number].opened[log] else { return nil }
        world.folder.giveName(to: file)
        world.progress[number].isNameGiven = true
      case (.acknowledgementBeforeSync, .sync), (.syncBeforeWrite, .sync):
        if last?.isWrite == true { return .forgotten }
      case (.syncBeforeWrite, .write):
        if let file = world.progress[number].opened[log] {
          world.folder.apply(.sync("log"), to: file)
        }
      default: break
      }
      return nil
    }
  }

  /// Notes a call that was made.
  func note(_ number: Int, _ call: System.Call, _ path: String, _ result: Int) {
    guard !isDead(number) else { return }
    let effect = world.alone { $0.note(number, call, path, result) }
    if let effect { conductor.alone { $0 }?.note(releases: effect == .release, by: number) }
    if world.alone({ $0.progress[number].isCut }) { _ = die(number) }
  }
}

extension Interleaving.World {
  /// Records a call that was made, and returns the change that others may wait for.
  mutating func note(
    _ number: Int, _ call: System.Call, _ path: String, _ result: Int
  ) -> Conductor.Wait? {
    let name = folder.disk.name(path)
    let file = progress[number].opened[path]
    switch call {
    case .open:
      guard let name else { return nil }
      if folder.disk.isMissing { folder.create(path) }
      progress[number].opened[path] = folder.disk.file(name)
      return folder.disk.isMissing ? .change : nil
    case .stat:
      if progress[number].isNameGiven { folder.takeBackName() }
      progress[number].isNameGiven = false
      return nil
    case .write:
      guard let file, let name else { return nil }
      if path == folder.log { beginBatch(of: number) }
      let end = folder.end(of: file, result)
      folder.apply(.write(name, at: end.offset, end.bytes), to: file)
    case .truncate(let size):
      guard let file, let name else { return nil }
      folder.apply(.truncate(name, to: size), to: file)
    case .remove:
      guard let name, folder.disk.file(name) != nil else { return nil }
      folder.apply(.remove(name))
    case .sync: folder.apply(name.map { .sync($0) } ?? .syncFolder, to: name == nil ? nil : file)
    case .flock: progress[number].holdsLock = true
    case .unlock:
      progress[number].holdsLock = false
      return .release
    case .close: return progress[number].holdsLock ? .release : nil
    default: return nil
    }
    return .change
  }

  private mutating func beginBatch(of number: Int) {
    guard let batch = progress[number].batch, !batch.isWritten else { return }
    progress[number].batch?.isWritten = true
    batches.append((batch.drafts, false))
  }
}

extension Interleaving.Beginning {
  /// The sound part of the log at the beginning.
  static var log: [UInt8] { get throws { Array(try lines(inBatches: [1, 2]).joined()) } }

  /// Returns the files, by their path in the folder.
  func files() throws -> [String: [UInt8]] {
    let log = try Self.log
    switch self {
    case .missing: return [:]
    case .sound: return ["log": log]
    case .torn: return ["log": log + (try lines(inBatches: [1])[0].prefix(70))]
    case .stale: return try Self.withCheckpoint(of: lines(inBatches: [1])[0], log)
    }
  }

  /// Returns a log with the checkpoint that was written for another one.
  private static func withCheckpoint(
    of other: [UInt8], _ log: [UInt8]
  ) throws -> [String: [UInt8]] {
    let folder = TemporaryFolder(inMemory: true)
    try put(other, at: folder.file("log"))
    _ = try Appender(path: folder.file("log")).writeCheckpoint(isNew: true) { _ in }
    var files = ["log": log]
    for name in try System().names(in: folder.file("log.checkpoint")) {
      files["log.checkpoint/\(name)"] = try bytes(at: folder.file("log.checkpoint/\(name)"))
    }
    return files
  }
}
