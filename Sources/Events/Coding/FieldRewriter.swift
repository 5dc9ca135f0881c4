/// A source of replacements for the values of a payload.
@usableFromInline package protocol ValueRewriter {
  /// Returns the replacement for `text`.
  mutating func text(_ text: String, _ traits: FieldTraits) -> String
  /// Returns the replacement for `name`.
  mutating func name(_ name: Name, _ traits: FieldTraits) -> Name
  /// Returns the replacement for `id`.
  mutating func id(_ id: EventID) -> EventID
  /// Returns the replacement for `number`.
  mutating func number(_ number: Double, _ traits: FieldTraits) -> Double
  /// Returns the replacement for `day`.
  mutating func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay
  /// Returns the replacement for `time`.
  mutating func time(_ time: Timestamp) -> Timestamp
  /// Returns whether to omit an optional field that does not hold a text.
  mutating func omits(_ traits: FieldTraits) -> Bool
}

extension ValueRewriter {
  @usableFromInline package func text(_ text: String, _ traits: FieldTraits) -> String { text }
  @usableFromInline package func id(_ id: EventID) -> EventID { id }
  @usableFromInline package func number(_ number: Double, _ traits: FieldTraits) -> Double {
    number
  }
  @usableFromInline package func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay { day }
  @usableFromInline package func time(_ time: Timestamp) -> Timestamp { time }
  @usableFromInline package func omits(_ traits: FieldTraits) -> Bool { false }
}

/// A walk through the fields of a payload that creates another payload with replaced values.
struct FieldRewriter<Rewriter: ValueRewriter>: Fields {
  let version: Int
  var rewriter: Rewriter

  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard let value else {
      preconditionFailure("a payload walked its field '\(name)' without a value to rewrite")
    }
    return value.rewritten(traits, by: &rewriter)
  }

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    guard let value else { return nil }
    if V.Traits.self != TextTraits.self, rewriter.omits(traits) { return nil }
    return value.rewritten(traits, by: &rewriter)
  }
}

extension Payload {
  /// Returns the payload with the replacements of `rewriter`.
  func rewritten<R: ValueRewriter>(by rewriter: inout R) -> Self {
    var fields = FieldRewriter(version: Self.version, rewriter: rewriter)
    // The same walk wrote the line, so it cannot fail.
    let payload = try? Self(self, &fields)
    rewriter = fields.rewriter
    return payload ?? self
  }
}

extension NestedPayload {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Self {
    rewritten(by: &rewriter)
  }
}
