@testable import Events

/// A run of appends whose every crash is checked: the existing log, the appended batches, and the faults.
struct CrashRun {
  let name: String
  /// The log before the run; nil for none.
  let log: [UInt8]?
  /// The offset in `log` where a torn end begins.
  var sound: Int?
  /// The number of events in each batch, and the length of their notes.
  var batches: [(count: Int, note: Int)]
  /// A Boolean value indicating whether every batch has a separate appender, like separate processes.
  var isApart = true
  /// A closure that chooses the faults.
  var fault: @Sendable (System.Call, Int) -> System.Fault? = { _, _ in nil }
  /// A Boolean value indicating whether the appenders after the first one have no faults.
  var recovers = false

  /// Returns a recording of the run.
  func recorded(seed: UInt64 = 1) throws -> Recorder {
    let recorder = try Recorder(log: log, seed: seed, fault)
    var kept: Appender?
    for (number, batch) in batches.enumerated() {
      let drafts = CrashRun.drafts(batch.count, note: batch.note, from: number * 100)
      let isSound = recovers && number > 0
      let system = isSound ? recorder.soundSystem : recorder.system
      try recorder.append(drafts) {
        if let kept, !isApart, !isSound { return kept }
        let appender = try Appender(path: recorder.path, patience: 1, system: system)
        kept = appender
        return appender
      }
    }
    return recorder
  }

  /// Returns sets by ann with notes of this many bytes.
  static func drafts(_ count: Int, note: Int, from first: Int) -> [Draft] {
    (0..<count).map { place in
      let text = String(repeating: "x", count: note)
      let set = SetLogged(
        session: "s", exercise: "squat", reps: place % 10 + 1, weight: nil,
        note: note > 0 ? text : nil)
      return Draft(
        id: Samples.id(1000 + first + place), at: Samples.start, user: "ann",
        .sessions(.setLogged(set)))
    }
  }

  /// Returns runs with only the crash, and runs in which the disk fails too.
  static func all() throws -> [CrashRun] {
    let before = Array(try lines(inBatches: [1, 2]).joined())
    let cut = Array(try lines(inBatches: [1, 2, 4]).dropLast(2).joined())
    let long = [UInt8](repeating: 0, count: 1500)
    let torn = try lines(inBatches: [1])[0].prefix(70)
    let failsSecondSync = Counting { $0 == .sync && $1 == 2 ? .fails(5) : nil }
    let failsSyncAndCut = Counting { call, count in
      call == .sync && count == 2 ? .fails(5) : call.isTruncate ? .fails(5) : nil
    }
    let full = Counting { call, count in
      guard call.isWrite else { return nil }
      return count == 1 ? .shortened(to: 600) : count == 2 ? .fails(28) : nil
    }
    let short = Counting { call, _ in call.isWrite ? .shortened(to: 300) : nil }
    return [
      CrashRun(name: "a new log", log: nil, batches: [(1, 0), (3, 0), (1, 0)], isApart: false),
      CrashRun(name: "a new log of processes", log: nil, batches: [(2, 0), (1, 0), (2, 300)]),
      CrashRun(name: "an empty file", log: [], batches: [(1, 0), (2, 0)]),
      CrashRun(name: "a log", log: before, batches: [(1, 0), (3, 0), (1, 900)]),
      CrashRun(name: "long lines", log: before, batches: [(4, 700), (1, 3000)], isApart: false),
      CrashRun(name: "many lines", log: before, batches: [(40, 0)]),
      CrashRun(
        name: "torn bytes", log: before + torn, sound: before.count, batches: [(2, 0), (1, 0)]),
      CrashRun(
        name: "a batch cut short", log: cut, sound: before.count, batches: [(1, 0), (1, 0)]),
      CrashRun(
        name: "torn in the first batch", log: Array(torn), sound: 0, batches: [(1, 0), (2, 0)]),
      CrashRun(name: "NULs", log: before + long, sound: before.count, batches: [(3, 0), (1, 0)]),
      CrashRun(name: "a line without newline", log: before.dropLast(), batches: [(1, 0), (2, 0)]),
      CrashRun(
        name: "a failed sync", log: before, batches: [(2, 400), (1, 0), (1, 0)],
        fault: failsSecondSync.fault),
      CrashRun(
        name: "a failed sync and a failed cut", log: before, batches: [(2, 400), (1, 0)],
        fault: failsSyncAndCut.fault, recovers: true),
      CrashRun(name: "a full disk", log: before, batches: [(2, 400), (1, 0)], fault: full.fault),
      CrashRun(name: "short writes", log: before, batches: [(2, 400), (1, 0)], fault: short.fault),
    ]
  }

  /// Returns the run in which the first process dies before its call number `call`, and others continue.
  func killed(before call: Int) -> CrashRun {
    var run = self
    run.fault = { _, earlier in earlier >= call ? .fails(5) : nil }
    run.recovers = true
    return run
  }
}

/// A counter of the calls of each kind, from 1.
private struct Counting {
  let fault: @Sendable (System.Call, Int) -> System.Fault?

  init(_ decide: @escaping @Sendable (System.Call, Int) -> System.Fault?) {
    let (syncs, writes) = (Counter(), Counter())
    fault = { call, _ in
      decide(call, call == .sync ? syncs.next() : call.isWrite ? writes.next() : 0)
    }
  }
}
