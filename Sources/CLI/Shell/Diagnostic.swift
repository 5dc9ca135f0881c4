import Events
import Projections

/// An error in the form that compilers use or as JSON, with the exit status of the process.
///
///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
///       {"seq":12,…  x
///                   ^
///     help: run 'replog verify' for the whole picture
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
    let named = { (help: Remedy?) in help.map { helpText($0, options, commands) } }
    switch error {
    case let error as LogError: self.init(error, help: named(error.help))
    case let error as Refusal:
      self.init(.refused, error.code, error.message, help: named(error.help))
    case let error as UsageError:
      self.init(.misuse, error.code, error.message, help: error.help)
    case let error as SystemError:
      if error.isClosedPipe { return nil }
      self.init(
        .systemFailed, error.isOutOfRoom ? .outOfRoom : .systemFailed,
        "cannot write: \(error.reason)", at: error.path,
        help: error.isOutOfRoom ? "make room there, or send the output elsewhere" : nil)
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
    guard asJSON else { return text }
    var json = JSONWriter()
    json.object { json in
      json.key("error")
      json.object { json in
        for (key, value) in [
          ("code", code.rawValue), ("message", message), ("at", place), ("help", help),
        ] {
          json.key(key)
          if let value { json.string(value) } else { json.null() }
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

/// Returns a remedy in which each command line names the log and the user of `options` if they matter to it.
private func helpText(
  _ help: Remedy, _ options: GlobalOptions?, _ commands: CommandTable?
) -> String {
  help.commandText { line, step in
    guard let options, let command = commands?.command(beginning: line.dropFirst("replog ".count)),
      line.hasPrefix("replog "), !command.accepts.contains(.noLog)
    else { return "" }
    let log = options.log.map { " --log \($0.text == "-" ? "-" : quotedForShell($0.text))" }
    var isOfUser = command.isPersonal
    if case .request(let request) = step, request.isOfAnotherUser { isOfUser = false }
    let user = isOfUser ? options.user.map { " --user \(quotedForShell($0.text))" } : nil
    return (log ?? "") + (user ?? "")
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
