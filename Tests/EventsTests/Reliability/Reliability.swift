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
    say("\(row) | \(done)/\(goal) | \(verdict) | \(wrong) wrong\(rest)")
  }

  /// Prints that a row was not tried, and why.
  static func skip(_ row: String, of goal: Int, _ reason: String) {
    say("\(row) | 0/\(goal) | skipped | \(reason)")
  }

  private static func say(_ words: String) {
    // One call, and a line of its own: tests that run beside this one print too, and what they print
    // may not have come to the end of its line.
    FileHandle.standardOutput.write(Data("\nreliability: \(words)\n".utf8))
  }
}
