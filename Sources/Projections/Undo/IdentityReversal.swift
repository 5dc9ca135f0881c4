import Events

extension IdentityEvent {
  /// The reversal of the event: none, since a provider or a user confirmed it outside the log.
  var reversal: Reversal {
    switch self {
    case .accountRegistered:
      .bystander(reason: "an account cannot be closed", help: nil)
    case .emailVerified:
      .bystander(reason: "a verified address stays verified", help: nil)
    case .userSignedIn:
      .bystander(
        reason: "only a sign-out ends a sign-in session", help: "end the session: \(.signOut)")
    case .sessionRenewed:
      .bystander(
        reason: "a renewed sign-in session expires by itself", help: "end the session: \(.signOut)"
      )
    case .userSignedOut:
      .bystander(
        reason: "an ended sign-in session cannot be restored", help: "sign in again")
    case .passwordResetRequested:
      .bystander(reason: "a request for a new password cannot be withdrawn", help: nil)
    case .passwordReset:
      .bystander(reason: "the log does not contain the previous password", help: nil)
    case .identityLinked:
      .bystander(reason: "a linked subject stays linked until it is unlinked", help: nil)
    case .identityUnlinked:
      .bystander(reason: "only a new check by the provider can link the subject again", help: nil)
    case .mailSent:
      .bystander(reason: "a sent mail cannot be recalled", help: nil)
    }
  }
}
