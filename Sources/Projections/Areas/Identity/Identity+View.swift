import Events

/// The sign-in session of a user.
public struct UserView: PersonalView {
  /// A sign-in session and its account.
  public struct Row: Record {
    public let signIn: Accounts.SignIn
    public let account: Accounts.Account

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("user", row?.signIn.user, .plain.personal, "The user.")
      f("email", row?.account.email, .plain.personal, "The email address.")
      f("givenName", row?.account.givenName, .plain.personal, "The given name, or null.")
      f("familyName", row?.account.familyName, .plain.personal, "The family name, or null.")
      f("picture", row?.account.picture, .plain.personal, "The URL of a picture, or null.")
      f(
        "provider", row?.signIn.provider, .plain,
        "The identity provider that authenticated the user."
      )
      f("session", row?.signIn.session, .plain, "The sign-in session.")
      f("signedInAt", row?.signIn.signedInAt, .plain, "The time of the sign-in.")
      f("expiresAt", row?.signIn.expiresAt, .plain, "The time at which the session expires.")
    }
  }

  public static let name = "user"
  public static let summary = "the signed-in user"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.optionalObject
  public static let emptyText = "nobody is signed in"

  public var rows: [Row]

  public init(of user: Name?, _ identity: Identity, _: EmptyProjection) {
    if let signIn = identity.signIn, let account = identity.account {
      rows = [Row(signIn: signIn, account: account)]
    } else {
      rows = []
    }
  }
}
