import Events

/// The reason for refusing the request of a client, in words that clients understand.
///
/// Source: RedGym; its server responds with these words and the status 401.
public enum AuthorizationError: String, Error, CaseIterable, Sendable {
  case missing = "Missing session token"
  /// No sign-in session has this name, or the session has ended or expired.
  case invalid = "Invalid session token"

  /// The words for the client.
  public var message: String { rawValue }
}

extension Accounts {
  /// Returns the sign-in session named `session` if it is valid at `now`: the guard of a host's requests.
  ///
  /// It is valid up to and including its last millisecond. A host that gives its clients tokens stores the session name
  /// of each token.
  ///
  /// Cost: looks at every account.
  ///
  /// - Parameter session: The name; nil or empty if the client gave none.
  public func authorize(
    _ session: String?, at now: Timestamp
  ) throws(AuthorizationError) -> SignIn {
    guard let session, !session.isEmpty else { throw .missing }
    // Compared as text: names stay in memory for the life of the process, and a client may send any text.
    let found = signIns.filter { $0.session.text.utf8.elementsEqual(session.utf8) }
      .max { $0.seq < $1.seq }
    guard let found, !found.isExpired(at: now) else { throw .invalid }
    return found
  }

  /// Returns the text after `Bearer` in the value of an `Authorization` header; nil if there is none.
  public static func bearer(in header: String?) -> String? {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
    return given(String(header.dropFirst("bearer ".count)))
  }
}
