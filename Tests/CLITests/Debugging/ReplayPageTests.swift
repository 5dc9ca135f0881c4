import Foundation
import TestSupport
import Testing

/// The page of `replog replay -o`; `make browser` uses it in a browser.
@Suite struct ReplayPageTests {
  private static let fold = Workdir.independent("replay_page.py")

  /// Runs a shell script in a new folder and returns its output.
  private func run(_ script: String) throws -> String {
    let result = try Workdir().run(script)
    #expect(result.status == 0, "\(result)")
    return result.output
  }

  @Test func `the changes on a page lead to the views of each event, forwards and backwards`()
    throws
  {
    let sample = "replog sample --areas all --events 900 --users 2 --seed 3 > events.jsonl"
    let told = try run(
      "\(sample); replog replay --user ann -o page.html --quiet > report"
        + "; python3 '\(Self.fold)' page.html ann 211")
    #expect(told.wholeMatch(of: /[1-9][0-9]+ views are the same\n/) != nil, "\(told)")
  }

  @Test func `a page of part of a log begins with the views before that part`() throws {
    let told = try run(
      "replog sample --events 300 --users 1 > events.jsonl"
        + "; replog replay --from 200 -o page.html --quiet > report"
        + "; python3 '\(Self.fold)' page.html ann 50")
    #expect(told.wholeMatch(of: /[1-9][0-9]+ views are the same\n/) != nil, "\(told)")
  }

  @Test func `a page of two thousand events of every area has at most five megabytes`() throws {
    let size = try run(
      "replog sample --areas all --events 2000 --users 1 > events.jsonl"
        + "; replog replay -o page.html --json | grep -o '\"events\":2000' > count"
        + "; wc -c < count; wc -c < page.html"
    ).split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    try #require(size.count == 2)
    #expect(size[0] > 0 && (100_000..<5_000_000).contains(size[1]), "\(size)")
  }
}
