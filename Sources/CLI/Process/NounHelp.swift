/// The help of a noun: its verbs, a line each.
extension Replog {
  /// Returns the commands whose names begin with a noun and have a verb.
  static func verbs(of noun: String) -> [any Command.Type] {
    // In bytes: comparing texts by their characters took 1,500 instructions for each of 150 names.
    let beginning = Array(noun.utf8) + [UInt8(ascii: " ")]
    return all.filter { $0.name.utf8.starts(with: beginning) }
  }

  /// Returns the page of a noun that is no command; nil for any other word.
  static func page(ofNoun noun: String) -> String? {
    let verbs = verbs(of: noun)
    guard !verbs.isEmpty, !all.contains(where: { $0.name == noun }) else {
      return nil
    }
    return "replog \(noun): these commands\n\n" + lines(of: verbs)
      + "\n'replog help COMMAND' shows the options of one and an example.\n"
  }

  /// Returns the page that a line asks for which has a noun, no verb and `--help`; nil for other lines.
  static func helpOfNoun(_ words: [String]) -> String? {
    let options = words.prefix { $0 != "--" }
    guard let noun = words.first, options.contains("--help") || options.contains("-h"),
      words.dropFirst().allSatisfy(Parser.isOption)
    else { return nil }
    return page(ofNoun: noun)
  }

  /// Returns a line for each command, their summaries one under another.
  static func lines(of commands: [any Command.Type], width: Int = 0) -> String {
    let width = max(width, commands.map { $0.name.count }.max() ?? 0) + 2
    return commands.map { command in
      let space = String(repeating: " ", count: width - command.name.count)
      return wrapped("  \(command.name)\(space)\(command.summary)", indent: width + 2) + "\n"
    }.joined()
  }
}
