import Foundation
import TestSupport
import Testing

/// The schema as it was recorded last, so that a review sees each change of the format.
///
/// With `REPLOG_RECORD=1` in the environment the file is rewritten.
@Suite struct RecordedSchemaTests {
  @Test func `the schema equals the recorded one`() throws {
    let file = Workdir.repository.appendingPathComponent("Examples/schema.json")
    let result = try Workdir().run("replog schema")
    #expect(result.status == 0)
    if ProcessInfo.processInfo.environment["REPLOG_RECORD"] == "1" {
      try Data(result.output.utf8).write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    // Whole schemas in an issue would hide the difference.
    let difference = result.output.split(separator: "\n").difference(
      from: recorded.split(separator: "\n"))
    #expect(Array(difference.prefix(5)).isEmpty, "record it: REPLOG_RECORD=1")
    #expect(result.output == recorded)
  }
}
