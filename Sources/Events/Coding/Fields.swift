/// A walk through the fields of a payload, to read it, to write it, or to describe it.
///
/// A payload lists its fields once, in wire order, and every walk follows that list:
///
///     session = try f("session", old?.session, .refers(to: .session), "The session of the set.")
///     reps = try f("reps", old?.reps, .reps, "Repetitions done; 0 for a failed attempt.")
///     note = try f.optional("note", old?.note, .text.personal, "A remark.")
///
/// A reader gets nil for the value and returns the value from the line. A writer gets the value, writes it and
/// returns it.
@usableFromInline package protocol Fields {
  /// The schema version of the data: the version of the line for a reader, the newest version for a writer.
  ///
  /// To upgrade older data, write `if f.version < 2` next to the field.
  var version: Int { get }

  /// Walks a required field.
  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V

  /// Walks an optional field; nil is never written, and `null` is read as nil.
  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V?

  /// Checks a walked value against a limit that depends on several fields.
  mutating func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError)

  /// Records that a field was present although replog omits it.
  ///
  /// Only a reader whose lines may be copied unchanged needs this.
  mutating func noteRedundantField()

  /// A Boolean value indicating whether a reader has read the last field; false for other walks.
  var isAtEnd: Bool { get }
}

extension Fields {
  @inlinable @inline(__always)
  package func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {}
  @usableFromInline package func noteRedundantField() {}
  @inlinable @inline(__always)
  package var isAtEnd: Bool { false }

  /// Walks a required field.
  @inlinable @inline(__always)
  package mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: V.Traits, _ summary: StaticString = ""
  ) throws(LineError) -> V { try field(name, value, traits.field.described(as: summary)) }

  /// Walks an optional field.
  @inlinable @inline(__always)
  package mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: V.Traits, _ summary: StaticString = ""
  ) throws(LineError) -> V? { try optionalField(name, value, traits.field.described(as: summary)) }

  /// Walks a list that is omitted if it is empty.
  @inlinable @inline(__always)
  package mutating func list<V: FieldValue>(
    _ name: StaticString, _ value: [V]?, _ traits: V.Traits, _ summary: StaticString = ""
  ) throws(LineError) -> [V] { try listed(name, value, traits.field.described(as: summary)) }

  /// Walks a field that is omitted if it has its default value.
  @inlinable @inline(__always)
  package mutating func withDefault<V: FieldValue>(
    _ usual: V, _ name: StaticString, _ value: V?, _ traits: V.Traits,
    _ summary: StaticString = ""
  ) throws(LineError) -> V {
    try defaulted(usual, name, value, traits.field.described(as: summary))
  }

  @inlinable @inline(__always)
  package mutating func listed<V: FieldValue>(
    _ name: StaticString, _ value: [V]?, _ traits: FieldTraits
  ) throws(LineError) -> [V] {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    let found = try optionalField(name, value, traits)
    if found?.isEmpty ?? false { noteRedundantField() }
    return found ?? []
  }

  @inlinable @inline(__always)
  package mutating func defaulted<V: FieldValue>(
    _ usual: V, _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    let value = value == usual ? nil : value
    let found = try optionalField(name, value, traits)
    if found == usual { noteRedundantField() }
    return found ?? usual
  }

  /// Walks the two fields of a weight, `"weight":225,"unit":"lb"`; nil if there is none.
  @inlinable @inline(__always)
  package mutating func weight(
    _ value: Weight?, _ summary: StaticString = ""
  ) throws(LineError) -> Weight? {
    let number = try optionalField("weight", value?.value, .mass.described(as: summary))
    let unit = value?.unit == .kg ? nil : value?.unit
    let named = try optionalField(
      "unit", unit, .any.described(as: "The unit of the weight; omitted for kilograms."))
    if named == .kg || named != nil && number == nil { noteRedundantField() }
    // The unit, and with it the limit of the number, is known only now.
    if let number { try require("weight", number, .weight(named ?? .kg)) }
    return number.map { Weight($0, named ?? .kg) }
  }

  /// Walks the two fields of a required load.
  @inlinable @inline(__always)
  package mutating func load(
    _ value: Weight?, _ summary: StaticString = ""
  ) throws(LineError) -> Weight {
    let weight = try mass(value, .mass.described(as: summary))
    try require("weight", weight.value, .weight(weight.unit))
    return weight
  }

  /// Walks the two fields of the weight of a person.
  @inlinable @inline(__always)
  package mutating func bodyWeight(
    _ value: Weight?, _ summary: StaticString = ""
  ) throws(LineError) -> Weight {
    let weight = try mass(value, .bodyMass.personal.described(as: summary))
    try require("weight", weight.value, .bodyWeight(weight.unit))
    return weight
  }

  @inlinable @inline(__always)
  mutating func mass(_ value: Weight?, _ traits: FieldTraits) throws(LineError) -> Weight {
    let number = try field("weight", value?.value, traits)
    let unit = value?.unit == .kg ? nil : value?.unit
    let named = try optionalField(
      "unit", unit, .any.described(as: "The unit of the weight; omitted for kilograms."))
    if named == .kg { noteRedundantField() }
    return Weight(number, named ?? .kg)
  }
}

/// A walk through the fields of a payload that has all values, for example to write it.
@usableFromInline package protocol ValueWalk: Fields {}

extension ValueWalk {
  @inlinable
  package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard let value = try optionalField(name, value, traits) else {
      preconditionFailure("a payload walked its field '\(name)' without a value")
    }
    return value
  }
}
