import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct RecentEventsTests {
  private let event = events([.by("ann", .chose(.monday, "Legs"))])[0]

  private func counted(_ count: Int, of events: Int) -> Int {
    var recent = RecentEvents()
    for _ in 1...events { recent.append(event) }
    let note = EventsReverted(events: [], count: count)
    return recent.undoing(note, at: event.at).count
  }

  @Test(arguments: [20_000, 20_001, 40_001, 40_002, 40_003, 60_005])
  func `the facts of the largest undo count, however many events precede them`(events: Int) {
    #expect(counted(20_000, of: events) == 20_000)
  }

  @Test(arguments: [20_001, 40_001, 40_003])
  func `a note counts no more facts than an undo has`(count: Int) {
    #expect(counted(count, of: count) == 0)
  }
}
