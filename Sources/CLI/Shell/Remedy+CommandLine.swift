import Events
import Projections

extension Remedy {
  /// The remedy with the command line of each step in it.
  var commandText: String {
    commandText { _, _ in
      ""
    } text: {
      $0
    }
  }

  /// Returns the remedy with the command line of each step in it, in quotes unless the line ends a clause, lists
  /// options or has quotes.
  ///
  /// - Parameters:
  ///   - options: A closure that returns the options to add to the command line of a step, with a space before each.
  ///   - text: A closure that returns a text between the steps as it is to be printed.
  func commandText(
    adding options: (_ line: String, Step) -> String, text: (String) -> String
  ) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let words): result += text(words)
      case .step(let step):
        let line = step.commandLine
        let whole = step.isListOfOptions ? line : line + options(line, step)
        let isPlain = result.hasSuffix(": ") || step.isListOfOptions || whole.contains("'")
        result += isPlain ? whole : "'\(whole)'"
      }
    }
    return result
  }
}

extension Remedy.Step {
  fileprivate var isListOfOptions: Bool {
    switch self {
    case .giveAny, .give(.log, _), .give(.output, _): true
    default: false
    }
  }

  /// The command for the step, or the missing options of the same command.
  var commandLine: String {
    switch self {
    case .show(let shown): "replog \(shown.command)"
    case .request(let request): "replog \(request.command)"
    case .give(let field, let value): field.option + (value.map { " \($0)" } ?? field.placeholder)
    case .giveAny(let fields): list(fields.map(\.option))
    case .exercise(let name): name
    case .signUp(let email): "replog sign-up --email \(word(email))"
    case .verifyEmail(let email): "replog verify-email --email \(word(email))"
    case .resetPassword(let email): "replog reset-password \(email)"
    case .setProfile(let lacking):
      "replog profile set \(lacking.map { "--\($0) …" }.joined(separator: " "))"
    case .addExercise(let day): "replog plan add \(day.rawValue) EXERCISE"
    case .planRepetitions(let day, let exercise):
      "replog plan edit \(day.rawValue) \(word(exercise)) --reps N"
    case .savePost(let post): "replog plan save \(word(post)) --to DAY"
    case .addToWorkout(let name): "replog workouts add \(quotedForShell(name)) EXERCISE"
    case .saveWorkout(let workout): "replog workouts save \(word(workout))"
    case .recordSession(let time, let withEnd):
      "replog session start --at \"\(time.day) \("\(time)".dropFirst(11).prefix(5))\"\(withEnd ? " --end TIME" : "")"
    case .startProgram(let lifts):
      (["replog program start"] + lifts.map(assignment)).joined(separator: " ")
    case .cancelBooking(let name): "replog bookings cancel \(word(name))"
    case .missClass(let name): "replog bookings miss \(word(name))"
    case .reinstateClass(let name): "replog classes reinstate \(word(name))"
    case .removeVideo(let video): "replog videos remove \(word(video))"
    case .retryRefused(let id): "replog refused retry \(id)"
    case .revert(let seq, let isBatch): "replog revert \(isBatch ? "--batch " : "")@\(seq)"
    case .importTraining(let source):
      "replog \(TrainingSource(rawValue: source)?.command ?? "import") FILE"
    }
  }

  private func word(_ name: Name) -> String { quotedForShell(name.text) }

  /// Returns a text such as `squat=140kg` as one word of a shell, which needs no quotes for the sign.
  private func assignment(_ text: String) -> String {
    text.split(separator: "=", maxSplits: 1).map { quotedForShell(String($0)) }
      .joined(separator: "=")
  }

  private func list(_ options: [String]) -> String {
    let words = options.count == 2 ? options + ["both"] : options
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

extension Remedy.Shown {
  fileprivate var command: String {
    switch self {
    case .bodyWeights: "bodyweight"
    case .bookings: "bookings"
    case .catalogue: "exercises"
    case .classChanges: "help classes move"
    case .exerciseNames: "exercises show EXERCISE"
    case .feed: "feed"
    case .history: "history"
    case .log: "log"
    case .logWithIDs: "log --json"
    case .measurements: "measurements"
    case .outbox: "outbox"
    case .pastBookings: "bookings --all"
    case .pushUpEvents: "log --type PushUpsLogged"
    case .sealAsJSON: "seal --json"
    case .session: "session"
    case .templates: "templates"
    case .timetable: "timetable"
    case .videos: "videos"
    case .workouts: "workouts --everyone"
    }
  }
}

extension Remedy.Request {
  /// A Boolean value indicating whether another user than that of the command line has to make the request.
  var isOfAnotherUser: Bool { self == .unlink }
  fileprivate var command: String {
    switch self {
    case .adjustTrainingMax: "program adjust"
    case .adoptRemote: "sync --adopt"
    case .aliasExercise: "exercises alias NAME EXERCISE"
    case .append: "append"
    case .clearAttendance: "bookings clear CLASS"
    case .completeProgramSet: "program complete"
    case .defineTemplate: "templates add NAME EXERCISE=3x8"
    case .describeExercise: "exercises add"
    case .discardSession: "session discard"
    case .editSession: "session edit"
    case .endProgram: "program end"
    case .endSession: "session end"
    case .endSessionAtTime: "session end --at TIME"
    case .importMenu: "meals import FILE"
    case .logSet: "set log"
    case .nextCycle: "program next"
    case .publishPost: "post add TITLE"
    case .recordBodyWeight: "bodyweight add WEIGHT --at TIME"
    case .removeLastSet: "set remove last --yes"
    case .repair: "repair"
    case .restoreFromCopy: "sync REMOTE --restore --log COPY"
    case .restoreRemote: "sync --restore"
    case .retryPending: "pending retry"
    case .seal: "seal"
    case .signIn: "sign-in ADDRESS"
    case .signOut: "sign-out"
    case .startSession: "session start"
    case .sync: "sync"
    case .undoImport: "import --undo"
    case .unaliasExercise: "exercises unalias NAME"
    case .unlink: "unlink"
    case .verify: "verify"
    }
  }
}

extension Remedy.Field {
  fileprivate var option: String {
    switch self {
    case .bar: "--bar"
    case .cleared: "--clear"
    case .description: "--description"
    case .email: "--email"
    case .isBatch: "--batch"
    case .isForced: "--force"
    case .isFuture: "--future"
    case .isNew: "--new"
    case .isSkipped: "--skip"
    case .lifter: "--lifter"
    case .log: "--log"
    case .max: "--max"
    case .minutes: "--minutes"
    case .name: "--name"
    case .output: "-o"
    case .prunes: "--prune"
    case .replaced: "--replace"
    case .step: "--step"
    case .time: "--at"
    case .title: "--title"
    case .user: "--user"
    case .week: "--week"
    }
  }

  /// The value of the option if the remedy gives none; nil for most options.
  fileprivate var placeholder: String { self == .lifter ? " NAME" : "" }
}

extension TrainingSource {
  /// The command that imports files of this source.
  var command: String {
    switch self {
    case .strong, .hevy: "import \(rawValue)"
    case .fitnotes, .stronglifts, .openpowerlifting: "import"
    }
  }
}
