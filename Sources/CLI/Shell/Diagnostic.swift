import Events
import Projections

/// An error in the form that compilers use or as JSON, with the exit status of the process.
///
///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
///       {"seq":12,…  x
///                   ^
///     help: run 'replog verify' to check the whole log
struct Diagnostic {
  let status: ExitStatus
  private let code: ErrorCode
  private let message: String
  /// The file, with the line and the byte if they are known; nil if there is none.
  private let place: String?
  private let help: String?
  /// The error in the form that compilers use.
  let text: String

  /// Creates the diagnostic of any error that a command throws; nil for a closed pipe.
  ///
  /// - Parameters:
  ///   - options: The options of the command line, whose log and user commands in the help then name, too.
  ///   - commands: The table that has these commands.
  init?(_ error: any Error, _ options: GlobalOptions? = nil, _ commands: CommandTable? = nil) {
    self.init(error, worded: { helpText($0, options, commands) })
  }

  /// Creates the diagnostic of any error that a command throws, in the words of another program; nil for a closed pipe.
  ///
  /// - Parameters:
  ///   - worded: A closure that words a remedy.
  ///   - usage: A closure that words the help for an invalid command line.
  init?(_ error: any Error, worded: (Remedy) -> String, usage: (String) -> String = { $0 }) {
    switch error {
    case let error as LogError: self.init(error, help: error.help.map(worded))
    case let error as Refusal:
      self.init(.refused, error.code, error.message, help: error.help.map(worded))
    case let error as UsageError:
      self.init(.misuse, error.code, error.message, help: error.help.map(usage))
    case let error as SystemError:
      if error.isClosedPipe { return nil }
      self.init(
        .systemFailed, error.isOutOfRoom ? .outOfRoom : .systemFailed,
        "cannot write: \(error.reason)", at: error.path,
        help: error.isOutOfRoom ? "free up space there, or send the output elsewhere" : error.advice
      )
    default: self.init(.systemFailed, .systemFailed, "\(error)", help: nil)
    }
  }

  private init(_ error: LogError, help: String?) {
    status =
      switch error.kind {
      case .damaged: .damagedLog
      case .refused: .refused
      case .conflict: .conflict
      case .misuse: .misuse
      case .system, .durabilityUnknown: .systemFailed
      }
    (code, message, place, self.help) = (error.code, error.message, error.place, help)
    text = error.diagnostic(help: help, escaping: inert)
  }

  private init(
    _ status: ExitStatus, _ code: ErrorCode, _ message: String, at place: String? = nil,
    help: String?
  ) {
    (self.status, self.code, self.message) = (status, code, message)
    (self.place, self.help) = (place, help)
    var text = "\(inert(place ?? "replog")): error: \(inert(message))\n"
    if let help { text += "help: \(inert(help))\n" }
    self.text = text
  }

  /// Returns the error as text, or as one line of JSON for programs.
  func printed(asJSON: Bool) -> String {
    asJSON ? String(decoding: json { $0 }.bytes, as: UTF8.self) + "\n" : text
  }

  /// Returns the error for programs, with its message in the words of `worded`.
  func json(_ worded: (String) -> String) -> JSON {
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return [
      "error": [
        "code": .string(code.rawValue), "message": .string(worded(message)), "at": text(place),
        "help": text(help),
      ]
    ]
  }
}

extension Shell {
  /// Returns the diagnostic of an error that the command throws; nil for a closed pipe.
  ///
  /// A step names the damaged log, which may be another one than that of the command: one to merge or to compare with,
  /// or the events that wait or were refused.
  func diagnostic(_ error: any Error, _ commands: CommandTable? = nil) -> Diagnostic? {
    var options = options
    if let error = error as? LogError, error.help?.steps.contains(.request(.verify)) == true,
      error.file != logPath, (try? system.hasLog(error.file)) == true
    {
      options.log = FilePath(error.file)
    }
    return Diagnostic(error, options, commands)
  }
}

/// Returns a remedy in which each command line names the log and the user of `options` if they matter to it.
private func helpText(
  _ help: Remedy, _ options: GlobalOptions?, _ commands: CommandTable?
) -> String {
  help.commandText { line, step in
    guard let options, let command = commands?.command(beginning: line.dropFirst("replog ".count)),
      line.hasPrefix("replog "), !command.accepts.contains(.noLog),
      // It is run on another machine, with a copy of the log.
      step != .request(.restoreFromCopy)
    else { return "" }
    let log = options.log.map { " --log \($0.text == "-" ? "-" : quotedForShell($0.text))" }
    var isOfUser = command.isPersonal
    if case .request(let request) = step, request.isOfAnotherUser { isOfUser = false }
    let user = isOfUser ? options.user.map { " --user \(quotedForShell($0.text))" } : nil
    var remote: String?
    if case .request(let request) = step, [.adoptRemote, .restoreRemote].contains(request) {
      remote = options.remote.map { " \($0)" }
    }
    return (remote ?? "") + (log ?? "") + (user ?? "")
  } text: { words in
    guard let log = options?.log?.text else { return words }
    return naming(log, in: words) { commands?.command(beginning: $0)?.isAboutNamedLog ?? false }
  }
}

extension Command {
  /// A Boolean value indicating whether the command shows or changes something of one user.
  fileprivate var isPersonal: Bool {
    accepts.contains(.asOf)
      || accepts.contains(.dryRun) && accepts.isDisjoint(with: [.anybody, .fileAlone])
  }
}
