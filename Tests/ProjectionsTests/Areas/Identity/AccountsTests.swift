import Events
import Projections
import TestSupport
import Testing

@Suite struct AccountsTests {
  private func accounts(_ facts: Fact...) throws -> Accounts {
    try replay(log(events(facts)), Accounts())
  }

  @Test func `an empty log has no users`() throws {
    let accounts = try accounts()
    #expect(accounts.latest == nil)
    #expect(accounts.account(of: "ann") == nil)
    #expect(accounts.user(email: "ann@example.com") == nil)
    #expect(accounts.signIn(of: "ann") == nil)
  }

  @Test func `a sign-in session lasts one day and is named after its event`() throws {
    let accounts = try accounts(.signedIn("ann", at: "2026-03-02T23:00:00+01:00"))
    let signIn = try #require(accounts.latest)
    #expect(signIn.user == "ann")
    #expect(signIn.provider == "google")
    #expect(signIn.session == name(1))
    #expect(signIn.signedInAt == moment("2026-03-02T23:00:00+01:00"))
    #expect(signIn.expiresAt == moment("2026-03-03T23:00:00+01:00"))
  }

  @Test func `a sign-in may give its session and its end`() throws {
    let accounts = try accounts(
      .by("ann", .signedIn("a@b.c", session: "phone", until: "2026-04-01T00:00:00Z")))
    #expect(accounts.latest?.session == "phone")
    #expect(accounts.latest?.expiresAt == moment("2026-04-01T00:00:00Z"))
  }

  @Test func `an expired session is still shown, with its end`() throws {
    let accounts = try accounts(
      .signedIn("ann", at: "2020-01-01T00:00:00Z"), .by("bob", .registered("bob@example.com")))
    #expect(accounts.latest?.expiresAt == moment("2020-01-02T00:00:00Z"))
  }

  @Test func `a name that is taken stays taken in a checkpoint`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(lines(events([.by("jose\u{301}", .registered("jose@example.org"))])), at: path)
    _ = try Appender(path: path).writeCheckpoint()
    let log = try Log(path: path)
    #expect(log.checkpoint != nil)
    let signUp = SignUp(email: "JOS\u{c9}@example.com")
    #expect(try signUp.admit(log, at: moment("2026-03-02T13:00:00Z")).user == "jos\u{e9}-2")
  }

  @Test func `names and picture are the latest ones, and stay if an event lacks them`() throws {
    func signIn(_ given: String?, _ family: String?, _ picture: String?) -> Fact {
      .by(
        "ann",
        UserSignedIn(
          provider: "google", email: "ann@example.com", givenName: given, familyName: family,
          picture: picture
        ).body)
    }
    let accounts = try accounts(signIn("Ann", "Lee", "1.png"), signIn("Anna", nil, nil))
    let account = try #require(accounts.account(of: "ann"))
    #expect(account.givenName == "Anna")
    #expect(account.familyName == "Lee")
    #expect(account.picture == "1.png")
  }

  @Test func `an unverified registration owns no address`() throws {
    let accounts = try accounts(
      .by("ann", .registered("A@example.com")), .by("bob", .registered("a@EXAMPLE.com")))
    #expect(accounts.user(email: "a@example.com") == nil)
    #expect(accounts.usersWaiting(for: "a@example.com") == ["ann", "bob"])
    #expect(accounts.account(of: "ann")?.email == "A@example.com")
    #expect(accounts.account(of: "ann")?.addresses == [])
  }

  @Test func `a verification gives the address only to its account`() throws {
    for proof in [Event.Body.verified("a@example.com"), .signedIn("a@example.com")] {
      let accounts = try accounts(
        .by("ann", .registered("a@example.com")), .by("bob", .registered("a@example.com")),
        .by("ann", proof), .by("bob", .verified("a@example.com")),
        .by("bob", .registered("a@example.com")))
      #expect(accounts.user(email: "a@example.com") == "ann")
      #expect(accounts.usersWaiting(for: "a@example.com") == [])
    }
  }

  @Test func `an account keeps its addresses`() throws {
    let accounts = try accounts(
      .by("ann", .registered("Old@example.com")), .by("ann", .verified("old@example.com")),
      .by("ann", .signedIn("new@example.com")), .by("ann", .signedIn("OLD@example.com")),
      .by("bob", .signedIn("new@example.com")))
    let account = try #require(accounts.account(of: "ann"))
    #expect(account.addresses == ["old@example.com", "new@example.com"])
    #expect(account.email == "OLD@example.com")
    for email in ["old@example.com", "new@example.com"] as [Name] {
      #expect(accounts.user(email: email) == "ann")
    }
  }

  @Test func `a composed and a decomposed spelling are the same address`() throws {
    let accounts = try accounts(.by("ann", .signedIn("CAF\u{E9}@x.y")))
    #expect(accounts.user(email: "Cafe\u{301}@X.y") == "ann")
    #expect(accounts.user(email: "cafE\u{301}@x.y") == nil)
    let other = try self.accounts(.by("ann", .signedIn("cafe\u{301}@x.y")))
    #expect(other.user(email: "caf\u{E9}@x.y") == "ann")
    #expect(other.user(email: "caf\u{C9}@x.y") == nil)
  }

  @Test func `a registration adds a password once its owner verified the address`() throws {
    func hasPassword(_ bodies: Event.Body...) throws -> Bool? {
      try replay(log(events(bodies.map { .by("ann", $0) })), Accounts())
        .account(of: "ann")?.hasPassword
    }
    let (registered, reset) = (Event.Body.registered("a@b.c"), PasswordReset().body)
    #expect(try hasPassword(registered) == false)
    #expect(try hasPassword(registered, .verified("A@b.c")) == true)
    #expect(try hasPassword(registered, .verified("x@b.c")) == false)
    #expect(try hasPassword(registered, .signedIn("a@b.c")) == false)
    #expect(try hasPassword(registered, .signedIn("a@b.c"), .verified("a@b.c")) == false)
    #expect(try hasPassword(registered, .signedIn("a@b.c", by: "password")) == true)
    #expect(try hasPassword(.signedIn("a@b.c"), registered) == true)
    #expect(try hasPassword(.signedIn("a@b.c"), reset) == true)
  }

  @Test func `an address is verified by its owner or by a provider`() throws {
    func isVerified(_ bodies: Event.Body...) throws -> Bool? {
      try replay(log(events(bodies.map { .by("ann", $0) })), Accounts())
        .account(of: "ann")?.isVerified
    }
    #expect(try isVerified(.registered("a@b.c")) == false)
    #expect(try isVerified(.registered("a@b.c"), .verified("A@B.C")) == true)
    #expect(try isVerified(.signedIn("a@b.c")) == true)
    #expect(try isVerified(.registered("a@b.c"), .verified("a@b.c"), .registered("A@b.c")) == true)
    #expect(try isVerified(.registered("a@b.c"), .verified("x@b.c")) == false)
    #expect(try isVerified(.registered("a@b.c"), .verified("a@b.c"), .registered("x@b.c")) == false)
    #expect(try isVerified(.verified("a@b.c")) == nil)
  }

  @Test func `a renewal moves the end of its own session only`() throws {
    let end = "2026-05-01T00:00:00Z"
    #expect(
      try accounts(.signedIn("ann"), .by("ann", .renewed(name(1), until: end))).latest?.expiresAt
        == moment(end))
    for nonsense in [
      Fact.by("ann", .renewed("other", until: end)), .by("bob", .renewed(name(1), until: end)),
      .by(nil, .renewed(name(1), until: end)),
    ] {
      #expect(
        try accounts(.signedIn("ann"), nonsense).latest?.expiresAt
          == moment("2026-03-03T12:00:00Z"))
    }
    #expect(try accounts(.by("ann", .renewed("s", until: end))).latest == nil)
  }

  @Test func `users can sign out only from their own current session`() throws {
    #expect(try accounts(.signedIn("ann"), .by("ann", .signedOut())).latest == nil)
    #expect(try accounts(.signedIn("ann"), .by("ann", .signedOut(name(1)))).latest == nil)
    for nonsense in [
      Fact.by("ann", .signedOut("other")), .by("bob", .signedOut(name(1))),
      .by("bob", .signedOut()),
      .by(nil, .signedOut(name(1))), .by(nil, .signedOut()),
    ] {
      #expect(try accounts(.signedIn("ann"), nonsense).latest?.session == name(1))
    }
  }

  @Test func `the account stays when its user signs out`() throws {
    let accounts = try accounts(.signedIn("ann"), .by("ann", .signedOut()))
    #expect(accounts.account(of: "ann")?.email == "ann@example.com")
    #expect(accounts.user(provider: "google", subject: "ann") == "ann")
  }

  @Test func `a fact without a user creates no account`() throws {
    let accounts = try accounts(
      .by(nil, .signedIn("a@b.c", as: "1")), .by(nil, .registered("x@b.c")))
    #expect(accounts.latest == nil)
    #expect(accounts.user(email: "a@b.c") == nil)
    #expect(accounts.user(provider: "google", subject: "1") == nil)
  }
}
