import Events
import Projections

/// An error as it is printed, in the form compilers use, and the status that the process ends with.
///
///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
///       {"seq":12,…  x
///                   ^
///     help: run 'replog verify' for the whole picture
struct Diagnostic {
  let status: ExitStatus
  let text: String

  /// Creates the diagnostic of any error that a command throws; nil for the quiet end of a pipe.
  ///
  /// - Parameters:
  ///   - log: the log that the command line names, which commands in the help then name, too.
  ///   - commands: the table that has those commands.
  init?(_ error: any Error, log: String? = nil, _ commands: CommandTable? = nil) {
    let named = { (help: String?) in helpNaming(log, help, commands) }
    switch error {
    case let error as LogError: self.init(error, help: named(error.help))
    case let error as Refusal:
      self.init(.refused, nil, error.message, help: named(error.help))
    case let error as UsageError:
      self.init(.misuse, nil, error.message, help: error.help)
    case let error as SystemError:
      if error.isClosedPipe { return nil }
      self.init(
        .systemFailed, error.path, "cannot write: \(error.reason)",
        help: error.isOutOfRoom ? "make room there, or send the output elsewhere" : nil)
    default: self.init(.systemFailed, nil, "\(error)", help: nil)
    }
  }

  private init(_ error: LogError, help: String?) {
    let status: ExitStatus =
      switch error.kind {
      case .damaged: .damagedLog
      case .refused: .refused
      case .conflict: .conflict
      case .misuse: .misuse
      case .system, .durabilityUnknown: .systemFailed
      }
    self.status = status
    text = error.diagnostic(help: help, escaping: inert)
  }

  private init(_ status: ExitStatus, _ place: String?, _ message: String, help: String?) {
    self.status = status
    var text = "\(inert(place ?? "replog")): error: \(inert(message))\n"
    if let help { text += "help: \(inert(help))\n" }
    self.text = text
  }
}

/// Returns `help` with the name of `log` after the commands in it that are about a log.
private func helpNaming(_ log: String?, _ help: String?, _ commands: CommandTable?) -> String? {
  guard let log, let help else { return help }
  return naming(log, in: help) { commands?.command(beginning: $0)?.isAboutNamedLog ?? false }
}
