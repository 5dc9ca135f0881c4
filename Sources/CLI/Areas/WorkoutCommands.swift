import Events
import Projections

struct WorkoutsCommand: Command {
  static let name = WorkoutsView.name
  static let summary = "show \(WorkoutsView.summary)"
  static let example = "replog workouts --everyone"
  static let accepts = GlobalOptions.Accepted.view(WorkoutsView.self)
  static let remark = columnsLeftOut(of: WorkoutsView.self)
  var filter = ViewFilter()
  var isOfEveryone = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try filter.arguments(&a, of: WorkoutsView.self)
    try a.flag(&isOfEveryone, "--everyone", "those of all other users, too")
  }

  func run(_ shell: inout Shell) throws {
    try shell.show(personal: WorkoutsView.self, filter) { subject, saved, shared in
      WorkoutsView(of: subject.user, saved, shared, withOthers: isOfEveryone)
    }
  }
}

struct WorkoutsCreateCommand: Command {
  static let name = "workouts create"
  static let summary = "create a workout, to be filled with exercises"
  static let example = "replog workouts create Push --description \"Short and heavy\" --minutes 45"
  static let accepts = GlobalOptions.Accepted.dryRun
  var creation = CreateWorkout(name: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&creation.name, "NAME", "what to call it")
    try a.option(&creation.description, "--description", "what it is about")
    try a.option(&creation.minutes, "--minutes", "how long it takes, 0…1,440")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(creation) }
}

struct WorkoutsEditCommand: Command {
  static let name = "workouts edit"
  static let summary = "give your workout other words or another duration"
  static let example = "replog workouts edit Push --minutes 50"
  static let accepts = GlobalOptions.Accepted.dryRun
  var edit = EditWorkout(workout: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&edit.workout, "WORKOUT", workoutHelp)
    try a.option(&edit.name, "--name", "what to call it")
    try a.option(&edit.description, "--description", "what it is about; '' takes it away")
    try a.option(&edit.minutes, "--minutes", "how long it takes, 0…1,440")
    try a.option(&edit.cleared, "--clear", "what it is to have none of")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(edit) }
}

struct WorkoutsAddCommand: Command {
  static let name = "workouts add"
  static let summary = "add an exercise to your workout, or give it other sets"
  static let example = "replog workouts add Push bench-press --sets 3 --reps 8 --weight 60kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  var addition = AddWorkoutExercise(workout: .latest, exercise: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&addition.workout, "WORKOUT", workoutHelp)
    try a.positional(&addition.exercise, "EXERCISE", "what to do")
    try a.planned(&addition.sets, &addition.reps, &addition.weight)
    try a.flag(&addition.isNew, "--new", "accept an exercise that the log has never met")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(addition, showsUnit: addition.weight.isBare)
  }
}

struct WorkoutsRemoveCommand: Command {
  static let name = "workouts remove"
  static let summary = "take an exercise out of your workout"
  static let example = "replog workouts remove Push bench-press"
  static let accepts = GlobalOptions.Accepted.dryRun
  var removal = RemoveWorkoutExercise(workout: .latest, exercise: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&removal.workout, "WORKOUT", workoutHelp)
    try a.positional(&removal.exercise, "EXERCISE", "what to take out")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(removal) }
}

struct WorkoutsDeleteCommand: Command {
  static let name = "workouts delete"
  static let summary = "delete your workout; what was made of it stays"
  static let example = "replog workouts delete Push"
  static let accepts = GlobalOptions.Accepted.dryRun
  var deletion = DeleteWorkout(workout: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&deletion.workout, "WORKOUT", workoutHelp)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(deletion) }
}

struct WorkoutsSaveCommand: Command {
  static let name = "workouts save"
  static let summary = "keep a workout, yours or another user's"
  static let example = "replog workouts save 019caf81"
  static let accepts = GlobalOptions.Accepted.dryRun
  var workout = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&workout, "WORKOUT", workoutHelp)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(SaveWorkout(workout: workout)) }
}

struct WorkoutsUnsaveCommand: Command {
  static let name = "workouts unsave"
  static let summary = "no longer keep a workout"
  static let example = "replog workouts unsave 019caf81"
  static let accepts = GlobalOptions.Accepted.dryRun
  var workout = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&workout, "WORKOUT", workoutHelp)
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(SaveWorkout(workout: workout, isKept: false))
  }
}

private let workoutHelp = "its id, the beginning of it, the name of one of yours, or 'last'"

extension WorkoutDetail: ArgumentValue {
  static var placeholder: String { "PROPERTY" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}
