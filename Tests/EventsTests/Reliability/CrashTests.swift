import Testing

@testable import Events
@testable import TestSupport

/// Tests of the files after a crash of a run, for every set of unsynced changes that the device may have.
@Suite struct CrashTests {
  /// The results of many crashes.
  struct Tally {
    var wrong: [String] = []
    var refused = 0
    /// The hashes of checked states, so that no state counts twice.
    private var seen: Set<Int> = []
    private let folder: TemporaryFolder

    init() throws { folder = TemporaryFolder(inMemory: true) }

    var count: Int { seen.count }

    mutating func check(_ state: CrashState) throws {
      var hasher = Hasher()
      hasher.combine(state.run.name)
      hasher.combine(state.remains)
      for batch in state.batches { hasher.combine(batch.isAcknowledged) }
      guard seen.insert(hasher.finalize()).inserted else { return }
      do {
        if case .refused = try state.check(in: folder) { refused += 1 }
      } catch {
        wrong.append("\(state.run.name): \(error)")
      }
    }
  }

  @Test func `after a crash the acknowledged events exist, and otherwise only whole batches`()
    throws
  {
    let goal = (Reliability.isFull ? 10_000 : 2_000) / Reliability.step
    let step = Reliability.isFull ? 1 : 97 * Reliability.step
    var tally = try Tally()
    var crashes: [Crashes] = []
    for run in try CrashRun.all() {
      let own = try Crashes(of: run)
      for state in own.systematic(step: step) { try tally.check(state) }
      crashes.append(own)
      guard run.batches.count > 1 else { continue }
      var call = 0
      while let killed = try killed(run, before: call) {
        crashes.append(killed)
        call += 1
      }
    }
    let systematic = tally.count
    var random = SeededGenerator(seed: 4)
    while tally.count < goal {
      let run = try #require(crashes.randomElement(using: &random))
      if let state = run.random(&random) { try tally.check(state) }
    }
    #expect(tally.wrong == [])
    #expect(systematic > 300)
    Reliability.print(
      "crash states", tally.count, of: goal, wrong: tally.wrong.count,
      "\(systematic) of them systematic; \(tally.refused) with a hole refused with its place")
  }

  /// Returns nil once the first process finishes before the call.
  private func killed(_ run: CrashRun, before call: Int) throws -> Crashes? {
    var first = run
    first.batches = [run.batches[0]]
    first.fault = { _, _ in nil }
    guard call < (try first.recorded().calls) else { return nil }
    return try Crashes(of: run.killed(before: call), seed: UInt64(call))
  }

  @Test(arguments: [
    ("a log", 0), ("a new log", 1), ("torn in the first batch", 0), ("torn bytes", 0),
  ])
  func `without a sync these tests detect the loss`(_ name: String, _ kept: Int) throws {
    var run = try #require(try CrashRun.all().first { $0.name == name })
    let syncs = Counter()
    run.fault = { call, _ in call == .sync && syncs.next() > kept ? .forgotten : nil }
    var tally = try Tally()
    for state in try Crashes(of: run).systematic(step: 40) { try tally.check(state) }
    #expect(tally.wrong.count > 0)
  }

  @Test func `these tests detect a cut that is not synced before it is overwritten`() throws {
    var run = try #require(try CrashRun.all().first { $0.name == "a batch cut short" })
    let syncs = Counter()
    // The syncs are for the existing end, the copy, its folder, and the truncation.
    run.fault = { call, _ in call == .sync && syncs.next() == 4 ? .forgotten : nil }
    var tally = try Tally()
    for state in try Crashes(of: run).systematic(step: 1) { try tally.check(state) }
    #expect(tally.wrong.count > 0)
  }

  @Test func `these tests detect a copy of torn bytes that is not synced`() throws {
    var run = try #require(try CrashRun.all().first { $0.name == "torn bytes" })
    let syncs = Counter()
    run.fault = { call, _ in call == .sync && [2, 3].contains(syncs.next()) ? .forgotten : nil }
    var tally = try Tally()
    for state in try Crashes(of: run).systematic(step: 40) { try tally.check(state) }
    #expect(tally.wrong.contains { $0.hasSuffix("torn bytes are lost") })
  }

  @Test
  func `the next append syncs the folder of a first batch that was not synced`()
    throws
  {
    let run = try #require(try CrashRun.all().first { $0.name == "a new log of processes" })
    var first = run
    first.batches = [run.batches[0]]
    let calls = try first.recorded().calls
    var tally = try Tally()
    for call in 0..<calls {
      for state in try Crashes(of: run.killed(before: call)).systematic(step: 1000) {
        try tally.check(state)
      }
    }
    #expect(tally.wrong == [])
  }
}
