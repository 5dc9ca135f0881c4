import TestSupport
import Testing

@testable import Events

/// Tests that a dry run returns the results of appends, batch by batch.
@Suite struct DryRunTests {
  @Test func `a rehearsed append is known to the next batch`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(Array(lines(inBatches: [2]).joined()), at: path)
    var dryRun = try DryRun(of: Log(path: path))
    let appender = try Appender(path: path)
    let batches = [
      [Draft(id: Samples.id(8), like(8)), Draft(like(9))],
      [
        Draft(id: Samples.id(8), like(8)), Draft(id: Samples.id(2), user: "ann", like(2)),
        Draft(id: Samples.id(10), like(10)),
      ],
      [Draft(like(11))],
    ]
    let defaults = draftDefaults()
    for drafts in batches {
      let thought = try dryRun.append(drafts, defaults: defaults)
      let done = try appender.locked { log in try log.append(drafts, defaults: defaults) }
      #expect(thought.acknowledgements == done.acknowledgements)
    }
    #expect(try shown(Log(path: path)) == Array(1...6))
    // Other content with an id of the first batch, and an outdated end of the log.
    for (drafts, expected) in [
      ([Draft(id: Samples.id(8), like(9))], nil), ([Draft(like(12))], 2),
    ] as [([Draft], Int?)] {
      let refused = failure { try dryRun.append(drafts, defaults: defaults, expecting: expected) }
      #expect(refused?.kind == .conflict)
      #expect(refused == failure { try append(drafts, with: appender, expecting: expected) })
    }
    _ = try dryRun.append([Draft(like(12))], defaults: defaults, expecting: 6)
  }

  @Test func `a torn end with any content is not part of the log for a dryRun`() throws {
    let all = try lines(inBatches: [2, 3])
    let ends: [[UInt8]] = [
      Array(all[2].prefix(50)), all[2] + all[3], all[2] + all[3].prefix(9), [0, 0, 0],
    ]
    for (number, end) in ends.enumerated() {
      let folder = TemporaryFolder()
      let path = folder.file("log")
      try put(all[0] + all[1] + end, at: path)
      var dryRun = try DryRun(of: Log(path: path))
      let appender = try Appender(path: path)
      let defaults = draftDefaults()
      // Ids are looked up once a draft has one, here after a batch of the dry run. This id is in the torn end.
      for drafts in [[Draft(like(8))], [Draft(id: Samples.id(3), user: "ann", like(9))]] {
        let thought = try dryRun.append(drafts, defaults: defaults).acknowledgements
        #expect(thought.map(\.isDuplicate) == [false], "end \(number)")
        let done = try appender.locked { log in try log.append(drafts, defaults: defaults) }
        #expect(thought == done.acknowledgements, "end \(number)")
      }
    }
  }

  @Test func `a batch may have at most 64 MiB`() throws {
    let text = String(repeating: "x", count: 1_000_000)
    let long = try draft(#"{"type":"A","data":{"a":"\#(text)"}}"#)
    let log = Log([], name: "log")
    func rehearsed(_ count: Int) throws -> Int {
      try log.dryRun(Array(repeating: long, count: count), defaults: draftDefaults())
        .acknowledgements.count
    }
    #expect(try rehearsed(67) == 67)
    let error = failure { try rehearsed(68) }
    #expect(error?.kind == .misuse)
    #expect(error?.message.hasPrefix("a batch must not exceed 64 MiB, got 68,0") == true)
    #expect(error?.help == "split it into smaller batches")
  }
}
