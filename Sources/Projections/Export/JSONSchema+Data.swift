import Events

extension JSONSchema {
  /// Returns the schema of the data of a type, without its title.
  static func data(of type: EventType) -> JSON { object(type.description) }

  /// Returns the schema of an object with some fields; it may have others, which are kept.
  private static func object(_ description: PayloadDescription) -> JSON {
    let fields = description.fields
    let properties: JSON.Members = fields.map { field in
      let schema = FieldSchema(
        form: field.form, isRequired: field.isRequired, limit: field.traits.limit,
        isPersonal: field.traits.isPersonal, summary: "\(field.traits.summary)",
        nested: field.nested.fields.isEmpty ? nil : object(field.nested))
      return (field.name, schema.json(of: field.traits))
    }
    var members: JSON.Members = [("type", "object"), ("properties", .object(properties))]
    let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    members.append(("additionalProperties", true))
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
  private static func range(of field: String, _ limit: (Weight.Unit) -> Limit) -> JSON.Members {
    func bounded(_ unit: Weight.Unit) -> JSON {
      ["properties": .object([(field, .object(bounds(of: limit(unit), in: unit)))])]
    }
    return [
      (
        "if",
        [
          "properties": ["unit": ["const": .string(Weight.Unit.lb.rawValue)]],
          "required": ["unit"],
        ]
      ), ("then", bounded(.lb)), ("else", bounded(.kg)),
    ]
  }

  /// Returns the least and the greatest number in a unit that a limit in kilograms allows.
  private static func bounds(of limit: Limit, in unit: Weight.Unit) -> JSON.Members {
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
    if isPersonal { members.append(("x-personal", true)) }
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
    if traits.isExercise { members.append(("x-exercise", true)) }
    return .object(members)
  }

  private static func allowingNull(_ member: JSON.Members.Element) -> JSON {
    switch (member.name, member.value) {
    case ("type", .string): [member.value, "null"]
    case ("enum", .array(let words)): .array(words + [.null])
    default: member.value
    }
  }

  /// Returns the keywords for a form of values, with the type first.
  private func members(of form: FieldForm) -> JSON.Members {
    switch form {
    case .integer: [("type", "integer")] + numbers
    case .number: [("type", "number")] + numbers
    case .boolean: [("type", "boolean")]
    case .text: [("type", "string")] + texts
    case .id: [("type", "string")] + JSONSchema.uuid
    case .time: [("type", "string")] + JSONSchema.time
    case .day: [("type", "string")] + JSONSchema.day
    case .word(let words):
      [("type", "string"), ("enum", .array(words.map { .string($0) }))]
    case .object:
      if case .object(let members) = nested { members } else { [("type", "object")] }
    case .list(let element):
      [("type", "array"), ("items", .object(members(of: element)))]
    }
  }

  private var numbers: JSON.Members {
    var members: JSON.Members = []
    if let range = limit.range {
      members.append(("minimum", .number(.double(range.lowerBound))))
      members.append(("maximum", .number(.double(range.upperBound))))
    }
    if let unit = limit.unit { members.append(("x-unit", .string(unit))) }
    return members
  }

  private var texts: JSON.Members {
    switch limit {
    // A name has at most 200 bytes.
    case .name, .setting:
      [("minLength", 1), ("maxLength", 200)]
    case .text, .address:
      [("minLength", 1), ("maxLength", 10_000)]
    case .wording: [("maxLength", 10_000)]
    default: []
    }
  }
}
