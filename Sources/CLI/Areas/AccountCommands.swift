import Events
import Projections

/// `replog user`: the sign-in session, with a note if it has expired.
let userCommand = Request(
  UserView.self, "replog user --json", (),
  perform: { _, _, shell in
    var expired: Accounts.SignIn?
    let now = try shell.now()
    try shell.show(personal: UserView.self, ViewFilter()) { subject, identity, shared in
      let view = UserView(of: subject.user, identity, shared)
      expired = view.rows.map(\.signIn).first { $0.isExpired(at: now) }
      return view
    }
    // The view itself does not depend on a clock.
    guard let expired, shell.options.asOf == nil else { return }
    let user = inert(expired.user.text)
    shell.note(
      "the sign-in session expired at \(minute(expired.expiresAt)); "
        + "the next request by '\(user)' renews it")
  }
)

@CommandList var accessCommands: [any Command] {
  Request(
    "route", "show the next step for a sign-in form",
    "replog route --email ann@example.com", (email: String?.none, userID: String?.none)
  ) {
    try $1.option(&$0.email, "--email", "the content of the email field")
    try $1.option(&$0.userID, "--user-id", "the content of the user id field")
  } perform: {
    let route = try SignInRoute(email: $0.email, userID: $0.userID)
    try $2.show("\(route.rawValue): \(route.step)\n") { $0.member("route", route.rawValue) }
  }
  .with(\.accepts, [])
  .with(\.mayMeetSecrets, true)
  Request(
    "authorize", "show the user of a sign-in session, or refuse the session",
    "replog authorize 019caf81-e3f2-721e-b147-a6a80e00a1a2", String?.none
  ) {
    try $1.positional(&$0, "SESSION", "the sign-in session of the client")
  } perform: { session, _, shell in
    let now = try shell.now()
    let accounts = try replay(shell.openLog(), Accounts())
    let signIn: Accounts.SignIn
    do throws(AuthorizationError) { signIn = try accounts.authorize(session, at: now) } catch {
      throw Refusal(.notAuthorized, error.message, help: "sign in again")
    }
    let user = signIn.user.text
    try shell.show("\(inert(user)), until \(minute(signIn.expiresAt))\n") { json in
      json.member("user", user)
      json.member("session", signIn.session.text)
      json.member("expiresAt", "\(signIn.expiresAt)")
    }
  }
  .with(\.accepts, [])
  .with(\.mayMeetSecrets, true)
  // A client may treat its name as a secret.
  .with(\.completions, ["SESSION": .nothing])
}

extension SignInRoute {
  /// The next step for the form.
  fileprivate var step: String {
    switch self {
    case .provider: "no field is filled in; sign in with an identity provider"
    case .newUser: "open an account with the address and create a profile"
    case .existingUser: "sign in"
    }
  }
}
