import Foundation
import TestSupport

/// The scripts and files in Independent, which know nothing of replog.
extension Workdir {
  /// The path of the one called `name`.
  static func independent(_ name: String) -> String {
    repository.appendingPathComponent("Tests/CLITests/Independent/\(name)").path
  }

  /// Returns whether the machine's Python can import a package.
  static func hasPython(_ package: String) -> Bool {
    (try? Workdir().run("python3 -c 'import \(package)'").status) == 0
  }

  /// Runs a shell command with a terminal for its three streams.
  ///
  /// - Parameter answers: what is typed each time it asks, and then the end of input; they have no quote in them.
  func runOnTerminal(_ line: String, answering answers: String...) throws -> Result {
    let typed = answers.map { " '\($0)'" }.joined()
    return try run("python3 '\(Workdir.independent("terminal.py"))' '\(line)'\(typed)")
  }
}
