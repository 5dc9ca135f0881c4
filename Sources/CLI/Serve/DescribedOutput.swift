import Events

/// A command for programs whose output is not that of a view.
protocol DescribedOutput: Command {
  /// The JSON Schema of the output as one object: a list or `null` is the member `value`.
  var outputSchema: JSON { get }
}

extension ExplainCommand: DescribedOutput {
  var outputSchema: JSON {
    let relations = JSON.list(
      of: JSON.record([
        ("seq", .schema("integer", "The position of the other event.")),
        ("type", .schema("string", "The type of the other event.")),
        ("kind", .schema("string", "The kind of entity that connects the events.")),
      ]))
    let change = JSON.record([
      ("view", .schema("string", "The name of the view.")),
      ("path", .schema("string", "The path of the value in the view.")),
      ("before", ["description": "The value before the event; null if there was none."]),
      ("after", ["description": "The value after the event; null if there is none."]),
    ])
    return JSON.record([
      ("event", .schema("object", "The event, as a line of the log.")),
      (
        "sound",
        .schema(
          ["boolean", "null"],
          "True if its checksum continues that of the previous line; null for an unsynced event.")
      ),
      ("refersTo", relations), ("referredToBy", relations),
      ("remark", .schema(["string", "null"], "A remark on the effect of the event.")),
      ("changes", JSON.list(of: change)),
      (
        "undoneBy",
        .schema(["array", "null"], "The types of the events that would undo it; null if none can.")
      ),
      ("refusal", .schema(["string", "null"], "The reason why it cannot be undone.")),
    ])
  }
}

extension BisectCommand: DescribedOutput {
  var outputSchema: JSON {
    let change: JSON.Members = [
      ("seq", .schema("integer", "The position of the event; 0 for the empty log.")),
      ("event", .schema(["object", "null"], "The event, as a line of the log.")),
      ("before", ["description": "The value before the event; null if there was none."]),
      ("after", ["description": "The value after the event; null if there is none."]),
    ]
    let list = JSON.object([
      ("type", ["array", "null"]),
      (
        "description",
        "The events at which the condition changes; null if the condition never holds."
      ),
      ("items", JSON.record(change)),
    ])
    return .object([
      ("type", "object"), ("properties", .object(change + [JSON.pending, ("value", list)])),
      ("oneOf", [["required": .array(change.map { .string($0.0) })], ["required": ["value"]]]),
      ("additionalProperties", true),
    ])
  }
}

extension JSON {
  /// The mark of a record that depends on unsynced events.
  fileprivate static var pending: Members.Element {
    let summary =
      "True if the record depends on unsynced events; otherwise omitted."
    return ("pending", ["type": "boolean", "description": .string(summary), "const": true])
  }

  fileprivate static func schema(_ type: JSON, _ summary: String) -> JSON {
    ["type": type, "description": .string(summary)]
  }

  fileprivate static func list(of items: JSON) -> JSON { ["type": "array", "items": items] }

  /// Returns the schema of an object that always has these members.
  fileprivate static func record(_ members: Members) -> JSON {
    [
      "type": "object", "properties": .object(members + [pending]),
      "required": .array(members.map { .string($0.0) }), "additionalProperties": true,
    ]
  }
}
