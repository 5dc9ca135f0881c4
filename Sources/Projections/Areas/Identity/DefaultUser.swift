import Events

// The user of a request or a view that names none.
extension Log {
  /// Returns the user of a request or a view that names no user.
  ///
  /// This is the user of the latest sign-in, or nil after that user signed out. If nobody has ever signed in, it is
  /// the only user of the log, as after an import.
  ///
  /// Cost: a replay of the sign-ins; before the first sign-in also a pass that decodes nothing.
  public func defaultUser() throws(LogError) -> Name? {
    let latest = try replay(self, LatestSignIn())
    return try latest.isEmpty ? onlyUser() : latest.user
  }

  /// Returns the only user of the log if they have no account; the first sign-in then creates their account.
  public func userWithoutAccount() throws(LogError) -> Name? {
    guard try replay(self, LatestSignIn()).isEmpty, let user = try onlyUser(),
      try replay(self, OfUser<Identity>(user)).value.account == nil
    else { return nil }
    return user
  }

  /// Returns the only user of all events; nil if there are several users, or none.
  package func onlyUser() throws(LogError) -> Name? {
    var only: Name?
    var lines = lines()
    while let line = try lines.next() {
      guard let user = line.user, user != only else { continue }
      guard only == nil else { return nil }
      only = user
    }
    return only
  }
}
