import Events

/// A record of a view, whose fields are listed once, in the order of the JSON.
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
/// JSON, tables, paths, trees and the schema are visitors of that list. Two records are equal only
/// when all that they list is equal, a text to the byte, so a `String` among the fields is `Verbatim`: what an event
/// changed is found by it, and the proofs of `scrub` and `forget` rely on it.
public protocol Record: Equatable, Sendable {
  /// The field that distinguishes the records of one list; nil where only their position does.
  static var key: String? { get }

  /// Passes every field to `f`; nil for the record where the fields are described without values.
  static func list(_ record: Self?, _ f: inout some RecordVisitor)

  // MARK: - For walks over views

  /// The value of the field called `key`; nil where the record has no such field.
  ///
  /// Two records have equal ones exactly where a path spells them alike. The default looks for it among all
  /// fields, and a record of which lists have many, such as a set of a session, returns it at once.
  var _keyScalar: RecordScalar? { get }

  /// Writes the record as JSON.
  ///
  /// A requirement so that each record gets a copy of its own, compiled for its fields.
  func _write(to json: inout JSONWriter)
}

extension Record {
  /// Returns whether two records are written as the same JSON.
  ///
  /// It is the `==` of a record with texts that are not `Verbatim`, such as the fields of a fact.
  static func isWrittenAlike(_ one: Self, _ other: Self) -> Bool {
    var (json, another) = (JSONWriter(), JSONWriter())
    one._write(to: &json)
    other._write(to: &another)
    return json.bytes == another.bytes
  }

  public func _write(to json: inout JSONWriter) { RecordWriter.write(self, to: &json) }
  public static var key: String? { nil }
}
