import Foundation
import TestSupport
import Testing

@testable import Events

private let folder = ProcessInfo.processInfo.environment["REPLOG_DATA"]
  .map { $0 + "/JSONTestSuite/test_parsing/" }

/// Tests with Nicolas Seriot's JSONTestSuite, if the environment variable REPLOG_DATA names the folder that contains
/// it.
@Suite(.enabled(if: folder != nil))
struct JSONTestSuiteTests {
  /// The files that are optional in the grammar and that this scanner accepts. It refuses the other `i_` files:
  /// surrogates, encodings, byte order marks, and numbers or nesting beyond its limits.
  static let accepted: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json",
  ]

  static func names(_ prefix: String) throws -> [String] {
    let folder = try #require(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix(prefix) }.sorted()
  }

  static func content(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: try #require(folder) + name)))
  }

  /// The files with a repeated name in an object: the grammar allows it, a log does not.
  static let duplicates: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// Returns the wrong results among the files that begin with `prefix`.
  private func wrong(
    _ prefix: String, _ counts: inout [Int], isTaken: (String) -> Bool
  ) throws -> [String] {
    let names = try JSONTestSuiteTests.names(prefix)
    counts.append(names.count)
    return try names.filter { name in
      let bytes = try JSONTestSuiteTests.content(name)
      let error = refusal(bytes)
      if JSONTestSuiteTests.duplicates.contains(name) {
        return error?.message != "the names in an object must be unique, got a duplicate"
      }
      return (error == nil) != isTaken(name) || isSkipped(bytes) != isTaken(name)
    }
  }

  @Test
  func `required inputs are accepted, invalid ones are refused, and undefined ones are recorded`()
    throws
  {
    var counts: [Int] = []
    let wrong =
      try wrong("y_", &counts) { _ in true } + wrong("n_", &counts) { _ in false }
      + wrong("i_", &counts) { JSONTestSuiteTests.accepted.contains($0) }
    #expect(wrong == [])
    #expect(counts[0] >= 95 && counts[1] >= 188 && counts[2] >= 35)
    let all = counts.reduce(0, +)
    let refused = JSONTestSuiteTests.duplicates.count
    Reliability.print(
      "JSONTestSuite, its files", all - wrong.count, of: all, wrong: wrong.count,
      "\(counts[0] - refused) of \(counts[0]) accepted and \(refused) refused on purpose, for a name "
        + "twice in one object; \(counts[1]) of \(counts[1]) refused; \(counts[2]) pinned")
  }
}
