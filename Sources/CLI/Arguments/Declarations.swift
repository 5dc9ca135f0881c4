/// The arguments of a command as a list, for the parser and the help page.
final class Declarations: Arguments {
  struct Argument {
    enum Kind { case positional, several, option, repeated, flag }
    let kind: Kind
    /// The name of an option, `--sets`, or the placeholder of a positional argument, `DAY`.
    let name: String
    /// The placeholder of an option's value: `N`.
    let placeholder: String
    var isRequired: Bool
    let help: String
    let choices: [String]
    /// The type of its value; nil for a flag.
    var type: (any ArgumentValue.Type)?
    /// The values that a shell offers; nil for those of its name and its type.
    var ownCompletion: Completion?

    /// The values that a shell offers; nil for a flag.
    var completion: Completion? {
      guard let type else { return nil }
      if let ownCompletion { return ownCompletion }
      guard choices.isEmpty else { return .words(choices) }
      let named = Completion.byName(name)
      return named == .nothing ? type.completion : named
    }

    var isByPlace: Bool { kind == .positional || kind == .several }
  }

  private(set) var all: [Argument] = []
  /// A Boolean value indicating whether an undeclared word may be a password.
  let mayMeetSecrets: Bool
  /// The values that a shell offers for arguments of these names, independent of their type.
  private let completions: [String: Completion]
  /// The errors for undeclared options with these names.
  let declined: [String: UsageError]

  init(
    mayMeetSecrets: Bool = false, completions: [String: Completion] = [:],
    declined: [String: UsageError] = [:]
  ) {
    (self.mayMeetSecrets, self.completions) = (mayMeetSecrets, completions)
    self.declined = declined
  }

  static var shared: [String] { allShared.filter { $0.kind == .option }.map(\.name) }

  /// The options of nearly all commands, which have a page of their own.
  static var general: [Argument] {
    let declarations = Declarations()
    var options = GlobalOptions()
    try? options.arguments(declarations, [])
    return declarations.all
  }

  /// Returns whether nearly all commands share an argument with the same meaning.
  static func isGeneral(_ argument: Argument) -> Bool {
    general.contains { $0.name == argument.name && $0.help == argument.help }
  }

  static var allShared: [Argument] {
    let declarations = Declarations()
    var options = GlobalOptions()
    try? options.arguments(declarations, [.asOf, .allUsers, .table, .dryRun, .follow])
    return declarations.all
  }

  func values<V: ArgumentValue>(
    _ kind: Argument.Kind, _ name: String, isRequired: Bool, _ help: String
  ) -> [V] {
    all.append(
      Argument(
        kind: kind, name: name, placeholder: V.placeholder, isRequired: isRequired, help: help,
        choices: V.choices, type: V.self, ownCompletion: completions[name]))
    return []
  }

  func flag(_ value: inout Bool, _ name: String, _ help: String) {
    all.append(
      Argument(
        kind: .flag, name: name, placeholder: "", isRequired: false, help: help, choices: []))
  }
}
