import Testing

@testable import Events
@testable import TestSupport

/// Tests of random schedules of two devices and a server, over the code of the client and of the server.
@Suite struct SyncModelTests {
  /// The number of schedules, and the numbers of their steps.
  private static let (goal, steps) =
    Reliability.isFull ? (10_000, 5...25) : (Reliability.isSample ? 200 : 10_000, 2...8)

  @Test func `in random schedules with kills and power cuts the invariants hold`() async throws {
    // Each schedule has its own machines, so two threads halve the time.
    let models = await withTaskGroup { group in
      for half in 0..<2 {
        group.addTask { stride(from: half, to: Self.goal, by: 2).map(Self.outcome) }
      }
      return await group.reduce([]) { $0 + $1 }
    }
    let wrong = models.compactMap(\.error)
    let (kills, powerCuts) = models.reduce((0, 0)) { ($0.0 + $1.kills, $0.1 + $1.powerCuts) }
    #expect(wrong == [])
    #expect(kills > Self.goal / 2 && powerCuts > Self.goal)
    Reliability.print(
      "sync schedules", models.count, of: Self.goal, wrong: wrong.count,
      "\(kills) kills, \(powerCuts) power cuts")
  }

  /// Runs a schedule, and returns its kills and power cuts, and a description of its error.
  private static func outcome(of seed: Int) -> (kills: Int, powerCuts: Int, error: String?) {
    do {
      var model = try SyncModel(seed: UInt64(seed))
      try model.run(steps: steps)
      return (model.kills, model.powerCuts, nil)
    } catch {
      return (0, 0, "seed \(seed): \(error)")
    }
  }

  /// The number of calls at which a device is killed; most syncs of a refused event have fewer.
  private static let calls = 400

  @Test func `a refused event lasts if the power fails at any call of its sync`() throws {
    var kills = 0
    for call in 0..<Self.calls {
      var model = try SyncModel(seed: UInt64(call))
      try model.runRefusal(killedAt: call)
      kills += model.kills
    }
    #expect(kills > 100 && kills < Self.calls)
  }

  @Test(arguments: SyncModel.Defect.allCases)
  func `the model detects a planted defect`(_ defect: SyncModel.Defect) throws {
    for seed in 0..<2_000 {
      do {
        var model = try SyncModel(seed: UInt64(seed), defect)
        try model.run(steps: 5...25)
        model = try SyncModel(seed: UInt64(seed), defect)
        try model.runRefusal(killedAt: seed % Self.calls)
      } catch is SyncModel.Broken {
        return
      } catch {
        // Another error shows no broken promise; the next schedule may.
      }
    }
    Issue.record("nothing found \(defect)")
  }
}
