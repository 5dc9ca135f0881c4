/// The events of one area.
///
/// Each area is an enum, so that the compiler finds the readers of the area that lack a case.
package protocol EventArea: Equatable, Sendable {
  /// The payloads of the area, in the order of its cases, each with the name of the type on the wire.
  ///
  /// A name never changes. It is a literal: 80 names by the runtime take a fifteenth of an append of one line.
  static var types: [(name: String, payload: any EventPayload.Type)] { get }
  var payload: any EventPayload { get }
}

/// The content of one type of event.
package protocol EventPayload: Payload {
  var body: Event.Body { get }
  /// Reads the payload of a canonical line.
  ///
  /// Do not implement this requirement or the two below. They are requirements so that each payload gets its own
  /// copies, compiled for its fields and for one reader. A table of closures would count references for every event,
  /// which took a twentieth of a replay.
  static func _read(_ reader: inout CanonicalReader) throws(LineError) -> Event.Body
  /// Reads the payload of a canonical line, and its links.
  static func _read(_ reader: inout LinkReader) throws(LineError) -> Event.Body
  static func _read(_ reader: inout PayloadReader) throws(LineError) -> Event.Body
}

extension EventPayload {
  package static func _read(_ reader: inout CanonicalReader) throws(LineError) -> Event.Body {
    try reader.body(of: Self.self)
  }

  package static func _read(_ reader: inout LinkReader) throws(LineError) -> Event.Body {
    try reader.body(of: Self.self)
  }

  package static func _read(_ reader: inout PayloadReader) throws(LineError) -> Event.Body {
    try reader.body(of: Self.self)
  }
}

extension PayloadSource {
  /// Returns the event whose payload is a `P`.
  ///
  /// The compiler specializes a call of this method, but not code that it has inlined into the witness of a protocol.
  @inline(never)
  fileprivate mutating func body<P: EventPayload>(of type: P.Type) throws(LineError) -> Event.Body {
    let payload: P = try payload()
    return payload.body
  }
}
