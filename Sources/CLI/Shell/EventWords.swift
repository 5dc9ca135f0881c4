import Events
import Projections

// Events in the words of a lifter, for acknowledgements.
extension Event {
  /// Returns the event in words: `Monday: Squat removed`, `class booked`; its type if this build does not know it.
  ///
  /// - Parameters:
  ///   - names: The display names of exercises.
  ///   - showsUnit: Whether a weight among the fields has its unit even in kilograms.
  func words(_ names: ExerciseNames, showsUnit: Bool = false) -> String {
    let own: String? =
      switch body {
      case .sessions(let fact): fact.words(names)
      case .plan(let fact): fact.words(names)
      case .workouts(let fact): fact.words(names)
      case .program(let fact): fact.words(names)
      case .profile(let fact): fact.words
      case .feed(let fact): fact.words
      case .pushUps(let fact): fact.words
      case .identity(.userSignedIn(let signIn)):
        "signed in as \(inert(user?.text ?? "nobody")) (\(inert(signIn.email.text)))"
      case .identity(.sessionRenewed(let renewal)):
        "sign-in renewed until \(minute(renewal.expiresAt))"
      case .identity(.userSignedOut): "signed out"
      default: nil
      }
    if let own { return own }
    let fields = summary(showsUnit: showsUnit, inWords: true)
    return inert(body.area == nil ? type : type.inWords) + (fields.isEmpty ? "" : ": \(fields)")
  }
}

extension SessionEvent {
  /// Returns the words for a change of a session without a remark; nil for an event whose fields say more.
  fileprivate func words(_ names: ExerciseNames) -> String? {
    switch self {
    case .setLogged(let set):
      "\(inert(names[set.exercise])) "
        + workText(
          set.reps, set.weight, metres: set.metres ?? 0, seconds: set.seconds ?? 0,
          in: set.weight?.unit ?? .kg, saysHelp: true)
    default: nil
    }
  }
}

extension PlanEvent {
  fileprivate func words(_ names: ExerciseNames) -> String? {
    switch self {
    case .workoutTypeChosen(let choice): "\(choice.day.title): \(short(choice.type))"
    case .workoutTypeCleared(let clearing): "\(clearing.day.title): no type"
    case .exerciseAdded(let addition):
      "\(addition.day.title): \(inert(addition.planned.line(of: names[addition.planned.exercise])))"
    case .exerciseRemoved(let removal):
      "\(removal.day.title): \(inert(names[removal.exercise])) removed"
    case .exerciseMoved(let move):
      "\(move.toDay.title): \(inert(names[move.exercise]))"
        + (move.toPosition.map { " is exercise \($0)" } ?? "")
        + (move.day == move.toDay ? "" : ", moved from \(move.day.title)")
    case .dayCleared(let clearing): "\(clearing.day.title) cleared"
    case .planShared(let shared): "\(shared.day.title) shared: \(short(shared.title))"
    case .planSaved(let saved): "post saved to \(saved.day.title)"
    case .workoutAssigned(let assignment):
      "workout planned for \(assignment.week.monday.day(assignment.day))"
    case .workoutUnassigned(let removal):
      "no workout planned for \(removal.week.monday.day(removal.day))"
    }
  }
}

extension WorkoutEvent {
  fileprivate func words(_ names: ExerciseNames) -> String? {
    func list(_ name: String, _ exercises: [PlannedExercise]) -> String {
      let shown = exercises.prefix(3).map { names[$0.exercise] }
      let more = exercises.count > 3 ? ["\(exercises.count - 3) more"] : []
      return short(name) + inert(shown.isEmpty ? "" : ": " + (shown + more).joined(separator: ", "))
    }
    return switch self {
    case .workoutCreated(let workout): "workout \(list(workout.name, workout.exercises))"
    case .workoutExerciseAdded(let addition):
      "workout: \(inert(addition.planned.line(of: names[addition.planned.exercise])))"
    case .workoutExerciseRemoved(let removal): "workout: \(inert(names[removal.exercise])) removed"
    case .templateDefined(let template): "template \(list(template.name, template.exercises))"
    default: nil
    }
  }
}

extension ProgramEvent {
  fileprivate func words(_ names: ExerciseNames) -> String? {
    switch self {
    case .programStarted(let program):
      "\(program.scheme.title) started: "
        + program.lifts.map { lift in
          let isProgression = program.scheme != .fiveThreeOne
          let range = "\(lift.reps ?? 1)" + (lift.maxReps.map { "–\($0)" } ?? "")
          let work = isProgression ? "\(lift.sets ?? 1) × \(range) × " : ""
          return "\(inert(names[lift.exercise])) \(work)\(lift.weight)"
        }.joined(separator: ", ")
    case .programSetCompleted(let set):
      "cycle \(set.cycle), week \(set.week): \(inert(names[set.exercise])) done with "
        + counted(set.reps, "repetitions")
    case .programSetCleared(let set):
      "cycle \(set.cycle), week \(set.week): \(inert(names[set.exercise])) not done"
    case .cycleCompleted(let cycle): "cycle \(cycle.cycle) done"
    case .cycleReopened(let cycle): "cycle \(cycle.cycle) reopened"
    case .trainingMaxAdjusted(let adjustment):
      "\(inert(names[adjustment.exercise])) adjusted to \(adjustment.weight)"
    case .programEnded: nil
    }
  }
}

extension ProfileEvent {
  fileprivate var words: String? {
    switch self {
    case .bodyWeightRecorded(let measurement): "body weight \(measurement.weight)"
    case .maxRecorded(let maximum): "\(maximum.lift.rawValue) maximum: \(maximum.weight)"
    case .maxCleared(let clearing): "no \(clearing.lift.rawValue) maximum"
    case .settingChanged(let setting):
      "setting \(inert(setting.key.text)): "
        + (setting.value.isEmpty ? "none" : short(setting.value))
    case .measurementLogged(let measurement):
      "\(measurement.kind.word) \(decimal(measurement.value)) "
        + (measurement.kind == .bodyFat ? "%" : measurement.unit.rawValue)
    default: nil
    }
  }
}

extension FeedEvent {
  fileprivate var words: String? {
    guard case .postPublished(let post) = self else { return nil }
    let exercises = post.exercises.isEmpty ? "" : ", \(counted(post.exercises.count, "exercises"))"
    return "posted: \(short(post.title))\(exercises)"
  }
}

extension PushUpEvent {
  fileprivate var words: String {
    switch self {
    case .pushUpsLogged(let set):
      counted(set.count, "push-ups")
        + (set.seconds.map { " in \(duration($0))" } ?? "") + (set.day.map { " on \($0)" } ?? "")
    case .pushUpsRemoved: "push-ups removed"
    case .pushUpsRestored: "push-ups restored"
    }
  }
}

extension String {
  /// The words of a name in camel case: `class booked` for `ClassBooked`.
  var inWords: String {
    reduce(into: "") { words, character in
      if character.isUppercase, !words.isEmpty { words.append(" ") }
      words += character.lowercased()
    }
  }
}

/// Returns an entered text, shortened to 40 columns.
private func short(_ text: String) -> String { inert(shortened(text, to: 40)) }
