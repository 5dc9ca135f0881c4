/// A source of an event's payload: a line, or a description without one.
///
/// Decoding, finding the newest version and describing a type's fields are the same walk through
/// the tables of types, with another source.
package protocol PayloadSource {
  /// Returns the payload of type `P`.
  ///
  /// - Throws: `LineError.newer` when the line was written by a newer version of the schema; an error with
  ///   its place when the data is no `P`; any error from a source that has no line.
  mutating func payload<P: Payload>() throws(LineError) -> P
}
