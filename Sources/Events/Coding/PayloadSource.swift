/// A source of an event's payload: a line, or a description without one.
///
/// Decoding, finding the newest version and describing the fields are the same walk through the tables of types, with
/// different sources.
package protocol PayloadSource {
  /// Returns the payload of type `P`.
  ///
  /// - Throws: `LineError.newer` if a newer version of the schema wrote the line. An error with its position if the
  ///   data is not a `P`. Any error from a source that has no line.
  mutating func payload<P: Payload>() throws(LineError) -> P
}
