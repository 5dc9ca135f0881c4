import Events

/// The refusal of a request.
public struct Refusal: Error, Equatable, Sendable {
  /// The code of the reason, for programs.
  public let code: ErrorCode
  /// The request and the reason: lower case, no full stop.
  public let message: String
  /// The next step; nil if the message already contains it.
  public let help: Remedy?
  /// The question whose confirmation permits the request; nil if no confirmation does.
  public let question: String?

  public init(_ code: ErrorCode, _ message: String, help: Remedy? = nil, question: String? = nil) {
    (self.code, self.message) = (code, message)
    (self.help, self.question) = (help, question)
  }

  /// Creates a refusal with the code `refused`, for a reason without its own code.
  public init(_ message: String, help: Remedy? = nil, question: String? = nil) {
    self.init(.refused, message, help: help, question: question)
  }
}
