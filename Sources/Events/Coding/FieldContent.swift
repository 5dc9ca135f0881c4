/// The content of a field in simple types, to describe an event of any type in one line.
@usableFromInline package enum FieldContent: Equatable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  /// A list with this number of elements.
  case list(Int)
  /// An object, or no value.
  case other
}

extension JSON {
  /// The value in simple types.
  var content: FieldContent {
    switch self {
    case .string(let text): .text(text)
    case .number(let number): .number(number.double)
    case .bool(let flag): .flag(flag)
    case .array(let elements): .list(elements.count)
    case .object, .null: .other
    }
  }
}

extension Payload {
  /// The fields that are written, with their contents, in wire order.
  var contents: [(name: String, content: FieldContent)] { collected.contents }

  /// The entities that the payload creates and refers to, in wire order.
  var entities: [NamedEntity] {
    let named = collected.entities
    guard let kind = Self.creates else { return named }
    return [NamedEntity(kind: kind, name: nil, role: .created)] + named
  }

  private var collected: ContentCollector {
    var collector = ContentCollector(version: Self.version)
    // A payload that cannot be walked completely cannot be written either.
    guard (try? Self(self, &collector)) != nil else {
      return ContentCollector(version: Self.version)
    }
    return collector
  }
}

/// An entity that an event creates or refers to.
package struct NamedEntity: Sendable {
  package enum Role: Sendable {
    case created, referred, changed, ended, restored

    /// A Boolean value indicating whether the event changes the entity, which only its creator may change.
    package var isChange: Bool { self == .changed || self == .ended || self == .restored }
  }

  package let kind: EntityKind
  /// The name; nil for a created entity whose name is the id of its event.
  package internal(set) var name: Name?
  package let role: Role
}

/// Walks the fields of a payload and collects the content of each written field, and the entities.
private struct ContentCollector: ValueWalk {
  let version: Int
  private(set) var contents: [(name: String, content: FieldContent)] = []
  private(set) var entities: [NamedEntity] = []

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    let content = value?.content
    collect(content, traits)
    if let content { contents.append(("\(name)", content)) }
    return value
  }

  private mutating func collect(_ content: FieldContent?, _ traits: FieldTraits) {
    var name: Name?
    if case .text(let text) = content { name = Name(text) }
    if let kind = traits.creation {
      entities.append(NamedEntity(kind: kind, name: name, role: .created))
    } else if let kind = traits.reference, let name {
      let role: NamedEntity.Role =
        switch traits.effect {
        case nil: .referred
        case .changes: .changed
        case .ends: .ended
        case .restores: .restored
        }
      entities.append(NamedEntity(kind: kind, name: name, role: role))
    }
  }
}
