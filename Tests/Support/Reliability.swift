import Foundation

/// The amount that sweeps try, and the lines in which they tell the rows of the table of reliability.
///
/// A plain run tries a sample of each sweep, so that all tests take some minutes on two cores.
/// `REPLOG_RELIABILITY=small` in the environment asks for the counts of CI, `full` for the full ones.
public enum Reliability {
  private static let asked = ProcessInfo.processInfo.environment["REPLOG_RELIABILITY"]
  /// A Boolean value indicating whether the full counts are asked for.
  public static let isFull = asked == "full"
  /// A Boolean value indicating whether a plain run tries a sample only.
  public static let isSample = asked != "full" && asked != "small"
  /// The distance between the places that a sweep tries.
  public static let step = isSample ? 11 : 1

  /// The seeds of the random logs that the tools for looking into logs are tried on: 20, 200 with full counts.
  public static let randomLogs = Array(0..<(isFull ? 200 : 20))

  /// Returns the cases that are tried: all, or of each few the last, which is often the largest.
  ///
  /// - Parameter few: The number of cases of which a sample has one. Of cases fewer than that it has the last.
  public static func some<Cases: Collection>(
    _ cases: Cases, ofEach few: Int = 5
  ) -> [Cases.Element] {
    guard isSample else { return Array(cases) }
    let last = max(few - 1, 0)
    return cases.enumerated().filter { offset, _ in
      offset % few == last || (cases.count < few && offset == cases.count - 1)
    }.map(\.element)
  }

  /// Returns the least number of things that a sweep must have seen: `whole` of all its cases, and a fifth
  /// of that of a sample.
  public static func least(_ whole: Int) -> Int { isSample ? whole / 5 : whole }

  /// Prints one row: its count of tries and their goal, the number that were wrong, and a remark.
  public static func print(
    _ row: String, _ done: Int, of goal: Int, wrong: Int, _ words: String = ""
  ) {
    // A sample is no row.
    guard !isSample else { return }
    let verdict = wrong == 0 && done >= goal ? "ok" : "FAILED"
    let rest = words.isEmpty ? "" : ", \(words)"
    say("\(row) | \(done)/\(goal) | \(verdict) | \(wrong) wrong\(rest)")
  }

  /// Prints that a row was not tried, and why.
  public static func skip(_ row: String, of goal: Int, _ reason: String) {
    guard !isSample else { return }
    say("\(row) | 0/\(goal) | skipped | \(reason)")
  }

  private static func say(_ words: String) {
    // One call, and a line of its own: tests that run at the same time print too, and their line may not
    // have come to its end.
    FileHandle.standardOutput.write(Data("\nreliability: \(words)\n".utf8))
  }
}
