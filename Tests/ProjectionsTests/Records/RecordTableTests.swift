import Events
import Testing

@testable import Projections

@Suite struct RecordTableTests {
  private struct Row: Record {
    var name: String
    var weight: Weight?
    var count = 0
    var parts: [Row] = []

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("name", row?.name, .plain, "The name.")
      f("secret", row?.name, .hidden, "The name again.")
      f("weightKg", row?.weight, .mass.column(2, "load"), "The weight.")
      f("volumeKg", row?.weight?.kilograms, .mass, "The weight again.")
      f("at", row.map { _ in Timestamp(milliseconds: 0) }, .plain, "The time of the measurement.")
      f("count", row?.count, .plain.column(1, "how many").placeholder("none"), "The count.")
      f("isLight", row.map { $0.weight == nil }, .plain, "Whether it weighs nothing.")
    }
  }

  @Test func `columns with a position come first, the others in their listed order`() {
    var table = RecordTable(of: Row.self, after: [Table.Column(title: "user")])
    table.add(Row(name: "a\u{1B}", weight: Weight(225, .lb), count: 1_000), in: .lb, after: ["ann"])
    table.add(Row(name: "b"), in: .kg, after: ["ben"])
    #expect(
      table.text() == """
        user  how many    load  name     volume  at                is light
        ann       1000  225 lb  a\\u{1b}  225 lb  1970-01-01 00:00  false
        ben          0       –  b             –  1970-01-01 00:00  true

        """)
  }
}
