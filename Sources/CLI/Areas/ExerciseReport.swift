import Events
import Projections

/// `replog exercises show`: everything about an exercise.
struct ExerciseReport: ObjectReport {
  let exercise: ExerciseCatalogue.Exercise
  let aliases: [String]
  /// A Boolean value indicating whether events that wait to be synced add to the exercise or change it.
  var isPending = false

  func table(isColored: Bool) -> String {
    let entry = exercise.entry
    var lines = ["\(inert(entry.name)) (\(inert(entry.exercise.text)), \(exercise.number))"]
    let facts: [(String, String?)] = [
      ("body part", entry.bodyPart), ("equipment", entry.equipment),
      ("target", list(entry.primaryMuscles)), ("secondary", list(entry.secondaryMuscles)),
      ("force", entry.force), ("level", entry.level), ("mechanic", entry.mechanic),
      ("category", entry.category), ("also called", list(aliases)), ("gif", exercise.gifPath),
    ]
    for case (let title, let text?) in facts {
      lines.append(title + String(repeating: " ", count: 13 - title.count) + inert(text))
    }
    lines += zip(1..., entry.instructions).map { "\($0). \(inert($1))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  func writeMembers(_ json: inout JSONWriter) {
    let entry = exercise.entry
    json.member("exercise", entry.exercise.text)
    json.member("number", exercise.number)
    json.member("name", entry.name)
    json.member("bodyPart", entry.bodyPart)
    json.member("equipment", entry.equipment)
    json.member("target", entry.primaryMuscles.first)
    json.member("secondaryMuscles", entry.secondaryMuscles)
    json.member("instructions", entry.instructions)
    json.member("gifPath", exercise.gifPath)
    json.member("primaryMuscles", entry.primaryMuscles)
    json.member("force", entry.force)
    json.member("level", entry.level)
    json.member("mechanic", entry.mechanic)
    json.member("category", entry.category)
    json.member("gifUrl", entry.gifUrl)
    json.member("images", entry.images)
    json.member("aliases", aliases)
    if isPending { json.member("pending", true) }
  }
}
