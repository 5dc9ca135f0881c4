import Events

/// A request for a new password by a person who cannot sign in.
///
/// It is noted whether the address has an account or not, and without a look at the accounts, so that
/// neither the answer nor its time tells a stranger which addresses there are. Only one with an account is
/// sent a mail: `Outbox`.
public struct RequestPasswordReset: HostRequest {
  public var email: String

  public init(email: String) { self.email = email }

  public func decide(_ state: EmptyProjection, at now: Timestamp) throws(Refusal) -> [Event.Body] {
    let request = PasswordResetRequested(email: try address(email))
    return [.identity(.passwordResetRequested(request))]
  }
}

/// A new password, which the host application keeps; it ends the sign-in session of its user.
public struct CompletePasswordReset: Admission {
  /// The address of the account.
  public var email: String

  public init(email: String) { self.email = email }

  public func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> Admitted {
    let email = try address(email)
    guard let user = accounts.recipient(of: email) else { throw .noAccount(email) }
    let reset = PasswordReset(request: accounts.resetRequest(of: user))
    return Admitted(user: user, facts: [.identity(.passwordReset(reset))])
  }
}

/// A note of the host application that it sent a mail.
public struct NoteMailSent: HostRequest {
  public var mail: Reference

  public init(mail: Reference) { self.mail = mail }

  public func decide(_ outbox: Outbox, at now: Timestamp) throws(Refusal) -> [Event.Body] {
    [.identity(.mailSent(MailSent(mail: try outbox.mail(mail).id)))]
  }
}
