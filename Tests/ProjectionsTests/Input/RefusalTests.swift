import Events
import Projections
import TestSupport
import Testing

/// A refusal as an app sees it: a code, and steps to offer.
@Suite struct RefusalTests {
  @Test func `an app offers the step that a refused request needs first`() throws {
    let context = Context(now: moment("2026-03-02T13:00:00Z"), user: "ann")
    let refusal = try #require(
      #expect(throws: Refusal.self) { try EndSession().decide(OfUser<History>("ann"), context) })
    #expect(refusal.code == .noSession && refusal.help?.steps == [.request(.startSession)])
    #expect(refusal.help?.description == "start one with start a session")
    #expect(refusal.help?.worded { _ in "the green button" } == "start one with the green button")
  }

  @Test func `an app's refusal has the app's own code`() {
    #expect(Refusal("no").code == .refused)
    #expect(Refusal(ErrorCode("too-tired"), "no").code.description == "too-tired")
  }
}
