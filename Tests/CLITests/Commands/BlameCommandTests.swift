import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// `replog blame` of a whole view, which is printed as it is made.
@Suite struct BlameCommandTests {
  @Test func `the JSON of a whole view is that of the list of its values`() throws {
    let workdir = try Workdir()
    let sampled = try workdir.run("replog sample --events 500 --users 1 > events.jsonl")
    #expect(sampled.status == 0)
    let log = try Log(path: workdir.url.appendingPathComponent("events.jsonl").path)
    // One with values that no event wrote, the first one among them, and one of many pieces.
    let views: [(view: any View.Type, isLong: Bool)] = [
      (PlanView.self, false), (HistoryView.self, true),
    ]
    for (view, isLong) in views {
      let lines = try Blame(view, of: "ann", in: log).lines(at: RecordPath())
      #expect((lines.first?.writer == nil) != isLong)
      var json = JSONWriter()
      BlameReport(lines: lines, width: nil).write(&json)
      let printed = try workdir.run("replog blame \(view.name) --user ann --json")
      #expect(printed.status == 0 && (printed.output.utf8.count > 1 << 17) == isLong)
      let isSame = printed.output == String(decoding: json.bytes, as: UTF8.self) + "\n"
      #expect(isSame, "\(printed.output.prefix(500))")
    }
  }
}
