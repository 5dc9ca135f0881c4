import Events

/// An error as the server of a host sends it to its clients: `{"message":"…","code":401}`.
///
/// Source: RedGym; its clients read a message and a code from any error of the server, which sends `{"error":"…"}`.
public struct ErrorReply: Error, Equatable, Sendable {
  /// The words for the user.
  public let message: String
  /// The status of HTTP; 0 if the server sent none.
  public let code: Int

  public init(message: String, code: Int) { (self.message, self.code) = (message, code) }

  /// Creates the reply to a refused request.
  public init(_ refusal: Refusal) {
    let status =
      switch refusal.code {
      case .notAuthorized, .notSignedIn: 401
      case .emailNotVerified, .notOwner: 403
      case .noAccount, .notFound: 404
      case .accountExists, .accountMismatch, .alreadyExists, .eventsWithoutAccount: 409
      default: 422
      }
    self.init(message: refusal.message, code: status)
  }

  /// Creates the reply to a client without a valid sign-in session.
  public init(_ error: AuthorizationError) { self.init(message: error.message, code: 401) }

  /// Creates the reply to a form that was filled in incorrectly.
  public init(_ problem: FormProblem) { self.init(message: problem.message, code: 400) }

  /// Reads a server's reply in any form; without a message, the error is "Unknown error".
  public init(decoding bytes: [UInt8]) {
    let reply = try? Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    let inner = reply?["error"]
    let message = [reply?["message"], inner?["message"], inner].lazy.compactMap { $0?.text }.first
    self.init(message: message ?? "Unknown error", code: reply?["code"]?.integer ?? 0)
  }

  /// The JSON for a client.
  public var json: JSON { ["message": .string(message), "code": .number(.integer(Int64(code)))] }
}

extension JSON {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var integer: Int? {
    if case .number(let number) = self { number.integer.map(Int.init) } else { nil }
  }
}
