/// A command of `replog`: its page of the manual, and its work.
///
/// To add a command: a struct with these members in its area's file (`Areas/`, `Log/`, `Debugging/`), and a row in the table
/// of commands in `Replog.swift`. The help page, the parser and the errors follow from what it declares.
protocol Command: SendableMetatype {
  /// The words typed after `replog`: `plan add`.
  static var name: String { get }
  /// One line for the overview, as an order.
  static var summary: String { get }
  /// Lines that a user would type.
  static var example: String { get }

  /// A sentence for the end of the help page; empty unless declared.
  static var remark: String { get }

  /// The options that it shares with other commands.
  static var accepts: GlobalOptions.Accepted { get }
  /// A Boolean value indicating whether a word typed in error may be a password; false unless declared.
  static var mayMeetSecrets: Bool { get }
  /// A Boolean value indicating whether a help that names it means the log of the error.
  ///
  /// It is true unless declared.
  static var isAboutNamedLog: Bool { get }

  /// The values that a shell offers for those arguments whose name and type do not tell; none unless declared.
  static var completions: [String: Completion] { get }

  /// The errors for options that other commands have, and for which this one has something else; none unless declared.
  static var declined: [String: UsageError] { get }

  /// Returns whether `word`, typed after a name that other commands begin with, is an argument of this
  /// one; false unless declared.
  static func takes(_ word: String) -> Bool

  init()

  /// Lists the arguments, for the parser and the help page alike.
  mutating func arguments(_ a: inout some Arguments) throws(UsageError)

  /// Refuses arguments that do not go together, before the log is read; refuses none unless declared.
  func check(_ options: GlobalOptions) throws

  /// Runs the command.
  func run(_ shell: inout Shell) throws
}

extension Command {
  static var remark: String { "" }
  static var mayMeetSecrets: Bool { false }
  static var isAboutNamedLog: Bool { true }
  static var completions: [String: Completion] { [:] }
  static var declined: [String: UsageError] { [:] }
  static func takes(_ word: String) -> Bool { false }
  func check(_ options: GlobalOptions) throws {}
}

extension Declarations {
  /// Returns the arguments of `command`.
  static func of(_ command: any Command.Type) -> Declarations {
    var declarations = Declarations(
      mayMeetSecrets: command.mayMeetSecrets, completions: command.completions,
      declined: command.declined)
    var instance = command.init()
    var options = GlobalOptions()
    // A declaration sets nothing, so nothing can be wrong.
    try? instance.arguments(&declarations)
    try? options.arguments(&declarations, command.accepts)
    return declarations
  }
}
