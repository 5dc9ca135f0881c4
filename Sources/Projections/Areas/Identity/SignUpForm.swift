import Events

/// A form with which a person asks for an account, as a host application checks it before anything else.
///
/// The password is checked and goes no further: a host keeps a hash of its own, and nothing of it is in an
/// event. What the host asks of passwords beyond a length is its own affair.
///
/// Source: TitanUp, whose checks and messages these are, in their order.
public struct SignUpForm: Sendable {
  /// The least number of characters of a password.
  public static let shortestPassword = 6

  public var email: String
  public var password: String
  /// The password typed once more; nil where the form does not ask for it.
  public var confirmation: String?
  /// The name; nil where the form does not ask for it.
  public var name: String?

  public init(email: String, password: String, confirmation: String? = nil, name: String? = nil) {
    (self.email, self.password) = (email, password)
    (self.confirmation, self.name) = (confirmation, name)
  }

  /// The first thing wrong with the form; nil where there is none.
  ///
  /// White space at the ends of the address and the name does not count; that of a password does, unless
  /// there is nothing else.
  public var problem: FormProblem? {
    if let name, trimmed(name).isEmpty { return .incomplete }
    if let problem = SignInForm(email: email, password: password).problem { return problem }
    if password.count < SignUpForm.shortestPassword { return .shortPassword }
    if let confirmation, confirmation != password { return .differentPasswords }
    return nil
  }
}

/// A form with which a user asks to be signed in, as a host application checks it before the password.
public struct SignInForm: Sendable {
  public var email: String
  public var password: String

  public init(email: String, password: String) { (self.email, self.password) = (email, password) }

  /// The first thing wrong with the form; nil where there is none.
  public var problem: FormProblem? {
    let email = trimmed(email)
    if email.isEmpty || trimmed(password).isEmpty { return .incomplete }
    return email.contains("@") && email.contains(".") ? nil : .invalidEmail
  }
}

/// A thing wrong with a form, in the words shown to the person who filled it in.
public enum FormProblem: String, Error, CaseIterable, Sendable {
  case incomplete = "please enter login details."
  case invalidEmail = "please enter a valid email."
  case shortPassword = "Please enter a Password 6 or more characters."
  case differentPasswords = "Passwords do not match. Try again."

  /// The words.
  public var message: String { rawValue }
}
