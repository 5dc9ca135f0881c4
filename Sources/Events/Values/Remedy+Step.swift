extension Remedy {
  /// A request to make, a view to look at, or a value to add to the request that was refused.
  public enum Step: Hashable, Sendable {
    case show(Shown)
    case request(Request)
    /// A repetition of the request with a value, such as an example.
    case give(Field, String? = nil)
    /// A repetition of the request with at least one of these values.
    case giveAny([Field])
    /// A repetition of the request with the name of an exercise in place of a typed one.
    case exercise(String)
    case signUp(email: Name)
    case verifyEmail(Name)
    case resetPassword(Name)
    /// The missing figures of the profile: "sex", "bodyweight", or a lift.
    case setProfile(lacking: [String])
    case addExercise(Weekday)
    case planRepetitions(Weekday, exercise: Name)
    case savePost(Name)
    case addToWorkout(named: String)
    case saveWorkout(Name)
    case recordSession(at: Timestamp, withEnd: Bool)
    /// A program of these lifts, each as in "squat=140kg".
    case startProgram(lifts: [String] = [])
    case cancelBooking(Name)
    case missClass(Name)
    case reinstateClass(Name)
    case removeVideo(Name)
    /// A new offer of the refused action with an event.
    case retryRefused(EventID)
    /// The event at a position, or all of its batch.
    case revert(Int, isBatch: Bool)
    /// An import of the same file as one of an app or source, as in "hevy".
    case importTraining(from: String)
  }

  /// A view, named by its description.
  public enum Shown: String, CaseIterable, Sendable {
    case bodyWeights = "the list of your body weights"
    case bookings = "the list of your bookings"
    case catalogue = "the catalogue of exercises"
    case classChanges = "the details of the class that can be changed"
    case exerciseNames = "the page of an exercise"
    case feed = "the feed"
    case history = "the history"
    case log = "the log"
    case logWithIDs = "the log with its ids"
    case measurements = "the list of your measurements"
    case outbox = "the outbox"
    case pastBookings = "the list of all your bookings"
    case pushUpEvents = "the list of push-up events"
    case sealAsJSON = "a seal as JSON"
    case session = "the session"
    case templates = "the list of templates"
    case timetable = "the timetable"
    case videos = "the list of your videos"
    case workouts = "the list of all workouts"
  }

  /// A request without given values, named by its description.
  public enum Request: String, CaseIterable, Sendable {
    case adjustTrainingMax = "adjust a training max"
    case adoptRemote = "sync and adopt the remote's log"
    case aliasExercise = "give an exercise another name"
    case append = "append to the log"
    case clearAttendance = "clear the attendance of the class"
    case completeProgramSet = "complete a set of the program"
    case defineTemplate = "define a template"
    case describeExercise = "describe an exercise"
    case discardSession = "discard the session"
    case editSession = "edit the session"
    case endProgram = "end the program"
    case endSession = "end the session"
    case endSessionAtTime = "end the session at a time"
    case importMenu = "import a menu"
    case logSet = "log a set"
    case nextCycle = "begin the next cycle"
    case publishPost = "publish a post"
    case recordBodyWeight = "record a body weight at a time"
    case removeLastSet = "remove the last set"
    case repair = "repair the log"
    case restoreFromCopy = "restore the remote's log from a copy of this log"
    case restoreRemote = "sync and restore the remote's log"
    case retryPending = "submit the pending events again"
    case seal = "seal the log"
    case signIn = "sign in"
    case signOut = "sign out"
    case startSession = "start a session"
    case sync = "sync the log"
    case undoImport = "undo the last import"
    case unaliasExercise = "remove another name of an exercise"
    case unlink = "unlink a sign-in provider"
    case verify = "verify the log"
  }

  /// A value of a request, named by its description.
  public enum Field: String, CaseIterable, Sendable {
    case bar = "the bar"
    case cleared = "a value to clear"
    case description = "the description"
    case email = "the email address"
    case isBatch = "the option for a whole batch"
    case isForced = "the option to override later changes"
    case isFuture = "the option to accept a future time"
    case isNew = "the option to accept a new exercise"
    case isSkipped = "the option to skip it"
    case lifter = "the name of the lifter"
    case log = "the path of the log"
    case max = "the maximum"
    case minutes = "the minutes"
    case name = "the name"
    case output = "the path of the output"
    case prunes = "the option to remove items that the file lacks"
    case replaced = "the one to replace"
    case step = "the step"
    case time = "the time"
    case title = "the title"
    case user = "the user"
    case week = "the week"
  }
}

extension Remedy.Step: CustomStringConvertible {
  /// The step in plain English: "cancel the booking of yoga-1".
  public var description: String {
    switch self {
    case .show(let shown): shown.rawValue
    case .request(let request): request.rawValue
    case .give(let field, let value): field.rawValue + (value.map { " \($0)" } ?? "")
    case .giveAny(let fields): fields.map(\.rawValue).joined(separator: " or ")
    case .exercise(let name): name
    case .signUp(let email): "sign up with \(email)"
    case .verifyEmail(let email): "verify the address \(email)"
    case .resetPassword(let email): "reset the password of \(email)"
    case .setProfile(let lacking): "add to the profile: \(lacking.joined(separator: ", "))"
    case .addExercise(let day): "add an exercise to \(day.rawValue)"
    case .planRepetitions(let day, let exercise):
      "plan repetitions of \(exercise) on \(day.rawValue)"
    case .savePost(let post): "save the post \(post) to a day of the plan"
    case .addToWorkout(let name): "add an exercise to the workout \(name)"
    case .saveWorkout(let workout): "save the workout \(workout)"
    case .recordSession(let time, let withEnd):
      "start a session at \(time)\(withEnd ? ", with its end" : "")"
    case .startProgram(let lifts):
      "start a program\(lifts.isEmpty ? "" : " with \(lifts.joined(separator: " "))")"
    case .cancelBooking(let name): "cancel the booking of \(name)"
    case .missClass(let name): "record that you missed \(name)"
    case .reinstateClass(let name): "reinstate the class \(name)"
    case .removeVideo(let video): "remove the video \(video)"
    case .retryRefused(let id): "submit the refused event \(id) again"
    case .revert(let seq, let isBatch): "undo \(isBatch ? "the batch of " : "")event \(seq)"
    case .importTraining(let source): "import the file from \(source)"
    }
  }
}
