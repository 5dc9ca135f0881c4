import Events
import Testing

@testable import CLI

/// What `--dry-run` says about rows without a set.
@Suite struct ImportPreviewTests {
  @Test func `reasons with the most rows come first, and equal ones in the order of the file`() {
    let problems = [
      ("Reps", "few"), ("Weight", "many"), (nil, "few"), ("Weight", "many"), ("Reps", "some"),
      ("Weight", "many"), ("Reps", "some"),
    ].enumerated().map { ImportProblem(line: $0 + 2, column: $1.0, $1.1) }
    let reasons = ImportReason.reasons(problems).map { reason in
      "\(reason.rows) \(reason.column ?? "–") \(reason.message)"
    }
    #expect(reasons == ["3 Weight many", "2 Reps some", "1 Reps few", "1 – few"])
  }
}
