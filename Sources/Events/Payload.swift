/// What one event carries.
///
/// One initializer is the codec, so decoding and encoding cannot disagree on a name, and since every
/// property is a `let`, the compiler proves that no field was forgotten:
///
///     public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///       session = try f("session", old?.session)
///       reps = try f("reps", old?.reps, .reps)
///     }
///
/// Evolution, in order of preference: add an optional field (no version); rename, change a unit or
/// split (`version` + 1 and one branch on `f.version` beside the field); a new event type when the
/// meaning changes.
public protocol Payload: Equatable, Sendable {
  /// The newest schema version; 1 unless declared.
  static var version: Int { get }
  /// Decodes when `old` is nil; encodes `old` otherwise. Lists every field once, in wire order.
  init(_ old: Self?, _ f: inout some Fields) throws(LineError)
  /// Writes the payload as an object. Not to be implemented: it is a requirement only so that each
  /// payload gets a copy of its own, compiled for its fields. A line then takes 0.6 of the time.
  func write(to writer: inout JSONWriter, checks: Bool) throws(LineError)
}

extension Payload {
  public static var version: Int { 1 }
}

/// A payload that also stands inside others, as one object of a list. It is of the version of the
/// event it stands in.
public protocol NestedPayload: Payload, FieldValue {}

extension NestedPayload {
  public static var expected: String { "an object" }

  @inlinable
  public static func read(_ scanner: inout Scanner) throws(LineError) -> Self {
    try FieldReader.payload(&scanner, version: scanner.version, checks: false)
  }

  public func write(_ writer: inout JSONWriter) throws(LineError) {
    try FieldWriter.write(self, to: &writer, checks: false)
  }

  /// A nested payload keeps to its own limits, whatever the list it stands in says.
  public func breach(of limit: Limit) -> String? {
    var writer = JSONWriter()
    do { try FieldWriter.write(self, to: &writer, checks: true) } catch { return error.message }
    return nil
  }
}

/// The events of one area: an enum, so that whoever reads an area must say what every event of it
/// means.
public protocol EventArea: Equatable, Sendable {
  /// The types of the area by their names on the wire, which are never renamed.
  associatedtype Kind: RawRepresentable<String>, CaseIterable, Sendable
  /// Decodes the event of `kind` whose data `reader` stands on.
  init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError)
  /// The event's kind and what it carries.
  var tagged: (kind: Kind, payload: any Payload) { get }
}

/// The areas a projection reads; the events of others are passed undecoded.
public struct Areas: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Accounts and sign-ins.
  public static let identity = Areas(rawValue: 1)
  /// The catalogue of exercises.
  public static let exercises = Areas(rawValue: 2)
  /// The weekly plan, and what is shared from it.
  public static let plan = Areas(rawValue: 4)
  /// Sessions and their sets.
  public static let sessions = Areas(rawValue: 8)
  /// Posts made of shared plans.
  public static let feed = Areas(rawValue: 16)
}

/// The data of one event, about to be decoded.
public struct PayloadReader {
  var scanner: Scanner
  let version: Int
  let checks: Bool
  /// Where the scratch holds the members of the data; nil when nobody looked for them yet.
  var members: Range<Int>?

  /// Decodes the data.
  ///
  /// - Throws: `LineError.newer` when the line was written by a newer version of the schema.
  @inline(__always)
  public mutating func payload<P: Payload>() throws(LineError) -> P {
    guard version <= P.version else { throw .newer }
    scanner.version = version
    guard let members else {
      return try FieldReader.payload(&scanner, version: version, checks: checks)
    }
    if let payload: P = InOrderReader.payload(&scanner, version: version, checks: checks) {
      return payload
    }
    return try FieldReader.payload(
      .kept(members), from: scanner.offset, &scanner, version: version, checks: checks)
  }
}

extension LineError {
  /// The data has a schema version that this build does not know.
  static let newer = LineError(0, "expected an older schema version")
}
