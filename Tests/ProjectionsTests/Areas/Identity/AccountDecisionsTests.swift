import Events
import Projections
import TestSupport
import Testing

@Suite struct AccountDecisionsTests {
  @Test func `a form is checked in the order of its fields, with the app's messages`() {
    func problem(
      _ email: String, _ password: String, _ again: String? = nil, name: String? = nil
    ) -> String? {
      SignUpForm(email: email, password: password, confirmation: again, name: name).problem?.message
    }
    #expect(problem(" \n", "secret") == "please enter login details.")
    #expect(problem("x", "  ") == "please enter login details.")
    #expect(problem("ann@example.com", "secret", name: " ") == "please enter login details.")
    #expect(problem("ann", "x", "y") == "please enter a valid email.")
    #expect(problem("ann@example", "x") == "please enter a valid email.")
    #expect(problem("ann.example", "x") == "please enter a valid email.")
    #expect(
      problem(" ann@example.com ", "five5", "x")
        == "Please enter a Password 6 or more characters.")
    #expect(problem("ann@example.com", "secret", "Secret") == "Passwords do not match. Try again.")
    #expect(problem("ann@example.com", "secret", "secret", name: "Ann") == nil)
    #expect(SignInForm(email: "ann@example.com", password: "x").problem == nil)
  }

  @Test func `an empty address leads to the provider, a non-empty one to a new user`() throws {
    #expect(try SignInRoute() == .provider)
    #expect(try SignInRoute(email: " ", userID: "") == .provider)
    #expect(try SignInRoute(email: "ann@example.com", userID: "7") == .newUser)
    #expect(try SignInRoute(email: "", userID: "7", password: "x") == .existingUser)
    #expect(throws: FormProblem.incomplete) { try SignInRoute(password: "x") }
  }

  private static func linked(_ provider: Name, _ subject: Name) -> Event.Body {
    IdentityLinked(provider: provider, subject: subject).body
  }

  @Test func `a subject is linked to one user, and only that user can unlink it`() {
    let given = Given(.signedIn("ben"), .signedIn("ann"), .by("ann", Self.linked("apple", "7")))
    given.when(LinkIdentity(provider: " Apple ", subject: "8")).then(Self.linked("apple", "8"))
    given.when(LinkIdentity(provider: "apple", subject: "7")).thenNothing()
    given.when(LinkIdentity(provider: "apple", subject: "7"), by: "ben")
      .thenRefused(
        "subject '7' of apple belongs to 'ann'",
        help: "'ann' must unlink it first: \(.unlink)")
    given.when(LinkIdentity(provider: "password", subject: "7"))
      .thenRefused(
        "'password' is not an identity provider, so it has no subjects", help: "for example 'apple'"
      )
    given.when(LinkIdentity(provider: "", subject: "7"))
      .thenRefused("the provider must not be empty", help: "for example 'google'")
    given.when(LinkIdentity(provider: "apple", subject: " "))
      .thenRefused("the subject must not be empty", help: "it is the user's id at the provider")
    given.when(UnlinkIdentity(provider: "apple", subject: "7"))
      .then(IdentityUnlinked(provider: "apple", subject: "7").body)
    given.when(UnlinkIdentity(provider: "apple", subject: "7"), by: "ben")
      .thenRefused(
        "'ben' has no linked subject '7' of apple",
        help: "give the provider and the subject of the link")
  }

  @Test func `a linked subject signs in its user, even with another address`() {
    let signIn = SignIn(provider: "apple", subject: "7", email: "hidden@apple.example")
    let facts: [Fact] = [.signedIn("ann"), .by("ann", Self.linked("apple", "7"))]
    func signedIn(by user: Name) {
      let fact = UserSignedIn(
        provider: "apple", subject: "7", email: "hidden@apple.example",
        expiresAt: moment("2026-03-03T13:00:00Z"))
      let unlinked = IdentityUnlinked(provider: "apple", subject: "7")
      let facts =
        user == "ann" ? facts : facts + [.by("ann", .identity(.identityUnlinked(unlinked)))]
      Given(facts).when(signIn).then(.identity(.userSignedIn(fact)), by: user)
    }
    signedIn(by: "ann")
    signedIn(by: "hidden")
  }

  @Test func `a linked subject stays with its user until it is unlinked`() {
    let signIn = SignIn(provider: "apple", subject: "7")
    let unlinked = IdentityUnlinked(provider: "apple", subject: "7").body
    let taken: [Fact] = [
      .signedIn("ann"), .signedIn("eve"), .by("ann", Self.linked("apple", "7")),
      .by("eve", Self.linked("apple", "7")),
      .by("eve", .signedIn("eve@example.com", by: "apple", as: "7")), .by("eve", unlinked),
    ]
    func signedIn(_ facts: [Fact], by user: Name) {
      let fact = UserSignedIn(
        provider: "apple", subject: "7", email: Name("\(user)@example.com"),
        expiresAt: moment("2026-03-03T13:00:00Z"))
      Given(facts).when(signIn).then(.identity(.userSignedIn(fact)), by: user)
    }
    signedIn(taken, by: "ann")
    signedIn(taken + [.by("ann", unlinked), .by("eve", Self.linked("apple", "7"))], by: "eve")
  }

  @Test
  func `a removed address belongs to the next user who verifies it, and the last one is kept`()
    throws
  {
    let removed = EmailRemoved(email: "ann@example.com").body
    let both: [Fact] = [.signedIn("ann"), .by("ann", .signedIn("ann@new.example"))]
    Given(both).when(RemoveEmail(email: " ANN@example.com ")).then(removed)
    Given(.signedIn("ann")).when(RemoveEmail(email: "ann@example.com"))
      .thenRefused(
        "'ann@example.com' is the only address of 'ann'",
        help: "sign in with another address first")
    Given(both).when(RemoveEmail(email: "zoe@example.com"))
      .thenRefused(
        "'ann' has no verified address 'zoe@example.com'",
        help: "your addresses: ann@example.com, ann@new.example")
    Given(both + [.by("ann", removed)]).when(RemoveEmail(email: "ann@example.com"))
      .thenRefused(
        "'ann' has no verified address 'ann@example.com'", help: "your addresses: ann@new.example")
    let free = try replay(log(events(both + [.by("ann", removed)])), Accounts())
    #expect(free.user(email: "ann@example.com") == nil)
    #expect(free.user(email: "ann@new.example") == "ann")
    let taken = both + [.by("ann", removed), .by("ben", .signedIn("ann@example.com"))]
    #expect(try replay(log(events(taken)), Accounts()).user(email: "ann@example.com") == "ben")
    // What another account owns is not freed.
    let twice = taken + [.by("ann", removed)]
    #expect(try replay(log(events(twice)), Accounts()).user(email: "ann@example.com") == "ben")
  }

  @Test func `the page of a user shows another address after the shown one was removed`() throws {
    func shown(_ facts: [Fact]) throws -> Accounts.Account? {
      try replay(log(events(facts)), OfUser<Identity>("ann")).account
    }
    let both: [Fact] = [.signedIn("ann"), .by("ann", .signedIn("ann@new.example"))]
    func removing(_ email: Name) -> Fact {
      .by("ann", EmailRemoved(email: email).body)
    }
    #expect(try shown(both + [removing("ann@new.example")])?.email == "ann@example.com")
    #expect(try shown(both + [removing("ann@example.com")])?.email == "ann@new.example")
    let none = both + [removing("ann@example.com"), removing("ann@new.example")]
    #expect(try shown(none)?.email == "ann@new.example")
    #expect(try shown(none)?.isVerified == false)
  }

  @Test func `a request for a new password by a removed address sends no email`() throws {
    let request = PasswordResetRequested(email: "ann@example.com").body
    let removed = EmailRemoved(email: "ann@example.com").body
    let asked: [Fact] = [
      .signedIn("ann"), .by("ann", .signedIn("ann@new.example")), .by(nil, request),
    ]
    #expect(try replay(log(events(asked)), Outbox()).mails.count == 1)
    #expect(try replay(log(events(asked + [.by("ann", removed)])), Outbox()).mails.isEmpty)
    #expect(try replay(log(events(asked + [.by("ben", removed)])), Outbox()).mails.count == 1)
  }

  @Test func `a new password is recorded with its request and ends the sign-in session`() throws {
    let request = PasswordResetRequested(email: "ANN@example.com").body
    let facts: [Fact] = [.signedIn("ben"), .signedIn("ann"), .by(nil, request)]
    let reset = PasswordReset(request: id(3)).body
    Given(facts).when(CompletePasswordReset(email: "ann@example.com")).then(reset, by: "ann")
    Given(.signedIn("ann")).when(CompletePasswordReset(email: "ann@example.com"))
      .then(PasswordReset().body)
    Given(facts).when(CompletePasswordReset(email: "zoe@example.com"))
      .thenRefused(
        "there is no account with the address 'zoe@example.com'",
        help: "open one: \(.signUp(email: "zoe@example.com"))")
    let after = log(events(facts + [.by("ann", reset)]))
    let (accounts, latest, identity) = try replay(
      after, Accounts(), LatestSignIn(), OfUser<Identity>("ann"))
    #expect(accounts.signIn(of: "ann") == nil && accounts.signIn(of: "ben") != nil)
    #expect(identity.signIn == nil && identity.account != nil)
    #expect(latest.user == nil && latest.signedOut == "ann")
    Given(facts + [.by("ann", reset)]).when(CompletePasswordReset(email: "ann@example.com"))
      .then(PasswordReset().body)
  }

  @Test
  func `a request for a new password gives the same answer for an address without an account`()
    throws
  {
    let log = log(.signedIn("ann"))
    for email in ["ann@example.com", "zoe@example.com"] {
      let drafts = try RequestPasswordReset(email: email).drafts(
        log, at: moment("2026-03-02T13:00:00Z"))
      #expect(drafts.map(\.body) == [PasswordResetRequested(email: Name(email)).body])
      #expect(drafts.allSatisfy { $0.user == nil })
    }
    #expect(throws: Refusal.self) {
      try RequestPasswordReset(email: "ann").drafts(log, at: moment("2026-03-02T13:00:00Z"))
    }
  }

  private static func registered(_ email: Name) -> Event.Body {
    AccountRegistered(email: email).body
  }

  private static func requested(_ email: Name) -> Fact {
    .by(nil, PasswordResetRequested(email: email).body)
  }

  @Test func `emails wait until they are sent or no longer needed`() throws {
    func waiting(_ more: Fact...) throws -> [Int] {
      let facts: [Fact] = [
        .by("ben", Self.registered("ben@example.com")), Self.requested("ben@example.com"),
        Self.requested("zoe@example.com"), Self.requested("BEN@example.com"),
      ]
      return try replay(log(events(facts + more)), Outbox()).mails.map(\.seq)
    }
    #expect(try waiting() == [1, 2, 4])
    #expect(try waiting(.by(nil, MailSent(mail: id(2)).body)) == [1, 4])
    #expect(try waiting(.by("ben", .verified("ben@example.com"))) == [2, 4])
    #expect(try waiting(.by("ben", .verified("other@example.com"))) == [1, 2, 4])
    #expect(try waiting(.by("ben", .signedIn("ben@example.com"))) == [2, 4])
    #expect(try waiting(.by("ben", PasswordReset().body)) == [1])
    #expect(try waiting(.by("zoe", .signedIn("ben@example.com"))) == [2, 4])
    #expect(try waiting(.by("ben", .signedIn("other@example.com"))) == [1, 2, 4])
    let anew = Self.registered("ben@example.com")
    #expect(
      try waiting(.by("ben", .verified("ben@example.com")), .by("ben", anew)) == [2, 4])
    #expect(try waiting(.by("ann", PasswordReset().body)) == [1, 2, 4])
  }

  @Test func `the email for a new password goes to the verified address`() throws {
    let facts: [Fact] = [
      .by("ann", .signedIn("Ann@example.com")), .by("ann", Self.registered("eve@example.com")),
      Self.requested("ann@example.com"), .by("bob", Self.registered("EVE@example.com")),
      Self.requested("eve@example.com"),
    ]
    let mails = try replay(log(events(facts)), Outbox()).mails.filter { $0.kind == .passwordReset }
    #expect(mails.map(\.to) == ["Ann@example.com", "EVE@example.com"])
    #expect(mails.map(\.user) == ["ann", "bob"])
  }

  @Test func `only a waiting email can be sent`() throws {
    let log = log(.by("ben", Self.registered("ben@example.com")))
    let now = moment("2026-03-02T13:00:00Z")
    for text in ["last", "@1", id(1).description] {
      let drafts = try NoteMailSent(mail: Reference(text)).drafts(log, at: now)
      #expect(drafts.map(\.body) == [MailSent(mail: id(1)).body])
    }
    #expect(throws: Refusal.self) { try NoteMailSent(mail: Reference("@2")).drafts(log, at: now) }
  }

  @Test func `a sign-in session authorizes up to its last millisecond`() throws {
    let facts: [Fact] = [
      .by("ann", .signedIn("a@example.com", session: "s", until: "2026-03-03T12:00:00Z")),
      .by("ben", .signedIn("b@example.com", session: "t", until: "2026-03-03T12:00:00Z")),
      .by("ben", .signedOut("t")),
    ]
    let accounts = try replay(log(events(facts)), Accounts())
    func outcome(_ session: String?, _ time: String) -> String {
      do throws(AuthorizationError) {
        return try accounts.authorize(session, at: moment(time)).user.text
      } catch { return error.message }
    }
    #expect(outcome("s", "2026-03-03T12:00:00.000Z") == "ann")
    #expect(outcome("s", "2026-03-03T13:00:00.000+01:00") == "ann")
    #expect(outcome("s", "2026-03-03T12:00:00.001Z") == "Invalid session token")
    #expect(outcome("t", "2026-03-02T12:00:00Z") == "Invalid session token")
    #expect(outcome("u", "2026-03-02T12:00:00Z") == "Invalid session token")
    #expect(outcome(nil, "2026-03-02T12:00:00Z") == "Missing session token")
    #expect(outcome("", "2026-03-02T12:00:00Z") == "Missing session token")
    #expect(Accounts.bearer(in: "Bearer abc") == "abc")
    #expect(Accounts.bearer(in: "Basic abc") == nil)
    #expect(Accounts.bearer(in: "Bearer ") == nil && Accounts.bearer(in: nil) == nil)
  }
}
