import Events
import Projections

/// `replog completions SHELL`: the completion script of a shell.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "print the script that makes the tab key complete a command line"
  static let example = "replog completions fish | source"
  static let accepts = GlobalOptions.Accepted.noLog
  static let isAboutNamedLog = false
  static let remark = """
    To keep it, bash takes it as \
    '~/.local/share/bash-completion/completions/replog', zsh as '_replog' in a \
    folder of $fpath, fish as '~/.config/fish/completions/replog.fish'.
    """
  private var shell = ShellName.bash

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&shell, "SHELL", "the shell")
  }

  func run(_ shell: inout Shell) throws {
    let table = CompletionTable(Replog.commands)
    switch self.shell {
    case .bash: try shell.print(table.bash, terminator: "")
    case .zsh: try shell.print(table.zsh, terminator: "")
    case .fish: try shell.print(table.fish, terminator: "")
    }
  }
}

/// A shell that there is a script for.
enum ShellName: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  static var placeholder: String { "SHELL" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text) }
}

/// `replog complete KIND`: the values of a log for the scripts, a line each; no page lists it.
///
/// A summary of the value comes after a tab. The tab key shows no errors, and does not wait: where anything is
/// wrong, nothing is printed.
struct CompleteCommand: Command {
  static let name = "complete"
  static let summary = "print the values of a log that a shell offers"
  static let example = "replog complete exercises"
  static let accepts: GlobalOptions.Accepted = []
  private var kind = LiveValue.exercises

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&kind, "KIND", "the kind of value")
  }

  func run(_ shell: inout Shell) throws {
    guard let values = candidates(shell) else { return }
    for candidate in values {
      let summary = inert(candidate.summary)
      // What had to be escaped is not what the log has.
      guard inert(candidate.value) == candidate.value else { continue }
      try shell.print(summary.isEmpty ? candidate.value : candidate.value + "\t" + summary)
    }
  }

  /// Returns the values; nil where there is no log, or one that cannot be read.
  private func candidates(_ shell: Shell) -> [LiveValues.Candidate]? {
    if kind == .zones { return shell.zoneNames.map { LiveValues.Candidate(value: $0) } }
    guard let path = shell.logPath, path != "-", let log = try? shell.openLogQuietly() else {
      return nil
    }
    return try? LiveValues(log, of: shell.options.user).candidates(kind)
  }
}
