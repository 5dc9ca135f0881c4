/// The fields of a payload in wire order, determined by a walk without a line.
@usableFromInline package struct PayloadDescription: Sendable {
  @usableFromInline package struct Field: Sendable {
    /// The name on the wire.
    @usableFromInline package let name: String
    /// The kind of value with its article: "a whole number".
    @usableFromInline package let expected: String
    /// The form of the value in JSON.
    @usableFromInline package let form: FieldForm
    @usableFromInline package let isRequired: Bool
    @usableFromInline package let traits: FieldTraits
    /// The fields of the objects in the value; empty for a simple value.
    @usableFromInline package let nested: PayloadDescription
  }

  /// The fields, including optional ones.
  @usableFromInline package let fields: [Field]

  /// The description of no fields.
  static let none = PayloadDescription(fields: [])

  /// The field called `name`; nil if there is none.
  @usableFromInline package subscript(name: String) -> Field? { fields.first { $0.name == name } }

  /// Returns whether a field satisfies a condition, at any depth.
  func contains(_ isSought: (Field) -> Bool) -> Bool {
    fields.contains { isSought($0) || $0.nested.contains(isSought) }
  }
}

extension Payload {
  /// The fields of the payload, in wire order.
  @usableFromInline package static var description: PayloadDescription {
    PayloadDescription(fields: FieldDescriber.walk(Self.self).fields)
  }
}

/// A walk through a payload's list of fields that records every field without a value.
struct FieldDescriber: Fields {
  let version: Int
  private(set) var fields: [PayloadDescription.Field] = []

  /// Returns the describer after a walk through all fields of `type`.
  static func walk<P: Payload>(_ type: P.Type) -> FieldDescriber {
    var describer = FieldDescriber(of: type)
    // If the list refuses a placeholder, the walk ends early.
    _ = try? P(nil, &describer)
    return describer
  }

  /// Creates a describer of the fields of `type`, before its walk.
  init<P: Payload>(of type: P.Type) { version = P.version }

  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    describe(name, V.self, isRequired: true, traits)
    return V.placeholder
  }

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    describe(name, V.self, isRequired: false, traits)
    return nil
  }

  private mutating func describe<V: FieldValue>(
    _ name: StaticString, _ type: V.Type, isRequired: Bool, _ traits: FieldTraits
  ) {
    fields.append(
      PayloadDescription.Field(
        name: "\(name)", expected: V.expected, form: V.form, isRequired: isRequired, traits: traits,
        nested: V.nestedDescription))
  }
}

extension JSON {
  /// Returns the value with the members that only `original` has appended, at every depth.
  ///
  /// A member of `known` that this value lacks is not unknown. It was omitted because it was `null` or had its
  /// default value.
  func keepingUnknown(of original: JSON, known: PayloadDescription) -> JSON {
    switch (self, original) {
    case (.object(let mine), .object(let theirs)):
      var members = mine.map { member in
        guard let other = original[member.name] else { return member }
        let nested = known[member.name]?.nested ?? .none
        return (member.name, member.value.keepingUnknown(of: other, known: nested))
      }
      for (name, value) in theirs where self[name] == nil && known[name] == nil {
        members.append((name, value))
      }
      return .object(members)
    case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
      return .array(zip(mine, theirs).map { $0.keepingUnknown(of: $1, known: known) })
    default: return self
    }
  }
}
