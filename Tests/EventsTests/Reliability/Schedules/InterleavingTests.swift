import TestSupport
import Testing

@testable import Events

/// Tests of all orders of the steps of two appenders and a reader, with a crash at each step.
@Suite struct InterleavingTests {
  /// The exploration: all schedules with full counts, otherwise those with few preemptions.
  private static var exploration: Exploration {
    Exploration(preemptions: Reliability.isFull ? nil : Reliability.isSample ? 0 : 1)
  }

  @Test(arguments: Interleaving.Beginning.allCases, Interleaving.Reader.allCases)
  func `in every order of steps, and after every crash, the promises hold`(
    _ beginning: Interleaving.Beginning, _ reader: Interleaving.Reader
  ) throws {
    let tally = try Interleaving(beginning, reader).explore(Self.exploration)
    #expect(tally.error == nil)
    #expect(tally.schedules >= 20 && tally.crashStates >= 20)
    Reliability.print(
      "interleavings, \(beginning), \(reader)", tally.schedules, of: tally.schedules,
      wrong: tally.error == nil ? 0 : 1,
      "\(tally.pruned) equivalent ones left out; \(tally.crashStates) states of the device")
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
