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
  func `the largest undo is covered, however many events precede it`(events: Int) {
    #expect(counted(20_000, of: events) == 20_000)
  }

  @Test(arguments: [20_001, 40_001, 40_003])
  func `a note covers at most as many facts as an undo can have`(count: Int) {
    #expect(counted(count, of: count) == 0)
  }
}
