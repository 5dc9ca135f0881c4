/// The content of one type of event.
///
/// One initializer is the codec, so decoding and encoding cannot disagree on a name, and since
/// every property is a `let`, the compiler proves that no field was forgotten:
///
///     @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///       session = try f("session", old?.session, .refers(to: .session))
///       reps = try f("reps", old?.reps, .reps)
///     }
///
/// A codec is `@usableFromInline`, so that each module of the package gets a copy compiled for the
/// reader or writer that walks it. Without that, a checkpoint takes half as long again to read.
///
/// Evolution, in order of preference: add an optional field (no version); rename, change a unit or
/// split (`version` + 1 and one branch on `f.version` next to the field); a new event type when the
/// meaning changes.
@usableFromInline package protocol Payload: Equatable, Sendable {
  /// The newest schema version; 1 unless declared.
  static var version: Int { get }
  /// The kind of entity that the event creates under its own id; nil, unless declared, for none, or for one that a
  /// field names.
  static var creates: EntityKind? { get }
  /// Creates a payload by decoding when `old` is nil; encodes `old` otherwise.
  ///
  /// Lists every field once, in wire order.
  init(_ old: Self?, _ f: inout some Fields) throws(LineError)
  /// Writes the payload as an object.
  ///
  /// Not to be implemented, like the two below: they are requirements so that each payload gets
  /// copies of its own, compiled for its fields. A line then takes 0.6 of the time.
  func _write(to writer: inout JSONWriter) throws(LineError)
  /// The breach of a limit, the name of the field first; nil when all values are within.
  var _breach: String? { get }
  /// The entities that the payload names.
  var _links: EntityLinks { get }
}

extension Payload {
  @usableFromInline package static var version: Int { 1 }
  @usableFromInline package static var creates: EntityKind? { nil }
  @usableFromInline package var _breach: String? { LimitChecker.breach(of: self) }
  @usableFromInline package var _links: EntityLinks { EntityFinder.links(of: self) }
}

/// A payload that is also part of others, as one object of a list; its version is that of the
/// event.
@usableFromInline package protocol NestedPayload: Payload, FieldValue {}

extension NestedPayload {
  @usableFromInline package static var expected: String { "an object" }

  @inlinable
  package static func read(_ scanner: inout Scanner) throws(LineError) -> Self {
    try FieldReader.payload(&scanner, version: scanner.version, checks: false)
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) throws(LineError) {
    try FieldWriter.write(self, to: &writer)
  }

  /// The object with placeholders in all fields.
  @usableFromInline package static var placeholder: Self {
    var describer = FieldDescriber(of: Self.self)
    do throws(LineError) { return try Self(nil, &describer) } catch {
      preconditionFailure("a nested payload refuses placeholders: \(error.message)")
    }
  }

  @usableFromInline package static var nestedDescription: PayloadDescription { description }
  @usableFromInline package var content: FieldContent { .other }

  /// Returns the breach of the payload's own limits, whatever those of the list it is in.
  @usableFromInline package func breach(of limit: Limit) -> String? { _breach }
}
