import Foundation
import Testing

@testable import Events

private let folder = ProcessInfo.processInfo.environment["REPLOG_DATA"]
  .map { $0 + "/JSONTestSuite/test_parsing/" }

/// Nicolas Seriot's JSONTestSuite, where the environment variable REPLOG_DATA names the folder that
/// holds it.
@Suite(.enabled(if: folder != nil))
struct JSONTestSuiteTests {
  /// What the grammar leaves open and this scanner takes; it refuses the other `i_` files, for
  /// surrogates, encodings, byte order marks, and numbers or nesting beyond what is held.
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

  @Test func `every file that must be accepted is`() throws {
    let names = try JSONTestSuiteTests.names("y_")
    #expect(names.count >= 95)
    // One file has a name twice on purpose: the grammar allows it, a log does not.
    let duplicates = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]
    for name in names {
      let bytes = try JSONTestSuiteTests.content(name)
      let error = refusal(bytes)
      if duplicates.contains(name) {
        #expect(error?.message == "expected each name once, found one twice", "\(name)")
      } else {
        #expect(error == nil, "\(name)")
        #expect(isSkipped(bytes), "\(name)")
      }
    }
  }

  @Test func `every file that must be refused is`() throws {
    let names = try JSONTestSuiteTests.names("n_")
    #expect(names.count >= 188)
    for name in names {
      let bytes = try JSONTestSuiteTests.content(name)
      #expect(refusal(bytes) != nil, "\(name)")
      #expect(!isSkipped(bytes), "\(name)")
    }
  }

  @Test func `what is left open is pinned`() throws {
    let names = try JSONTestSuiteTests.names("i_")
    #expect(names.count >= 35)
    for name in names {
      let bytes = try JSONTestSuiteTests.content(name)
      #expect((refusal(bytes) == nil) == JSONTestSuiteTests.accepted.contains(name), "\(name)")
      #expect(isSkipped(bytes) == JSONTestSuiteTests.accepted.contains(name), "\(name)")
    }
  }
}
