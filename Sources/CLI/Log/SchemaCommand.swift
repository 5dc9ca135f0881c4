import Events
import Projections

/// `replog schema`: the JSON Schema of the content of a log and of the output of views.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "print the JSON Schema of events and views"
  static let example = """
    replog schema --json
    replog schema SetLogged
    replog schema plan-week
    """
  static let remark = """
    Without a name it is that of a line of a log, with those of all types and views as '$defs'. \
    Units, persons and references are in 'x-unit', 'x-personal' and 'x-refers-to'. \
    '--json' prints all of it on one line.
    """
  static let accepts: GlobalOptions.Accepted = [.noLog]
  static let isAboutNamedLog = false
  static let completions = [
    "NAME": Completion.words(EventType.all.map(\.name) + Views.all.map { hyphened($0.name) })
  ]
  private var subject: SchemaArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &subject, "NAME", "a type of event, for its data, or a view, for its JSON")
  }

  func run(_ shell: inout Shell) throws {
    let schema =
      switch subject {
      case .type(let type): JSONSchema.schema(of: type)
      case .view(let view): JSONSchema.schema(of: view)
      case nil: JSONSchema.line
      }
    let line = schema.bytes + [UInt8(ascii: "\n")]
    try shell.print(shell.options.json ? line : JSON.unfolded(line))
  }
}

/// A type of event or a view, by name.
enum SchemaArgument: ArgumentValue {
  case type(EventType)
  case view(any View.Type)

  static var placeholder: String { "NAME" }
  static var expected: String { "a type of event, such as SetLogged, or a view, such as pbs" }

  init?(argument text: String) {
    if let type = EventType.all.first(where: { $0.name == text }) {
      self = .type(type)
    } else if let view = ViewArgument(argument: text)?.view {
      self = .view(view)
    } else {
      return nil
    }
  }

  static func nearest(to text: String) -> String? {
    let names = EventType.all.map(\.name) + Views.all.map { hyphened($0.name) }
    return Projections.nearest(to: text, among: names).first
  }
}
