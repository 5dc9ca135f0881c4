/// The help of a noun: its verbs, one per line.
extension CommandTable {
  /// Returns the page of a noun that is not a command; nil for any other word.
  func page(ofNoun noun: String) -> String? {
    let verbs = verbs(of: noun)
    guard !verbs.isEmpty, !all.contains(where: { $0.name == noun }) else {
      return nil
    }
    return "replog \(noun): commands\n\n" + lines(of: verbs)
      + "\n'replog help COMMAND' shows its options and an example.\n"
  }

  /// Returns the page for a line with a noun, no verb and `--help`; nil for other lines.
  func helpOfNoun(_ words: [String]) -> String? {
    let options = words.prefix { $0 != "--" }
    guard let noun = words.first, options.contains("--help") || options.contains("-h"),
      words.dropFirst().allSatisfy(Parser.isOption)
    else { return nil }
    return page(ofNoun: noun)
  }

  /// Returns a line for each command, with aligned summaries.
  func lines(of commands: [any Command], width: Int = 0) -> String {
    let width = max(width, commands.map { $0.name.count }.max() ?? 0) + 2
    return commands.map { command in
      let space = String(repeating: " ", count: width - command.name.count)
      return wrapped("  \(command.name)\(space)\(command.summary)", indent: width + 2) + "\n"
    }.joined()
  }

  /// The page that `replog` alone prints.
  var overview: String {
    var text = """
      replog: an event-sourced training log

      Every action is one line of a log that only grows; every view is a replay of it.
      Begin with 'replog demo', which plays a first week.

      usage: replog COMMAND [options]

      """
    let width = all.map { $0.name.count }.max() ?? 0
    for group in groups { text += "\n\(group.title)\n" + lines(of: group.commands, width: width) }
    text += """

      'replog help COMMAND' shows its options and an example. The log is --log PATH,
      or $REPLOG_LOG, or $XDG_DATA_HOME/replog/events.jsonl, or
      ~/.local/share/replog/events.jsonl.

      """
    return text
  }
}
