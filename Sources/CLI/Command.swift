/// One thing `replog` can do: a page of the manual and what happens.
///
/// To add a command: a struct with these members in its area's file (`Commands/`), and its name in the
/// table in `Replog.swift`.
protocol Command: SendableMetatype {
  /// What is typed behind `replog`: `plan add`.
  static var name: String { get }
  /// One line for the overview: what it does, as an order.
  static var summary: String { get }
  /// What somebody would type, a line each.
  static var example: String { get }

  /// Which of the options it has that belong to no single command.
  static var accepts: GlobalOptions.Accepted { get }

  init()

  /// Lists the arguments, once for all that needs them.
  mutating func arguments(_ a: inout some Arguments) throws(UsageError)

  /// Does it.
  func run(_ shell: inout Shell) throws
}
