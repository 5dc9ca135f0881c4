/// A reader of canonical lines that records the entities of an event on its way.
package struct LinkReader: Fields, PayloadSource {
  var fields: CanonicalReader
  private(set) var links = EntityLinks()
  package var version: Int { fields.version }
  package var isAtEnd: Bool { fields.isAtEnd }

  @inline(__always)
  init(_ fields: CanonicalReader) { self.fields = fields }

  @inline(__always)
  package mutating func payload<P: Payload>() throws(LineError) -> P {
    guard version <= P.version else { throw .newer }
    let payload = try P(nil, &self)
    guard fields.passesEnd() else { throw .unordered }
    return payload
  }

  /// Reads a payload for its links only, and returns whether it is one of type `P`.
  ///
  /// An optional payload that is compared with nil is copied and released, which took 220 instructions.
  @inline(__always)
  mutating func reads<P: Payload>(_: P.Type) -> Bool {
    do throws(LineError) {
      _ = try payload() as P
      return true
    } catch {
      return false
    }
  }

  @inline(__always)
  package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    let value = try fields.field(name, value, traits)
    links.add(value, traits)
    return value
  }

  @inline(__always)
  package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    let value = try fields.optionalField(name, value, traits)
    links.add(value, traits)
    return value
  }
}
