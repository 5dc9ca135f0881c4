import Testing

@testable import Events
@testable import TestSupport

/// Tests of all orders of the steps of two appenders and a reader, with a crash at each step.
@Suite struct InterleavingTests {
  /// The explorations: the number of batches of the first appender, the preemptions, and whether anybody is killed.
  ///
  /// A second batch of the first appender finds its own last line again, or that of the other one. A follower makes
  /// the most steps, so CI kills nobody beside it in schedules with a preemption.
  private static func explorations(
    _ reader: Interleaving.Reader
  ) -> [(batches: Int, preemptions: Int, mayCrash: Bool)] {
    if Reliability.isFull { return [(2, 1, true), (1, 2, false)] }
    return [(2, 0, true)] + (Reliability.isSample ? [] : [(1, 1, reader == .once)])
  }

  @Test(arguments: Interleaving.Beginning.allCases, Interleaving.Reader.allCases)
  func `in every order of steps, and after every crash, the guarantees hold`(
    _ beginning: Interleaving.Beginning, _ reader: Interleaving.Reader
  ) throws {
    var (schedules, crashStates) = (0, 0)
    var wrong: [String] = []
    for (batches, preemptions, mayCrash) in Self.explorations(reader) {
      let tally = try Interleaving(beginning, reader, batches: batches, mayCrash: mayCrash)
        .explore(Exploration(preemptions: preemptions))
      schedules += tally.schedules
      crashStates += tally.crashStates
      if let error = tally.error { wrong.append(error) }
    }
    #expect(wrong == [])
    #expect(schedules >= 20 && crashStates >= 20)
    Reliability.print(
      "interleavings, \(beginning), \(reader)", schedules, of: schedules, wrong: wrong.count,
      "\(crashStates) states of the device")
  }

  @Test(arguments: Interleaving.Defect.allCases)
  func `the model detects a planted defect`(_ defect: Interleaving.Defect) throws {
    // Only an appender that creates a log and is then refused removes the log that others wait for.
    let beginning = defect == .noCheckOfName ? Interleaving.Beginning.missing : .sound
    // Without the defect, `explorations` finds no error within the same bounds.
    let errors = try [(2, 0), (1, 1)].map { batches, preemptions in
      try Interleaving(beginning, .once, batches: batches, defect: defect)
        .explore(Exploration(preemptions: preemptions)).error
    }
    #expect(errors != [nil, nil])
  }

  @Test func `schedules that are left out reach no new states`() throws {
    let pruned = try Interleaving(.sound, .once, batches: 1, mayCrash: false)
      .explore(Exploration())
    let bounded = try Interleaving(.sound, .once, batches: 1, mayCrash: false)
      .explore(Exploration(preemptions: 2))
    #expect(pruned.error == nil && bounded.error == nil)
    #expect(bounded.states.isSubset(of: pruned.states) && bounded.ends.isSubset(of: pruned.ends))
    #expect(pruned.pruned > 0 && bounded.schedules > pruned.ends.count)
  }
}
