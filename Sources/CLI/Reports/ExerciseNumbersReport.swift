import Events
import Projections

/// `replog ids`: the number of each exercise.
struct ExerciseNumbersReport: Report {
  let numbers: ExerciseNumbers

  private var rows: [(number: Int, exercise: Name)] {
    numbers.exercises.enumerated().map { ($0.offset + 1, $0.element) }
  }

  func table(isColored: Bool) -> String {
    guard !rows.isEmpty else { return "no exercises\n" }
    var table = Table(("number", .right), ("exercise", .left))
    for (number, exercise) in rows { table.add("\(number)", exercise.text) }
    return table.text(isColored: isColored)
  }

  func write(_ json: inout JSONWriter) {
    json.lines(rows) { row, json in
      json.object { json in
        json.member("exercise", row.exercise)
        json.member("number", row.number)
      }
    }
  }
}
