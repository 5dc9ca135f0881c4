import Events
import Projections

extension UserView {
  /// The sign-in session, with one fact per line.
  var lines: String {
    rows.map { row in
      let account = row.account
      let name = [account.givenName, account.familyName].compactMap(\.self).joined(separator: " ")
      return """
        \(inert(row.signIn.user.text))\(name.isEmpty ? "" : " (\(inert(name)))")
        email    \(inert(account.email.text))
        signed in with \(inert(row.signIn.provider.text)), \(minute(row.signIn.signedInAt))
        expires  \(minute(row.signIn.expiresAt))

        """
    }.joined()
  }
}
