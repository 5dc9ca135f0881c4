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
        email    \(inert(account.email.text))\(others(account))
        sign-in  \(inert(row.signIn.provider.text)), \(minute(row.signIn.signedInAt))
        expires  \(minute(row.signIn.expiresAt))

        """
    }.joined()
  }

  /// Returns the line of the other addresses of an account; empty if it has none.
  private func others(_ account: Accounts.Account) -> String {
    let current = account.address(account.email)
    let others = account.addresses.filter { $0 != current }.map { inert($0.text) }
    return others.isEmpty ? "" : "\nalso     \(others.joined(separator: ", "))"
  }
}
