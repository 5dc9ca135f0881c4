/// The help page of a command, generated from its declarations.
struct HelpPage {
  private let command: any Command
  private let table: CommandTable

  init(_ command: any Command, _ table: CommandTable) {
    (self.command, self.table) = (command, table)
  }

  var text: String {
    let declared = Declarations.of(command).all
    var text = wrapped("replog \(command.name): \(command.summary)", indent: 2) + "\n\n"
    text += wrapped("usage: \(usage)", indent: 7) + "\n"
    text += Self.section("arguments", declared.filter(\.isByPlace))
    text += Self.section(
      "options", declared.filter { !$0.isByPlace && !Declarations.isGeneral($0) })
    if declared.contains(where: Declarations.isGeneral) {
      text += "\n'replog help options' lists the general options.\n"
    }
    for paragraph in command.remark.split(separator: "\n") {
      text += "\n\(wrapped(String(paragraph)))\n"
    }
    let isAboutExercise = declared.contains { $0.name.hasPrefix("EXERCISE") }
    let names = isAboutExercise ? " ('replog exercises' lists the names in your log)" : ""
    text += "\nexample\(names):\n"
    for line in command.example.split(separator: "\n") { text += "  \(line)\n" }
    return text + verbs
  }

  /// The commands whose names begin with the name of this one, as lines; empty if there are none.
  private var verbs: String {
    let verbs = table.verbs(of: command.name)
    return verbs.isEmpty ? "" : "\nsubcommands:\n" + table.lines(of: verbs)
  }

  /// The syntax of the command, on one line.
  var usage: String {
    let declared = Declarations.of(command).all
    var words = ["replog \(command.name)"]
    words += declared.filter { $0.kind == .positional }
      .map { $0.isRequired ? $0.name : "[\($0.name)]" }
    words += declared.filter { $0.kind == .several }
      .map { $0.isRequired ? "\($0.name)…" : "[\($0.name)…]" }
    words += declared.filter { $0.kind == .option && $0.isRequired }
      .map { "\($0.name) \($0.placeholder)" }
    if declared.contains(where: { !$0.isByPlace && !$0.isRequired }) { words.append("[options]") }
    return words.joined(separator: " ")
  }

  /// Returns the lines of a list of arguments with a title; empty for an empty list.
  static func section(_ title: String, _ arguments: [Declarations.Argument]) -> String {
    guard !arguments.isEmpty else { return "" }
    let names = arguments.map { argument in
      [.option, .repeated].contains(argument.kind)
        ? "\(argument.name) \(argument.placeholder)" : argument.name
    }
    let width = (names.map(\.count).max() ?? 0) + 2
    var text = "\n\(title):\n"
    for (name, argument) in zip(names, arguments) {
      let space = String(repeating: " ", count: width - name.count)
      let choices = " (" + argument.choices.joined(separator: ", ") + ")"
      let help = argument.help + (argument.choices.isEmpty ? "" : choices)
      text += wrapped("  \(name)\(space)\(help)", indent: width + 2) + "\n"
    }
    return text
  }
}
