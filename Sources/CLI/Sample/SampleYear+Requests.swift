import Events
import Projections

// The longer requests of the script.

extension SampleYear {
  /// The next user, or the current user if there is no other.
  var next: SampleMember { members[(me.index + 1) % members.count] }

  mutating func pick<T>(_ all: [T]) -> T { me.generator.pick(all) }

  mutating func openAccount() {
    if me.provider == nil {
      ask(SignUp(email: me.email, givenName: me.givenName, familyName: me.familyName))
      ask(host: NoteMailSent(mail: .latest))
      ask(VerifyEmail(email: me.email))
    }
    signIn()
  }

  mutating func signIn() {
    ask(
      SignIn(
        provider: me.provider ?? SignIn.password.text,
        subject: me.provider.map { _ in "\(1093 + me.index * 7)" }, email: me.email,
        givenName: me.givenName, familyName: me.familyName,
        picture: me.provider.map { _ in "https://example.com/\(me.name).png" }))
  }

  mutating func createProfile() {
    ask(
      ReviseProfile(
        name: "\(me.givenName) \(me.familyName)", sex: Sex.allCases[me.index % 3],
        bornOn: LocalDay(number: 5_000 + me.generator.below(6_000)),
        heightCm: Double(me.generator.within(310...390)) / 2, unit: me.unit,
        bodyWeight: me.weight, maxes: me.maxes))
  }

  /// Imports the sessions of the two weeks before the first day, as another app exported them.
  mutating func importHistory() {
    do {
      let training = try Bytes.of(Array(SampleWords.exported.utf8)) {
        (bytes) throws(ImportError) in
        try ImportedTraining(bytes, from: .strong, by: me.name)
      }
      record(training.drafts)
    } catch {
      preconditionFailure("a sample imports what is no export: \(error)")
    }
  }
}

// MARK: Plans and workouts

extension SampleYear {
  mutating func planWeekdays() {
    for (place, day) in me.trainingDays.enumerated() {
      ask(ChooseWorkoutType(day: day, type: ["Push", "Pull", "Legs"][place]))
      for lift in SampleWords.trainingDays[place].prefix(3) { plan(lift, on: day) }
    }
  }

  private mutating func plan(_ lift: SampleExercise, on day: Weekday) {
    ask(
      AddExercise(
        day: day, exercise: lift.name.text, sets: 3, reps: me.generator.within(5...10),
        weight: me.load(of: lift, 0.7), isNew: true))
  }

  /// Changes the plan: other exercises, another order, other loads.
  mutating func changePlan() {
    let day = me.trainingDays[1]
    let planned = state(OfUser<WeeklyPlan>.self)[day].exercises.map(\.exercise.text)
    guard planned.count > 1 else { return }
    ask(EditExercise(day: day, exercise: planned[0], position: 1, reps: 12))
    ask(MoveExercise(day: day, exercise: planned[0], position: 1, toDay: day, toPosition: 2))
    ask(RemoveExercise(day: day, exercise: planned[planned.count - 1]))
    plan(SampleWords.trainingDays[1][3], on: day)
  }

  mutating func createWorkout(_ name: String, _ day: Int) {
    let creation = CreateWorkout(
      name: name, description: pick(SampleWords.descriptions), minutes: 50)
    guard let id = ask(creation).first else { return }
    me.workouts.append(Reference(id.description))
    for lift in SampleWords.trainingDays[day].prefix(3) { add(lift, to: Reference(id.description)) }
  }

  mutating func add(_ lift: SampleExercise, to workout: Reference) {
    ask(
      AddWorkoutExercise(
        workout: workout, exercise: lift.name.text, sets: 3, reps: 8,
        weight: me.load(of: lift, 0.6), isNew: true))
  }

  mutating func defineTemplate(_ name: String, _ sets: String, replaced: Reference? = nil) {
    let planned = try? EnteredSet(sets)
    let lifts = ["squat-barbell", "bench-press-barbell", "pull-up"]
    ask(
      DefineTemplate(
        name: name, description: "Three lifts",
        exercises: lifts.map { DefineTemplate.Exercise($0, planned) }, replaced: replaced,
        isNew: true))
  }

  /// Records a suggestion of a language model.
  mutating func keep(_ kind: Suggestions.Kind, _ ideas: [String]) {
    ask(KeepSuggestion(kind, pick(ideas), source: "model"))
  }

  /// Likes the latest post of some user, or removes a like.
  mutating func lookAtFeed() {
    let author = me.generator.below(members.count)
    guard let post = members[author].post else { return }
    if me.generator.chance(850) {
      ask(LikePost(post: post))
    } else {
      ask(UnlikePost(post: post))
    }
  }
}

// MARK: Classes, videos, push-ups and meals

extension SampleYear {
  /// Schedules the two classes of a week that begins some weeks after this one.
  mutating func scheduleClasses(weeks: Int) {
    for (place, title) in ["Yoga", "Spin"].enumerated() {
      let day = me.date.monday.number - SampleYear.start.number + weeks * 7 + 1 + place * 2
      ask(
        ScheduleClass(
          title: title, startsAt: me.timestamp(me.time(day, 18 * 3600)),
          minutes: place == 0 ? 60 : 45, instructor: place == 0 ? "Eve" : nil,
          place: "Studio \(place + 1)", capacity: max(1, members.count - 1 - place)))
    }
  }

  /// Returns the last classes of the timetable that take place: those in which the user has a place, or all if it is
  /// nil.
  func classes(booked: Bool? = nil, begun: Bool) -> [Timetable.FitnessClass] {
    state(Timetable.self).classes.suffix(8).filter { it in
      guard !it.isCancelled, it.hasBegun(at: at) == begun else { return false }
      guard let booked else { return true }
      let hasPlace = it.isBooked(by: me.name) && it.waitingPosition(of: me.name) == nil
      return booked == hasPlace
    }
  }

  /// Books most classes of the week.
  mutating func bookClasses() {
    for it in classes(booked: false, begun: false)
    where it.startsAt.milliseconds - now < 6 * 86_400_000 && !it.isBooked(by: me.name) {
      if me.generator.chance(900) { ask(BookClass(class: Reference(it.class.text))) }
    }
  }

  /// Records the attendance of the latest classes; the user missed the others.
  mutating func markAttendance() {
    for it in classes(booked: true, begun: true)
    where now - it.startsAt.milliseconds < 2 * 86_400_000 {
      let minutes = me.generator.chance(300) ? it.minutes - 10 : nil
      ask(AttendClass(class: Reference(it.class.text), minutes: minutes))
    }
  }

  mutating func addVideo() {
    let number = me.generator.below(1_000_000)
    let (category, title) = SampleWords.videos[number % SampleWords.videos.count]
    ask(
      AddVideo(
        category: category, title: title, url: "https://example.com/videos/\(number)",
        thumbnail: "https://example.com/videos/\(number).jpg", poster: "Lift School"))
  }

  mutating func logPushUps() {
    let count = me.generator.within(10...30) + min(me.day, SampleYear.days) / 20
    ask(
      LogPushUps(
        count: count, seconds: Double(count * 2 + me.generator.below(10)),
        note: me.generator.chance(100) ? pick(SampleWords.notes) : nil))
  }

  mutating func importMenu() {
    let names = SampleWords.dishes
    let items = (0..<12).map { place in
      MenuItem(
        name: names[(place + me.day / 7) % names.count],
        calories: Double(me.generator.within(18...90) * 10),
        protein: Double(me.generator.within(4...90)) / 2,
        carbohydrates: Double(me.generator.within(5...80)),
        fat: Double(me.generator.within(1...30)), place: place % 2 == 0 ? "North hall" : nil)
    }
    ask(ImportMenu(items, source: "Campus"))
  }
}
