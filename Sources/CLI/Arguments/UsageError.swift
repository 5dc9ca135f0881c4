import Events
import Projections

/// An invalid command line: exit status 2.
struct UsageError: Error, Equatable {
  /// The code of the reason, for programs.
  var code = ErrorCode.misuse
  /// The expected and the found value.
  var message: String
  /// The next step.
  var help: String?
}

// The codes of invalid command lines; ErrorCodes.md has the meaning of each.
extension ErrorCode {
  static let conflictingOptions = ErrorCode("conflicting-options")
  static let invalidValue = ErrorCode("invalid-value")
  static let misuse = ErrorCode("misuse")
  static let missingArgument = ErrorCode("missing-argument")
  static let superfluousArgument = ErrorCode("superfluous-argument")
  static let unknownCommand = ErrorCode("unknown-command")
  static let unknownOption = ErrorCode("unknown-option")
}

extension UsageError {
  static func unknownCommand(_ found: String, near: [String]) -> UsageError {
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    return UsageError(
      code: .unknownCommand, message: "there is no command '\(found)'",
      help: guess + "'replog help all' lists all commands")
  }

  /// Returns the error for a noun without a verb, if all commands of the noun have one.
  static func missingVerb(of noun: String, _ commands: [String]) -> UsageError {
    UsageError(
      code: .missingArgument, message: "missing subcommand after '\(noun)'",
      help: verbs(of: noun, commands))
  }

  /// Returns the error for a word after a noun that is neither one of its verbs nor similar to one.
  static func unknownVerb(_ found: String, of noun: String, _ commands: [String]) -> UsageError {
    UsageError(
      code: .unknownCommand, message: "there is no command '\(found)'",
      help: verbs(of: noun, commands))
  }

  private static func verbs(of noun: String, _ commands: [String]) -> String {
    let list = alternatives(commands, joint: "and")
    return
      "there \(commands.count == 1 ? "is" : "are") \(list); 'replog \(noun) --help' describes them"
  }

  /// Returns the error for an unknown option, which contains only the option's name.
  ///
  /// The text after the name may be a secret, as in `--password=…` or `-p…`.
  static func unknownOption(_ found: String, near: [String], of command: String) -> UsageError {
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    let name = found.hasPrefix("--") ? String(found.prefix { $0 != "=" }) : String(found.prefix(2))
    return UsageError(
      code: .unknownOption, message: "'\(command)' has no option '\(name)'",
      help: guess + "\(page(of: command)) lists its options")
  }

  /// Returns the error for a range that ends before it begins.
  static func reversed(
    _ from: String, _ first: String, _ to: String, _ last: String
  ) -> UsageError {
    UsageError(
      code: .invalidValue, message: "the range ends on \(last), before it begins on \(first)",
      help: "'\(from)' must not be later than '\(to)'")
  }

  /// Returns the command that shows the help of a command, quoted.
  static func page(of command: String) -> String {
    command == "replog" ? "'replog help'" : "'replog help \(command)'"
  }

  static func missing(_ argument: String, of command: String) -> UsageError {
    UsageError(
      code: .missingArgument, message: "missing \(argument)",
      help: "see \(page(of: command))")
  }

  /// Returns the error for an option in place of another option's value.
  ///
  /// A value within the found option is not repeated, since it may be a secret.
  static func spelledLikeOption(_ found: String, behind option: String) -> UsageError {
    let name = found.prefix { $0 != "=" }
    return UsageError(
      code: .missingArgument, message: "'\(option)' must be followed by a value, got '\(name)'",
      help: "write '\(option)=VALUE' if this is the value")
  }

  /// Returns the error for an extra word, which is not repeated if it may be a password.
  static func superfluous(_ found: String, of command: String, mayBeSecret: Bool) -> UsageError {
    UsageError(
      code: .superfluousArgument,
      message: "unexpected argument\(mayBeSecret ? "" : " '\(found)'")",
      help: (command == "log" ? "'replog set log' logs a set; " : "") + "see \(page(of: command))")
  }

  /// Returns the error for two options that exclude each other; either may be another part of the line in words.
  static func excluding(_ one: String, _ other: String, of command: String) -> UsageError {
    func quoted(_ word: String) -> String { word.hasPrefix("-") ? "'\(word)'" : word }
    return UsageError(
      code: .conflictingOptions,
      message: "\(quoted(one)) cannot be combined with \(quoted(other))",
      help: "see \(page(of: command))")
  }

  /// Returns the error for a value that is given, and that `--clear` removes.
  static func clearing(_ value: String, of command: String) -> UsageError {
    UsageError(
      code: .conflictingOptions, message: "'--clear \(value)' removes a value that is also set",
      help: "leave out one of them; see \(page(of: command))")
  }

  /// Returns the error for a command that changes something and was given nothing.
  ///
  /// - Parameter purpose: Its purpose: `to change`.
  static func nothing(_ purpose: String, of command: String) -> UsageError {
    UsageError(message: "there is nothing \(purpose)", help: "see \(page(of: command))")
  }

  static func invalid(
    _ found: String, for argument: String, expected: String, near: [String] = [],
    of command: String? = nil
  ) -> UsageError {
    // A text longer than any valid value may be a token.
    let shown = found.utf8.count > 100 ? "\(found.utf8.count) bytes of text" : "'\(found)'"
    return UsageError(
      code: .invalidValue, message: "\(argument) must be \(expected), got \(shown)",
      help: near.isEmpty
        ? command.map { "see \(page(of: $0))" } : "did you mean \(alternatives(near))?")
  }
}
