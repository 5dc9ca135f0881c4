import Events
import Projections

/// An error as it is printed, in the form compilers use, and the status the process ends with:
///
///     events.jsonl:12:34: error: expected ',' or '}' after a value, found 'x'
///       {"seq":12,…  x
///                   ^
///     help: run 'replog verify' for the whole picture
struct Diagnostic {
  let status: ExitStatus
  let text: String

  /// The diagnostic of any error that a command throws; nil when the error is the quiet end of a
  /// pipe.
  init?(_ error: any Error) {
    switch error {
    case let error as LogError: self.init(error)
    case let error as Refusal:
      self.init(.refused, nil, error.message, help: error.help)
    case let error as UsageError:
      self.init(.misuse, nil, error.message, help: error.help)
    case let error as SystemError:
      if error.isClosedPipe { return nil }
      self.init(.systemFailed, error.path, "cannot write: \(error.reason)", help: nil)
    default: self.init(.systemFailed, nil, "\(error)", help: nil)
    }
  }

  private init(_ error: LogError) {
    let status: ExitStatus =
      switch error.kind {
      case .damaged: .damagedLog
      case .refused: .refused
      case .conflict: .conflict
      case .misuse: .misuse
      case .system, .durabilityUnknown: .systemFailed
      }
    var place = error.file.isEmpty ? "replog" : error.file
    if let line = error.line { place += ":\(line)" }
    if let column = error.column { place += ":\(column)" }
    self.init(status, place, error.message, help: error.help, excerpt: error.excerpt)
  }

  private init(
    _ status: ExitStatus, _ place: String?, _ message: String, help: String?,
    excerpt: LogError.Excerpt? = nil
  ) {
    self.status = status
    var text = "\(inert(place ?? "replog")): error: \(inert(message))\n"
    if let excerpt {
      let head = inert(excerpt.head)
      text += trimmedEnd("  \(head)\(inert(excerpt.character))") + "\n"
      text += "  \(String(repeating: " ", count: displayWidth(head)))^\n"
    }
    if let help { text += "help: \(inert(help))\n" }
    self.text = text
  }
}

/// `text` without spaces at its end.
private func trimmedEnd(_ text: String) -> String {
  String(text.reversed().drop { $0 == " " }.reversed())
}
