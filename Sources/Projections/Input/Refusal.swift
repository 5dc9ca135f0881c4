import Events

/// The reason why something is not done.
public struct Refusal: Error, Equatable, Sendable {
  /// The reason, by which a program branches.
  public let code: ErrorCode
  /// The request and why not: lower case, no full stop.
  public let message: String
  /// The next step instead; nil when the message has it.
  public let help: Remedy?
  /// The question after whose confirmation it is done all the same; nil where nothing would do.
  public let question: String?

  public init(
    _ code: ErrorCode, _ message: String, help: Remedy? = nil, question: String? = nil
  ) {
    (self.code, self.message) = (code, message)
    (self.help, self.question) = (help, question)
  }

  /// Creates a refusal by a rule that no program branches on, with the code `refused`.
  public init(_ message: String, help: Remedy? = nil, question: String? = nil) {
    self.init(.refused, message, help: help, question: question)
  }
}
