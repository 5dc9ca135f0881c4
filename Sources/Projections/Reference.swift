import Events

/// How somebody points at a post, a session or a set.
public enum Reference: Equatable, Sendable {
  /// The latest one, written `last`.
  case latest
  /// The one whose name begins so; the whole name always means itself.
  case prefix(String)

  /// What `text` points at.
  public init(_ text: String) { self = text == "last" ? .latest : .prefix(text) }

  /// The one among `names`, oldest first, that is meant.
  ///
  /// - Parameters:
  ///   - what: what they name, for the refusal: "post".
  ///   - help: where they come from.
  public func resolve(
    among names: [Name], _ what: String, help: String
  ) throws(Refusal) -> Name {
    switch self {
    case .latest:
      guard let last = names.last else { throw Refusal("there is no \(what) yet", help: help) }
      return last
    case .prefix(let text):
      // A script whose variable is empty does not mean the only one there is.
      if text.isEmpty {
        throw Refusal(
          "the id of the \(what) must not be empty", help: "'last' means the latest one; \(help)")
      }
      if let exact = names.first(where: { $0 == Name(text) }) { return exact }
      let meant = names.filter { $0.text.utf8.starts(with: text.utf8) }
      guard let only = meant.first else {
        throw Refusal(
          "there is no \(what) '\(text)'", help: "'last' means the latest one; \(help)")
      }
      guard meant.count == 1 else {
        throw Refusal(
          "\(meant.count) of the \(what)s begin with '\(text)'", help: "give more of the id")
      }
      return only
    }
  }
}
