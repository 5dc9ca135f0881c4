import Events
import Projections
import TestSupport
import Testing

/// Who may act, under which sign-in session, and for how long.
@Suite struct SignInSessionTests {
  private let help: Remedy = "sign in first: \(.signIn)"
  private let rest = ChooseWorkoutType(day: .sunday, type: "Rest")

  @Test func `nobody can act before a sign-in`() {
    Given().when(rest).thenRefused("nobody is signed in", help: help)
    Given().when(rest, by: "ann").thenRefused("'ann' is not signed in", help: help)
  }

  @Test func `the only user of a log without accounts acts without a sign-in`() throws {
    let alone = Given(.by("ann", .chose(.monday, "Chest")))
    alone.when(rest).then(.chose(.sunday, "Rest"), by: "ann")
    alone.when(rest, by: "ann").then(.chose(.sunday, "Rest"), by: "ann")
    alone.when(rest, by: "bob").thenRefused("'bob' is not signed in", help: help)
    Given(.by("ann", .chose(.monday, "Chest")), .by("bob", .chose(.monday, "Legs")))
      .when(rest, by: "ann").thenRefused("'ann' is not signed in", help: help)
  }

  @Test
  func `the default user is that of the latest sign-in, or the only user before the first sign-in`()
    throws
  {
    func user(_ facts: Fact...) throws -> Name? { try log(events(facts)).defaultUser() }
    let chest = Fact.by("ann", .chose(.monday, "Chest"))
    #expect(try user() == nil)
    #expect(try user(chest) == "ann")
    #expect(try user(chest, .by("bob", .chose(.monday, "Legs"))) == nil)
    #expect(try user(chest, .signedIn("bob")) == "bob")
    #expect(try user(.signedIn("ann"), .by("ann", .signedOut())) == nil)
    #expect(try log(events([chest])).userWithoutAccount() == "ann")
    #expect(try log(events([chest, .signedIn("ann")])).userWithoutAccount() == nil)
  }

  @Test func `an account without a sign-in does not let anybody act`() {
    Given(.by("ann", .registered("ann@example.com")), .by("ann", .verified("ann@example.com")))
      .when(rest, by: "ann").thenRefused("'ann' is not signed in", help: help)
  }

  @Test func `a user who signed out cannot act`() {
    Given(.signedIn("ann"), .by("ann", .signedOut(name(1))))
      .when(rest).thenRefused("nobody is signed in", help: help)
    Given(.signedIn("ann"), .by("ann", .signedOut()))
      .when(rest, by: "ann").thenRefused("'ann' is not signed in", help: help)
  }

  @Test func `a damaged log refuses every request`() throws {
    let damaged = log(lines: [#"{"seq":1}"#])
    let now = moment("2026-03-02T13:00:00Z")
    let error = #expect(throws: LogError.self) { try rest.drafts(damaged, by: "ann", at: now) }
    #expect(error?.kind == .damaged)
    #expect(throws: LogError.self) { try SignUp(email: "ann@x.org").admit(damaged, at: now) }
  }

  @Test func `another user's sign-in does not help`() {
    Given(.signedIn("bob")).when(rest, by: "ann").thenRefused("'ann' is not signed in", help: help)
  }

  @Test func `the user of the latest sign-in acts unless a user is named`() {
    let both = Given(.signedIn("ann"), .signedIn("bob"))
    both.when(rest).then(.chose(.sunday, "Rest"), by: "bob")
    both.when(rest, by: "ann").then(.chose(.sunday, "Rest"), by: "ann")
  }

  @Test func `the latest sign-in is the last one in the log, even if its time is earlier`() {
    Given(
      .signedIn("ann", at: "2026-03-02T12:00:00Z"), .signedIn("bob", at: "2026-03-01T18:00:00Z")
    )
    .when(rest).then(.chose(.sunday, "Rest"), by: "bob")
  }

  @Test func `after the latest user signed out, no other user is the default`() {
    let history = Given(.signedIn("ann"), .signedIn("bob"), .by("bob", .signedOut()))
    history.when(rest).thenRefused("nobody is signed in", help: "sign in first: \(.signIn)")
    history.when(rest, by: "ann").then(.chose(.sunday, "Rest"), by: "ann")
  }

  @Test func `an unknown user is distinguished from one who signed out`() {
    Given(.signedIn("ann"), .by("ann", .signedOut())).when(rest, by: "an").thenRefused(
      "'an' is not signed in", help: "the log has no user 'an'; did you mean 'ann'?")
  }

  @Test func `a session is not renewed at its very end`() {
    Given(.signedIn("ann")).when(rest, at: "2026-03-03T12:00:00.000Z")
      .then(.chose(.sunday, "Rest"), by: "ann")
  }

  @Test func `a millisecond later, the renewal comes first in the same batch`() {
    Given(.signedIn("ann")).when(rest, at: "2026-03-03T12:00:00.001Z").then(
      .renewed(name(1), until: "2026-03-04T12:00:00.001Z"), .chose(.sunday, "Rest"), by: "ann")
  }

  @Test func `the end is an instant and does not depend on the offset`() {
    Given(.signedIn("ann")).when(rest, at: "2026-03-03T14:00:00.000+02:00")
      .then(.chose(.sunday, "Rest"))
    Given(.signedIn("ann")).when(rest, at: "2026-03-03T07:00:00.001-05:00").then(
      .renewed(name(1), until: "2026-03-04T07:00:00.001-05:00"), .chose(.sunday, "Rest"))
  }

  @Test func `a renewal moves the end`() {
    let renewed = Given(
      .signedIn("ann"), .by("ann", .renewed(name(1), until: "2026-03-05T12:00:00Z")))
    renewed.when(rest, at: "2026-03-05T12:00:00.000Z").then(.chose(.sunday, "Rest"))
    renewed.when(rest, at: "2026-03-05T12:00:00.001Z").then(
      .renewed(name(1), until: "2026-03-06T12:00:00.001Z"), .chose(.sunday, "Rest"))
  }

  @Test func `a request that changes nothing renews nothing`() {
    Given(.signedIn("ann"), .by("ann", .chose(.sunday, "Rest")))
      .when(rest, at: "2026-03-09T12:00:00Z").thenNothing()
  }

  @Test func `a refusal renews nothing`() {
    Given(.signedIn("ann")).when(EndSession(), at: "2026-03-09T12:00:00Z").thenRefused(
      "no session is open", help: "start one with \(.startSession)")
  }

  @Test func `a second sign-in replaces the first`() {
    let twice = Given(.signedIn("ann"), .signedIn("ann", at: "2026-03-02T18:00:00Z"))
    twice.when(SignOut()).then(.signedOut(name(2)), by: "ann")
    twice.when(rest, at: "2026-03-03T12:00:00.001Z").then(.chose(.sunday, "Rest"))
    twice.when(rest, at: "2026-03-03T18:00:00.001Z").then(
      .renewed(name(2), until: "2026-03-04T18:00:00.001Z"), .chose(.sunday, "Rest"))
  }

  @Test func `an event of a replaced session does not affect the current one`() {
    let twice: [Fact] = [.signedIn("ann"), .signedIn("ann")]
    Given(twice + [.by("ann", .signedOut(name(1)))])
      .when(rest).then(.chose(.sunday, "Rest"), by: "ann")
    Given(twice + [.by("ann", .renewed(name(1), until: "2027-01-01T00:00:00Z"))])
      .when(rest, at: "2026-03-03T12:01:00.001Z").then(
        .renewed(name(2), until: "2026-03-04T12:01:00.001Z"), .chose(.sunday, "Rest"))
  }

  @Test func `an explicit renewal lasts a day from now`() {
    Given(.signedIn("ann")).when(RenewSignIn(), at: "2026-03-02T20:00:00Z")
      .then(.renewed(name(1), until: "2026-03-03T20:00:00Z"), by: "ann")
  }

  @Test func `a renewal at the time of the sign-in changes nothing`() {
    Given(.signedIn("ann")).when(RenewSignIn(), at: "2026-03-02T12:00:00Z").thenNothing()
  }

  @Test func `an explicit renewal renews an expired session once`() {
    Given(.signedIn("ann")).when(RenewSignIn(), at: "2026-03-09T12:00:00Z")
      .then(.renewed(name(1), until: "2026-03-10T12:00:00Z"), by: "ann")
  }

  @Test func `a session that ended cannot be renewed`() {
    Given(.signedIn("ann"), .by("ann", .signedOut())).when(RenewSignIn())
      .thenRefused("nobody is signed in", help: help)
  }

  @Test func `a sign-out names the session that it ends`() {
    Given(.by("ann", .signedIn("ann@example.com", session: "phone"))).when(SignOut())
      .then(.signedOut("phone"), by: "ann")
  }

  @Test func `a user cannot sign out twice`() {
    Given(.signedIn("ann"), .by("ann", .signedOut())).when(SignOut(), by: "ann")
      .thenRefused("'ann' is not signed in", help: help)
  }
}
