@testable import Events

/// A choice of values for the fields of payloads, by the descriptions of the fields alone.
///
/// Samples and random facts are two choices. Neither names a type of event or a field, so both include a new type as
/// soon as it is declared.
protocol FieldValues {
  /// Returns whether an optional field has a value.
  mutating func includes(_ field: PayloadDescription.Field) -> Bool
  /// Returns the number of elements in a list.
  mutating func count(of field: PayloadDescription.Field) -> Int
  /// Returns a value of a form that is neither an object nor a list.
  mutating func value(_ form: FieldForm, of field: PayloadDescription.Field) -> JSON
}

extension FieldValues {
  /// Returns an event's data of a type.
  mutating func object(_ description: PayloadDescription) -> JSON {
    var members: [(name: String, value: JSON)] = []
    for field in description.fields where field.isRequired || includes(field) {
      members.append((field.name, json(field.form, of: field)))
    }
    return .object(members)
  }

  private mutating func json(_ form: FieldForm, of field: PayloadDescription.Field) -> JSON {
    switch form {
    case .object: return object(field.nested)
    case .list(let element):
      var elements: [JSON] = []
      for _ in 0..<count(of: field) { elements.append(json(element, of: field)) }
      return .array(elements)
    default: return value(form, of: field)
    }
  }
}

extension LineDecoder {
  /// Returns the fact with a type and data, which may be out of range.
  func fact(_ type: EventType, _ data: JSON) -> Event.Body {
    let line: JSON = .object([("type", .string(type.name)), ("data", data)])
    do {
      return try Bytes.of(line.bytes) { (bytes) throws(LineError) in
        try draft(bytes, checks: false).body
      }
    } catch { preconditionFailure("\(type.name) refuses \(data): \(error.message)") }
  }
}

extension PayloadDescription.Field {
  /// The kind of entity that the field names; nil if it names none.
  var entity: EntityKind? { traits.creation ?? traits.reference ?? traits.mention }

  /// The allowed numbers of the field; a few numbers from 0 for a field without a limit.
  var range: ClosedRange<Double> {
    switch traits.limit {
    // In pounds and in kilograms.
    case .enteredWeight: -500...2_000
    case .enteredBodyWeight: 5...700
    default: traits.limit.range ?? 0...10
    }
  }

  /// A Boolean value indicating whether the field holds identifiers, and not texts.
  var holdsIdentifiers: Bool {
    switch traits.limit {
    case .name, .setting: true
    default: false
    }
  }
}
