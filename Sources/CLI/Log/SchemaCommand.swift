import Events
import Projections

/// `replog schema`: the JSON Schema of the content of a log and of the output of views.
let schemaCommand = Request(
  "schema", "print the JSON Schema of events and views",
  """
  replog schema --json
  replog schema SetLogged
  replog schema plan-week
  """, SchemaArgument?.none
) {
  try $1.positional(&$0, "NAME", "the event type or view to describe")
} perform: { subject, _, shell in
  let schema =
    switch subject {
    case .type(let type): JSONSchema.schema(of: type)
    case .view(let view): JSONSchema.schema(of: view)
    case nil: JSONSchema.line
    }
  let line = schema.bytes + [UInt8(ascii: "\n")]
  try shell.print(shell.options.json ? line : JSON.unfolded(line))
}
.with(\.accepts, .noLog)
.with(\.isAboutNamedLog, false)
.with(
  \.remark,
  """
  Without a name, the command prints the schema of a log line, with all types and views in '$defs'. The keywords \
  'x-unit', 'x-personal' and 'x-refers-to' mark units, personal data and references. '--json' prints the schema on \
  one line.
  """)

/// A type of event or a view, by name.
enum SchemaArgument: ArgumentValue {
  case type(EventType)
  case view(any LogView.Type)

  static var placeholder: String { "NAME" }
  static var expected: String { "a type of event such as SetLogged, or a view such as pbs" }

  init?(argument text: String) {
    if let type = EventType.all.first(where: { $0.name == text }) {
      self = .type(type)
    } else if let view = ViewArgument(argument: text)?.view {
      self = .view(view)
    } else {
      return nil
    }
  }

  static var completion: Completion { .words(names) }

  private static var names: [String] {
    EventType.all.map(\.name) + Views.all.map { hyphened($0.name) }
  }

  static func nearest(to text: String) -> String? {
    Projections.nearest(to: text, among: names).first
  }
}
