/// An event whose type or schema version is unknown to this build, such as an app's own event or a newer one.
///
/// An app may append events of its own, and its projections can read them (`Areas.unknown`):
///
///     let slept = UnknownEvent(
///       type: "NightSlept", data: .object([("hours", .number(.double(7.5)))]))
///     Draft(user: "ann", .unknown(slept))
///
/// Choose a name that replog is unlikely to use, for example with a prefix as in `AcmeNightSlept`.
public struct UnknownEvent: Equatable, Sendable {
  /// The type's name on the wire.
  public let type: String
  /// The schema version of the data, at least 1.
  public let version: Int
  /// The data, as canonical JSON.
  let bytes: [UInt8]

  /// Creates an event of an app's own type.
  ///
  /// The append refuses an empty type, a type and version of replog itself, and data that is not an object or
  /// contains a secret.
  public init(type: String, version: Int = 1, data: JSON) {
    self.init(type: type, version: version, bytes: data.bytes)
  }

  init(type: String, version: Int, bytes: [UInt8]) {
    (self.type, self.version, self.bytes) = (type, version, bytes)
  }

  /// The data as a JSON tree.
  ///
  /// Cost: each access parses all of the data.
  public var data: JSON {
    do throws(LineError) {
      return try Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    } catch {
      return .null
    }
  }

  /// A description of a broken rule for events that replog does not decode; nil if there is none.
  var breach: String? {
    if type.isEmpty { return "'type' must not be empty" }
    guard version >= 1, version <= 1 << 53 else { return "'v' must be 1…2^53, got \(version)" }
    let known = EventType.all.first { $0.name == type }
    if let known, known.decodes(version: version) {
      return "'type' must not be a type that this build decodes, got '\(type)'"
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

/// The fields of a line unknown to this build, which are kept when the event is copied.
final class UnknownFields: Equatable, Sendable {
  // A class, because few events have such fields, and each event then pays for one word only.
  /// The whole data with known and unknown fields, as canonical JSON; nil if it has no unknown fields.
  let data: [UInt8]?
  /// The unknown members next to `data`, as canonical JSON with a comma before each.
  let beside: [UInt8]

  init(data: [UInt8]?, beside: [UInt8]) { (self.data, self.beside) = (data, beside) }

  /// Returns the fields without a member next to `data`, or without it if it has a value; nil for no fields.
  func without(_ name: String, value: JSON? = nil) -> UnknownFields? {
    let object = [UInt8(ascii: "{")] + beside.dropFirst() + [UInt8(ascii: "}")]
    guard case .object(let members)? = try? Bytes.of(object, { try JSON($0) }) else { return self }
    let kept = members.filter { $0.name != name || value != nil && $0.value != value }
    guard kept.count < members.count else { return self }
    guard !kept.isEmpty else { return data.map { UnknownFields(data: $0, beside: []) } }
    let bytes = JSON.object(kept).bytes.dropFirst().dropLast()
    return UnknownFields(data: data, beside: [UInt8(ascii: ",")] + bytes)
  }

  static func == (one: UnknownFields, other: UnknownFields) -> Bool {
    one.data == other.data && one.beside == other.beside
  }
}
