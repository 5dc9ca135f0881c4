/// The reason why something is not done.
public struct Refusal: Error, Equatable, Sendable {
  /// The request and why not: lower case, no full stop.
  public let message: String
  /// The next step instead; nil when the message has it.
  public let help: String?
  /// The question after whose confirmation it is done all the same; nil where nothing would do.
  public let question: String?

  public init(_ message: String, help: String? = nil, question: String? = nil) {
    self.message = message
    self.help = help
    self.question = question
  }
}
