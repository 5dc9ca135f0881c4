import Events

extension IdentityEvent {
  /// The reversal of the event: none, since what a provider or a user vouched for is not taken back.
  var reversal: Reversal {
    switch self {
    case .accountRegistered:
      .bystander(reason: "an account stays once it is opened", help: nil)
    case .emailVerified:
      .bystander(reason: "an address stays proved once it is", help: nil)
    case .userSignedIn:
      .bystander(reason: "a sign-in was vouched for", help: "end it: \(.signOut)")
    case .sessionRenewed:
      .bystander(
        reason: "a sign-in session that was renewed ends by itself", help: "end it: \(.signOut)"
      )
    case .userSignedOut:
      .bystander(
        reason: "nobody vouches for a sign-in session that ended", help: "sign in again")
    case .passwordResetRequested:
      .bystander(reason: "a request for a new password was made", help: nil)
    case .passwordReset:
      .bystander(reason: "a password that is replaced is no longer known", help: nil)
    case .identityLinked:
      .bystander(reason: "a provider vouched for the subject", help: nil)
    case .identityUnlinked:
      .bystander(reason: "a subject is linked when its provider vouches for it again", help: nil)
    case .mailSent:
      .bystander(reason: "a mail that was sent is not taken back", help: nil)
    }
  }
}
