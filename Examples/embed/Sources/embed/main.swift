// The two libraries in an app: 'swift run embed [PATH]'. PATH is a new log (default: a temporary file).
// The program prints each step. It exits with 1 if a result is not the expected one.
import Events
import Foundation
import Projections

let temporary = FileManager.default.temporaryDirectory
  .appendingPathComponent("embed-\(UUID().uuidString).jsonl").path
let path = CommandLine.arguments.dropFirst().first ?? temporary

// The libraries read no clock: the app passes the local time of its user.
guard let evening = Timestamp("2026-03-02T18:00:00.000+01:00") else { fatalError("not a time") }

// 1. A user signs in. A new user gets a name from the email address.
let log = try TrainingLog(path: path)
let ann = try await log.admit(
  SignIn(provider: "google", subject: "1093", email: "ann@example.com", givenName: "Ann"),
  at: evening)
print("signed in: \(ann)")

// 2. A request of a user is a decision: a value with the arguments of the request.
try await log.perform(ChooseWorkoutType(day: .monday, type: "Chest"), by: ann, at: evening)
try await log.perform(
  AddExercise(
    day: .monday, exercise: "bench-press", sets: 3, reps: 8, weight: EnteredWeight(Weight(60))),
  by: ann, at: evening)

// 3. A rule of the domain may forbid it. A refusal tells the user the reason and the next step.
let first = LogSet(exercise: "bench-press", reps: 8, weight: EnteredWeight(Weight(60)))
var refusal: Refusal?
do {
  try await log.perform(first, by: ann, at: evening)
} catch let error as Refusal {
  refusal = error
  print("refused: \(error.message)")
}

// 4. In a session the same set is recorded. `EnteredSet` reads the text that a user types, or throws an error
// with the nearest valid text. Weights keep the unit in which they were entered.
try await log.perform(StartSession(title: "Evening"), by: ann, at: evening.adding(seconds: 240))
let second = try LogSet(exercise: "bench-press", EnteredSet("5x165lb"))
for (set, seconds) in [(first, Int64(300)), (second, 540)] {
  for event in try await log.perform(set, by: ann, at: evening.adding(seconds: seconds)) {
    print("recorded: \(event.seq) \(event.type)")
  }
}
try await log.perform(EndSession(), by: ann, at: evening.adding(seconds: 2_400))

// A value out of range is refused too, and nothing is written.
var range: Refusal?
do {
  let row = AddExercise(day: .friday, exercise: "row", sets: 300)
  try await log.perform(row, by: ann, at: evening)
} catch let error as Refusal {
  range = error
  print("refused: \(error.message)")
}

// 5. An unreadable log throws a `LogError`, and its kind tells how to handle it. Here it is damage: in a copy
// with one changed letter, the checksum of that line is wrong.
var kind: LogError.Kind?
do {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  let changed = text.replacingOccurrences(of: "Chest", with: "Cheat")
  _ = try replay(Log(Array(changed.utf8), name: "the copy"), OfUser<WeeklyPlan>(ann))
} catch let error as LogError {
  kind = error.kind
  print("\(error.file), line \(error.line ?? 0): \(error.message)")
}

// 6. A log that is opened again gives the same views. Nothing else needs to be saved.
let (plan, bests) = try await TrainingLog(path: path).views(of: ann)
for exercise in plan[.monday].exercises {
  let (sets, reps) = (exercise.sets ?? 0, exercise.reps ?? 0)
  print("monday: \(exercise.exercise), \(sets) × \(reps), \(exercise.weight ?? Weight(0))")
}
for best in bests.bests {
  print("best: \(best.exercise), \(best.reps) × \(best.weight ?? Weight(0))")
}

// 7. It also gives earlier views: the plan after the first two events.
let before = try replay(Log(path: path), asOf: .seq(2), OfUser<WeeklyPlan>(ann))
print("monday before: \(before.value[.monday].exercises.count) exercises")

// 8. A timed set, and a set that is entered before it is done.
try await log.perform(StartSession(title: "Morning"), by: ann, at: evening.adding(seconds: 50_000))
let plank = try LogSet(exercise: "plank", EnteredSet("60s"))
var run = try LogSet(exercise: "run", EnteredSet("5km/27:30"))
run.completed = false
for set in [plank, run] {
  try await log.perform(set, by: ann, at: evening.adding(seconds: 50_100))
}
var form: EntryError?
do throws(EntryError) {
  _ = try EnteredWeight("heavy")
} catch {
  form = error
  print("not a weight: \(error.message)")
}

// 9. Events of the app's own types are appended, read and projected like all others.
try await log.record(NightSlept(hours: 7.5), of: ann, at: evening.adding(seconds: 51_000))
try await log.record(NightSlept(hours: 6), of: ann, at: evening.adding(seconds: 137_000))
let sleep = try await log.sleep(of: ann)
print("slept: \(sleep.hours) h in \(sleep.nights.count) nights, \(sleep.sets) sets")

// A view of the app has JSON and a table, as the views of replog have.
let nights = try await log.nights(of: ann)
print(nights.jsonText)
print(nights.textTable(), terminator: "")

let morning = try replay(Log(path: path), OfUser<History>(ann)).value.sessions.first
for set in morning?.sets ?? [] {
  print(
    "morning: \(set.exercise), \(set.seconds ?? 0) s, \(set.metres ?? 0) m, "
      + (set.completed ? "done" : "planned"))
}

// 10. The history of another app. The second time nothing is new.
let export = """
  Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
  2026-02-27 18:00:00,Push,1h,Bench Press (Barbell),1,57.5,8,0,0,,,
  2026-02-27 18:00:00,Push,1h,Bench Press (Barbell),2,57.5,7,0,0,,,
  """
let imported = try await log.importHistory(export, of: ann, at: evening)
let again = try await log.importHistory(export, of: ann, at: evening)
print(
  "imported: \(imported.training.sets) sets of \(imported.names.map(\.alias)), "
    + "\(imported.appended) events, then \(again.appended)")

// The expected results.
let isRight =
  ann == "ann" && refusal?.message == "no session is open" && range != nil && kind == .damaged
  && plan[.monday].type == "Chest" && plan[.monday].exercises.map(\.exercise) == ["bench-press"]
  && plan[.friday].exercises.isEmpty && bests.bests.map(\.score) == [480]
  && before.value[.monday].type == "Chest" && before.value[.monday].exercises.isEmpty
  && form != nil && sleep.hours == 13.5 && sleep.sets == 4
  && morning?.sets.map(\.seconds) == [60, 1650] && morning?.sets.map(\.metres) == [nil, 5000]
  && morning?.sets.map(\.completed) == [true, false] && datesAgree()
  && nights.jsonText.contains(#"{"day":"2026-03-03","hours":7.5}"#)
  && nights.textTable().hasPrefix("day         hours\n2026-03-03    7.5\n")
  && imported.appended == 5 && again.appended == 0 && again.known == 4
print(isRight ? "all results are as expected" : "a result is not as expected")
if path == temporary { try FileManager.default.removeItem(atPath: path) }
exit(isRight ? 0 : 1)
