/// A source of the values that take the place of those of a payload.
@usableFromInline package protocol ValueRewriter {
  /// Returns the text that takes the place of `text`.
  mutating func text(_ text: String, _ traits: FieldTraits) -> String
  /// Returns the name that takes the place of `name`.
  mutating func name(_ name: Name, _ traits: FieldTraits) -> Name
  /// Returns the number that takes the place of `number`.
  mutating func number(_ number: Double, _ traits: FieldTraits) -> Double
  /// Returns the day that takes the place of `day`.
  mutating func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay
  /// Returns the time that takes the place of `time`.
  mutating func time(_ time: Timestamp) -> Timestamp
  /// Returns whether an optional field that holds no text is left out.
  mutating func omits(_ traits: FieldTraits) -> Bool
}

/// A walk through the fields of a payload that makes another one, with other values.
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

  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) {}
}

extension Payload {
  /// Returns the payload with the values that `rewriter` gives it.
  func rewritten<R: ValueRewriter>(by rewriter: inout R) -> Self {
    var fields = FieldRewriter(version: Self.version, rewriter: rewriter)
    // A list that was walked to write a line can be walked again.
    let payload = try? Self(self, &fields)
    rewriter = fields.rewriter
    return payload ?? self
  }
}

// Values that are neither texts nor times are the same in every log, unless they are said to be else.
extension FieldValue {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Self {
    self
  }
}

extension String {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> String {
    rewriter.text(self, traits)
  }
}

extension Name {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Name {
    rewriter.name(self, traits)
  }
}

extension Double {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Double {
    rewriter.number(self, traits)
  }
}

extension LocalDay {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> LocalDay {
    rewriter.day(self, traits)
  }
}

extension Timestamp {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> Timestamp {
    rewriter.time(self)
  }
}

extension Array where Element: FieldValue {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> [Element] {
    map { $0.rewritten(traits, by: &rewriter) }
  }
}

extension NestedPayload {
  @usableFromInline
  package func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Self {
    rewritten(by: &rewriter)
  }
}
