import Events

/// A reference to a post, a session, a set or another entity, as the user writes it.
public enum Reference: Equatable, Sendable {
  /// The latest one, written `last`.
  case latest
  /// The one whose name begins with a text; a whole name always means itself.
  case prefix(String)
  /// The one that the event at a position made or is about, written `@45`: the first of `names` that is one.
  case event(Int, names: [Name])

  /// Creates the reference written in `text`.
  ///
  /// The event at a position is found in its log: see `located(in:)`.
  public init(_ text: String) { self = text == "last" ? .latest : .prefix(text) }

  /// The position in a reference that is written `@45`; nil for any other.
  public var position: Int? {
    guard case .prefix(let text) = self, text.first == "@", let seq = Int(text.dropFirst()), seq > 0
    else { return nil }
    return seq
  }

  /// Returns the reference with the names of what the event at its position made or is about.
  ///
  /// One that is no position is returned as it is.
  ///
  /// - Throws: a refusal where the log has no such event; `LogError` when it is damaged.
  public func located(in log: Log) throws -> Reference {
    guard let seq = position else { return self }
    guard let names = try log.entityNames(at: seq) else {
      throw Refusal(
        .notFound, "the log has no event \(seq)", help: "\(.show(.log)) shows what it has")
    }
    return .event(seq, names: names)
  }

  /// Returns the one of `names`, oldest first, that is meant.
  ///
  /// - Parameters:
  ///   - what: the kind of thing that they name, for the refusal: "post".
  ///   - help: the advice of the refusal, such as the view that shows them.
  public func resolve(
    among names: [Name], _ what: String, help: Remedy
  ) throws(Refusal) -> Name {
    switch self {
    case .event(let seq, let meant):
      guard let name = meant.first(where: names.contains) else {
        throw Refusal(
          .notFound, "event \(seq) is about no \(what) that you can refer to", help: help)
      }
      return name
    case .latest:
      guard let last = names.last else {
        throw Refusal(.notFound, "there is no \(what) yet", help: help)
      }
      return last
    case .prefix(let text):
      // A script whose variable is empty does not mean the only one there is.
      if text.isEmpty {
        throw Refusal(
          .emptyValue, "the id of the \(what) must not be empty",
          help: "'last' means the latest one; \(help)")
      }
      if let exact = names.first(where: { $0 == Name(text) }) { return exact }
      let meant = names.filter { $0.text.utf8.starts(with: text.utf8) }
      guard let only = meant.first else {
        throw Refusal(
          .notFound, "there is no \(what) '\(text)'", help: "'last' means the latest one; \(help)")
      }
      guard meant.count == 1 else {
        throw Refusal(
          .ambiguous, "\(meant.count) of the \(what)s begin with '\(text)'",
          help: "give more of the id")
      }
      return only
    }
  }
}
