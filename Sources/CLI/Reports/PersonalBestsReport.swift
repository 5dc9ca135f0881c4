import Events
import Projections

/// `replog pbs`: the best set of each exercise.
struct PersonalBestsReport: Report {
  /// Whose bests they are; more than one with `--all-users`.
  let bests: [(user: Name?, bests: [PersonalBests.Best], unit: Weight.Unit)]
  let numbers: ExerciseNumbers
  let showsUsers: Bool

  private var rows: [(user: Name?, best: PersonalBests.Best, unit: Weight.Unit)] {
    bests.flatMap { user, bests, unit in bests.map { (user, $0, unit) } }
  }

  func table(isColored: Bool) -> String {
    guard !rows.isEmpty else { return "no sets\n" }
    var table = Table(
      ("user", .left), ("exercise", .left), ("reps", .right), ("weight", .right),
      ("score", .right), ("when", .left), ("seq", .right))
    for (user, best, unit) in rows {
      table.add(
        user?.text ?? "–", best.exercise.text, "\(best.reps)", shown(best.weight, in: unit),
        kilograms(best.score, in: unit), minute(best.at), "\(best.seq)")
    }
    return table.text(isColored: isColored)
  }

  func write(_ json: inout JSONWriter) {
    json.lines(rows) { row, json in
      json.object { json in
        if showsUsers { json.member("user", row.user) }
        json.member("exercise", row.best.exercise)
        json.member("number", numbers[row.best.exercise])
        json.member("weightKg", row.best.weight?.kilograms)
        json.member("reps", row.best.reps)
        json.member("score", row.best.score)
        json.member("at", row.best.at)
        json.member("session", row.best.session)
        json.member("seq", row.best.seq)
      }
    }
  }
}
