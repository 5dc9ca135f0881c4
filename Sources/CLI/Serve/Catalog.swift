import Events
import Projections

/// The tools, resources and prompts of a server, made from the table of commands.
struct Catalog: Sendable {
  let tools: [Tool]
  let resources: [ViewResource]
  let prompts: [Prompt]
  /// The commands, to which remedies refer.
  let commands: CommandTable

  /// Creates the catalog of the commands that are offered, in the order of the table.
  ///
  /// - Parameter isReadOnly: A Boolean value indicating whether only tools that change nothing are offered.
  init(of commands: CommandTable, isReadOnly: Bool) {
    self.commands = commands
    var (tools, prompts): ([Tool], [Prompt]) = ([], [])
    for command in commands.all {
      switch command.offer {
      case nil: break
      case .prompts: prompts.append(Prompt(command))
      case let effect?:
        if effect == .reads || !isReadOnly { tools.append(Tool(command, effect)) }
      }
    }
    (self.tools, self.prompts) = (tools, prompts)
    resources = Views.all.compactMap { view in
      commands.command(named: view.name).map { ViewResource(view, $0) }
    }
  }
}

/// A command that a program calls with a JSON object.
struct Tool: Sendable {
  /// The name of the command with underscores, which every client accepts.
  let name: String
  let command: any Command
  let effect: Offer
  let arguments: CallArguments

  init(_ command: any Command, _ effect: Offer) {
    name = Tool.name(of: command.name)
    (self.command, self.effect) = (command, effect)
    arguments = CallArguments(of: command)
  }

  static func name(of command: String) -> String {
    String(command.map { $0 == " " || $0 == "-" ? "_" : $0 })
  }

  var definition: JSON {
    let isReading = effect == .reads
    return [
      "name": .string(name),
      "description": .string(description),
      "inputSchema": arguments.schema,
      "outputSchema": form.schema,
      "annotations": [
        "readOnlyHint": .bool(isReading), "destructiveHint": .bool(effect == .changes),
        "idempotentHint": .bool(isReading || effect == .ensures), "openWorldHint": false,
      ],
    ]
  }

  /// The summary of the command, and its first example as arguments.
  private var description: String {
    let line = command.example.split(separator: "\n").first ?? ""
    let summary = sentence(command.summary)
    guard let words = try? ShellWords(String(line)).words,
      let object = arguments.object(
        for: Array(words.dropFirst(1 + command.name.split(separator: " ").count))),
      object != [:]
    else { return summary }
    return summary + " Example: " + object.jsonText
  }

  var form: OutputForm {
    guard effect == .reads else { return .acknowledgements }
    if let view = command.view { return .ofView(view) }
    return .described((command as? any DescribedOutput)?.outputSchema ?? ["type": "object"])
  }
}

/// The form of a tool's output: always one object, as the protocol demands.
enum OutputForm {
  /// The acknowledgements of events, one on a line.
  case acknowledgements
  /// One object of a command that is no view, with its schema.
  case described(JSON)
  case ofView(any LogView.Type)

  /// The JSON Schema of the output.
  var schema: JSON {
    switch self {
    case .acknowledgements:
      Self.wrapped(
        "events", Self.acknowledgementList,
        and: [("dryRun", ["type": "boolean", "description": "True if nothing was appended."])])
    case .described(let schema): schema
    case .ofView(let view):
      switch view.shape {
      case .list: Self.wrapped("rows", JSONSchema.rows(of: view))
      case .object: JSONSchema.rows(of: view)
      case .optionalObject: Self.wrapped("value", JSONSchema.rows(of: view))
      }
    }
  }

  private static func wrapped(
    _ name: String, _ value: JSON, and optional: JSON.Members = []
  ) -> JSON {
    [
      "type": "object", "properties": .object([(name, value)] + optional),
      "required": [.string(name)],
      "additionalProperties": false,
    ]
  }

  /// The schema of the lines that `Shell.acknowledge` prints.
  private static var acknowledgementList: JSON {
    [
      "type": "array", "description": "The recorded events; empty if nothing changed.",
      "items": [
        "type": "object",
        "properties": [
          "seq": ["type": "integer", "description": "The position in the log."],
          "id": ["type": "string", "description": "The id of the event."],
          "duplicate": [
            "type": "boolean", "description": "True if the log already contained the event.",
          ],
          "pending": [
            "type": "boolean",
            "description": "True if the event is not synced yet, so its position may change.",
          ],
          "exercise": ["type": "string", "description": "The exercise of the set."],
          "reps": ["type": "integer", "description": "The repetitions of the set."],
          "weight": ["type": ["number", "null"], "description": "The weight of the set."],
          "unit": ["type": ["string", "null"], "description": "The unit of the weight."],
          "at": ["type": "string", "description": "The time of the fact, if it was given."],
        ],
        "required": ["seq", "id"], "additionalProperties": true,
      ],
    ]
  }

  /// Returns the printed JSON as one object.
  ///
  /// - Parameter isDryRun: Whether nothing was appended, which acknowledgements then say.
  func object(of output: [UInt8], isDryRun: Bool) -> [UInt8] {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    var (json, key) = (JSONWriter(), "value")
    switch self {
    case .acknowledgements:
      json.object { json in
        json.key("events")
        json.array { json in for line in lines { json.raw(line) } }
        if isDryRun { json.member("dryRun", true) }
      }
      return json.bytes
    case .described:
      if lines.first?.first == UInt8(ascii: "{") { return Array(lines.joined()) }
    case .ofView(let view):
      if view.shape == .object { return Array(lines.joined()) }
      if view.shape == .list { key = "rows" }
    }
    json.object { json in
      json.key(key)
      // A list has an element on each line, which are joined again.
      json.raw(lines.joined())
    }
    return json.bytes
  }
}

/// A prompt for a language model, filled with a user's training.
struct Prompt: Sendable {
  /// The first word of the command: `meals`, `session`.
  let name: String
  let command: any Command
  let arguments: CallArguments

  init(_ command: any Command) {
    name = String(command.name.prefix { $0 != " " })
    self.command = command
    arguments = CallArguments(of: command)
  }

  var definition: JSON {
    [
      "name": .string(name), "description": .string(sentence(command.summary)),
      "arguments": .array(
        arguments.all.map { argument in
          [
            "name": .string(argument.key), "description": .string(argument.declared.help),
            "required": .bool(argument.declared.isRequired),
          ]
        }),
    ]
  }
}
