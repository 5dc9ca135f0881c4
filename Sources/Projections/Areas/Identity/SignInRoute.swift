import Events

/// A way to sign in, chosen by what a person filled in.
///
/// Source: Pump Path, whose Apple ID is any identity provider here.
public enum SignInRoute: String, CaseIterable, Sendable {
  /// The identity provider of the device, since nothing was filled in.
  case provider
  /// A new account with the address, and a profile next.
  case newUser = "new-user"
  /// The account of the user's id, and the app next.
  case existingUser = "existing-user"

  /// Chooses the way; an address counts for more than an id.
  ///
  /// Only white space is nothing.
  ///
  /// - Throws: `FormProblem.incomplete` for a password alone.
  public init(
    email: String? = nil, userID: String? = nil, password: String? = nil
  ) throws(FormProblem) {
    if given(email) != nil {
      self = .newUser
    } else if given(userID) != nil {
      self = .existingUser
    } else if given(password) != nil {
      throw .incomplete
    } else {
      self = .provider
    }
  }
}
