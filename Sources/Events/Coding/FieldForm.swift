// The form of each kind of value in JSON, for the schema and for typed tables.

/// A form of a field's values in JSON.
@usableFromInline package indirect enum FieldForm: Equatable, Sendable {
  /// A whole number.
  case integer
  case number
  /// `true` or `false`.
  case boolean
  case text
  /// The id of an event.
  case id
  /// A time with its UTC offset.
  case time
  case day
  /// One of a fixed set of words.
  case word([String])
  case object
  case list(FieldForm)
}

extension Vocabulary {
  @usableFromInline package static var form: FieldForm { .word(allCases.map(\.rawValue)) }
}

extension NestedPayload {
  @usableFromInline package static var form: FieldForm { .object }
}
