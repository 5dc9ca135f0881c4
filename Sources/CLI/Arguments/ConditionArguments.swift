import Events
import Projections

/// The condition to search for: on a view, or judged by a program.
struct EnteredFault {
  private var view: String?
  private var condition: String?
  /// The shell command that judges a log.
  private(set) var program: String?

  /// A condition on a view.
  struct OfView {
    let view: any View.Type
    let condition: PathCondition
  }

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&view, "VIEW", "the view, as in 'pbs' or 'plan'")
    try a.positional(
      &condition, "CONDITION", "'PATH OP VALUE', OP one of == != < <= > >= exists missing")
    try a.option(&program, "--run", "a shell command that judges a log, instead of a condition")
  }

  /// Returns the condition; nil if a program judges.
  ///
  /// - Parameter command: The name of the command, for the help page in an error.
  func ofView(_ command: String) throws(UsageError) -> OfView? {
    if let program {
      guard program.contains(where: { !$0.isWhitespace }) else {
        throw .invalid(program, for: "'--run'", expected: "a shell command", of: command)
      }
      guard view == nil else {
        throw UsageError(
          code: .conflictingOptions,
          message: "a fault must be a view and a condition, or '--run', got both",
          help: "see \(UsageError.page(of: command))")
      }
      return nil
    }
    guard let view else { throw .missing("VIEW and CONDITION, or '--run'", of: command) }
    guard let condition else { throw .missing("CONDITION", of: command) }
    return OfView(
      view: try EnteredFault.view(called: view), condition: try EnteredFault.condition(condition))
  }

  /// Returns the view named `name`; its words may be joined by dashes.
  static func view(called name: String) throws(UsageError) -> any View.Type {
    if let view = Views.all.first(where: { hyphened($0.name) == hyphened(name) }) { return view }
    let near = nearest(to: name, among: Views.all.map { $0.name })
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    throw UsageError(
      message: "there is no view '\(name)'", help: guess + "'replog help all' lists them all")
  }

  static func condition(_ text: String) throws(UsageError) -> PathCondition {
    do throws(RecordPath.ParseError) { return try PathCondition(parsing: text) } catch {
      throw UsageError(
        message: "\(error), '\(text)'",
        help: "write a condition as in '[exercise=squat].weightKg > 300'")
    }
  }
}
