import Events

extension JSONSchema {
  /// Returns the schema of the data of a type, without its title.
  static func data(of type: EventType) -> JSON { object(type.description) }

  /// Returns the schema of an object with some fields; it may have others, which are kept.
  private static func object(_ description: PayloadDescription) -> JSON {
    let fields = description.fields
    var members: [(name: String, value: JSON)] = [
      ("type", .string("object")),
      (
        "properties",
        .object(
          fields.map { field in
            let schema = FieldSchema(
              form: field.form, isRequired: field.isRequired, limit: field.traits.limit,
              isPersonal: field.traits.isPersonal, summary: "\(field.traits.summary)",
              nested: field.nested.fields.isEmpty ? nil : object(field.nested))
            return (field.name, schema.json(of: field.traits))
          })
      ),
    ]
    let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    members.append(("additionalProperties", .bool(true)))
    for field in fields {
      switch field.traits.limit {
      case .enteredWeight: members += range(of: field.name) { .weight($0) }
      case .enteredBodyWeight: members += range(of: field.name) { .bodyWeight($0) }
      default: break
      }
    }
    return .object(members)
  }

  /// Returns the members that limit a mass by the unit next to it.
  private static func range(
    of field: String, _ limit: (Weight.Unit) -> Limit
  ) -> [(name: String, value: JSON)] {
    func bounded(_ unit: Weight.Unit) -> JSON {
      .object([("properties", .object([(field, .object(bounds(of: limit(unit), in: unit)))]))])
    }
    let pounds: JSON = .object([("const", .string(Weight.Unit.lb.rawValue))])
    return [
      (
        "if",
        .object([
          ("properties", .object([("unit", pounds)])), ("required", .array([.string("unit")])),
        ])
      ), ("then", bounded(.lb)), ("else", bounded(.kg)),
    ]
  }

  /// Returns the least and the greatest number in a unit that a limit in kilograms allows.
  private static func bounds(of limit: Limit, in unit: Weight.Unit) -> [(name: String, value: JSON)]
  {
    guard let range = limit.range else { return [] }
    /// Returns the last number, counted away from 0, before the value in kilograms is out of range.
    func last(_ kilograms: Double) -> Double {
      var number = Weight(kilograms).converted(to: unit)
      func isWithin(_ number: Double) -> Bool {
        Weight(number, unit).kilograms.magnitude <= kilograms.magnitude
      }
      func outwards(_ number: Double) -> Double { number < 0 ? number.nextDown : number.nextUp }
      func inwards(_ number: Double) -> Double { number < 0 ? number.nextUp : number.nextDown }
      while !isWithin(number) { number = inwards(number) }
      while isWithin(outwards(number)) { number = outwards(number) }
      return number
    }
    let least =
      range.lowerBound > 0
      ? Weight(range.lowerBound).converted(to: unit).nextDown.nextDown : last(range.lowerBound)
    return [
      ("minimum", .number(.double(unit == .kg ? range.lowerBound : least))),
      ("maximum", .number(.double(unit == .kg ? range.upperBound : last(range.upperBound)))),
    ]
  }
}

/// A field of an event, during its conversion to a schema.
struct FieldSchema {
  let form: FieldForm
  let isRequired: Bool
  let limit: Limit
  let isPersonal: Bool
  let summary: String
  /// The schema of the objects in the value; nil for a plain value.
  var nested: JSON?

  var json: JSON {
    var members = self.members(of: form)
    // An append treats null as an omitted field.
    if !isRequired { members = members.map { ($0.name, FieldSchema.allowingNull($0)) } }
    if !summary.isEmpty { members.insert(("description", .string(summary)), at: 1) }
    if isPersonal { members.append(("x-personal", .bool(true))) }
    return .object(members)
  }

  /// Returns the schema with the kind of entity that the field names.
  func json(of traits: FieldTraits) -> JSON {
    guard case .object(var members) = json else { return json }
    let links = [
      ("x-refers-to", traits.reference), ("x-creates", traits.creation),
      ("x-mentions", traits.mention),
    ]
    for (name, kind) in links {
      if let kind { members.append((name, .string(kind.rawValue))) }
    }
    if let effect = traits.effect { members.append(("x-effect", .string(effect.rawValue))) }
    if traits.isExercise { members.append(("x-exercise", .bool(true))) }
    return .object(members)
  }

  private static func allowingNull(_ member: (name: String, value: JSON)) -> JSON {
    switch (member.name, member.value) {
    case ("type", .string): .array([member.value, .string("null")])
    case ("enum", .array(let words)): .array(words + [.null])
    default: member.value
    }
  }

  /// Returns the keywords for a form of values, with the type first.
  private func members(of form: FieldForm) -> [(name: String, value: JSON)] {
    switch form {
    case .integer: [("type", .string("integer"))] + numbers
    case .number: [("type", .string("number"))] + numbers
    case .boolean: [("type", .string("boolean"))]
    case .text: [("type", .string("string"))] + texts
    case .id: [("type", .string("string"))] + JSONSchema.uuid
    case .time: [("type", .string("string"))] + JSONSchema.time
    case .day: [("type", .string("string"))] + JSONSchema.day
    case .word(let words):
      [("type", .string("string")), ("enum", .array(words.map { .string($0) }))]
    case .object:
      if case .object(let members) = nested { members } else { [("type", .string("object"))] }
    case .list(let element):
      [("type", .string("array")), ("items", .object(members(of: element)))]
    }
  }

  private var numbers: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = []
    if let range = limit.range {
      members.append(("minimum", .number(.double(range.lowerBound))))
      members.append(("maximum", .number(.double(range.upperBound))))
    }
    if let unit = limit.unit { members.append(("x-unit", .string(unit))) }
    return members
  }

  private var texts: [(name: String, value: JSON)] {
    switch limit {
    // A name has at most 200 bytes.
    case .name, .setting:
      [("minLength", .number(.integer(1))), ("maxLength", .number(.integer(200)))]
    case .text, .address:
      [("minLength", .number(.integer(1))), ("maxLength", .number(.integer(10_000)))]
    case .wording: [("maxLength", .number(.integer(10_000)))]
    default: []
    }
  }
}
