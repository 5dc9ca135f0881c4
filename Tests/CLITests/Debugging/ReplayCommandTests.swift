import Foundation
import TestSupport
import Testing

/// The JSON of `replog replay`, which two threads make of many events.
@Suite struct ReplayCommandTests {
  @Test func `the JSON of many events is the same as when a few are written at a time`() throws {
    let workdir = try Workdir()
    let script = """
      replog sample --events 700 --users 2 > events.jsonl
      replog replay --user ann --json > whole
      for from in $(seq 1 50 700); do
        replog replay --user ann --json --from $from --to $((from + 49))
      done > parts
      cmp whole parts && wc -l < whole
      """
    let result = try workdir.run(script)
    #expect(result.status == 0, "\(result)")
    #expect(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 300)
  }
}
