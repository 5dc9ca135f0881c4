import Events

extension JSONSchema {
  /// Returns the schema of the JSON of a view, without its title.
  package static func rows(of view: any LogView.Type) -> JSON {
    let summary = ("description", JSON.string(view.summary.capitalizedFirst + "."))
    switch view.shape {
    case .list:
      var row = members(of: view.schema)
      if view.isPersonal {
        let comment: JSON =
          "In the view of all users, the first field of each row is the user."
        row.append(("$comment", comment))
      }
      return .object([("type", "array"), summary, ("items", .object(row))])
    case .object: return .object([summary] + members(of: view.schema))
    case .optionalObject:
      return .object([summary] + members(of: view.schema, allowsNull: true))
    }
  }

  /// The mark of a record that depends on events of this device that wait to be synced; it is not a field.
  private static let mark: JSON = [
    "type": "boolean",
    "description":
      "True if the record depends on unsynced events; otherwise omitted.",
    "const": true,
  ]

  /// Returns the keywords of a record: its fields are always present, and a later build may add others.
  private static func members(of schema: RecordSchema, allowsNull: Bool = false) -> JSON.Members {
    [
      ("type", type("object", allowsNull: allowsNull)),
      ("properties", .object(schema.fields.map { ($0.name, field($0)) } + [("pending", mark)])),
      ("required", .array(schema.fields.map { .string($0.name) })),
      ("additionalProperties", true),
    ]
  }

  private static func type(_ name: String, allowsNull: Bool) -> JSON {
    allowsNull ? [.string(name), "null"] : .string(name)
  }

  private static func field(_ field: RecordSchema.Field) -> JSON {
    var members: JSON.Members
    switch field.content {
    case .value(let kind): members = value(kind)
    case .list(let schema):
      members = [("type", "array"), ("items", .object(self.members(of: schema)))]
    case .object(let schema): members = self.members(of: schema, allowsNull: true)
    }
    members.insert(("description", .string(field.summary)), at: 1)
    if let unit = field.unit { members.append(("x-unit", .string(unit.rawValue))) }
    if field.isPersonal { members.append(("x-personal", true)) }
    return .object(members)
  }

  /// Returns the keywords of a value, which may be `null`.
  private static func value(_ kind: ValueKind) -> JSON.Members {
    func type(_ name: String) -> JSON.Members.Element {
      ("type", self.type(name, allowsNull: true))
    }
    return switch kind {
    case .integer: [type("integer")]
    case .number: [type("number")]
    case .boolean: [type("boolean")]
    case .text: [type("string")]
    case .texts: [type("array"), ("items", ["type": "string"])]
    case .id: [type("string")] + uuid
    case .time: [type("string")] + time
    case .day: [type("string")] + day
    case .word(let words): [type("string"), ("enum", .array(words.map { .string($0) } + [.null]))]
    }
  }
}
