import Events

/// A way to sign in, chosen by the fields that a person filled in.
///
/// Source: Pump Path; its Apple ID is any identity provider here.
public enum SignInRoute: String, CaseIterable, Sendable {
  /// The identity provider of the device, since no field was filled in.
  case provider
  /// A new account with the address; a profile comes next.
  case newUser = "new-user"
  /// The account with the user's id; the app comes next.
  case existingUser = "existing-user"

  /// Chooses the next step; an address takes precedence over an id.
  ///
  /// A field with only white space counts as empty.
  ///
  /// - Throws: `FormProblem.incomplete` if only the password was filled in.
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
