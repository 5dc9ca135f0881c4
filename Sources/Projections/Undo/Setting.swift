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
    case .pushUps: return EventID(name.text).map { [LoggedPushUps(id: $0)] } ?? []
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

/// A subject with a value that one fact sets, and that another fact removes.
protocol FactSubject: UndoSubject where Value == SettingFact {
  /// Returns the fact that sets the current value, and the fact that removes it.
  func facts(in state: ReversalState) -> SettingFacts
}

/// A fact that sets a value, compared by its bytes.
struct SettingFact: Equatable, Sendable {
  let body: Event.Body

  static func == (one: Self, other: Self) -> Bool {
    one.body == other.body && one.written == other.written
  }

  private var written: [UInt8]? {
    var json = JSONWriter()
    do throws(LineError) { try body.payload?._write(to: &json) } catch { return nil }
    return json.bytes
  }
}

struct SettingFacts {
  /// The fact that sets the current value; nil if there is none.
  let setting: Event.Body?
  /// The fact that removes a value; nil if none does.
  let removal: Event.Body?

  init(_ setting: (some EventPayload)?, _ removal: (some EventPayload)?) {
    (self.setting, self.removal) = (setting?.body, removal?.body)
  }
}

extension FactSubject {
  func value(in state: inout ReversalState) -> SettingFact? {
    facts(in: state).setting.map { SettingFact(body: $0) }
  }

  func facts(
    from now: SettingFact?, to target: SettingFact?, in state: ReversalState
  ) -> [Event.Body] {
    guard now != target else { return [] }
    return [target?.body ?? facts(in: state).removal].compactMap(\.self)
  }
}

/// Something that the user did with an entity or not.
enum Flag: FactSubject {
  case like(Name)
  case savedWorkout(Name)
  case booking(Name)
  case favourite(Name)
  /// The existence of a measurement of body weight.
  case measurement(EventID)
  /// The existence of a measurement of the body.
  case bodyMeasurement(EventID)

  func facts(in state: ReversalState) -> SettingFacts {
    func facts(
      _ isSet: Bool?, _ setting: some EventPayload, _ removal: some EventPayload
    ) -> SettingFacts { SettingFacts(isSet ?? false ? setting : nil, removal) }
    return switch self {
    case .like(let post):
      facts(
        state.feed[post]?.likers.contains(state.user), PostLiked(post: post),
        PostUnliked(post: post))
    case .savedWorkout(let name):
      facts(
        state.savedWorkouts.contains(name), WorkoutSaved(workout: name),
        WorkoutUnsaved(workout: name))
    case .booking(let name):
      facts(
        state.timetable[name]?.isBooked(by: state.user), ClassBooked(class: name),
        BookingCancelled(class: name))
    case .favourite(let name):
      facts(
        state.videos[name]?.isFavourite, VideoFavourited(video: name),
        VideoUnfavourited(video: name))
    case .measurement(let id):
      facts(
        state.profile.bodyWeight[id] != nil, BodyWeightRestored(measurement: id),
        BodyWeightRemoved(measurement: id))
    case .bodyMeasurement(let id):
      facts(
        state.measurements[id] != nil, MeasurementRestored(measurement: id),
        MeasurementRemoved(measurement: id))
    }
  }
}

/// A value of the user.
enum Setting: FactSubject {
  case workoutType(Weekday)
  /// The workout of a day of a calendar week.
  case assignment(LocalDay)
  case template(Name)
  case video(Name)
  case mealGoal
  case menu(LocalDay)
  case profile(ProfileDetail)
  case preference(Name)
  case max(Lift)
  /// The exercise for which an exercise counts.
  case merge(Name)

  func facts(in state: ReversalState) -> SettingFacts {
    switch self {
    case .workoutType(let day):
      let type = state.plan.workoutType(on: day)
      return SettingFacts(
        type.map { WorkoutTypeChosen(day: day, type: $0) }, WorkoutTypeCleared(day: day))
    case .assignment(let date):
      let (week, day) = (date.monday, date.weekday)
      return SettingFacts(
        state.weeks[date].map { WorkoutAssigned(week: week, day: day, workout: $0) },
        WorkoutUnassigned(week: week, day: day))
    case .template(let name):
      // The fact has the names of the event, as before a merge that may be undone, too.
      return SettingFacts(
        state.templates.definition(of: name)?.definition, TemplateDeleted(template: name))
    case .video(let name):
      return SettingFacts(state.videos[name]?.addition, VideoRemoved(video: name))
    case .mealGoal:
      return SettingFacts(state.meals.goal.map { MealGoalChosen(goal: $0) }, MealGoalChosen())
    case .menu(let day):
      return SettingFacts(
        state.meals[day].map { MenuImported(day: day, source: $0.source, items: $0.items) },
        MenuImported(day: day, items: []))
    case .profile(let detail):
      return SettingFacts(state.profile.revision(of: detail), ProfileRevised(cleared: [detail]))
    case .preference(let key):
      return SettingFacts(
        state.profile.settings[key].map { SettingChanged(key: key, value: $0) },
        SettingChanged(key: key, value: ""))
    case .max(let lift):
      return SettingFacts(
        state.profile.maxes[lift].map { MaxRecorded(lift: lift, weight: $0) },
        MaxCleared(lift: lift))
    case .merge(let exercise):
      return SettingFacts(
        state.history.merges.targets[exercise].map { ExerciseMerged(exercise: exercise, into: $0) },
        ExerciseUnmerged(exercise: exercise))
    }
  }
}

/// The existence of a session of push-ups.
struct LoggedPushUps: UndoSubject {
  let id: EventID

  typealias Value = Bool

  func value(in state: inout ReversalState) -> Bool? {
    state.pushUps[state.current(id)] == nil ? nil : true
  }

  func facts(from now: Bool?, to target: Bool?, in state: ReversalState) -> [Event.Body] {
    guard now != target else { return [] }
    let id = state.current(id)
    return [target == nil ? PushUpsRemoved(pushUps: id).body : PushUpsRestored(pushUps: id).body]
  }
}

/// The attendance of the user in a class.
struct Attendance: FactSubject {
  let `class`: Name

  func facts(in state: ReversalState) -> SettingFacts {
    let removal = AttendanceCleared(class: `class`)
    return switch state.timetable[`class`]?.marks[state.user] {
    case .attended(let minutes):
      SettingFacts(ClassAttended(class: `class`, minutes: minutes), removal)
    case .missed: SettingFacts(ClassMissed(class: `class`), removal)
    case nil: SettingFacts(nil as ClassMissed?, removal)
    }
  }
}

/// A value of an exercise, which all users share.
enum ExerciseSetting: FactSubject {
  case description(Name)
  /// The exercise of an alias, by the slug of the alias.
  case alias(String)

  var isPersonal: Bool { false }

  func facts(in state: ReversalState) -> SettingFacts {
    switch self {
    case .description(let name):
      return SettingFacts(state.catalogue.entries[name], ExerciseUncatalogued(exercise: name))
    case .alias(let slug):
      let alias = state.aliases[slug]
      return SettingFacts(
        alias.map { ExerciseAliased(alias: $0.alias, exercise: $0.exercise) },
        alias.map { ExerciseUnaliased(alias: $0.alias) })
    }
  }
}

extension VideoLibrary.Video {
  fileprivate var addition: VideoAdded {
    VideoAdded(
      video: video, category: category, title: title, url: url, thumbnail: thumbnail,
      poster: poster)
  }
}

extension Profile {
  /// Returns the fact that sets a property; nil if it has no value.
  fileprivate func revision(of detail: ProfileDetail) -> ProfileRevised? {
    switch detail {
    case .name: name.map { ProfileRevised(name: $0) }
    case .sex: sex.map { ProfileRevised(sex: $0) }
    case .bornOn: bornOn.map { ProfileRevised(bornOn: $0) }
    case .heightCm: heightCm.map { ProfileRevised(heightCm: $0) }
    case .unit: unit.map { ProfileRevised(unit: $0) }
    }
  }
}
