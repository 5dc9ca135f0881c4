import Events
import Foundation
import TestSupport
import Testing

@Suite struct AreasTests {
  @Test func `a literal can contain areas and unknown events`() {
    let areas: Areas = [.sessions, .unknown]
    #expect(areas == Areas.unknown.union([.sessions]))
    #expect(areas.contains(.sessions) && areas.contains(nil) && !areas.contains(.plan))
  }

  @Test func `each area has its own set`() throws {
    let source = try String(
      contentsOfFile: repository + "/Sources/Events/Areas/Area.swift", encoding: .utf8)
    for area in Area.allCases {
      let set = "public static var \(area): Areas { Areas(.\(area)) }\n"
      #expect(source.contains(set), "Area.swift lacks: \(set)")
    }
  }

  @Test func `a type name is known, or belongs to an app's own type`() {
    #expect(EventType(named: "SetLogged")?.area == .sessions)
    #expect(EventType(named: "AcmeNightSlept") == nil && EventType(named: "") == nil)
  }
}
