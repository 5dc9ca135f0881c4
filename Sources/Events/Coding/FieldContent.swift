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

  /// The names of the entities that the payload creates and refers to, in wire order.
  var entityNames: [Name] { collected.entityNames }

  private var collected: ContentCollector {
    var collector = ContentCollector(version: Self.version)
    // A payload that cannot be walked completely cannot be written either.
    guard (try? Self(self, &collector)) != nil else {
      return ContentCollector(version: Self.version)
    }
    return collector
  }
}

/// A walk that records the content of each written field, and the names of entities.
private struct ContentCollector: Fields {
  let version: Int
  private(set) var contents: [(name: String, content: FieldContent)] = []
  private(set) var entityNames: [Name] = []

  init(version: Int) { self.version = version }

  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard let value = try optionalField(name, value, traits) else {
      preconditionFailure("a payload walked its field '\(name)' without a value to note")
    }
    return value
  }

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    guard let value else { return nil }
    let content = value.content
    contents.append(("\(name)", content))
    if traits.creation != nil || traits.reference != nil, case .text(let text) = content {
      entityNames.append(Name(text))
    }
    return value
  }

  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) {}
}
