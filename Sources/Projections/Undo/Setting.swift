import Events

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
    ) -> SettingFacts {
      SettingFacts(isSet ?? false ? setting : nil, removal)
    }
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
  /// The workout of a day of a dated week.
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
    return [
      target == nil
        ? .pushUps(.pushUpsRemoved(.init(pushUps: id)))
        : .pushUps(.pushUpsRestored(.init(pushUps: id)))
    ]
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
