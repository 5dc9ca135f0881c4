import Events
import Projections

/// `replog plan`: one user's week.
struct PlanReport: Report {
  let user: Name?
  let plan: WeeklyPlan
  let numbers: ExerciseNumbers
  /// The unit they think in.
  let unit: Weight.Unit

  func table(isColored: Bool) -> String {
    var table = Table(
      ("day", .left), ("type", .left), ("exercise", .left), ("sets", .right), ("reps", .right),
      ("weight", .right))
    for day in Weekday.allCases {
      let planned = plan[day]
      if planned.exercises.isEmpty {
        table.add(day.rawValue, planned.type ?? "–", "", "", "", "")
      }
      for (index, exercise) in planned.exercises.enumerated() {
        table.add(
          index == 0 ? day.rawValue : "", index == 0 ? planned.type ?? "–" : "",
          exercise.exercise.text, exercise.sets.map(String.init) ?? "–",
          exercise.reps.map(String.init) ?? "–", shown(exercise.weight, in: unit))
      }
    }
    return table.text(isColored: isColored)
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("user", user)
      json.member("weekStart", plan.weekStart?.description)
      json.key("days")
      json.array { json in
        for day in Weekday.allCases {
          json.object { json in
            json.member("day", day.rawValue)
            json.member("type", plan[day].type)
            json.key("exercises")
            json.array { json in
              for exercise in plan[day].exercises { write(exercise, &json) }
            }
          }
        }
      }
    }
  }

  private func write(_ planned: PlannedExercise, _ json: inout JSONWriter) {
    json.object { json in planned.members(&json, number: numbers[planned.exercise]) }
  }
}

extension PlannedExercise {
  /// Writes its members, as `plan` and `feed` have them.
  func members(_ json: inout JSONWriter, number: Int?) {
    json.member("exercise", exercise)
    json.member("number", number)
    json.member("sets", sets)
    json.member("reps", reps)
    json.member("weightKg", weight?.kilograms)
  }
}
