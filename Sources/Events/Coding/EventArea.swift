/// The events of one area.
///
/// Each area is an enum, so that every reader of an area has a case for every event.
package protocol EventArea: Equatable, Sendable {
  /// The types of the area by their names on the wire, which never change.
  associatedtype Kind: RawRepresentable<String>, CaseIterable, Hashable, Sendable
  /// Creates the event of `kind` from the data that `source` decodes.
  init(_ kind: Kind, _ source: inout some PayloadSource) throws(LineError)
  /// The event's kind and payload.
  var tagged: (kind: Kind, payload: any Payload) { get }
}
