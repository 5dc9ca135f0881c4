/// The reason for an error as a code for programs, in kebab case; no release changes a code.
///
/// The article Error codes of `Projections` lists the codes of the libraries and of the command. An app declares
/// the codes of its own refusals as static members.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the code written as `text`.
  public init(_ text: String) { rawValue = text }
}

extension ErrorCode: CustomStringConvertible {
  public var description: String { rawValue }
}
