/// `replog` without a command: the day of the user where a terminal shows it, else all commands.
struct TodayCommand: Command {
  static let name = "replog"
  static let summary = "show today: who, what is planned, what was logged, the next step"
  static let example = "replog"
  static let accepts: GlobalOptions.Accepted = []

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  /// Returns whether a line is of nothing but options that it shares with other commands, and their values.
  static func takes(_ words: [String]) -> Bool {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word != "--", word != "--json", Declarations.isShared(word) else { return false }
      if Declarations.shared.contains(word) { rest = rest.dropFirst() }
    }
    return true
  }

  func run(_ shell: inout Shell) throws {
    if try !shell.showToday() { try shell.print(Replog.overview, terminator: "") }
  }
}
