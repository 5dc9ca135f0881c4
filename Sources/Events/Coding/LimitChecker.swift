/// A walk through the fields of a payload that checks each value against its limit.
struct LimitChecker: ValueWalk {
  let version: Int

  /// Returns a description of a value out of range, beginning with the name of its field, or nil if there is none.
  static func breach<P: Payload>(of payload: P) -> String? {
    var checker = LimitChecker(version: P.version)
    do throws(LineError) { _ = try P(payload, &checker) } catch { return error.message }
    return nil
  }

  func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    if let value { try require(name, value, traits.limit) }
    return value
  }

  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) throws(LineError) {
    if let breach = value.breach(of: limit) { throw LineError(0, "'\(name)' \(breach)") }
  }
}
