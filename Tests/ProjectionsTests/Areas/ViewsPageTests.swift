import Foundation
import Projections
import TestSupport
import Testing

/// The page about what views show has a row for each of them.
@Suite struct ViewsPageTests {
  @Test func `every view has its row, with its summary and its type, in the order of the table`()
    throws
  {
    let page = Workdir.repository
      .appendingPathComponent("Sources/Projections/Projections.docc/ViewRules.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let rows = lines.filter { $0.hasPrefix("| `") && $0.hasSuffix("View`` |") }
    #expect(rows == Views.all.map { "| `\($0.name)` | \($0.summary) | ``\($0)`` |" })
  }
}
