import Events

extension IdentityEvent {
  /// Accounts and links are shared by all devices, so only the host that keeps the log changes them.
  var judgement: Judgement {
    switch self {
    case .accountRegistered, .emailVerified, .emailRemoved, .userSignedIn, .passwordResetRequested,
      .passwordReset, .identityLinked, .identityUnlinked, .mailSent:
      .onlyAtRemote
    // A device renews an expired session together with the first event after it, and ends its own.
    case .sessionRenewed, .userSignedOut: .always
    }
  }
}
