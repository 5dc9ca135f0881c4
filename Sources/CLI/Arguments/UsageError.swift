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

  static func unknownOption(_ found: String, near: [String], of command: String) -> UsageError {
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    return UsageError(
      message: "'\(command)' has no option '\(found)'",
      help: guess + "'replog help \(command)' lists them")
  }

  static func missing(_ argument: String, of command: String) -> UsageError {
    UsageError(
      message: "expected \(argument), found nothing", help: "see 'replog help \(command)'")
  }

  static func superfluous(_ found: String, of command: String) -> UsageError {
    UsageError(
      message: "expected nothing more, found '\(found)'", help: "see 'replog help \(command)'")
  }

  static func invalid(
    _ found: String, for argument: String, expected: String, near: [String] = [],
    of command: String? = nil
  ) -> UsageError {
    UsageError(
      message: "expected \(expected) for \(argument), found '\(found)'",
      help: near.isEmpty
        ? command.map { "see 'replog help \($0)'" } : "did you mean \(alternatives(near))?")
  }
}
