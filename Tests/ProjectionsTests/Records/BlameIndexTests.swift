import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct WritersTests {
  @Test func `what was written within a view before all of it was written again is of the past`() {
    let changed = ["", "old", "other", "", "new"]
    var writers = BlameIndex()
    for (event, key) in zip(events(changed.map { _ in .by("ann", .started("s")) }), changed) {
      let path = RecordPath(key.isEmpty ? [] : [.key(key)])
      writers.record(ViewChange(path: path, before: nil, after: .value(.boolean(true))), by: event)
    }
    for (key, seq) in [("", 4), ("old", 4), ("other", 4), ("new", 5)] {
      let path = RecordPath(key.isEmpty ? [] : [.key(key)])
      #expect(writers[path]?.writer.seq == seq, "\(key)")
    }
  }

  @Test func `what was written within a record before it was written again is of the past`() throws
  {
    let changed = ["a.list[1]", "a.list[2]", "a", "a.list[2]", "b.list[2]", "a.list", "a.list[3]"]
    var writers = BlameIndex()
    for (event, text) in zip(events(changed.map { _ in .by("ann", .started("s")) }), changed) {
      let path = try RecordPath(parsing: text)
      writers.record(ViewChange(path: path, before: nil, after: .value(.boolean(true))), by: event)
    }
    let written = [
      ("a", 3), ("a.list", 6), ("a.list[1]", 6), ("a.list[2]", 6), ("a.list[3]", 7), ("a.other", 3),
      ("b.list[2]", 5),
    ]
    for (text, seq) in written {
      #expect(writers[try RecordPath(parsing: text)]?.writer.seq == seq, "\(text)")
    }
    #expect(writers[try RecordPath(parsing: "b")] == nil)
  }

  @Test func `what was written before all of the view was written again is of the past`() throws {
    let paths = try [
      RecordPath(parsing: "a.list[1]"), RecordPath(), RecordPath(parsing: "a.list[2]"),
    ]
    var writers = BlameIndex()
    for (event, path) in zip(events(paths.map { _ in .by("ann", .started("s")) }), paths) {
      writers.record(ViewChange(path: path, before: nil, after: .value(.boolean(true))), by: event)
    }
    for (text, seq) in [("a.list[1]", 2), ("a.list[2]", 3), ("a.other", 2)] {
      #expect(writers[try RecordPath(parsing: text)]?.writer.seq == seq, "\(text)")
    }
  }

  @Test func `the latest of changes at many places of a record is found at each`() throws {
    let places = (0..<40).map { "[id=\($0 % 7)].list[\($0 % 5)].value" }
    var (writers, latest): (BlameIndex, [String: Int]) = (BlameIndex(), [:])
    for (event, text) in zip(events(places.map { _ in .by("ann", .started("s")) }), places) {
      let path = try RecordPath(parsing: text)
      writers.record(ViewChange(path: path, before: nil, after: .value(.boolean(true))), by: event)
      latest[text] = event.seq
    }
    for (text, seq) in latest {
      #expect(writers[try RecordPath(parsing: text)]?.writer.seq == seq, "\(text)")
    }
  }
}
