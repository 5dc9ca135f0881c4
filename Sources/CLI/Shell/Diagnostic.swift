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
  ///   - log: The log on the command line, which commands in the help then name, too.
  ///   - commands: The table that has these commands.
  init?(_ error: any Error, log: String? = nil, _ commands: CommandTable? = nil) {
    let named = { (help: Remedy?) in helpNaming(log, help?.commandText, commands) }
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

/// Returns `help` with the name of `log` after each command that reads a log.
private func helpNaming(_ log: String?, _ help: String?, _ commands: CommandTable?) -> String? {
  guard let log, let help else { return help }
  return naming(log, in: help) { commands?.command(beginning: $0)?.isAboutNamedLog ?? false }
}
