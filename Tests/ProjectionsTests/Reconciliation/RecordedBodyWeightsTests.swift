import Events
import Projections
import TestSupport
import Testing

@Suite struct RecordedBodyWeightsTests {
  private let now = moment("2026-03-02T12:00:00Z")

  private func weights(_ rows: [String]) throws -> ImportedBodyWeights {
    let text = "Date,Time,Measurement,Value,Unit\n" + rows.joined(separator: "\n")
    return try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in
      try ImportedBodyWeights(bytes, from: .fitnotes, by: "ann")
    }
  }

  private func row(_ day: Int, _ weight: Int) -> String {
    "2026-01-\(day + 10),07:00:00,Bodyweight,\(weight),kgs"
  }

  /// Returns the events of a file, asked for so many at a time, and how many were known.
  private func changes(
    _ file: ImportedBodyWeights, in log: Log, by count: Int
  ) throws -> (drafts: [Draft], known: Int) {
    let recorded = try replay(log, OfUser<RecordedBodyWeights>("ann")).value
    var changes = recorded.changes(for: file, by: "ann", at: now)
    var drafts: [Draft] = []
    while true {
      let next = changes.next(count)
      #expect(next.count <= count)
      if next.isEmpty { return (drafts, changes.known) }
      drafts += next
    }
  }

  @Test(arguments: [1, 2, 3, 100])
  func `the events are the same in any batches`(count: Int) throws {
    let folder = TemporaryFolder(inMemory: true)
    let appender = try Appender(path: folder.file("events.jsonl"))
    let defaults = DraftDefaults(now: now, seed: 1)
    func append(_ drafts: [Draft]) throws {
      _ = try appender.locked { log in try log.append(drafts, defaults: defaults) }
    }
    let empty = Log([], name: appender.path)
    let first = try changes(try weights((0..<7).map { row($0, 80) }), in: empty, by: count)
    #expect(first.drafts.count == 7 && first.known == 0)
    try append(first.drafts)
    // Two have other weights now, one is new, and one is there no more, which says nothing.
    let later = try weights([
      row(0, 80), row(1, 81), row(2, 80), row(3, 82), row(4, 80), row(8, 79),
    ])
    let log = try Log(path: appender.path)
    let second = try changes(later, in: log, by: count)
    #expect(second.known == 3)
    #expect(
      second.drafts.map(\.body) == [
        BodyWeightRecorded(weight: Weight(81)).body,
        BodyWeightRecorded(weight: Weight(82)).body,
        BodyWeightRecorded(weight: Weight(79)).body,
        BodyWeightRemoved(measurement: try #require(first.drafts[1].id)).body,
        BodyWeightRemoved(measurement: try #require(first.drafts[3].id)).body,
      ])
    try append(second.drafts)
    #expect(try changes(later, in: try Log(path: appender.path), by: count).drafts.isEmpty)
  }

  @Test func `what the redo of an import removes is not removed by the user`() throws {
    let folder = TemporaryFolder(inMemory: true)
    let appender = try Appender(path: folder.file("events.jsonl"))
    let defaults = DraftDefaults(now: now, seed: 1)
    func take(_ weight: Int) throws -> [Draft] {
      let log = try Log(path: appender.path)
      let drafts = try changes(try weights([row(0, weight)]), in: log, by: 10).drafts
      _ = try appender.locked { log in try log.append(drafts, defaults: defaults) }
      return drafts
    }
    _ = try take(80)
    let later = try take(81)
    for request in [Revert([.latest]), .redo] {
      try appender.perform(request, by: "ann", defaults: defaults)
    }
    #expect(
      try take(80).map(\.body) == [
        BodyWeightRecorded(weight: Weight(80)).body,
        BodyWeightRemoved(measurement: try #require(later.first?.id)).body,
      ])
  }
}
