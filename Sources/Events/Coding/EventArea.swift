/// The events of one area.
///
/// An enum, so that every reader of an area has a case for every event of it.
package protocol EventArea: Equatable, Sendable {
  /// The types of the area by their names on the wire, which are never renamed.
  associatedtype Kind: RawRepresentable<String>, CaseIterable, Hashable, Sendable
  /// Creates the event of `kind` from the data of a line, which `source` decodes.
  init(_ kind: Kind, _ source: inout some PayloadSource) throws(LineError)
  /// The event's kind and payload.
  var tagged: (kind: Kind, payload: any Payload) { get }
}
