import Foundation

@testable import Events

/// A recorder of the file operations of appends, and of their acknowledgements.
final class Recorder: Sendable {
  /// A recorded step.
  enum Step {
    case operation(Disk.Operation)
    /// The append of the batch with this number began.
    case began(Int)
    /// The batch with this number was acknowledged.
    case acknowledged(Int)
  }

  private struct State {
    var steps: [Step] = []
    var batches: [[Draft]] = []
    var disk: Disk
    var calls = 0
    var lastWritten: String?
    var random: SeededGenerator

    mutating func add(_ operation: Disk.Operation) {
      disk.apply(operation)
      steps.append(.operation(operation))
    }
  }

  let folder = TemporaryFolder(inMemory: true)
  /// The files before the recording.
  let before: [String: [UInt8]]
  private let state: Monitor<State>
  private let decide: @Sendable (System.Call, Int) -> System.Fault?

  /// The path of the log.
  var path: String { folder.file("log") }
  var steps: [Step] { state.alone { $0.steps } }
  var batches: [[Draft]] { state.alone { $0.batches } }
  /// The number of calls made.
  var calls: Int { state.alone { $0.calls } }

  /// Creates a recorder that begins with a log of these bytes; nil for no log.
  ///
  /// - Parameter decide: A closure that gets each call with the number of earlier calls.
  init(
    log: [UInt8]?, seed: UInt64 = 1,
    _ decide: @escaping @Sendable (System.Call, Int) -> System.Fault? = { _, _ in nil }
  ) throws {
    before = log.map { ["log": $0] } ?? [:]
    for (name, bytes) in before { try put(bytes, at: folder.file(name)) }
    let disk = Disk(before, in: folder.path)
    state = Monitor(State(disk: disk, random: SeededGenerator(seed: seed)))
    self.decide = decide
  }

  /// The recorded system, with the faults that `decide` chooses.
  var system: System {
    var system = System()
    system.fault = { self.fault($0) }
    system.witness = { self.note($0, $1, $2) }
    return system
  }

  /// The recorded system, without faults.
  var soundSystem: System {
    var system = system
    system.fault = { call in
      self.state.alone { $0.disk.look(call) }
      return nil
    }
    return system
  }

  /// Appends `drafts` as one batch and records whether it was acknowledged.
  func append(_ drafts: [Draft], with appender: () throws -> Appender) throws {
    let number = state.alone { state in
      state.batches.append(drafts)
      state.steps.append(.began(state.batches.count - 1))
      return state.batches.count - 1
    }
    do {
      let defaults = draftDefaults()
      _ = try appender().locked { log in try log.append(drafts, defaults: defaults) }
    } catch {
      guard error is LogError else { throw error }
      return
    }
    state.alone { $0.steps.append(.acknowledged(number)) }
  }

  private func fault(_ call: System.Call) -> System.Fault? {
    let earlier = state.alone { state in
      state.disk.look(call)
      state.calls += 1
      return state.calls - 1
    }
    let fault = decide(call, earlier)
    if call == .sync, case .fails = fault { noteFailedSync() }
    return fault
  }

  /// Records a failed sync, which is assumed to be for the file that was written last.
  private func noteFailedSync() {
    state.alone { state in
      guard let name = state.lastWritten else { return }
      var fates: [Disk.Fate] = [.dropped]
      if let change = state.disk.pending.last(where: { $0.file != nil }) {
        fates = [change.fate(&state.random)]
      }
      state.add(.syncFailed(name, fates))
    }
  }

  private func note(_ call: System.Call, _ path: String, _ result: Int) {
    state.alone { state in
      guard let operation = state.disk.operation(call, path, result) else { return }
      if case .write(let name, _, _) = operation { state.lastWritten = name }
      state.add(operation)
    }
    if case .dropCache = call { dropCache(ofFileAt: path) }
  }

  /// Drops the cache of a file after a failed sync, so that the file shows the content of the device.
  private func dropCache(ofFileAt path: String) {
    let device = state.alone { state in state.disk.name(path).flatMap(state.disk.settled) }
    guard let cached = try? bytes(at: path), var device else { return }
    let missing = cached.count - device.count
    if missing > 0 { device += [UInt8](repeating: 0, count: missing) }
    if device != cached { overwrite(path, with: device) }
  }

  /// Overwrites a file in place, so that it stays the locked file.
  private func overwrite(_ path: String, with bytes: [UInt8]) {
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    file.write(Data(bytes))
    try? file.truncate(atOffset: UInt64(bytes.count))
    try? file.close()
  }
}
