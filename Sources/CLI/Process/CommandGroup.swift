/// Commands that belong together on the overview.
struct CommandGroup: Sendable {
  let title: String
  let commands: [any Command.Type]

  init(_ title: String, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}

extension Replog {
  /// The page that `replog` alone prints.
  static var overview: String {
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
      else $REPLOG_LOG, else $XDG_DATA_HOME/replog/events.jsonl, else
      ~/.local/share/replog/events.jsonl.

      """
    return text
  }
}
