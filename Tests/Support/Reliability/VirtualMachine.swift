import Foundation

@testable import Events

/// A machine whose processes may be killed at any call, and which may lose power.
///
/// Its files are real, as running programs see them. Beside them the machine knows which changes are on its device.
final class VirtualMachine: Sendable {
  /// The last call of a process, which decides what a sync without a path is for.
  enum Last: Equatable {
    case written(String), opened(String), other
  }

  private struct State {
    var disk: Disk
    /// The number of calls until the running process is killed; nil for never.
    var callsLeft: Int?
    var isDead = false
    var last = Last.other
    /// The number of changes of the files.
    var changes = 0
  }

  private let folder = TemporaryFolder(inMemory: true)
  private let state: Monitor<State>
  /// A closure that returns whether a sync is left out, given the call before it.
  private let forgets: @Sendable (Last) -> Bool

  init(forgets: @escaping @Sendable (Last) -> Bool = { _ in false }) throws {
    state = Monitor(State(disk: Disk([:], in: folder.path)))
    self.forgets = forgets
  }

  /// The path of the log.
  var log: String { folder.file("log") }
  var isDead: Bool { state.alone { $0.isDead } }
  /// The number of changes of the files so far.
  var changes: Int { state.alone { $0.changes } }

  /// The calls of a process of the machine.
  var system: System {
    var system = System()
    system.fault = { self.fault($0) }
    system.witness = { self.note($0, $1, $2) }
    return system
  }

  /// Kills the process at one of its next calls.
  func kill(after calls: Int) { state.alone { $0.callsLeft = calls } }

  /// Begins a new process, and returns whether the last one was killed.
  @discardableResult
  func restart() -> Bool {
    state.alone { state in
      defer { (state.isDead, state.callsLeft, state.last) = (false, nil, .other) }
      return state.isDead
    }
  }

  /// Replaces a file as another program would, at once on the device.
  func put(_ bytes: [UInt8], at name: String) throws {
    try TestSupport.put(bytes, at: folder.file(name))
    state.alone { state in
      state.changes += 1
      if state.disk.file(name) == nil { state.disk.apply(.create(name)) }
      state.disk.apply(.truncate(name, to: 0))
      state.disk.apply(.write(name, at: 0, bytes))
      state.disk.apply(.sync(name))
      state.disk.apply(.syncFolder)
    }
  }

  /// Removes a file as another program would, at once on the device.
  func remove(_ name: String) {
    System().remove(folder.file(name))
    state.alone { state in
      state.changes += 1
      state.disk.apply(.remove(name))
      state.disk.apply(.syncFolder)
    }
  }

  /// Loses the power: each change without a sync may be on the device, or lost, or torn.
  ///
  /// A write with a hole is damage, which readers refuse; the tests of crashes have these states.
  func losePower(_ random: inout SeededGenerator) throws {
    let disk = state.alone { $0.disk }
    var remains = disk.crashed(disk.pending.map { _ in .kept })
    for _ in 0..<20 {
      let torn = disk.crashed(disk.pending.map { $0.fate(&random) })
      guard torn.hasHole else {
        remains = torn
        break
      }
    }
    for name in try folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
    for (name, bytes) in remains.files {
      try TestSupport.put(bytes, at: folder.file(name))
      // The mark of an unfinished file is as old as its name.
      chmod(folder.file(name), name.hasSuffix(System.unfinishedSuffix) ? 0o1600 : 0o600)
    }
    state.alone { state in
      state.changes += 1
      state.disk = Disk(remains.files, in: folder.path)
    }
    restart()
  }

  private func fault(_ call: System.Call) -> System.Fault? {
    state.alone { state in
      state.disk.look(call)
      if let left = state.callsLeft {
        state.callsLeft = left - 1
        if left == 0 { state.isDead = true }
      }
      // A closed file or an unlocked lock is what the kernel leaves of a killed process.
      if state.isDead { return call == .close || call == .unlock ? nil : .fails(EIO) }
      return call == .sync && forgets(state.last) ? .forgotten : nil
    }
  }

  private func note(_ call: System.Call, _ path: String, _ result: Int) {
    guard path.hasPrefix(folder.path) else { return }
    state.alone { state in
      switch (call, state.disk.name(path)) {
      case (.open, let name): state.last = .opened(name ?? "")
      case (.write, let name?): state.last = .written(name)
      case (.sync, _): state.last = .other
      default: break
      }
      guard let operation = state.disk.operation(call, path, result) else { return }
      state.disk.apply(operation)
      if call != .sync { state.changes += 1 }
    }
  }
}
