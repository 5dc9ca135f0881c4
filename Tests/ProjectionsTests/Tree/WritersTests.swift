import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct WritersTests {
  @Test func `what was written within a view before all of it was written again is of the past`() {
    let changed = ["", "old", "other", "", "new"]
    var writers = Writers()
    for (event, key) in zip(events(changed.map { _ in .by("ann", .started("s")) }), changed) {
      let path = RecordPath(key.isEmpty ? [] : [.key(key)])
      writers.note(ViewChange(path: path, before: nil, after: .value(.boolean(true))), by: event)
    }
    for (key, seq) in [("", 4), ("old", 4), ("other", 4), ("new", 5)] {
      let path = RecordPath(key.isEmpty ? [] : [.key(key)])
      #expect(writers[path]?.writer.seq == seq, "\(key)")
    }
  }
}
