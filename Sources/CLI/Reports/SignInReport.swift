import Events
import Projections

/// `replog user`: who is signed in.
struct SignInReport: Report {
  /// nil when nobody is.
  let signIn: Accounts.SignIn?
  let account: Accounts.Account?

  func table(isColored: Bool) -> String {
    guard let signIn, let account else { return "nobody is signed in\n" }
    let name = [account.givenName, account.familyName].compactMap(\.self).joined(separator: " ")
    return """
      \(inert(signIn.user.text))\(name.isEmpty ? "" : " (\(inert(name)))")
      email    \(inert(account.email.text))
      signed in with \(inert(signIn.provider.text)), \(minute(signIn.signedInAt))
      expires  \(minute(signIn.expiresAt))

      """
  }

  func write(_ json: inout JSONWriter) {
    guard let signIn, let account else { return json.null() }
    json.object { json in
      json.member("user", signIn.user)
      json.member("email", account.email)
      json.member("givenName", account.givenName)
      json.member("familyName", account.familyName)
      json.member("picture", account.picture)
      json.member("provider", signIn.provider)
      json.member("session", signIn.session)
      json.member("signedInAt", signIn.signedInAt)
      json.member("expiresAt", signIn.expiresAt)
    }
  }
}
