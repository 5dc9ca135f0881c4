import Events

/// A reference to a post, a session, a set or another entity, as the user writes it.
public enum Reference: Equatable, Sendable {
  /// The latest entity, written `last`.
  case latest
  /// The entity with a name that starts with a text; an entity with exactly this name comes first.
  case prefix(String)
  /// The entity that the event at a position created or refers to, written `@45`: the first of `names` of the right
  /// kind.
  case event(Int, names: [Name])

  /// Creates the reference written in `text`.
  ///
  /// A position gets its names from the log: see `located(in:)`.
  public init(_ text: String) { self = text == "last" ? .latest : .prefix(text) }

  /// The position of a reference written `@45`; nil for any other reference.
  public var position: Int? {
    guard case .prefix(let text) = self, text.first == "@", let seq = Int(text.dropFirst()), seq > 0
    else { return nil }
    return seq
  }

  /// Returns the reference with the names of the entities that the event at its position created or refers to.
  ///
  /// A reference without a position is returned unchanged.
  ///
  /// - Throws: A refusal if the log has no such event; `LogError` if the log is damaged.
  public func located(in log: Log) throws -> Reference {
    guard let seq = position else { return self }
    guard let names = try log.entityNames(at: seq) else {
      throw Refusal(
        .notFound, "the log has no event \(seq)", help: "\(.show(.log)) shows its events")
    }
    return .event(seq, names: names)
  }

  /// Returns the referenced entity among `all`, oldest first.
  ///
  /// - Parameters:
  ///   - key: A closure that returns the name of an entity and the position of the event that created it.
  ///   - what: The kind of entity, for the refusal: "video".
  ///   - created: The words about an event that created none of them: "did not add one of your videos".
  ///   - help: The help of the refusal, such as the view that shows the entities.
  func resolve<Entity>(
    among all: [Entity], by key: (Entity) -> (name: Name, seq: Int), _ what: String,
    created: String, help: Remedy
  ) throws(Refusal) -> Entity {
    let found: Entity?
    let missing: String
    if let seq = position {
      found = all.first { key($0).seq == seq }
      missing = "event \(seq) \(created)"
    } else {
      let name = try resolve(among: all.map { key($0).name }, what, help: help)
      found = all.first { key($0).name == name }
      missing = "there is no \(what) '\(name)'"
    }
    guard let found else { throw Refusal(.notFound, missing, help: help) }
    return found
  }

  /// Returns the referenced name among `names`, oldest first.
  ///
  /// - Parameters:
  ///   - what: The kind of entity, for the refusal: "post".
  ///   - help: The help of the refusal, such as the view that shows the names.
  public func resolve(among names: [Name], _ what: String, help: Remedy) throws(Refusal) -> Name {
    switch self {
    case .event(let seq, let meant):
      guard let name = meant.first(where: names.contains) else {
        let article = "aeiou".contains { $0 == what.first } ? "an" : "a"
        throw Refusal(
          .notFound, "event \(seq) does not refer to \(article) \(what) that is available to you",
          help: help)
      }
      return name
    case .latest:
      guard let last = names.last else {
        throw Refusal(
          .notFound, "there are no \(what)\(what.hasSuffix("s") ? "es" : "s") yet", help: help)
      }
      return last
    case .prefix(let text):
      // An empty shell variable does not mean the only entity.
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
          .ambiguous, "the ids of \(meant.count) \(what)s start with '\(text)'",
          help: "enter more characters of the id")
      }
      return only
    }
  }
}
