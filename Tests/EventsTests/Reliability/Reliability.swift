import Foundation

/// How much is tried, and the line in which a row of the table of reliability is told.
///
/// `REPLOG_RELIABILITY=full` in the environment asks for the full figures.
enum Reliability {
  static let isFull = ProcessInfo.processInfo.environment["REPLOG_RELIABILITY"] == "full"

  /// Prints one row: how much was done of how much, how much of it was wrong, and what else is to be
  /// said.
  static func print(_ row: String, _ done: Int, of goal: Int, wrong: Int, _ words: String = "") {
    let verdict = wrong == 0 && done >= goal ? "ok" : "FAILED"
    let rest = words.isEmpty ? "" : ", \(words)"
    // One call: lines of tests that run beside this one must not come between.
    let line = "reliability: \(row) | \(done)/\(goal) | \(verdict) | \(wrong) wrong\(rest)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}
