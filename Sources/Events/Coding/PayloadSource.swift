/// A reader of an event's payload.
package protocol PayloadSource {
  /// Returns the payload of type `P`.
  ///
  /// - Throws: `LineError.newer` if a newer version of the schema wrote the line. An error with its position if the
  ///   data is not a `P`.
  mutating func payload<P: Payload>() throws(LineError) -> P
}
