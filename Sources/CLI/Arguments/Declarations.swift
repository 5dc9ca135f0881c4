/// The arguments of a command as a list: what a parser splits by and a help page shows.
struct Declarations: Arguments {
  /// One argument.
  struct Argument {
    enum Kind { case positional, option, flag }
    let kind: Kind
    /// `--sets`, or what stands for a positional one: `DAY`.
    let name: String
    /// What stands for the value of an option: `N`.
    let placeholder: String
    let isRequired: Bool
    let help: String
    let choices: [String]
  }

  private(set) var all: [Argument] = []

  /// The arguments of `command`.
  static func of(_ command: any Command.Type) -> Declarations {
    var declarations = Declarations()
    var instance = command.init()
    var options = GlobalOptions()
    // A declaration sets nothing, so nothing can be wrong.
    try? instance.arguments(&declarations)
    try? options.arguments(&declarations, command.accepts)
    return declarations
  }

  /// The names of the options with a value that belong to no single command.
  static var shared: [String] { allShared.filter { $0.kind == .option }.map(\.name) }

  /// Whether `word` is, or begins with, an option or a flag that belongs to no single command.
  static func isShared(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return word == "--" || allShared.contains { $0.name == name }
  }

  private static var allShared: [Argument] {
    var declarations = Declarations()
    var options = GlobalOptions()
    try? options.arguments(&declarations, [.asOf, .allUsers, .dryRun])
    return declarations.all
  }

  mutating func positional<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError) {
    declare(.positional, name, V.self, isRequired: true, help)
  }

  mutating func positional<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError) {
    declare(.positional, name, V.self, isRequired: false, help)
  }

  mutating func required<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError) {
    declare(.option, name, V.self, isRequired: true, help)
  }

  mutating func option<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError) {
    declare(.option, name, V.self, isRequired: false, help)
  }

  mutating func flag(_ value: inout Bool, _ name: String, _ help: String) throws(UsageError) {
    all.append(
      Argument(
        kind: .flag, name: name, placeholder: "", isRequired: false, help: help, choices: []))
  }

  private mutating func declare<V: ArgumentValue>(
    _ kind: Argument.Kind, _ name: String, _ value: V.Type, isRequired: Bool, _ help: String
  ) {
    all.append(
      Argument(
        kind: kind, name: name, placeholder: V.placeholder, isRequired: isRequired, help: help,
        choices: V.choices))
  }
}
