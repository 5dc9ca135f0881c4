import Events
import Projections

struct SignUpCommand: Command {
  static let name = "sign-up"
  static let summary = "open an account; the application keeps the password"
  static let example = "replog sign-up --email ann@example.com --given-name Ann"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  static let mayMeetSecrets = true
  static let isAboutNamedLog = false
  var signUp = SignUp(email: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.required(&signUp.email, "--email", "the address; it has to be verified")
    try a.option(&signUp.givenName, "--given-name", "what friends say")
    try a.option(&signUp.familyName, "--family-name", "what the post office says")
  }

  func run(_ shell: inout Shell) throws {
    var signUp = signUp
    signUp.user = shell.options.user
    try shell.perform(signUp)
  }
}

struct VerifyEmailCommand: Command {
  static let name = "verify-email"
  static let summary = "record that an address is its owner's"
  static let example = "replog verify-email --email ann@example.com"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  static let mayMeetSecrets = true
  var verification = VerifyEmail(email: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.required(&verification.email, "--email", "the address")
  }

  func run(_ shell: inout Shell) throws {
    var verification = verification
    verification.user = shell.options.user
    try shell.perform(verification)
  }
}

struct SignInCommand: Command {
  static let name = "sign-in"
  static let summary = "record that somebody was vouched for, and begin a sign-in session"
  static let example = """
    replog sign-in ann@example.com
    replog sign-in --provider google --subject 1093 --email ann@example.com
    """
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  static let mayMeetSecrets = true
  var signIn = SignIn(provider: "", email: "")
  private var address: String?
  private var email: String?
  private var provider: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&address, "EMAIL", "the address of a lifter whom this machine vouches for")
    try a.option(
      &provider, "--provider",
      "who vouches: google, apple, …; password for the application; else local")
    try a.option(&email, "--email", "the address, as EMAIL")
    try a.option(&signIn.subject, "--subject", "the user's id at the provider")
    try a.option(&signIn.givenName, "--given-name", "what friends say")
    try a.option(&signIn.familyName, "--family-name", "what the post office says")
    try a.option(&signIn.picture, "--picture", "address of a profile picture")
  }

  func run(_ shell: inout Shell) throws {
    var signIn = signIn
    // The error repeats neither word, since a word in the wrong place may be a password.
    guard let email = address ?? email, address == nil || self.email == nil else {
      throw UsageError(
        message: "expected one address, found \(address == nil ? "none" : "two")",
        help: "as in 'replog sign-in ann@example.com'")
    }
    (signIn.email, signIn.provider) = (email, provider ?? SignIn.local)
    signIn.user = shell.options.user
    try shell.perform(signIn)
  }
}

struct RenewCommand: Command {
  static let name = "renew"
  static let summary = "let the sign-in session last a day from now"
  static let example = "replog renew"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let mayMeetSecrets = true

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}
  func run(_ shell: inout Shell) throws { try shell.perform(RenewSignIn()) }
}

struct SignOutCommand: Command {
  static let name = "sign-out"
  static let summary = "end the sign-in session"
  static let example = "replog sign-out"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let mayMeetSecrets = true

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    try shell.perform(SignOut())
    guard !shell.options.json, !shell.options.dryRun else { return }
    let log = try shell.openLog()
    let latest = try replay(log, LatestSignIn())
    guard let out = shell.options.user ?? latest.signedOut else { return }
    let now = latest.user.map { "'\($0)' is still signed in" } ?? "nobody is signed in now"
    try shell.print("'\(inert(out.text))' is signed out; \(inert(now))")
  }
}
