import Events
import Projections

extension Shell {
  /// Performs a sign-in; in a log whose only user has no account, it is that user's.
  ///
  /// On a terminal, a question comes first. Otherwise a note gives the next step if the events belong to somebody else.
  mutating func performTakingOver(_ signIn: SignIn) throws {
    guard signIn.user == nil, let user = try userWithoutAccount() else {
      return try perform(signIn)
    }
    var signIn = signIn
    let name = inert(user.text)
    let question = "the log belongs to '\(name)', who has no account; is that you? [y/N] "
    if try !canAsk || isAnsweredYes(question) { signIn.user = user }
    try perform(signIn)
    guard signIn.user != nil, !canAsk else { return }
    let place = options.log.map { " --log \(quotedForShell($0.text))" } ?? ""
    note(
      "signed in as '\(name)', so far the only user of the log; if that is not you: "
        + "replog sign-out\(place), then replog sign-in OTHER@ADDRESS --user NAME\(place)")
  }

  /// Returns the only user of the log if they have no account; nil if there is no log.
  private func userWithoutAccount() throws -> Name? {
    guard let path = logPath, path != "-", try system.hasLog(path) else { return nil }
    return try openLogQuietly().userWithoutAccount()
  }
}
