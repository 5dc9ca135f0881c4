import Events
import Projections
import TestSupport
import Testing

@Suite struct SignInTests {
  private let google = SignIn(provider: "google", subject: "1093", email: "ann@example.com")
  private let password = SignIn(provider: "password", email: "ann@example.com")

  private func event(
    _ email: Name, by provider: Name = "google", as subject: Name? = "1093",
    until end: String = "2026-03-03T13:00:00Z"
  ) -> Event.Body { .signedIn(email, by: provider, as: subject, until: end) }

  @Test func `a new user of a provider gets an account named after their address`() {
    Given().when(google).then(event("ann@example.com"), by: "ann")
  }

  @Test func `a sign-in records names and picture, trimmed, and lasts a day`() {
    let signIn = SignIn(
      provider: " Google ", subject: " 1093 ", email: " ann@example.com ", givenName: " Ann ",
      familyName: "  ", picture: "https://example.com/ann.png")
    Given().when(signIn, at: "2026-03-02T23:30:00.250+01:00").then(
      UserSignedIn(
        provider: "google", subject: "1093", email: "ann@example.com", givenName: "Ann",
        picture: "https://example.com/ann.png",
        expiresAt: moment("2026-03-03T23:30:00.250+01:00")
      ).body, by: "ann")
  }

  @Test func `a linked subject, or a name after a password check, signs in without an address`() {
    let linked = Given(.by("ann", event("ann@example.com")))
    linked.when(SignIn(provider: "google", subject: "1093"))
      .then(event("ann@example.com"), by: "ann")
    linked.when(SignIn(provider: "google", subject: "7"))
      .thenRefused(
        "no account is linked to this subject of google",
        help: "give the email address, too: \(.give(.email))")
    let registered: [Fact] = [
      .by("ann", .registered("ann@example.com")), .by("ann", .verified("ann@example.com")),
    ]
    let byName = SignIn(provider: "password", user: "ann")
    Given(registered).when(byName)
      .then(event("ann@example.com", by: "password", as: nil), by: "ann")
    // An address that nobody proved signs nobody in, by a name no more than by the address.
    for provider in ["password", SignIn.local] {
      Given(.by("ann", .registered("ann@example.com")))
        .when(SignIn(provider: provider, user: "ann"))
        .thenRefused(
          "the address 'ann@example.com' is not verified yet",
          help: "verify it: \(.verifyEmail("ann@example.com"))")
    }
    Given(registered).when(SignIn(provider: "password", user: "bob"))
      .thenRefused("there is no account with this name", help: "give the address: \(.give(.email))")
    // A name proves nothing to an identity provider.
    Given(registered).when(SignIn(provider: "google", user: "ann"))
      .thenRefused(
        "a sign-in must have an address or a known subject",
        help: "give the address: \(.give(.email))")
  }

  @Test(arguments: ["2026-03-02T12:00:00.000Z", "2026-03-02T12:00:02.999Z"])
  func `a sign-in within three seconds of the last one is not recorded again`(time: String) {
    Given(.by("ann", event("ann@example.com"))).when(google, at: time).thenNothing()
  }

  @Test func `within three seconds a user becomes the current user again`() {
    let signOut = UserSignedOut().body
    let both: [Fact] = [
      .by("ann", event("ann@example.com")), .by("ben", event("ben@example.com", as: "2000")),
    ]
    // After the sign-out of another user, nobody is the current user.
    for facts in [both, both + [.by("ben", signOut)]] {
      Given(facts).when(google, at: "2026-03-02T12:00:02.000Z")
        .then(event("ann@example.com", until: "2026-03-03T12:00:02.000Z"), by: "ann")
    }
  }

  @Test func `within three seconds another subject of the provider signs in separately`() {
    Given(.by("ann", event("ann@example.com")))
      .when(
        SignIn(provider: "google", subject: "2000", email: "ann@example.com"),
        at: "2026-03-02T12:00:02.000Z"
      )
      .then(event("ann@example.com", as: "2000", until: "2026-03-03T12:00:02.000Z"), by: "ann")
  }

  @Test func `three seconds after the last sign-in a user signs in again`() {
    Given(.by("ann", event("ann@example.com")))
      .when(google, at: "2026-03-02T12:00:03.000Z")
      .then(event("ann@example.com", until: "2026-03-03T12:00:03.000Z"), by: "ann")
  }

  @Test func `a clock that went back does not count as within three seconds`() {
    Given(.by("ann", event("ann@example.com")))
      .when(google, at: "2026-03-02T11:59:59.999Z")
      .then(event("ann@example.com", until: "2026-03-03T11:59:59.999Z"), by: "ann")
  }

  @Test func `the three seconds start at the last real sign-in, not at a repeated one`()
    throws
  {
    // A deduplicated sign-in leaves nothing behind, so that a stream of them cannot stretch it.
    var history = [Fact.by("ann", at: "2026-03-02T12:00:00Z", event("ann@example.com"))]
    var appended: [String] = []
    for tenths in stride(from: 15, through: 75, by: 15) {
      let now = moment("2026-03-02T12:00:00Z").milliseconds + Int64(tenths) * 100
      let time = Timestamp(milliseconds: now)
      let drafts = try google.admit(log(events(history)), at: time).drafts(at: time)
      for draft in drafts {
        appended.append("\(tenths)")
        history.append(Fact(user: draft.user, at: draft.at, body: draft.body))
      }
    }
    #expect(appended == ["30", "60"])
  }

  @Test func `a sign-out ends the three seconds`() {
    Given(
      .by("ann", at: "2026-03-02T12:00:00Z", event("ann@example.com")),
      .by("ann", at: "2026-03-02T12:00:01Z", .signedOut())
    )
    .when(google, at: "2026-03-02T12:00:02Z")
    .then(event("ann@example.com", until: "2026-03-03T12:00:02Z"), by: "ann")
  }

  @Test func `the three seconds of one user do not affect another`() {
    Given(.by("ann", at: "2026-03-02T12:00:00Z", event("ann@example.com")))
      .when(
        SignIn(provider: "google", subject: "7", email: "bob@example.com"),
        at: "2026-03-02T12:00:01Z"
      )
      .then(event("bob@example.com", as: "7", until: "2026-03-03T12:00:01Z"), by: "bob")
  }

  @Test func `an address in another letter case is the same account`() {
    Given(.by("ann", event("ann@example.com", as: nil)))
      .when(SignIn(provider: "apple", subject: "x", email: "Ann@Example.COM"))
      .then(event("Ann@Example.COM", by: "apple", as: "x"), by: "ann")
  }

  @Test func `a subject is recognised with another address`() {
    Given(.by("ann", event("ann@example.com")))
      .when(SignIn(provider: "google", subject: "1093", email: "lee@other.org"))
      .then(event("lee@other.org"), by: "ann")
  }

  @Test func `an earlier address still leads to its account`() {
    let given = Given(.by("ann", event("ann@example.com")), .by("ann", event("lee@other.org")))
    given.when(SignIn(provider: "apple", subject: "x", email: "ann@example.com"))
      .then(event("ann@example.com", by: "apple", as: "x"), by: "ann")
    given.when(SignUp(email: "Ann@example.com"))
      .thenRefused("'Ann@example.com' already has an account", help: "sign in with this address")
    given.when(CompletePasswordReset(email: "ann@example.com"))
      .then(PasswordReset().body, by: "ann")
  }

  private let takenOver: [Fact] = [
    .by("ann", .registered("ann@example.com")),
    .by("ann-2", .signedIn("ann@example.com", as: "1093")),
  ]

  @Test func `a provider's sign-in does not join an unverified account`() {
    Given(takenOver[0]).when(google).then(event("ann@example.com"), by: "ann-2")
    Given(takenOver[0])
      .when(SignIn(provider: "google", subject: "1", email: "ann@example.com", user: "ann"))
      .thenRefused("'ann' already has an account", help: "choose another name")
  }

  @Test func `the password of an unverified account does not open another account`() {
    let noPassword: Remedy =
      "sign in with your usual provider, or \(.resetPassword("ann@example.com"))"
    let message = "the account with the address 'ann@example.com' has no password"
    Given(takenOver).when(password).thenRefused(message, help: noPassword)
    Given(takenOver)
      .when(SignIn(provider: "password", email: "ann@example.com", user: "ann"))
      .thenRefused(message, help: noPassword)
    Given(takenOver).when(VerifyEmail(email: "ann@example.com")).thenNothing()
    Given(takenOver).when(VerifyEmail(email: "ann@example.com", user: "ann")).thenRefused(
      "the address 'ann@example.com' belongs to 'ann-2', not to 'ann'",
      help: "leave out the user name")
    // A log of an earlier release may have joined them.
    Given(.by("ann", .registered("ann@example.com")), .by("ann", event("ann@example.com")))
      .when(password).thenRefused(message, help: noPassword)
    Given(takenOver + [.by("ann-2", PasswordReset().body)])
      .when(password).then(event("ann@example.com", by: "password", as: nil), by: "ann-2")
  }

  @Test(arguments: [
    ("caf\u{E9}@x.y", "cafe\u{301}@x.y"), ("cafe\u{301}@x.y", "CAF\u{E9}@x.y"),
    ("kate@x.y", "\u{212A}ate@x.y"),
  ])
  func `a composed and a decomposed address are one account`(_ known: String, _ other: String) {
    Given(.by("ann", event(Name(known))))
      .when(SignIn(provider: "apple", subject: "4", email: other))
      .then(event(Name(other), by: "apple", as: "4"), by: "ann")
  }

  @Test(arguments: [
    ("\u{E9}@x.y", "\u{C9}@x.y"), ("\u{E9}@x.y", "E\u{301}@x.y"), ("a@x.y", "\u{430}@x.y"),
  ])
  func `an address with a similar letter belongs to somebody else`(
    _ known: String, _ other: String
  ) throws {
    let history = log(.by("ann", event(Name(known))))
    let admitted = try SignIn(provider: "apple", subject: "4", email: other).admit(
      history, at: moment("2026-03-02T13:00:00Z"))
    #expect(admitted.user != "ann")
    let same = try SignIn(provider: "apple", subject: "4", email: known.uppercasedASCII).admit(
      history, at: moment("2026-03-02T13:00:00Z"))
    #expect(same.user == "ann")
  }

  @Test func `a subject with somebody else's address is refused`() {
    Given(.by("ann", event("ann@example.com")), .by("bob", event("bob@example.com", as: "7")))
      .when(SignIn(provider: "google", subject: "1093", email: "bob@example.com"))
      .thenRefused(
        "subject '1093' of google belongs to 'ann', and the address 'bob@example.com' belongs to 'bob'",
        help: "sign in with the address of 'ann'")
  }

  @Test func `the same subject at another provider is somebody else`() {
    Given(.by("ann", event("ann@example.com")))
      .when(SignIn(provider: "apple", subject: "1093", email: "bob@example.com"))
      .then(event("bob@example.com", by: "apple"), by: "bob")
  }

  @Test func `a taken name gets a number`() {
    let second = SignIn(provider: "google", subject: "2", email: "ann@other.org")
    Given(.by("ann", event("ann@example.com")))
      .when(second).then(event("ann@other.org", as: "2"), by: "ann-2")
    Given(.by("ann", event("ann@example.com")), .by("ann-2", event("ann@third.org", as: "3")))
      .when(second).then(event("ann@other.org", as: "2"), by: "ann-3")
  }

  @Test func `a name is in lower case`() {
    Given().when(SignIn(provider: "google", subject: "1", email: "Ann.Lee@example.com"))
      .then(event("Ann.Lee@example.com", as: "1"), by: "ann.lee")
  }

  @Test func `a name has at most 200 bytes, even if lower case lengthens it`() throws {
    let email = String(repeating: "\u{130}", count: 98) + "@a.b"
    let signIn = SignIn(provider: "google", subject: "1", email: email)
    let name = try signIn.admit(log(), at: moment("2026-03-02T13:00:00Z")).user
    #expect(name.text.utf8.count <= 190)
    #expect(name.text.hasPrefix("i\u{307}i\u{307}"))
    Given().when(signIn).then(event(Name(email), as: "1"), by: name)
  }

  @Test func `a password signs in nobody who has no account`() {
    Given(.signedIn("bob")).when(password).thenRefused(
      "there is no account with the address 'ann@example.com'",
      help: "open one: \(.signUp(email: "ann@example.com"))")
  }

  @Test func `a password does not sign in a user whose address is not verified`() {
    Given(.by("ann", .registered("ann@example.com"))).when(password).thenRefused(
      "the address 'ann@example.com' is not verified yet",
      help: "verify it: \(.verifyEmail("ann@example.com"))")
  }

  @Test func `verifying another address does not allow a sign-in with a password`() {
    Given(.by("ann", .registered("ann@example.com")), .by("ann", .verified("other@example.com")))
      .when(password).thenRefused(
        "the address 'ann@example.com' is not verified yet",
        help: "verify it: \(.verifyEmail("ann@example.com"))")
  }

  @Test(arguments: [
    Event.Body.verified("ann@example.com"), .verified("ANN@example.com"),
    .signedIn("ann@example.com", by: "password"),
  ])
  func `a password signs in once the address is verified`(proof: Event.Body) {
    Given(.by("ann", .registered("ann@example.com")), .by("ann", proof))
      .when(SignIn(provider: "Password", email: "ann@example.com"))
      .then(event("ann@example.com", by: "password", as: nil), by: "ann")
  }

  @Test func `a provider must have a name`() {
    Given().when(SignIn(provider: "  ", email: "ann@example.com"))
      .thenRefused("the provider must not be empty", help: "for example 'google'")
  }

  @Test(arguments: [
    "", "ann", "@example.com", "ann@", "ann@example", "ann@.com", "ann@example.", "a@b@c.com",
    "an n@example.com", "ann@exam\tple.com",
  ])
  func `a text that is not an address is refused`(address: String) {
    let message = "expected an email address, found \(address.isEmpty ? "nothing" : "other text")"
    Given().when(SignIn(provider: "google", subject: "1", email: address)).thenRefused(
      message, help: "use the form ann@example.com")
    Given().when(SignUp(email: address)).thenRefused(message, help: "use the form ann@example.com")
    Given().when(VerifyEmail(email: address)).thenRefused(
      message, help: "use the form ann@example.com")
  }

  @Test func `an address of more than 200 bytes is refused`() {
    let address = String(repeating: "a", count: 189) + "@example.com"
    Given().when(SignIn(provider: "google", subject: "1", email: address))
      .thenRefused("'email' must have at most 200 bytes, got 201")
  }

  @Test func `control characters in an address are refused`() {
    Given().when(SignIn(provider: "google", email: "an\u{1b}n@example.com"))
      .thenRefused("'user' must not contain control characters")
  }
}

@Suite struct SignUpTests {
  @Test func `an account is named after the part of the address before the at sign`() {
    Given().when(SignUp(email: " Ann@example.com ", givenName: " Ann ", familyName: " "))
      .then(AccountRegistered(email: "Ann@example.com", givenName: "Ann").body, by: "ann")
  }

  @Test func `a second account gets another name`() {
    Given(.by("ann", .registered("ann@example.com"))).when(SignUp(email: "ann@other.org"))
      .then(.registered("ann@other.org"), by: "ann-2")
  }

  @Test
  func
    `a new name is in composed form, and names that differ only in composition are the same name`()
  {
    Given().when(SignUp(email: "JOSE\u{301}@example.com"))
      .then(.registered("JOSE\u{301}@example.com"), by: "jos\u{e9}")
    for name in ["jos\u{e9}", "jose\u{301}"] as [Name] {
      let given = Given(.by(name, .registered("jose@example.org")))
      given.when(SignUp(email: "JOS\u{c9}@example.com"))
        .then(.registered("JOS\u{c9}@example.com"), by: "jos\u{e9}-2")
      given.when(SignUp(email: "ann@example.com", user: "jos\u{e9}"))
        .thenRefused("'jos\u{e9}' already has an account", help: "choose another name")
    }
  }

  @Test(arguments: [Event.Body.verified("ann@example.com"), .signedIn("ANN@example.com")])
  func `an address has one account`(proof: Event.Body) {
    Given(.by("ann", .registered("x@example.com")), .by("ann", proof))
      .when(SignUp(email: "Ann@Example.com")).thenRefused(
        "'Ann@Example.com' already has an account", help: "sign in with this address")
  }

  @Test func `an unverified account does not block the address for others`() {
    Given(.by("ann", .registered("ann@example.com"))).when(SignUp(email: "ann@example.com"))
      .then(.registered("ann@example.com"), by: "ann-2")
  }
}

@Suite struct VerifyEmailTests {
  @Test func `an address is verified with the spelling of its account`() {
    Given(.by("ann", .registered("ann@example.com"))).when(VerifyEmail(email: "ANN@example.com"))
      .then(.verified("ann@example.com"), by: "ann")
  }

  @Test(arguments: [Event.Body.verified("ann@example.com"), .signedIn("ann@example.com")])
  func `a verified address is not verified again`(proof: Event.Body) {
    Given(.by("ann", .registered("ann@example.com")), .by("ann", proof))
      .when(VerifyEmail(email: "ann@example.com")).thenNothing()
  }

  @Test func `if several users registered with an address, one must be named`() {
    let given = Given(
      .by("ann", .registered("ann@example.com")), .by("eve", .registered("Ann@example.com")))
    given.when(VerifyEmail(email: "ann@example.com")).thenRefused(
      "2 users registered with the address 'ann@example.com'",
      help: "name the user to whom the link was sent, for example \(.give(.user, "ann"))")
    given.when(VerifyEmail(email: "ann@example.com", user: "eve"))
      .then(.verified("Ann@example.com"), by: "eve")
    given.when(VerifyEmail(email: "ann@example.com", user: "bob")).thenRefused(
      "there is no account with the address 'ann@example.com'",
      help: "open one: \(.signUp(email: "ann@example.com"))")
  }

  @Test func `an address without an account cannot be verified`() {
    Given().when(VerifyEmail(email: "ann@example.com")).thenRefused(
      "there is no account with the address 'ann@example.com'",
      help: "open one: \(.signUp(email: "ann@example.com"))")
  }
}

extension String {
  fileprivate var uppercasedASCII: String {
    String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  @Test func `a name signs in with the address that was verified last`() {
    Given(
      .by("ann", .signedIn("ann@example.com")), .by("ann", .signedIn("ann@new.example")),
      .by("ann", .registered("ann@third.example"))
    ).when(SignIn(provider: SignIn.local, user: "ann"))
      .then(
        .signedIn(
          "ann@new.example", by: Name(SignIn.local), as: nil, until: "2026-03-03T13:00:00Z"),
        by: "ann")
  }
}
