/// An event of a type, or of a schema version, unknown to this build: an app's own, or a newer one.
///
/// An app may append events of its own, and its projections read them (`Areas.unknown`):
///
///     let slept = UnknownEvent(
///       type: "NightSlept", data: .object([("hours", .number(.double(7.5)))]))
///     Draft(user: "ann", .unknown(slept))
///
/// Give such a type a name that replog is unlikely to choose: with a prefix, as in `AcmeNightSlept`.
public struct UnknownEvent: Equatable, Sendable {
  /// The type's name on the wire.
  public let type: String
  /// The schema version of the data, at least 1.
  public let version: Int
  /// The data, as canonical JSON.
  let bytes: [UInt8]

  /// Creates an event of a type of the app's own.
  ///
  /// The append refuses an empty type, a type and version of replog's own, and data that is no object or that
  /// holds a secret.
  public init(type: String, version: Int = 1, data: JSON) {
    self.init(type: type, version: version, bytes: data.bytes)
  }

  init(type: String, version: Int, bytes: [UInt8]) {
    (self.type, self.version, self.bytes) = (type, version, bytes)
  }

  /// The data as a tree.
  ///
  /// Cost: reads all of it.
  public var data: JSON {
    do throws(LineError) {
      return try Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    } catch {
      return .null
    }
  }

  /// The breach of a rule for events that replog does not decode; nil when there is none.
  var breach: String? {
    if type.isEmpty { return "'type' must not be empty" }
    guard version >= 1, version <= 1 << 53 else { return "'v' must be 1…2^53, not \(version)" }
    let known = EventType.all.first { $0.name == type }
    if let known, known.decodes(version: version) {
      return "'type' must not be one that replog decodes, not '\(type)'"
    }
    return Bytes.of(bytes) { bytes in
      do throws(LineError) {
        var scanner = Scanner(bytes)
        guard case .object = try JSON(&scanner, depth: 1) else { return "'data' must be an object" }
        try SecretName.refuse(in: bytes)
        return nil
      } catch {
        return "'data': \(error.message)"
      }
    }
  }
}

/// The fields of a line unknown to this build, kept so that they survive being copied.
final class UnknownFields: Equatable, Sendable {
  // A class: nearly no event has any, and each should pay one word for that.
  /// The whole data, known and unknown fields, as canonical JSON; nil when it has no unknown ones.
  let data: [UInt8]?
  /// The unknown members next to `data`, as canonical JSON with a comma before each.
  let beside: [UInt8]

  init(data: [UInt8]?, beside: [UInt8]) {
    self.data = data
    self.beside = beside
  }

  static func == (one: UnknownFields, other: UnknownFields) -> Bool {
    one.data == other.data && one.beside == other.beside
  }
}
