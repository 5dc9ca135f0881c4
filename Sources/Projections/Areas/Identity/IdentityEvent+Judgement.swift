import Events

extension IdentityEvent {
  /// Accounts and links are shared by all devices, so only the host that keeps the log changes them.
  var judgement: Judgement {
    switch self {
    case .accountRegistered, .emailVerified, .emailRemoved, .userSignedIn, .passwordResetRequested,
      .passwordReset, .identityLinked, .identityUnlinked, .mailSent:
      .onlyAtRemote
    // A device renews an expired session together with the first event after it, and ends its own.
    case .sessionRenewed(let renewal): .unless(OtherSession(renewal: renewal))
    case .userSignedOut: .always
    }
  }
}

/// A check of whether a renewal is about another session than the user's; it must not give a session more than its day.
private struct OtherSession: InertEvent {
  let renewal: SessionRenewed

  func isInert(_ event: Event, _ state: OfUser<Identity>) throws(Refusal) -> Bool {
    let latest = event.at.adding(seconds: Accounts.signInSeconds)
    guard renewal.expiresAt.milliseconds <= latest.milliseconds else {
      let times = minutes(latest, renewal.expiresAt)
      throw Refusal(
        .notAuthorized,
        "a session must end at \(times.0) at the latest, got \(times.1)",
        help: "sign in where the remote's log is")
    }
    return state.value.signIn?.session != renewal.session
  }
}
