import Events

/// The reason why a request of a client is not taken, in words known to clients.
///
/// Source: RedGym, whose server answers with them and the status 401.
public enum AuthorizationError: String, Error, CaseIterable, Sendable {
  case missing = "Missing session token"
  /// No sign-in session is called so, it was ended, or it is over.
  case invalid = "Invalid session token"

  /// The words.
  public var message: String { rawValue }
}

extension Accounts {
  /// Returns the sign-in session called `session`, which lasts at `now`: the guard of a host's requests.
  ///
  /// It lasts up to and including its last millisecond. A host that gives its clients tokens keeps for each
  /// the name of its session.
  ///
  /// Cost: looks at every account.
  ///
  /// - Parameter session: the name; nil or empty where the client gave none.
  public func authorize(
    _ session: String?, at now: Timestamp
  ) throws(AuthorizationError) -> SignIn {
    guard let session, !session.isEmpty else { throw .missing }
    // Not as a name: those are kept for as long as the process runs, and a client may send any text.
    let found = signIns.filter { $0.session.text.utf8.elementsEqual(session.utf8) }
      .max { $0.seq < $1.seq }
    guard let found, found.expiresAt.milliseconds >= now.milliseconds else { throw .invalid }
    return found
  }

  /// Returns what follows `Bearer` in the value of an `Authorization` header; nil where there is nothing.
  public static func bearer(in header: String?) -> String? {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
    return given(String(header.dropFirst("bearer ".count)))
  }
}
