import Events

/// A request for a new password by a person who cannot sign in.
///
/// It is recorded whether or not the address has an account, without looking at the accounts. Neither the answer nor
/// its duration therefore tells a stranger which addresses exist. Only an address with an account gets an email: see
/// `Outbox`.
public struct RequestPasswordReset: HostRequest {
  public var email: String

  public init(email: String) { self.email = email }

  public func decide(_ state: EmptyProjection, at now: Timestamp) throws(Refusal) -> [Event.Body] {
    [PasswordResetRequested(email: try address(email)).body]
  }
}

/// A new password, which the host application stores; it ends the user's sign-in session.
public struct CompletePasswordReset: Admission {
  /// The address of the account.
  public var email: String

  public init(email: String) { self.email = email }

  public func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> AdmissionResult {
    let email = try address(email)
    guard let user = accounts.recipient(of: email) else { throw .noAccount(email) }
    let reset = PasswordReset(request: accounts.resetRequest(of: user))
    return AdmissionResult(user: user, facts: [reset.body])
  }
}

/// A record that the host application sent an email.
public struct NoteMailSent: HostRequest {
  public var mail: Reference

  public init(mail: Reference) { self.mail = mail }

  public func decide(_ outbox: Outbox, at now: Timestamp) throws(Refusal) -> [Event.Body] {
    [MailSent(mail: try outbox.mail(mail).id).body]
  }
}
