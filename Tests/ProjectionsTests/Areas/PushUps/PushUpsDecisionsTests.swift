import Events
import Projections
import TestSupport
import Testing

@Suite struct PushUpsDecisionsTests {
  private func logged(_ count: Int, day: LocalDay? = nil) -> Event.Body {
    PushUpsLogged(count: count, day: day).body
  }

  private func restored(_ seq: Int) -> Event.Body {
    PushUpsRestored(pushUps: id(seq)).body
  }

  private func removed(_ seq: Int) -> Event.Body {
    PushUpsRemoved(pushUps: id(seq)).body
  }

  private func ann(_ bodies: Event.Body...) -> Given {
    Given([.signedIn("bob"), .signedIn("ann")] + bodies.map { .by("ann", $0) })
  }

  @Test func `push-ups are logged with their time and a trimmed note`() {
    ann().when(LogPushUps(count: 30, seconds: 61.5, note: " slow ")).then(
      PushUpsLogged(count: 30, seconds: 61.5, note: "slow").body, by: "ann")
    ann().when(LogPushUps(count: 1, note: "  ")).then(logged(1))
    ann().when(LogPushUps(count: 10_000), past: "2026-03-01T09:00:00Z").then(logged(10_000))
  }

  @Test func `logging zero or more than ten thousand push-ups is refused`() {
    for (count, text) in [(0, "0"), (-1, "-1"), (10_001, "10,001")] {
      ann().when(LogPushUps(count: count)).thenRefused(
        "the number of push-ups must be 1…10,000, got \(text)", help: "give the number of push-ups")
    }
    ann().when(LogPushUps(count: 1, seconds: -1)).thenRefused("'seconds' must be 0…86,400, got -1")
    Given().when(LogPushUps(count: 1)).thenRefused(
      "nobody is signed in", help: "sign in first: \(.signIn)")
  }

  @Test func `push-ups are removed by their id, their position, or as the last`() {
    let both = ann(logged(10), logged(20))
    both.when(RemovePushUps(.latest)).then(removed(4))
    both.when(RemovePushUps(.prefix("@3"))).then(removed(3))
    both.when(RemovePushUps(.prefix(id(3).description))).then(removed(3))
    ann(logged(10), logged(20), removed(4)).when(RemovePushUps(.latest)).then(removed(3))
  }

  @Test func `missing push-ups, or another user's, cannot be removed`() {
    let help: Remedy = "\(.show(.pushUpEvents)) shows your push-ups"
    ann(logged(10), removed(3)).when(RemovePushUps(.latest)).thenRefused(
      "there are no push-up sessions yet", help: help)
    ann(logged(10), removed(3)).when(RemovePushUps(.prefix("@3"))).thenRefused(
      "event 3 did not log any of your push-ups", help: help)
    ann(logged(10)).when(RemovePushUps(.prefix("@3")), by: "bob").thenRefused(
      "event 3 did not log any of your push-ups", help: help)
    ann(logged(10)).when(RemovePushUps(.prefix("x"))).thenRefused(
      "there is no push-up session 'x'", help: "'last' means the latest one; \(help)")
    ann(logged(1), logged(2)).when(RemovePushUps(.prefix("0"))).thenRefused(
      "the ids of 2 push-up sessions start with '0'", help: "enter more characters of the id")
  }

  // MARK: - Undoing

  private func undone(_ events: [Event], _ references: Reference...) throws -> [Event.Body] {
    let now = moment("2026-03-05T12:00:00Z")
    return try log(events).dryRun(
      Revert(references), by: "ann", defaults: DraftDefaults(now: now, seed: 7)
    ).acknowledgements.map(\.event.body).filter { body in
      if case .pushUps = body { true } else { false }
    }
  }

  @Test func `undoing takes push-ups away, and undoing a removal restores them`() throws {
    let one = events([.signedIn("ann"), .by("ann", logged(10))])
    #expect(try undone(one, .latest) == [removed(2)])
    let two = events([.signedIn("ann"), .by("ann", logged(10)), .by("ann", removed(2))])
    #expect(try undone(two, .latest) == [restored(2)])
  }

  @Test func `push-ups that an earlier release logged again are found under their first id`() throws
  {
    let note = EventsReverted(events: [id(3)], count: 1)
    let all = events([
      .signedIn("ann"), .by("ann", logged(10)), .by("ann", removed(2)), .by("ann", logged(10)),
      .by("ann", .corrections(.eventsReverted(note))),
    ])
    // The facts of an undo have its time.
    let again =
      all.prefix(3)
      + all.suffix(2).map { Event(id: $0.id, at: all[3].at, user: $0.user, $0.body, seq: $0.seq) }
    #expect(try undone(Array(again), .prefix("@2")) == [removed(4)])
    let removedAgain = again + [Event(id: id(6), at: all[4].at, user: "ann", removed(4), seq: 6)]
    #expect(try undone(Array(removedAgain), .latest) == [restored(4)])
  }
}
