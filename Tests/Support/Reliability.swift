import Foundation

/// The number of tries of sweeps, and the output of the rows in the reliability table.
///
/// A plain run tries a sample of each sweep, so that all tests take a few minutes on two cores. With
/// `REPLOG_RELIABILITY=small` in the environment, the tests use the counts of CI; with `full`, they use the full
/// counts.
public enum Reliability {
  private static let asked = ProcessInfo.processInfo.environment["REPLOG_RELIABILITY"]
  /// A Boolean value indicating whether the full counts are requested.
  public static let isFull = asked == "full"
  /// A Boolean value indicating whether only a sample is tried.
  public static let isSample = asked != "full" && asked != "small"
  /// The distance between the places that a sweep tries.
  public static let step = isSample ? 11 : 1

  /// The seeds of the random logs for the tests of the debugging tools: 24, or 240 with full counts.
  public static let randomLogs = Array(0..<(isFull ? 240 : 24))

  /// Returns the cases to try: all, or the last of every few, which is often the largest.
  ///
  /// - Parameter few: The number of cases for which a sample has one. If there are fewer cases, the sample has the
  ///   last one.
  public static func some<Cases: Collection>(
    _ cases: Cases, ofEach few: Int = 5
  ) -> [Cases.Element] {
    guard isSample else { return Array(cases) }
    let last = max(few - 1, 0)
    return cases.enumerated().filter { offset, _ in
      offset % few == last || (cases.count < few && offset == cases.count - 1)
    }.map(\.element)
  }

  /// Returns the smallest number of cases that a sweep must try: `whole` in a full sweep, a fifth of that in a
  /// sample.
  public static func least(_ whole: Int) -> Int { isSample ? whole / 5 : whole }

  /// Prints a row: the number of tries and its goal, the number of errors, and a remark.
  public static func print(
    _ row: String, _ done: Int, of goal: Int, wrong: Int, _ words: String = ""
  ) {
    // A sample does not count as a row.
    guard !isSample else { return }
    let verdict = wrong == 0 && done >= goal ? "ok" : "FAILED"
    let rest = words.isEmpty ? "" : ", \(words)"
    say("\(row) | \(done)/\(goal) | \(verdict) | \(wrong) wrong\(rest)")
  }

  /// Prints that a row was skipped, with the reason.
  public static func skip(_ row: String, of goal: Int, _ reason: String) {
    guard !isSample else { return }
    say("\(row) | 0/\(goal) | skipped | \(reason)")
  }

  private static func say(_ words: String) {
    // One call with a newline first: tests that run at the same time also print, and their line may be incomplete.
    FileHandle.standardOutput.write(Data("\nreliability: \(words)\n".utf8))
  }
}
