import TestSupport
import Testing

@testable import Events

/// Tests of all orders of the steps of two appenders and a reader, with a crash at each step.
@Suite struct InterleavingTests {
  /// The explorations, with the number of batches of the first appender.
  ///
  /// With full counts they are all schedules of one batch each. A second batch of the first appender finds its own
  /// last line again, or that of the other one; its schedules have few preemptions.
  private static var explorations: [(batches: Int, Exploration)] {
    let few = Exploration(preemptions: Reliability.isSample ? 0 : 1)
    return Reliability.isFull ? [(2, few), (1, Exploration())] : [(2, few)]
  }

  @Test(arguments: Interleaving.Beginning.allCases, Interleaving.Reader.allCases)
  func `in every order of steps, and after every crash, the promises hold`(
    _ beginning: Interleaving.Beginning, _ reader: Interleaving.Reader
  ) throws {
    var (schedules, leftOut, crashStates) = (0, 0, 0)
    var wrong: [String] = []
    for (batches, exploration) in Self.explorations {
      let tally = try Interleaving(beginning, reader, batches: batches).explore(exploration)
      schedules += tally.schedules
      leftOut += tally.pruned
      crashStates += tally.crashStates
      if let error = tally.error { wrong.append(error) }
    }
    #expect(wrong == [])
    #expect(schedules >= 20 && crashStates >= 20)
    Reliability.print(
      "interleavings, \(beginning), \(reader)", schedules, of: schedules, wrong: wrong.count,
      "\(leftOut) equivalent ones left out; \(crashStates) states of the device")
  }

  @Test(arguments: Interleaving.Defect.allCases)
  func `a defect is found`(_ defect: Interleaving.Defect) throws {
    // Only an appender that creates a log and is then refused removes the log that others wait for.
    let beginning = defect == .noCheckOfName ? Interleaving.Beginning.missing : .sound
    let tally = try Interleaving(beginning, .once, defect: defect)
      .explore(Exploration(preemptions: 2))
    #expect(tally.error != nil)
  }

  @Test func `schedules that are left out reach nothing new`() throws {
    let pruned = try Interleaving(.sound, .once, batches: 1, mayCrash: false)
      .explore(Exploration())
    let bounded = try Interleaving(.sound, .once, batches: 1, mayCrash: false)
      .explore(Exploration(preemptions: 2))
    #expect(pruned.error == nil && bounded.error == nil)
    #expect(bounded.states.isSubset(of: pruned.states) && bounded.ends.isSubset(of: pruned.ends))
    #expect(pruned.pruned > 0 && bounded.schedules > pruned.ends.count)
  }
}
