import Projections

/// The command line makes no sense: exit status 2.
struct UsageError: Error, Equatable {
  /// What was expected and found.
  var message: String
  /// The next step.
  var help: String?
}

extension UsageError {
  static func unknownCommand(_ found: String, near: [String]) -> UsageError {
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    return UsageError(
      message: "there is no command '\(found)'", help: guess + "'replog help' lists them all")
  }

  /// What is said of an option is its name alone: what stands behind it may be a secret, as in
  /// `--password=…` or `-p…`.
  static func unknownOption(_ found: String, near: [String], of command: String) -> UsageError {
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    let name = found.hasPrefix("--") ? String(found.prefix { $0 != "=" }) : String(found.prefix(2))
    let page = command == "replog" ? "replog help" : "replog help \(command)"
    return UsageError(
      message: "'\(command)' has no option '\(name)'", help: guess + "'\(page)' lists them")
  }

  static func missing(_ argument: String, of command: String) -> UsageError {
    UsageError(
      message: "expected \(argument), found nothing", help: "see 'replog help \(command)'")
  }

  /// A word too many. Where somebody signs in it may be a password, and is not repeated.
  static func superfluous(_ found: String, of command: String) -> UsageError {
    let isPrivate = ["sign-up", "sign-in", "verify-email", "renew", "sign-out"].contains(command)
    return UsageError(
      message: "expected nothing more, found \(isPrivate ? "another word" : "'\(found)'")",
      help: "see 'replog help \(command)'")
  }

  static func invalid(
    _ found: String, for argument: String, expected: String, near: [String] = [],
    of command: String? = nil
  ) -> UsageError {
    // What is longer than anything that was meant may be a token.
    let shown = found.utf8.count > 100 ? "a text of \(found.utf8.count) bytes" : "'\(found)'"
    return UsageError(
      message: "expected \(expected) for \(argument), found \(shown)",
      help: near.isEmpty
        ? command.map { "see 'replog help \($0)'" } : "did you mean \(alternatives(near))?")
  }
}
