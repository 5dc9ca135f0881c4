/// The undecoded data of one event.
package struct PayloadReader: PayloadSource {
  var scanner: Scanner
  let version: Int
  let checks: Bool
  /// The places of the data's members in the scratch; nil if they were not looked up yet.
  var members: Range<Int>?

  /// Decodes the data.
  ///
  /// - Throws: `LineError.newer` if a newer version of the schema wrote the line.
  @inline(__always)
  package mutating func payload<P: Payload>() throws(LineError) -> P {
    guard version <= P.version else { throw .newer }
    scanner.version = version
    guard let members else {
      return try FieldReader.payload(&scanner, version: version, checks: checks)
    }
    return try FieldReader.payload(
      .kept(members), from: scanner.offset, &scanner, version: version, checks: checks)
  }
}

extension LineError {
  /// The error for data with a schema version unknown to this build.
  static let newer = LineError(0, "expected an older schema version")
}
