import Events
import Projections

/// A view of a host application, with all that a record can hold.
struct Shelf: LogView {
  struct Row: Record {
    var name: Name
    var count: Int?
    var size = 1.5
    var isFull = false
    var parts: [Part] = []
    var best: Part?

    static var key: String? { "name" }

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("name", row?.name, .plain, "The name.")
      f("count", row?.count, .plain.placeholder("none"), "The count.")
      f("size", row?.size, .metres, "The size.")
      f("isFull", row?.isFull, .hidden, "Whether there is no room.")
      f.list("parts", row?.parts, .plain, "The parts.")
      f.object("best", row?.best, .plain, "The best part, or null.")
    }
  }

  struct Part: Record {
    var title: String
    var weight: Weight?

    static func list(_ part: Self?, _ f: inout some RecordVisitor) {
      f("title", part?.title, .plain.personal, "The title.")
      f("weightKg", part?.weight, .mass, "The weight.")
    }
  }

  static let name = "shelf"
  static let summary = "the shelf"
  static let scaling = Scaling.perUser
  var rows: [Row]

  init(_: ExerciseNumbers) { rows = [] }
  init(_ rows: [Row]) { self.rows = rows }

  static let example = Shelf([
    Row(name: "a", count: 3, isFull: true, parts: [Part(title: "x"), Part(title: "y")]),
    Row(name: "b", best: Part(title: "z", weight: Weight(2, .lb))),
    Row(name: "a", count: 4, size: .infinity),
  ])
}
