import Events
import Projections

extension CommandGroup {
  static let identity = CommandGroup("identity") {
    accountCommands
    signInCommands
    passwordCommands
    accessCommands
    viewCommands(in: .identity, own: [userCommand])
    Request(
      "outbox sent", "record that an email in the outbox was sent", "replog outbox sent last",
      NoteMailSent(mail: .latest)
    ) { try $1.positional(&$0.mail, "MAIL", "the email: its id, a prefix of it, '@45' or 'last'") }
    .with(\.accepts, [.dryRun, .anybody])
  }
}

private let givenNameHelp = "the given name"
private let familyNameHelp = "the family name"

@CommandList private var accountCommands: [any Command] {
  Request(
    "sign-up", "create an account with an email address; replog stores no password",
    "replog sign-up --email ann@example.com --given-name Ann", SignUp(email: "")
  ) {
    try $1.required(&$0.email, "--email", "the email address, which must then be verified")
    try $1.option(&$0.givenName, "--given-name", givenNameHelp)
    try $1.option(&$0.familyName, "--family-name", familyNameHelp)
  } perform: { signUp, _, shell in
    var signUp = signUp
    signUp.user = shell.options.user
    try shell.perform(signUp)
  }
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.mayMeetSecrets, true)
  .with(\.isAboutNamedLog, false)
  Request(
    "verify-email", "record that an email address was verified",
    "replog verify-email --email ann@example.com", VerifyEmail(email: "")
  ) {
    try $1.required(&$0.email, "--email", "the email address")
  } perform: { request, _, shell in
    var verification = request
    verification.user = shell.options.user
    try shell.perform(verification)
  }
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.mayMeetSecrets, true)
  Request(
    "remove-email", "remove an email address from your account",
    "replog remove-email ann@old.example.com", RemoveEmail(email: "")
  ) { try $1.positional(&$0.email, "EMAIL", "the email address") }
  .with(\.remark, "After that, the address has no owner until a user verifies it.")
  .with(\.mayMeetSecrets, true)
}

@CommandList private var signInCommands: [any Command] {
  Request(
    "sign-in", "sign in with an email address",
    """
    replog sign-in ann@example.com
    replog sign-in --provider google --subject 1093 --email ann@example.com
    replog sign-in --user ann --provider password
    """,
    (signIn: SignIn(provider: SignIn.local, email: ""), address: String?.none, email: String?.none)
  ) {
    try $1.positional(&$0.address, "EMAIL", "the email address of the user")
    var provider: String?
    try $1.option(
      &provider, "--provider",
      "the sign-in provider: google, apple, …, or password (default: local)")
    $0.signIn.provider = provider ?? SignIn.local
    try $1.option(&$0.email, "--email", "the email address, in place of EMAIL")
    try $1.option(&$0.signIn.subject, "--subject", subjectHelp)
    try $1.option(&$0.signIn.givenName, "--given-name", givenNameHelp)
    try $1.option(&$0.signIn.familyName, "--family-name", familyNameHelp)
    try $1.option(&$0.signIn.picture, "--picture", "the address of a profile picture")
  } perform: { request, _, shell in
    // The error repeats neither word, since a word in the wrong place may be a password.
    let addresses = [request.address, request.email].compactMap(\.self)
    var signIn = request.signIn
    (signIn.email, signIn.user) = (addresses.first, shell.options.user)
    let isKnown = signIn.user != nil || signIn.subject != nil
    guard addresses.count == 1 || addresses.isEmpty && isKnown else {
      throw UsageError(
        message: "exactly one address must be given, got \(addresses.isEmpty ? "none" : "two")",
        help: "for example 'replog sign-in ann@example.com'")
    }
    if signIn.email == nil { return try shell.perform(signIn) }
    try shell.performTakingOver(signIn)
  }
  .with(
    \.remark,
    """
    If the log has only one user, and that user has no account (for example after an import), you sign in as that \
    user. '--user NAME' creates another user instead. Without an address, '--user NAME' signs in a user who has an \
    account. '--subject' signs in the user who previously used that subject. '--provider password' \
    means that the app has already checked the password; the log never contains the password.
    """
  )
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.mayMeetSecrets, true)
  Request("renew", "extend the sign-in session to 24 hours from now", "replog renew", RenewSignIn())
    .with(\.mayMeetSecrets, true)
  Request(
    "sign-out", "sign out", "replog sign-out", SignOut(),
    perform: { signOut, _, shell in
      try shell.perform(signOut)
      guard !shell.options.json, !shell.options.dryRun else { return }
      let latest = try replay(shell.openLog(), LatestSignIn())
      guard let out = shell.options.user ?? latest.signedOut else { return }
      let now = latest.user.map { "'\($0)' is still signed in" } ?? "nobody is signed in now"
      try shell.print("'\(inert(out.text))' is signed out; \(inert(now))")
    }
  )
  .with(\.mayMeetSecrets, true)
}

private let subjectHelp = "the user's id at the provider"

@CommandList private var passwordCommands: [any Command] {
  Request(
    "reset-password", "request a password reset, or record its completion",
    """
    replog reset-password ann@example.com
    replog reset-password ann@example.com --complete
    """, (email: "", isComplete: false)
  ) {
    try $1.positional(&$0.email, "EMAIL", "the email address")
    try $1.flag(&$0.isComplete, "--complete", "record that the app has the new password")
  } perform: { request, _, shell in
    if request.isComplete { return try shell.perform(CompletePasswordReset(email: request.email)) }
    try shell.perform(RequestPasswordReset(email: request.email))
    guard !shell.options.json, !shell.options.dryRun else { return }
    try shell.print("if the address has an account, 'replog outbox' shows an email to it")
  }
  .with(
    \.remark,
    """
    If no account has the address, the output is the same, but no email is sent. \
    A new password ends the user's sign-in session.
    """
  )
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.mayMeetSecrets, true)
  Request(
    "link", "link a sign-in provider",
    "replog link --provider apple --subject 0017", LinkIdentity(provider: "", subject: "")
  ) { try $1.identity(&$0.provider, &$0.subject) }
  .with(\.mayMeetSecrets, true)
  Request(
    "unlink", "unlink a sign-in provider",
    "replog unlink --provider apple --subject 0017", UnlinkIdentity(provider: "", subject: "")
  ) { try $1.identity(&$0.provider, &$0.subject) }
  .with(\.mayMeetSecrets, true)
}

extension Arguments {
  /// Walks the provider and the subject of a linked identity.
  fileprivate func identity(_ provider: inout String, _ subject: inout String) throws {
    try required(&provider, "--provider", "the sign-in provider: google, apple, …")
    try required(&subject, "--subject", subjectHelp)
  }
}
