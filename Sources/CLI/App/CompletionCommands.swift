import Events
import Projections

/// `replog completions SHELL`: the completion script of a shell.
let completionsCommand = Request(
  "completions", "print the tab-completion script for a shell",
  "replog completions fish | source", ShellName.bash
) {
  try $1.positional(&$0, "SHELL", "the shell")
} perform: {
  try $2.print($0.script, terminator: "")
}
.with(\.accepts, .noLog)
.with(\.isAboutNamedLog, false)
.with(
  \.remark,
  """
  To install the script, save it in the file that your shell reads.

  bash: '~/.local/share/bash-completion/completions/replog'

  zsh: '_replog' in a folder of $fpath

  fish: '~/.config/fish/completions/replog.fish'
  """)

/// `replog complete -- WORDS`: the candidates for the last word, for the scripts; no page lists it.
///
/// Each candidate has a line, with its summary after a tab. The last line is `:files` or `:folders` if the shell must
/// complete those, otherwise `:values`. The tab key shows no errors and does not wait: if a log cannot be read, it has
/// no values.
extension CommandLineCompletion {
  func print(on shell: inout Shell) throws {
    if case .streams = shell.output {
      shell.system.exitOnBusError(saying: "", status: ExitStatus.done.rawValue)
    }
    for candidate in candidates + live(&shell) {
      // A value with escapes differs from the one in the log.
      guard inert(candidate.value) == candidate.value else { continue }
      let summary = inert(candidate.summary)
      try shell.print(prefix + candidate.value + (summary.isEmpty ? "" : "\t" + summary))
    }
    switch source {
    case .files: try shell.print(":files")
    case .folders: try shell.print(":folders")
    default: try shell.print(":values")
    }
  }

  private func live(_ shell: inout Shell) -> [CompletionCandidate] {
    guard case .live(let kind) = source else { return [] }
    if kind == .zones { return shell.zoneNames.map { CompletionCandidate(value: $0) } }
    shell.options.log = log
    // A shell expands '~' only when it runs a line.
    if let path = log?.text, path.hasPrefix("~/"), let home = shell.system.environment("HOME") {
      shell.options.log = FilePath(argument: home + path.dropFirst())
    }
    guard let path = shell.logPath, path != "-" else { return [] }
    do {
      // Reading a pipe waits for its writer.
      try shell.requireFile()
      if kind == .refusedEvents { return try Self.refusedEvents(path, shell.system) }
      return try LiveValues(shell.openLogQuietly(), of: user).candidates(kind)
    } catch {
      return []
    }
  }

  /// Returns the first event of each refused action, the latest first.
  private static func refusedEvents(
    _ path: String, _ system: System
  ) throws -> [CompletionCandidate] {
    let units = try RefusedEvents(ofLogAt: path, system: system).units
    return units.reversed().prefix(100).compactMap { unit in
      unit.events.first.map {
        CompletionCandidate(value: $0.id.description, summary: unit.reason?.why ?? $0.type)
      }
    }
  }
}
