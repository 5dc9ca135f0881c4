import TestSupport
import Testing

@testable import Events

/// Tests of random schedules of two devices and a server, over the code of the client and of the server.
@Suite struct SyncModelTests {
  @Test func `in random schedules with kills and power cuts the invariants hold`() throws {
    let goal = Reliability.isFull ? 10_000 : Reliability.isSample ? 60 : 600
    var (kills, powerCuts) = (0, 0)
    var wrong: [String] = []
    for seed in 0..<goal {
      do {
        var model = try SyncModel(seed: UInt64(seed))
        try model.run()
        kills += model.kills
        powerCuts += model.powerCuts
      } catch {
        wrong.append("seed \(seed): \(error)")
      }
    }
    #expect(wrong == [])
    #expect(kills > goal && powerCuts > goal)
    Reliability.print(
      "schedules of a sync", goal, of: goal, wrong: wrong.count,
      "\(kills) kills, \(powerCuts) power cuts")
  }

  @Test(arguments: SyncModel.Defect.allCases)
  func `a defect is found`(_ defect: SyncModel.Defect) throws {
    for seed in 0..<1_000 {
      do {
        var model = try SyncModel(seed: UInt64(seed), defect)
        try model.run()
      } catch is SyncModel.Broken {
        return
      } catch {
        // Another error shows no broken promise; the next schedule may.
      }
    }
    Issue.record("nothing found \(defect)")
  }
}
