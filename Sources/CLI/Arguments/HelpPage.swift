/// The help page of a command, made from what the command declares.
struct HelpPage {
  let command: any Command.Type

  var text: String {
    let declared = Declarations.of(command).all
    var text = "replog \(command.name): \(command.summary)\n\n"
    text += "usage: \(usage(declared))\n"
    text += section("arguments", declared.filter { $0.kind == .positional })
    text += section("options", declared.filter { $0.kind != .positional })
    text += "\nexample:\n"
    for line in command.example.split(separator: "\n") { text += "  \(line)\n" }
    return text
  }

  private func usage(_ declared: [Declarations.Argument]) -> String {
    var words = ["replog \(command.name)"]
    words += declared.filter { $0.kind == .positional }
      .map { $0.isRequired ? $0.name : "[\($0.name)]" }
    words += declared.filter { $0.kind == .option && $0.isRequired }
      .map { "\($0.name) \($0.placeholder)" }
    if declared.contains(where: { $0.kind != .positional && !$0.isRequired }) {
      words.append("[options]")
    }
    return words.joined(separator: " ")
  }

  private func section(_ title: String, _ arguments: [Declarations.Argument]) -> String {
    guard !arguments.isEmpty else { return "" }
    let names = arguments.map { argument in
      argument.kind == .option ? "\(argument.name) \(argument.placeholder)" : argument.name
    }
    let width = (names.map(\.count).max() ?? 0) + 2
    var text = "\n\(title):\n"
    for (name, argument) in zip(names, arguments) {
      let space = String(repeating: " ", count: width - name.count)
      let line = "  \(name)\(space)\(argument.help)"
      let choices = " (" + argument.choices.joined(separator: ", ") + ")"
      let fits = !argument.choices.isEmpty && line.count + choices.count <= 100
      text += line + (fits ? choices : "") + "\n"
    }
    return text
  }
}
