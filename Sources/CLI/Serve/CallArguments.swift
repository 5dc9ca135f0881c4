import Events
import Projections

/// The arguments of a command as the members of a JSON object: those of a tool, a prompt or a resource.
///
///     replog set log bench-press 5x100kg --rpe 8
///     {"exercise":"bench-press","reps_x_weight":"5x100kg","rpe":8}
struct CallArguments: Sendable {
  /// An argument with its name in JSON.
  struct Argument: Sendable {
    let key: String
    let declared: Declarations.Argument
  }

  let command: String
  let all: [Argument]

  /// The options of many commands that are arguments, too.
  private static let shared = ["--as-of", "--dry-run"]
  /// The arguments for another output than JSON, and for programs that judge a log.
  private static let forShells = [
    "--chart", "--markdown", "--weekdays", "--run", "--repeat", "--crash-is-bad", "--follow",
  ]

  /// Creates the arguments of a command that another program may give; no path of a file is among them.
  init(of command: some Command) {
    self.command = command.name
    let own = Declarations(completions: command.completions)
    var walked = command
    try? walked.arguments(own)
    let accepted = Declarations.of(command).all.filter { Self.shared.contains($0.name) }
    // In a shell, a program that judges takes the place of the other arguments.
    let mayBeJudged = own.all.contains { $0.name == "--run" }
    all = (own.all + accepted).filter { declared in
      declared.type != FilePath.self && !Self.forShells.contains(declared.name)
    }.map { declared in
      var declared = declared
      declared.isRequired = declared.isRequired || mayBeJudged && declared.isByPlace
      return Argument(key: Self.key(of: declared), declared: declared)
    }
  }

  /// Returns the name of an argument in JSON: `to_position` for `--to-position`, `reps_x_weight` for `REPSxWEIGHT`.
  private static func key(of argument: Declarations.Argument) -> String {
    guard argument.isByPlace else {
      return argument.name.split(separator: "-").joined(separator: "_")
    }
    return argument.name.map { $0 == "x" ? "_x_" : String($0) }.joined().lowercased()
  }

  /// The JSON Schema of the object, which has no other members.
  var schema: JSON {
    var members: JSON.Members = [
      ("type", "object"),
      ("properties", .object(all.map { ($0.key, $0.declared.schema) })),
    ]
    let required = all.filter(\.declared.isRequired).map { JSON.string($0.key) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    return .object(members + [("additionalProperties", false)])
  }
}

extension Declarations.Argument {
  fileprivate var schema: JSON {
    var value: JSON.Members = [("type", .string(kindOfJSON))]
    if !choices.isEmpty { value.append(("enum", .array(choices.map { .string($0) }))) }
    let summary = ("description", JSON.string(help + form))
    guard kind == .several || kind == .repeated else { return .object(value + [summary]) }
    return .object([("type", "array"), ("items", .object(value)), summary])
  }

  /// The type of a single value in JSON.
  fileprivate var kindOfJSON: String {
    switch type {
    case nil: "boolean"
    case is Int.Type, is UInt64.Type, is Count.Type: "integer"
    case is Double.Type: "number"
    default: "string"
    }
  }

  /// The form of a text, to be read after its description; empty if its kind says enough.
  private var form: String {
    guard let type, choices.isEmpty, kindOfJSON == "string", type != String.self, type != Name.self
    else { return "" }
    return "; \(type.expected)"
  }
}

// MARK: - The words of a command line

extension CallArguments {
  /// Returns the words after the name of the command for the members of an object.
  ///
  /// - Throws: `UsageError` for an unknown, missing or ill-typed member.
  func words(for object: JSON) throws(UsageError) -> [String] {
    guard case .object(let members) = object else {
      throw invalid("the arguments must be an object, got \(object.kindInWords)")
    }
    try requireKnown(members.map(\.name))
    return try words { (argument) throws(UsageError) in
      guard let value = object[argument.key] else { return [] }
      return try texts(of: value, for: argument)
    }
  }

  /// Returns the words after the name of the command for the parameters of a resource's address.
  func words(for query: [(name: String, value: String)]) throws(UsageError) -> [String] {
    try requireKnown(query.map(\.name))
    return try words { (argument) throws(UsageError) in
      let given = query.filter { $0.name == argument.key }.map(\.value)
      guard argument.declared.kind == .flag, let text = given.first else { return given }
      guard ["true", "false"].contains(text) else {
        throw .invalid(text, for: "'\(argument.key)'", expected: "'true' or 'false'")
      }
      return [text]
    }
  }

  private func words(
    _ texts: (Argument) throws(UsageError) -> [String]
  ) throws(UsageError) -> [String] {
    var (options, places): ([String], [String]) = ([], [])
    for argument in all {
      let (declared, values) = (argument.declared, try texts(argument))
      guard !values.isEmpty || !declared.isRequired else {
        throw .missing("'\(argument.key)'", of: command)
      }
      switch declared.kind {
      case .flag: if values == ["true"] { options.append(declared.name) }
      case .positional, .several: places += values
      case .option, .repeated: options += values.map { "\(declared.name)=\($0)" }
      }
    }
    return options + ["--"] + places
  }

  private func requireKnown(_ names: [String]) throws(UsageError) {
    let keys = all.map(\.key)
    guard let name = names.first(where: { !keys.contains($0) }) else { return }
    let near = nearest(to: name, among: keys)
    throw UsageError(
      code: .unknownOption, message: "'\(command)' has no argument '\(shortened(name, to: 40))'",
      help: near.isEmpty
        ? "its arguments are \(alternatives(keys, joint: "and"))"
        : "did you mean \(alternatives(near))?")
  }

  private func texts(of value: JSON, for argument: Argument) throws(UsageError) -> [String] {
    let kind = argument.declared.kindOfJSON
    let isList = argument.declared.kind == .several || argument.declared.kind == .repeated
    let values: [JSON] = if isList, case .array(let list) = value { list } else { [value] }
    var texts: [String] = []
    for value in values {
      switch (value, kind) {
      case (.string(let text), "string"): texts.append(text)
      case (.bool(let flag), "boolean"): texts.append("\(flag)")
      case (.number(.integer), "integer"), (.number, "number"):
        texts.append(value.jsonText)
      // In JSON Schema, 3.0 is an integer.
      case (.number(.double(let number)), "integer") where Int64(exactly: number) != nil:
        texts.append("\(Int64(number))")
      default:
        let article = kind == "integer" ? "an" : "a"
        throw invalid("'\(argument.key)' must be \(article) \(kind), got \(value.kindInWords)")
      }
    }
    return texts
  }

  private func invalid(_ message: String) -> UsageError {
    UsageError(code: .invalidValue, message: message, help: "see \(UsageError.page(of: command))")
  }
}

extension JSON {
  /// The kind of the value with its article, as in JSON Schema.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// MARK: - The object of a command line

extension CallArguments {
  /// Returns the object for the words after the name of a command; nil for words that are none of its arguments.
  func object(for words: [String]) -> JSON? {
    var values: [(argument: Argument, value: JSON)] = []
    var places = all.filter(\.declared.isByPlace)[...]
    var rest = words[...]
    while let word = rest.popFirst() {
      if Parser.isOption(word) {
        let parts = word.split(separator: "=", maxSplits: 1)
        guard let argument = all.first(where: { $0.declared.name == parts[0] }) else { return nil }
        guard argument.declared.kind != .flag else {
          values.append((argument, true))
          continue
        }
        guard let text = parts.count == 2 ? String(parts[1]) : rest.popFirst() else { return nil }
        values.append((argument, argument.declared.value(of: text)))
      } else {
        guard let argument = places.first else { return nil }
        if argument.declared.kind != .several { places.removeFirst() }
        let value = argument.declared.value(of: word)
        values.append((argument, argument.declared.kind == .several ? [value] : value))
      }
    }
    return .object(values.map { ($0.argument.key, $0.value) })
  }
}

extension Declarations.Argument {
  /// Returns a typed word as a JSON value; a placeholder such as `N` stays a text.
  fileprivate func value(of word: String) -> JSON {
    guard kindOfJSON != "string", let number = Double(word) else { return .string(word) }
    if let whole = Int64(exactly: number) { return .number(.integer(whole)) }
    return .number(.double(number))
  }
}
