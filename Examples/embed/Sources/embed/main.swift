// The two libraries in an app: 'swift run embed [PATH]'. PATH is a log that does not exist yet;
// without one it is a temporary file. Prints what it does, and exits with 1 if that is not what it
// should be.
import Events
import Foundation
import Projections

let temporary = FileManager.default.temporaryDirectory
  .appendingPathComponent("embed-\(UUID().uuidString).jsonl").path
let path = CommandLine.arguments.dropFirst().first ?? temporary

// The libraries have no clock: the app says what time it is where its user is.
guard let evening = Timestamp("2026-03-02T18:00:00.000+01:00") else { fatalError("not a time") }

// 1. Somebody signs in. The log makes up a name for a new user.
let log = try TrainingLog(path: path)
let ann = try await log.admit(
  SignIn(provider: "google", subject: "1093", email: "ann@example.com", givenName: "Ann"),
  at: evening)
print("signed in: \(ann)")

// 2. What a user asks for is a decision: a value that says what is wanted.
try await log.perform(ChooseWorkoutType(day: .monday, type: "Chest"), by: ann, at: evening)
try await log.perform(
  AddExercise(
    day: .monday, exercise: "bench-press", sets: 3, reps: 8, weight: EnteredWeight(Weight(60))),
  by: ann, at: evening)

// 3. A rule of the domain may be against it. A refusal is for the user: why not, and what to do.
let first = LogSet(exercise: "bench-press", reps: 8, weight: EnteredWeight(Weight(60)))
var refusal: Refusal?
do {
  try await log.perform(first, by: ann, at: evening)
} catch let error as Refusal {
  refusal = error
  print("refused: \(error.message)")
}

// 4. In a session the same set is recorded. What a user types is read, or throws with the nearest form
// that is understood. Weights stay as they were entered.
try await log.perform(StartSession(title: "Evening"), by: ann, at: evening.adding(seconds: 240))
let second = try LogSet(exercise: "bench-press", EnteredSet("5x165lb"))
for (set, seconds) in [(first, Int64(300)), (second, 540)] {
  for event in try await log.perform(set, by: ann, at: evening.adding(seconds: seconds)) {
    print("recorded: \(event.seq) \(event.type)")
  }
}
try await log.perform(EndSession(), by: ann, at: evening.adding(seconds: 2_400))

// A value out of range is refused in the same way, and nothing is written.
var range: Refusal?
do {
  let row = AddExercise(day: .friday, exercise: "row", sets: 300)
  try await log.perform(row, by: ann, at: evening)
} catch let error as Refusal {
  range = error
  print("refused: \(error.message)")
}

// 5. What the log cannot give is a `LogError`. Its kind says what to make of it. This one is damage:
// in a copy with one letter changed, the sum of that line is wrong.
var kind: LogError.Kind?
do {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  let changed = text.replacingOccurrences(of: "Chest", with: "Cheat")
  _ = try replay(Log(Array(changed.utf8), name: "the copy"), OfUser<WeeklyPlan>(ann))
} catch let error as LogError {
  kind = error.kind
  print("\(error.file), line \(error.line ?? 0): \(error.message)")
}

// 6. Opened again, the log gives the same views: nothing else has to be saved.
let (plan, bests) = try await TrainingLog(path: path).views(of: ann)
for exercise in plan[.monday].exercises {
  let (sets, reps) = (exercise.sets ?? 0, exercise.reps ?? 0)
  print("monday: \(exercise.exercise), \(sets) × \(reps), \(exercise.weight ?? Weight(0))")
}
for best in bests.bests {
  print("best: \(best.exercise), \(best.reps) × \(best.weight ?? Weight(0))")
}

// 7. And it gives them as they were: the plan after the first two events.
let before = try replay(Log(path: path), asOf: .seq(2), OfUser<WeeklyPlan>(ann))
print("monday before: \(before.value[.monday].exercises.count) exercises")

// 8. A set that was counted by time, and one that was only entered ahead of it.
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
  print("not read: \(error.message)")
}

// 9. An app has events of its own in the same log: appended, read and projected like any other.
try await log.record(NightSlept(hours: 7.5), of: ann, at: evening.adding(seconds: 51_000))
try await log.record(NightSlept(hours: 6), of: ann, at: evening.adding(seconds: 137_000))
let sleep = try await log.sleep(of: ann)
print("slept: \(sleep.hours) h in \(sleep.nights) nights, \(sleep.sets) sets")
let morning = try replay(Log(path: path), OfUser<History>(ann)).value.sessions.first
for set in morning?.sets ?? [] {
  print(
    "morning: \(set.exercise), \(set.seconds ?? 0) s, \(set.metres ?? 0) m, "
      + (set.completed ? "done" : "to be done"))
}

// What all of this should have come to.
let isRight =
  ann == "ann" && refusal?.message == "no session is open" && range != nil && kind == .damaged
  && plan[.monday].type == "Chest" && plan[.monday].exercises.map(\.exercise) == ["bench-press"]
  && plan[.friday].exercises.isEmpty && bests.bests.map(\.score) == [480]
  && before.value[.monday].type == "Chest" && before.value[.monday].exercises.isEmpty
  && form != nil && sleep.hours == 13.5 && sleep.sets == 4
  && morning?.sets.map(\.seconds) == [60, 1650] && morning?.sets.map(\.metres) == [nil, 5000]
  && morning?.sets.map(\.completed) == [true, false] && datesAgree()
print(isRight ? "as it should be" : "not as it should be")
if path == temporary { try FileManager.default.removeItem(atPath: path) }
exit(isRight ? 0 : 1)
