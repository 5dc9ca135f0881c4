import Events

/// A record of a view; it lists its fields once, in the order of the JSON.
///
///     struct Row: Record {
///       let exercise: Name
///       let weight: Weight?
///
///       static var key: String? { "exercise" }
///
///       static func list(_ row: Self?, _ f: inout some RecordVisitor) {
///         f("exercise", row?.exercise, .plain, "The exercise.")
///         f("weightKg", row?.weight, .mass, "The load in kilograms; null for the body alone.")
///       }
///     }
///
/// JSON, tables, paths, trees and the schema are visitors of that list. Two records must be equal only if all their
/// listed fields are equal, texts byte by byte; a `String` field is therefore `Verbatim`. Replays find the changes of
/// an event by this equality, and the proofs of `scrub` and `forget` rely on it.
public protocol Record: Equatable, Sendable {
  /// The field that distinguishes the records of one list; nil if only their position does.
  static var key: String? { get }

  /// Passes every field to `f`; `record` is nil if the fields are described without values.
  static func list(_ record: Self?, _ f: inout some RecordVisitor)

  // MARK: - For walks over views

  /// The value of the field named `key`; nil if the record has no such field.
  ///
  /// Two records have equal values exactly if a path spells the values the same way. The default searches all fields. A
  /// record type with many records in a list, such as a set of a session, returns the value directly.
  var _keyScalar: RecordScalar? { get }

  /// Writes the record as JSON.
  ///
  /// It is a requirement so that each record type gets its own copy, compiled for its fields.
  func _write(to json: inout JSONWriter)
}

extension Record {
  /// Returns whether two records have the same JSON.
  ///
  /// Use it as the `==` of a record with texts that are not `Verbatim`, such as the fields of a fact.
  static func isWrittenAlike(_ one: Self, _ other: Self) -> Bool {
    var (json, another) = (JSONWriter(), JSONWriter())
    one._write(to: &json)
    other._write(to: &another)
    return json.bytes == another.bytes
  }

  public func _write(to json: inout JSONWriter) { RecordWriter.write(self, to: &json) }
  public static var key: String? { nil }
}
