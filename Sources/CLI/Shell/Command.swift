/// A command of `replog`: its help page and its work.
///
/// To add a command, write a struct with these members in the file of its area (`Areas/`, `Log/`, `Debugging/`), and
/// add it to the table of commands in `Replog.swift`. The help page, the parser and the errors follow from its
/// declarations.
protocol Command: SendableMetatype {
  /// The words after `replog`: `plan add`.
  static var name: String { get }
  /// One line for the overview, in the imperative.
  static var summary: String { get }
  /// Example command lines.
  static var example: String { get }

  /// A remark at the end of the help page; empty by default.
  static var remark: String { get }

  /// The shared options that the command accepts.
  static var accepts: GlobalOptions.Accepted { get }
  /// A Boolean value indicating whether a mistyped word may be a password; false by default.
  static var mayMeetSecrets: Bool { get }
  /// A Boolean value indicating whether commands in the help of an error get the log of the error; true by default.
  static var isAboutNamedLog: Bool { get }

  /// The values that a shell offers for arguments whose name and type determine none; none by default.
  static var completions: [String: Completion] { get }

  /// The errors for options of other commands that this command replaces by something else; none by default.
  static var declined: [String: UsageError] { get }

  /// Returns whether `word`, after the first word of several commands, is an argument of this one; false by default.
  static func takes(_ word: String) -> Bool

  init()

  /// Lists the arguments, for the parser and the help page alike.
  mutating func arguments(_ a: inout some Arguments) throws(UsageError)

  /// Refuses arguments that exclude each other, before the log is read; by default refuses none.
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
    // A declaration sets no values, so it throws no errors.
    try? instance.arguments(&declarations)
    try? options.arguments(&declarations, command.accepts)
    return declarations
  }
}
