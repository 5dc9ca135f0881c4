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
  ///
  /// - Parameter log: the log that the command line names, which commands in the help then name, too.
  init?(_ error: any Error, log: String? = nil) {
    switch error {
    case let error as LogError: self.init(error, log)
    case let error as Refusal:
      self.init(.refused, nil, error.message, help: helpNaming(log, error.help))
    case let error as UsageError:
      self.init(.misuse, nil, error.message, help: error.help)
    case let error as SystemError:
      if error.isClosedPipe { return nil }
      self.init(.systemFailed, error.path, "cannot write: \(error.reason)", help: nil)
    default: self.init(.systemFailed, nil, "\(error)", help: nil)
    }
  }

  private init(_ error: LogError, _ log: String?) {
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
    self.init(
      status, place, error.message, help: helpNaming(log, error.help), excerpt: error.excerpt)
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

/// A help whose commands are about `log`: without its name they would be about another one.
func helpNaming(_ log: String?, _ help: String?) -> String? {
  guard let log, let help else { return help }
  let isNamed = log.utf8.allSatisfy(isPlain)
  var (text, rest, isAbout) = ("", help[...], false)
  while let start = rest.firstRange(of: "replog ") {
    text += rest[..<start.upperBound]
    rest = rest[start.upperBound...]
    let commands = ["verify", "repair", "history", "feed", "session", "sign-in"]
    guard commands.contains(where: rest.hasPrefix) else { continue }
    isAbout = true
    let end = rest.firstIndex(of: "'") ?? rest.endIndex
    text += rest[..<end] + (isNamed ? " --log \(log)" : "")
    rest = rest[end...]
  }
  // A shell would not take every name as it stands.
  return text + rest + (isAbout && !isNamed ? ", with the same --log" : "")
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "_./-+".utf8.contains(byte)
  }
}

/// `text` without spaces at its end.
private func trimmedEnd(_ text: String) -> String {
  String(text.reversed().drop { $0 == " " }.reversed())
}
