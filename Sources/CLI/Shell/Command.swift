import Projections

/// A command of `replog`: its help page and its work.
///
/// Most commands are a `Request`. One with functions of its own is a struct with these members. The help page, the
/// parser and the errors follow from what a command declares.
protocol Command: Sendable {
  /// The words typed after `replog`: `plan add`.
  var name: String { get }
  /// One line for the overview, as an order.
  var summary: String { get }
  /// Lines that a user would type.
  var example: String { get }

  /// A sentence for the end of the help page; empty unless declared.
  var remark: String { get }

  /// The options that it shares with some other commands; none unless declared.
  var accepts: GlobalOptions.Accepted { get }
  /// A Boolean value indicating whether a word typed in error may be a password; false unless declared.
  var mayMeetSecrets: Bool { get }
  /// A Boolean value indicating whether a help that names it means the log of the error.
  ///
  /// It is true unless declared.
  var isAboutNamedLog: Bool { get }

  /// The offer of the command by `serve`; nil, unless declared, for none.
  var offer: Offer? { get }

  /// The values that a shell offers for arguments if neither their name nor their type tells; none unless declared.
  var completions: [String: Completion] { get }

  /// The errors for options of other commands that this one replaces by something else; none unless declared.
  var declined: [String: UsageError] { get }

  /// The view that it prints; nil, unless declared, for none.
  var view: (any LogView.Type)? { get }

  /// A closure that returns whether a word, typed after a name that other commands begin with, is an argument of this
  /// one; false unless declared.
  var takes: @Sendable (String) -> Bool { get }

  /// Lists the arguments, for the parser and the help page alike; none unless declared.
  mutating func arguments(_ a: some Arguments) throws

  /// Refuses arguments that exclude each other, before the log is read; refuses none unless declared.
  func check(_ options: GlobalOptions) throws

  func run(_ shell: inout Shell) throws
}

extension Command {
  var remark: String { "" }
  var accepts: GlobalOptions.Accepted { [] }
  var mayMeetSecrets: Bool { false }
  var isAboutNamedLog: Bool { true }
  var offer: Offer? { nil }
  var completions: [String: Completion] { [:] }
  var declined: [String: UsageError] { [:] }
  var view: (any LogView.Type)? { nil }
  var takes: @Sendable (String) -> Bool { { _ in false } }
  func arguments(_ a: some Arguments) throws {}
  func check(_ options: GlobalOptions) throws {}
}

extension Declarations {
  /// Returns the arguments of `command`.
  static func of(_ command: some Command) -> Declarations {
    let declarations = Declarations(
      mayMeetSecrets: command.mayMeetSecrets, completions: command.completions,
      declined: command.declined)
    var command = command
    var options = GlobalOptions()
    // A declaration sets nothing, so nothing can be wrong.
    try? command.arguments(declarations)
    try? options.arguments(declarations, command.accepts)
    return declarations
  }
}

/// The offer of a command to another program: a tool with an effect, or a prompt.
enum Offer: Sendable {
  /// A tool that changes nothing.
  case reads
  /// A tool that records something new each time.
  case adds
  /// A tool that records something new once; a repetition changes nothing.
  case ensures
  /// A tool that changes or takes back something.
  case changes
  /// A prompt for a language model.
  case prompts
}
