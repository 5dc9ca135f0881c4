/// A type of event that this build can decode; two bytes, because each line carries one.
///
/// The types are the payloads that the areas list.
public struct EventType: Hashable, Sendable {
  public let area: Area
  /// The index of the type in the list of all types.
  private let index: UInt8

  /// All types, area by area, in the order of the areas' lists.
  public static let all: [EventType] = Area.allCases
    .flatMap { area in area.events.types.map { _ in area } }.enumerated()
    .map { EventType(area: $1, index: UInt8($0)) }

  // Arrays next to each other: looking up a payload then counts no references.
  private static let payloads = Area.allCases.flatMap { $0.events.types.map { $0.payload } }
  private static let names = Area.allCases.flatMap { $0.events.types.map { $0.name } }

  /// The type of logged sets, which is the type of nearly every event.
  static let setLogged = EventType(of: SetLogged.self)

  private init(area: Area, index: UInt8) { (self.area, self.index) = (area, index) }

  package init(of payload: any EventPayload.Type) {
    guard let index = EventType.payloads.firstIndex(where: { $0 == payload }) else {
      preconditionFailure("the area of '\(payload)' must list it in 'types'")
    }
    self = EventType.all[index]
  }

  /// The name on the wire.
  public var name: String { EventType.names[Int(index)] }

  package var payload: any EventPayload.Type { EventType.payloads[Int(index)] }

  /// The fields of the data, in wire order.
  package var description: PayloadDescription { payload.description }

  /// The newest schema version of the data.
  package var newestVersion: Int { payload.version }

  /// Returns whether this build can decode data of a schema version.
  func decodes(version: Int) -> Bool { version <= newestVersion }

  /// The types with their newest versions; builds that decode different events have different vocabularies.
  package static var vocabulary: [String] { all.map { "\($0.name) \($0.newestVersion)" } }
}
