import Events

/// A form with which a person asks for an account, and the checks that a host application makes first.
///
/// The password is only checked here. A host stores its own hash of it, and no event contains any part of it. Rules for
/// passwords beyond a minimum length are the host's responsibility.
///
/// Source: TitanUp, with its checks and messages, in their order.
public struct SignUpForm: Sendable {
  /// The minimum number of characters of a password.
  public static let shortestPassword = 6

  public var email: String
  public var password: String
  /// The repeated password; nil if the form does not ask for it.
  public var confirmation: String?
  /// The name; nil if the form does not ask for it.
  public var name: String?

  public init(email: String, password: String, confirmation: String? = nil, name: String? = nil) {
    (self.email, self.password) = (email, password)
    (self.confirmation, self.name) = (confirmation, name)
  }

  /// The first problem of the form; nil if there is none.
  ///
  /// White space at the ends of the address and the name is ignored. In a password it counts, unless the password
  /// consists only of white space.
  public var problem: FormProblem? {
    if let name, trimmed(name).isEmpty { return .incomplete }
    if let problem = SignInForm(email: email, password: password).problem { return problem }
    if password.count < SignUpForm.shortestPassword { return .shortPassword }
    if let confirmation, confirmation != password { return .differentPasswords }
    return nil
  }
}

/// A form with which a user signs in, and the checks that a host application makes before the password check.
public struct SignInForm: Sendable {
  public var email: String
  public var password: String

  public init(email: String, password: String) { (self.email, self.password) = (email, password) }

  /// The first problem of the form; nil if there is none.
  public var problem: FormProblem? {
    let email = trimmed(email)
    if email.isEmpty || trimmed(password).isEmpty { return .incomplete }
    return email.contains("@") && email.contains(".") ? nil : .invalidEmail
  }
}

/// A problem of a form, in words for the person who filled it in.
public enum FormProblem: String, Error, CaseIterable, Sendable {
  case incomplete = "please enter login details."
  case invalidEmail = "please enter a valid email."
  case shortPassword = "Please enter a Password 6 or more characters."
  case differentPasswords = "Passwords do not match. Try again."

  /// The words for the user.
  public var message: String { rawValue }
}
