import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// `replog blame` of a whole view, which is printed as it is made.
@Suite struct BlameCommandTests {
  @Test func `the JSON of a whole view equals the JSON of the list of its values`() throws {
    let workdir = try Workdir()
    let sampled = try workdir.run("replog sample --events 500 --users 1 > events.jsonl")
    #expect(sampled.status == 0)
    let log = try Log(path: workdir.url.appendingPathComponent("events.jsonl").path)
    // One with values that no event wrote, the first one among them, and one of many pieces.
    let views: [(view: any LogView.Type, isLong: Bool)] = [
      (PlanView.self, false), (HistoryView.self, true),
    ]
    for (view, isLong) in views {
      let lines = try Blame(view, of: "ann", in: log).lines(at: RecordPath())
      #expect((lines.first?.writer == nil) != isLong)
      var json = JSONWriter()
      json.array { json in
        for line in lines { json.object { line.write(to: &$0) } }
      }
      let printed = try workdir.run("replog blame \(view.name) --user ann --json")
      #expect(printed.status == 0 && (printed.output.utf8.count > 1 << 17) == isLong)
      let isSame = printed.output == String(decoding: json.bytes, as: UTF8.self) + "\n"
      #expect(isSame, "\(printed.output.prefix(500))")
    }
  }

  @Test
  func `a long table equals the table of the list of its values, and so does that of its changes`()
    throws
  {
    let workdir = try Workdir()
    let sampled = try workdir.run("replog sample --events 500 --users 1 > events.jsonl")
    #expect(sampled.status == 0)
    let log = try Log(path: workdir.url.appendingPathComponent("events.jsonl").path)
    func text(_ json: JSON?, _ none: String) -> String {
      json.map { String(decoding: $0.bytes, as: UTF8.self) } ?? none
    }
    func seen(_ writer: BlameIndex.Writer?) -> [String] {
      [
        writer.map { "\($0.seq)" } ?? "–", minute(writer?.at), writer?.user?.text ?? "–",
        writer?.type ?? "–",
      ]
    }
    let leads: [(title: String, alignment: Table.Alignment)] = [
      ("seq", .right), ("at", .left), ("user", .left), ("type", .left),
    ]
    var values = Table(
      (leads + [("path", .left), ("value", .left)]).map {
        Table.Column(title: $0.title, alignment: $0.alignment)
      })
    for line in try Blame(HistoryView.self, of: "ann", in: log).lines(at: RecordPath()) {
      values.add(seen(line.writer) + [line.path.description, text(line.value, "gone")])
    }
    // Longer than what is kept of a table.
    #expect(values.size > 2 * Table.piece)
    let shown = try workdir.run("replog blame history --user ann")
    #expect(shown.status == 0 && shown.output == values.text(isColored: false))

    var changes = Table(
      (leads + [("path", .left), ("before", .left), ("after", .left)]).map {
        Table.Column(title: $0.title, alignment: $0.alignment)
      })
    var json = JSONWriter()
    try json.array { json in
      for link in try Blame.chain(RecordsView.self, RecordPath(), of: "ann", in: log) {
        changes.add(
          seen(link.writer)
            + [link.path.description, text(link.before, "–"), text(link.after, "–")])
        json.object { json in
          json.member("path", link.path.description)
          json.members(of: link.writer)
          json.member("before", link.before)
          json.member("after", link.after)
        }
      }
    }
    #expect(changes.size > 2 * Table.piece)
    let all = try workdir.run("replog blame records --all --user ann")
    #expect(all.status == 0 && all.output == changes.text(isColored: false))
    let printed = try workdir.run("replog blame records --all --user ann --json")
    #expect(printed.output == String(decoding: json.bytes, as: UTF8.self) + "\n")
  }
}
