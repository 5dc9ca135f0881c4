import Events
import Projections

/// `replog user`: the sign-in session, with a note if it has expired.
struct UserCommand: Command {
  static let name = UserView.name
  static let summary = ViewCommand<UserView>.summary
  static let example = ViewCommand<UserView>.example
  static let accepts = ViewCommand<UserView>.accepts

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
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
        + "the next request of '\(user)' renews it")
  }
}

struct ResetPasswordCommand: Command {
  static let name = "reset-password"
  static let summary = "ask for a new password, or record that there is one"
  static let example = """
    replog reset-password ann@example.com
    replog reset-password ann@example.com --complete
    """
  static let remark = """
    An address without an account gets the same answer and no mail.
    A new password ends the sign-in session of its user.
    """
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  static let mayMeetSecrets = true
  private var email = ""
  private var isComplete = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&email, "EMAIL", "the address")
    try a.flag(&isComplete, "--complete", "the application has the new password")
  }

  func run(_ shell: inout Shell) throws {
    if isComplete { return try shell.perform(CompletePasswordReset(email: email)) }
    try shell.perform(RequestPasswordReset(email: email))
    guard !shell.options.json, !shell.options.dryRun else { return }
    try shell.print("if the address has an account, a mail to it waits: replog outbox")
  }
}

struct OutboxSentCommand: Command {
  static let name = "outbox sent"
  static let summary = "record that a waiting mail was sent"
  static let example = "replog outbox sent last"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var sent = NoteMailSent(mail: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&sent.mail, "MAIL", "its id, the beginning of it, @SEQ or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(sent) }
}

struct LinkCommand: Command {
  static let name = "link"
  static let summary = "let a provider's subject sign in as the user"
  static let example = "replog link --provider apple --subject 0017"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let mayMeetSecrets = true
  private var link = LinkIdentity(provider: "", subject: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.required(&link.provider, "--provider", "who vouches: google, apple, …")
    try a.required(&link.subject, "--subject", "the user's id at the provider")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(link) }
}

struct UnlinkCommand: Command {
  static let name = "unlink"
  static let summary = "take a way to sign in away from the user"
  static let example = "replog unlink --provider apple --subject 0017"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let mayMeetSecrets = true
  private var unlink = UnlinkIdentity(provider: "", subject: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.required(&unlink.provider, "--provider", "who vouched: google, apple, …")
    try a.required(&unlink.subject, "--subject", "the user's id at the provider")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(unlink) }
}

struct RouteCommand: Command {
  static let name = "route"
  static let summary = "show which way of signing in a form asks for"
  static let example = "replog route --email ann@example.com"
  static let accepts: GlobalOptions.Accepted = []
  static let mayMeetSecrets = true
  private var email: String?
  private var userID: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&email, "--email", "what stands in the field of the address")
    try a.option(&userID, "--user-id", "what stands in the field of the user's id")
  }

  func run(_ shell: inout Shell) throws {
    try shell.show(RouteReport(route: SignInRoute(email: email, userID: userID)))
  }
}

/// `replog route`: the way of signing in.
private struct RouteReport: Report {
  let route: SignInRoute

  func table(isColored: Bool) -> String {
    switch route {
    case .provider: "provider: nothing is filled in, so the identity provider vouches\n"
    case .newUser: "new-user: open an account with the address, and make a profile\n"
    case .existingUser: "existing-user: sign in\n"
    }
  }

  func write(_ json: inout JSONWriter) {
    json.object { $0.member("route", route.rawValue) }
  }
}

struct AuthorizeCommand: Command {
  static let name = "authorize"
  static let summary = "show whose sign-in session lasts, or refuse it"
  static let example = "replog authorize 019caf81-e3f2-721e-b147-a6a80e00a1a2"
  static let accepts: GlobalOptions.Accepted = []
  static let mayMeetSecrets = true
  // A client may treat its name as a secret.
  static let completions = ["SESSION": Completion.nothing]
  private var session: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&session, "SESSION", "the sign-in session that a client names")
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    let accounts = try replay(shell.openLog(), Accounts())
    let signIn: Accounts.SignIn
    do throws(AuthorizationError) { signIn = try accounts.authorize(session, at: now) } catch {
      throw Refusal(.notAuthorized, error.message, help: "sign in again")
    }
    try shell.show(AuthorizationReport(signIn: signIn))
  }
}

/// `replog authorize`: the valid sign-in session.
private struct AuthorizationReport: Report {
  let signIn: Accounts.SignIn

  func table(isColored: Bool) -> String {
    "\(inert(signIn.user.text)), until \(minute(signIn.expiresAt))\n"
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("user", signIn.user.text)
      json.member("session", signIn.session.text)
      json.member("expiresAt", "\(signIn.expiresAt)")
    }
  }
}
