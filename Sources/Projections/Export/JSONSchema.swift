import Events

/// The JSON Schema (draft 2020-12) of log lines, of the data of each type of event, and of each view.
///
/// It is generated from the lists of fields that readers and writers walk. An append refuses everything that a schema
/// of lines or data refuses, with one exception. A schema counts code points, so it refuses a text of more than 10,000
/// code points that has fewer characters. An append also refuses more, such as an id that the log already has.
public enum JSONSchema {
  private static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The schema of a line; the schemas of the data of all types and of all views are its definitions.
  public static var line: JSON {
    var definitions: JSON.Members = []
    for type in EventType.all { definitions.append((type.name, data(of: type))) }
    for view in Views.all { definitions.append((definitionName(of: view), rows(of: view))) }
    return .object(
      head("line", "A line of a log, or a line to append to one") + envelope + [
        ("allOf", .array(EventType.all.map(branch))), ("$defs", .object(definitions)),
      ])
  }

  /// Returns the schema of the data of a type of event.
  public static func schema(of type: EventType) -> JSON {
    guard case .object(let members) = data(of: type) else { return .null }
    return .object(head(type.name, "The data of \(type.name)") + members)
  }

  public static func schema(of view: any LogView.Type) -> JSON {
    guard case .object(let members) = rows(of: view) else { return .null }
    return .object(head(definitionName(of: view), "The JSON of replog \(view.name)") + members)
  }

  private static func head(_ id: String, _ title: String) -> JSON.Members {
    [
      ("$schema", .string(dialect)), ("$id", .string("urn:replog:schema:\(id)")),
      ("title", .string(title)),
    ]
  }

  /// Returns the name of a view among the definitions; no type of event has this name.
  private static func definitionName(of view: any LogView.Type) -> String {
    "view." + hyphened(view.name)
  }

  /// Returns the condition that a line of a known type has data of that type, in versions that this build decodes.
  private static func branch(_ type: EventType) -> JSON {
    let newest = JSON.number(.integer(Int64(type.newestVersion)))
    return [
      "if": [
        "properties": ["type": ["const": .string(type.name)], "v": ["maximum": newest]],
        "required": ["type"],
      ],
      "then": ["properties": ["data": ["$ref": .string("#/$defs/\(type.name)")]]],
    ]
  }
}

// MARK: - The fields around the data

extension JSONSchema {
  /// The largest `seq`, `v` and `batch`: 2^53.
  private static let largest = JSON.number(.integer(1 << 53))

  private static var envelope: JSON.Members {
    func count(_ summary: JSON) -> JSON {
      ["type": "integer", "description": summary, "minimum": 1, "maximum": largest]
    }
    func text(_ summary: JSON, _ members: JSON.Members) -> JSON {
      .object([("type", "string"), ("description", summary)] + members)
    }
    let user = FieldSchema(
      form: .text, isRequired: false, limit: .name, isPersonal: true,
      summary: "The user who caused the event; omitted if there is none.")
    return [
      ("type", "object"),
      (
        "description",
        "Every line of a log has seq, id and at; an append adds the missing ones."
      ),
      (
        "properties",
        [
          "seq": count("The position in the log, from 1; assigned by the append."),
          "id": text("The idempotency key: lines with the same id are the same event.", uuid),
          "at": text("The time of the event, with the user's UTC offset.", time),
          "user": user.json,
          "type": text("The event type; unknown types are kept.", [("minLength", 1)]),
          "v": count("The schema version of the data; omitted if 1."),
          "batch": count(
            "The number of events in the batch, on its first event; omitted if 1."
          ),
          "data": [
            "type": "object", "description": "The content; unknown fields are kept.",
          ],
          "sum": text(
            "The XXH64 checksum of the line before this field, seeded with the checksum of the previous line; added by the append.",
            [("pattern", "^[0-9a-f]{16}$")]),
        ]
      ),
      ("required", ["type", "data"]), ("additionalProperties", true),
    ]
  }

  /// The form of an id.
  static let uuid: JSON.Members = [
    ("format", "uuid"), ("pattern", "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
  ]

  /// The form of a time.
  static let time: JSON.Members = [
    ("format", "date-time"),
    (
      "pattern",
      .string(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
          + "([.][0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$")
    ),
  ]

  /// The form of a day.
  static let day: JSON.Members = [
    ("format", "date"), ("pattern", "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"),
  ]
}
