import Events

extension Event {
  /// The parts of the state that the event may change, according to the traits of its fields.
  var subjects: [any UndoSubject] {
    let fields = FieldTexts(self)
    let named = entities.flatMap { subjects(of: $0, fields) }
    switch area {
    case .plan: return named + fields.planned
    case .profile:
      return named + ProfileDetail.allCases.map { Setting.profile($0) as any UndoSubject }
        + fields.setting("lift") { Lift(rawValue: $0).map { Setting.max($0) } }
        + fields.setting("key") { Setting.preference(Name($0)) }
    case .exercises:
      return fields.setting("exercise") { ExerciseSetting.description(Name($0)) }
        + fields.setting("exercise") { Setting.merge(Name($0)) }
        + fields.setting("alias") { ExerciseSetting.alias(ExerciseSlugs.slug(of: $0)) }
    case .meals:
      return [Setting.mealGoal, Setting.menu(fields["day"].flatMap { LocalDay($0) } ?? at.day)]
    default: return named
    }
  }

  private func subjects(of entity: NamedEntity, _ fields: FieldTexts) -> [any UndoSubject] {
    guard let name = entity.name else { return [] }
    let isReferred = entity.role == .referred
    switch entity.kind {
    case .session:
      return isReferred ? [BegunSession(session: name)] : [RecordedSession(session: name)]
    case .set:
      guard let id = EventID(name.text) else { return [] }
      return entity.role == .changed
        ? [RecordedSet(id: id), SetPosition(id: id)] : [RecordedSet(id: id)]
    case .post: return isReferred ? [Flag.like(name)] : [SharedPost(post: name)]
    case .workout:
      if isReferred { return [Flag.savedWorkout(name)] }
      let workout = CreatedWorkout(workout: name)
      guard let exercise = fields["exercise"] else { return [workout] }
      return [workout, WorkoutExercise(workout: name, exercise: Name(exercise))]
    case .fitnessClass:
      return isReferred
        ? [Flag.booking(name), Attendance(class: name)] : [ScheduledClass(class: name)]
    case .video: return [Setting.video(name), Flag.favourite(name)]
    case .template: return [Setting.template(name)]
    case .program:
      return entity.role == .changed ? [fields.part(of: name)] : [FollowedProgram()]
    case .pushUps: return EventID(name.text).map { [Setting.pushUps($0)] } ?? []
    case .measurement: return EventID(name.text).map { [Flag.measurement($0)] } ?? []
    case .bodyMeasurement: return EventID(name.text).map { [Flag.bodyMeasurement($0)] } ?? []
    case .signIn, .mail, .event: return []
    }
  }
}

/// The texts and numbers among the fields of an event, which name parts of the state.
private struct FieldTexts {
  private let contents: [(name: String, content: FieldContent)]

  init(_ event: Event) { contents = event.fieldContents }

  subscript(name: String) -> String? {
    for case (name, .text(let text)) in contents { return text }
    return nil
  }

  /// Returns the subject that a field names, as a list of at most one.
  func setting(_ name: String, _ setting: (String) -> (any UndoSubject)?) -> [any UndoSubject] {
    self[name].flatMap(setting).map { [$0] } ?? []
  }

  private func number(_ name: String) -> Int? {
    for case (name, .number(let number)) in contents { return Int(exactly: number) }
    return nil
  }

  /// The weekdays and dates of a plan.
  var planned: [any UndoSubject] {
    var days = ["day", "toDay"].compactMap { self[$0].flatMap { Weekday(rawValue: $0) } }
    if days.first == days.last { days = Array(days.prefix(1)) }
    if let week = self["week"].flatMap({ LocalDay($0) }) {
      return days.map { Setting.assignment(week.monday.day($0)) }
    }
    return days.flatMap { [DayExercises(day: $0), Setting.workoutType($0)] as [any UndoSubject] }
  }

  /// Returns the cycle of a program, or the training max or the set of an exercise in it.
  func part(of program: Name) -> any UndoSubject {
    guard let exercise = self["exercise"].map({ Name($0) }) else {
      return ProgramCycle(program: program)
    }
    guard let cycle = number("cycle"), let week = number("week") else {
      return ProgramSetting.trainingMax(program, exercise)
    }
    return ProgramSetting.set(program, exercise, cycle: cycle, week: week)
  }
}

/// A reason why no event can undo another one.
struct UndoObstacle {
  let reason: String
  var help: Remedy? = nil
  /// A Boolean value indicating whether undoing a batch skips the event.
  var isSkipped = true
}

extension Event {
  /// Returns the reason why no event can undo the event; nil if one can.
  ///
  /// - Parameter hasEffect: Whether the event changed a subject.
  func obstacle(hasEffect: Bool) -> UndoObstacle? {
    switch body {
    case .identity(let fact): fact.obstacle
    case .corrections(.eventsReverted):
      UndoObstacle(
        reason: "it only records which events were undone",
        help: "undo the events before it, or its whole batch with \(.give(.isBatch))")
    case .corrections(.personErased):
      UndoObstacle(reason: "erased data cannot be restored", isSkipped: false)
    case .meals(.mealsSuggested), .workouts(.workoutSuggested):
      UndoObstacle(reason: "a recorded suggestion has no effect to undo")
    case .feed(.postDeleted) where hasEffect:
      UndoObstacle(
        reason: "a deleted post and its likes are gone", help: "post it again",
        isSkipped: false)
    case .unknown: UndoObstacle(reason: "this build does not know its type", isSkipped: false)
    default: nil
    }
  }
}

extension IdentityEvent {
  /// The reason why no event can undo the event: a provider or a user confirmed it outside the log.
  fileprivate var obstacle: UndoObstacle {
    switch self {
    case .accountRegistered: UndoObstacle(reason: "an account cannot be closed")
    case .emailVerified: UndoObstacle(reason: "a verified address stays verified")
    case .emailRemoved: UndoObstacle(reason: "only a new check can prove the address again")
    case .userSignedIn:
      UndoObstacle(
        reason: "only a sign-out ends a sign-in session", help: "end the session: \(.signOut)")
    case .sessionRenewed:
      UndoObstacle(
        reason: "a renewed sign-in session expires by itself", help: "end the session: \(.signOut)")
    case .userSignedOut:
      UndoObstacle(reason: "an ended sign-in session cannot be restored", help: "sign in again")
    case .passwordResetRequested:
      UndoObstacle(reason: "a request for a new password cannot be withdrawn")
    case .passwordReset: UndoObstacle(reason: "the log does not contain the previous password")
    case .identityLinked:
      UndoObstacle(reason: "a linked subject stays linked until it is unlinked")
    case .identityUnlinked:
      UndoObstacle(reason: "only a new check by the provider can link the subject again")
    case .mailSent: UndoObstacle(reason: "a sent email cannot be recalled")
    }
  }
}
