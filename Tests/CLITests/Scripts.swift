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

  /// Runs a line of shell with a terminal for its three streams.
  ///
  /// - Parameter answer: what is typed once it asks; it has no quote in it.
  func runOnTerminal(_ line: String, answering answer: String? = nil) throws -> Result {
    let typed = answer.map { " '\($0)'" } ?? ""
    return try run("python3 '\(Workdir.independent("terminal.py"))' '\(line)'\(typed)")
  }
}
