import Foundation

/// How much is tried, and the line in which a row of the table of reliability is told.
///
/// `REPLOG_RELIABILITY=full` in the environment asks for the full figures; `sparse` for a sample of
/// them, for builds in which everything takes many times as long and whose question is another one.
enum Reliability {
  private static let asked = ProcessInfo.processInfo.environment["REPLOG_RELIABILITY"]
  static let isFull = asked == "full"
  /// How far apart the places are that a sweep tries.
  static let step = asked == "sparse" ? 11 : 1

  /// Prints one row: how much was done of how much, how much of it was wrong, and what else is to be
  /// said.
  static func print(_ row: String, _ done: Int, of goal: Int, wrong: Int, _ words: String = "") {
    // A sample is no row.
    guard step == 1 else { return }
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
