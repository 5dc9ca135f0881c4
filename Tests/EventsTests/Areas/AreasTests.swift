import Events
import Testing

@Suite struct AreasTests {
  @Test func `a literal may have areas and unknown events`() {
    let areas: Areas = [.sessions, .unknown]
    #expect(areas == Areas.unknown.union([.sessions]))
    #expect(areas.contains(.sessions) && areas.contains(nil) && !areas.contains(.plan))
  }

  @Test func `each area has its set`() {
    let sets: [Areas] = [
      .identity, .exercises, .plan, .sessions, .feed, .corrections, .profile, .workouts, .program,
      .classes, .videos, .pushUps, .meals,
    ]
    #expect(sets == Area.allCases.map { Areas($0) })
  }

  @Test func `a name of a type is known, or that of an app's own type`() {
    #expect(EventType(named: "SetLogged")?.area == .sessions)
    #expect(EventType(named: "AcmeNightSlept") == nil && EventType(named: "") == nil)
  }
}
