/// The content of one type of event.
///
/// One initializer is the codec, so decoding and encoding cannot use different names. Since every property is a
/// `let`, the compiler proves that no field was forgotten:
///
///     @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///       session = try f("session", old?.session, .refers(to: .session))
///       reps = try f("reps", old?.reps, .reps)
///     }
///
/// A codec is `@usableFromInline`, so that each module of the package gets a copy compiled for the reader or writer
/// that walks the payload. Otherwise, reading a checkpoint takes half as long again.
///
/// Prefer these kinds of change, in this order:
///
/// - Add an optional field; it needs no new version.
/// - Rename a field, change its unit, or split it: add 1 to `version`, and branch on `f.version` next to the field.
/// - Add a new event type if the meaning changes.
@usableFromInline package protocol Payload: Equatable, Sendable {
  /// The newest schema version; 1 unless declared otherwise.
  static var version: Int { get }
  /// The kind of entity that the event creates under its own id; nil unless declared.
  ///
  /// An entity with a name of its own has a field instead, with the trait `.begins(_:)`.
  static var creates: EntityKind? { get }
  /// Creates a payload: decodes it if `old` is nil, otherwise encodes `old`.
  ///
  /// The initializer lists every field once, in wire order.
  init(_ old: Self?, _ f: inout some Fields) throws(LineError)
  /// Writes the payload as an object.
  ///
  /// Do not implement this requirement or the three below. They are requirements so that each payload gets its own
  /// copies, compiled for its fields. A line then takes 0.6 of the time.
  func _write(to writer: inout JSONWriter) throws(LineError)
  /// A description of a value out of range, beginning with the name of its field; nil if all values are within
  /// limits.
  var _breach: String? { get }
  /// The entities that the payload names.
  var _links: EntityLinks { get }
  /// The exercises that the fields name, in wire order.
  var _exercises: [Name] { get }
}

extension Payload {
  @usableFromInline package static var version: Int { 1 }
  @usableFromInline package static var creates: EntityKind? { nil }
  @usableFromInline package var _breach: String? { LimitChecker.breach(of: self) }
  @usableFromInline package var _links: EntityLinks { EntityFinder.links(of: self) }
  @usableFromInline package var _exercises: [Name] { ExerciseFinder.exercises(of: self) }
}

/// A payload that can be part of others, as an object in a list; its version is the version of the event.
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

  /// A payload with placeholders in all fields.
  @usableFromInline package static var placeholder: Self {
    var describer = FieldDescriber(of: Self.self)
    do throws(LineError) { return try Self(nil, &describer) } catch {
      preconditionFailure("a nested payload refuses placeholders: \(error.message)")
    }
  }

  @usableFromInline package static var nestedDescription: PayloadDescription { description }
  @usableFromInline package var content: FieldContent { .other }

  /// Returns a description of how the payload exceeds its own limits; `limit` is ignored.
  @usableFromInline package func breach(of limit: Limit) -> String? {
    _breach.map { "has an invalid value: \($0)" }
  }
}
