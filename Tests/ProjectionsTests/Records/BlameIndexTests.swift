import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct WritersTests {
  @Test
  func `parts of a view that were written before the whole view was written again are outdated`() {
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

  @Test
  func `parts of a record that were written before the record was written again are outdated`()
    throws
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

  @Test func `everything that was written before the whole view was written again is outdated`()
    throws
  {
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

  @Test func `of many changes in a record, the latest one at each place is found`() throws {
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
