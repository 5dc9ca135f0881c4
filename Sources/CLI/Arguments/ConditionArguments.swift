import Events
import Projections

/// The condition to search for: on a view, or judged by a program.
struct EnteredFault {
  private var view: String?
  private var condition: String?
  /// The shell command that judges a log.
  private(set) var program: String?
  /// The number of further judgements on the logs that the result depends on; nil for the default.
  private var entered: Int?
  /// A Boolean value indicating whether a crash of the program is a verdict.
  private(set) var crashIsBad = false

  static let viewHelp = "the view, for example 'pbs' or 'plan'"
  static let conditionHelp = "'PATH OP VALUE', with OP one of == != < <= > >= exists missing"

  /// The number of further judgements on the logs that the result depends on.
  var repeats: Int { entered ?? 1 }

  /// A condition on a view.
  struct OfView {
    let view: any LogView.Type
    let condition: PathCondition

    init(_ view: any LogView.Type, _ condition: PathCondition) throws(UsageError) {
      (self.view, self.condition) = (view, condition)
      try requirePossible()
    }

    /// Creates the condition from the name of a view and a text.
    ///
    /// - Parameter command: The name of the command, for the help page in an error.
    init(_ view: String, _ condition: String?, of command: String) throws(UsageError) {
      guard let condition else { throw .missing("CONDITION", of: command) }
      try self.init(EnteredFault.view(called: view), EnteredFault.condition(condition))
    }
  }

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&view, "VIEW", Self.viewHelp)
    try a.positional(&condition, "CONDITION", Self.conditionHelp)
    try a.option(
      &program, "--run", "a shell command that judges a log, in place of VIEW and CONDITION")
    try a.option(
      &entered, "--repeat",
      "the number of times to judge the whole log, an empty log and the result again, 0…100 (default: 1)"
    )
    try a.flag(
      &crashIsBad, "--crash-is-bad",
      "treat a crash of the program (a signal or a status above 127) as bad")
  }

  /// Returns the condition; nil if a program judges.
  ///
  /// - Parameter command: The name of the command, for the help page in an error.
  func ofView(_ command: String) throws(UsageError) -> OfView? {
    if let program {
      guard program.contains(where: { !$0.isWhitespace }) else {
        throw .invalid(program, for: "'--run'", expected: "a shell command", of: command)
      }
      guard (0...100).contains(repeats) else {
        throw .invalid("\(repeats)", for: "'--repeat'", expected: "0…100", of: command)
      }
      guard view == nil else {
        throw UsageError(
          code: .conflictingOptions,
          message: "the fault must be given as a view and a condition or with '--run', not both",
          help: "see \(UsageError.page(of: command))")
      }
      return nil
    }
    if let option = entered != nil ? "--repeat" : crashIsBad ? "--crash-is-bad" : nil {
      throw UsageError(
        code: .conflictingOptions, message: "'\(option)' requires '--run'",
        help: "leave it out; a condition on a view always has the same result")
    }
    guard let view else { throw .missing("VIEW and CONDITION, or '--run'", of: command) }
    return try OfView(view, condition, of: command)
  }

  /// Returns the view named `name`; its words may be joined by dashes.
  static func view(called name: String) throws(UsageError) -> any LogView.Type {
    if let view = Views.all.first(where: { hyphened($0.name) == hyphened(name) }) { return view }
    let near = nearest(to: name, among: Views.all.map { $0.name })
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    throw UsageError(
      message: "there is no view '\(name)'", help: guess + "'replog help all' lists all commands")
  }

  static func condition(_ text: String) throws(UsageError) -> PathCondition {
    do throws(RecordPath.ParseError) { return try PathCondition(parsing: text) } catch {
      throw UsageError(
        message: "\(error) of '\(text)'",
        help: "write a condition such as '[exercise=squat].weightKg > 300'")
    }
  }
}

// MARK: - Conditions that no log can satisfy

extension EnteredFault.OfView {
  /// Refuses a condition on a field that the view does not have, or with a value of another kind or unit.
  fileprivate func requirePossible() throws(UsageError) {
    let field = try view.requiredField(at: condition.path)
    if case .value(.word(let words))? = field?.content, condition.relation == .equal,
      case .string(let word) = condition.value, !words.contains(word)
    {
      let near = nearest(to: word, among: words)
      throw UsageError(
        code: .invalidValue, message: "'\(condition.path)' is never '\(word)'",
        help: near.isEmpty ? "it is \(alternatives(words))" : "did you mean \(alternatives(near))?")
    }
    let own = kind(of: field)
    let isPart = own == .object || own == .list
    // '!=' would hold for every object and every list.
    let given = PathCondition.Kind(of: condition.value)
    let isCompared = condition.relation == .notEqual ? given != .null : condition.neededKind != nil
    let needed = isPart && isCompared ? given : condition.neededKind
    guard let needed, needed != own else { return }
    let value = condition.value.jsonText
    let unit = field?.unit.map { " of \($0)" } ?? ""
    throw UsageError(
      code: .invalidValue,
      message: "'\(condition.path)' is \(own.words)\(unit), got \(value), which is \(needed.words)",
      help: isPart
        ? "name a value in it; 'replog blame \(hyphened(view.name))' lists all paths"
        : meant(own, field?.unit).map { "write '\($0)'" } ?? "compare it with \(own.words)")
  }

  /// Returns the kind of the values at the path; `field` is nil for the view or an element of a list.
  private func kind(of field: RecordSchema.Field?) -> PathCondition.Kind {
    switch field?.content {
    case .value(.texts), .list: return .list
    case .value(let kind): return kind.isNumeric ? .number : kind == .boolean ? .boolean : .text
    case .object: return .object
    case nil: break
    }
    let steps = condition.path.steps
    guard !steps.isEmpty else { return view.shape == .list ? .list : .object }
    // Of the lists, only one of texts is a value.
    guard case .field(let list) = view.end(of: RecordPath(Array(steps.dropLast()))),
      case .value? = list?.content
    else { return .object }
    return .text
  }

  /// Returns the condition with the value that the field can have; nil if there is none.
  private func meant(_ own: PathCondition.Kind, _ unit: FieldStyle.Unit?) -> PathCondition? {
    var meant = condition
    switch (own, condition.value) {
    case (.text, .number), (.text, .bool):
      meant.value = .string(condition.value.jsonText)
    case (.number, .string(let text)) where unit == .kilograms:
      guard let weight = try? EnteredWeight(text) else { return nil }
      meant.value = .number(.double(Weight(weight.value, weight.unit ?? .kg).kilograms))
    case (.number, .string(let text)):
      guard let number = Double(text) else { return nil }
      meant.value = .number(.double(number))
    default: return nil
    }
    return meant
  }
}

extension LogView {
  /// Returns the field at a path, whether or not some log has a value there; nil for the view or an element of it.
  ///
  /// - Throws: A `UsageError` with the nearest path, if the view has no such field.
  static func requiredField(at path: RecordPath) throws(UsageError) -> RecordSchema.Field? {
    switch end(of: path) {
    case .field(let field): return field
    case .unknown(let count, let names): throw unknownPart(of: path.steps, after: count, names)
    case .impossible(let count, let words):
      throw unknownPart(of: path.steps, after: count, words, isValue: true)
    }
  }

  /// Returns the error of a path with an unknown step, with the nearest path.
  ///
  /// - Parameter isValue: A Boolean value indicating whether the value in the step is wrong, and not the field.
  private static func unknownPart(
    of steps: [RecordPath.Step], after count: Int, _ names: [String], isValue: Bool = false
  ) -> UsageError {
    let (word, replaced): (String, (String) -> RecordPath.Step) =
      switch steps[count] {
      case .key(let key): (key, { .key($0) })
      case .match(let key, let value) where isValue: (value, { .match(key, $0) })
      case .match(let key, let value): (key, { .match($0, value) })
      case .index(let index): ("\(index)", { .key($0) })
      }
    let near = nearest(to: word, among: names).map {
      "\(RecordPath(steps[..<count] + [replaced($0)] + steps[(count + 1)...]))"
    }
    return UsageError(
      code: .notFound,
      message: "the view '\(name)' has no path '\(RecordPath(Array(steps[...count])))'",
      help: near.isEmpty
        ? isValue
          ? "it is \(alternatives(names))" : "'replog blame \(hyphened(name))' lists all paths"
        : "did you mean \(alternatives(near))?")
  }
}

extension PathCondition.Kind {
  /// The kind with its article.
  var words: String {
    switch self {
    case .number: "a number"
    case .text: "text"
    case .boolean: "a Boolean"
    case .null: "null"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
