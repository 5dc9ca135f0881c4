import Events

/// The samples: one event of every type with all fields, and for some types one with as few fields as possible.
public enum Samples {
  private static let set = id(40)
  private static let later = Timestamp(milliseconds: 1_772_557_451_250, offsetMinutes: 60)
  private static let monday = LocalDay(number: 20_514)
  private static let planned = [
    PlannedExercise(exercise: "bench-press", sets: 3, reps: 8, weight: Weight(62.5)),
    PlannedExercise(exercise: "crunch", sets: 2, reps: 20, weight: Weight(25, .lb)),
  ]

  /// The events with a value for every property, in the order of the areas.
  public static let full: [Event.Body] = [
    .identity(
      .accountRegistered(
        AccountRegistered(email: "ann@example.com", givenName: "Ann", familyName: "Lee"))),
    .identity(.emailVerified(EmailVerified(email: "ann@example.com"))),
    .identity(
      .userSignedIn(
        UserSignedIn(
          provider: "google", subject: "1093", email: "ann@example.com", givenName: "Ann",
          familyName: "Lee", picture: "https://example.com/ann.png", session: "s1",
          expiresAt: later))),
    .identity(.sessionRenewed(SessionRenewed(session: "s1", expiresAt: later))),
    .identity(.userSignedOut(UserSignedOut(session: "s1"))),
    .exercises(
      .exerciseCatalogued(
        ExerciseCatalogued(
          exercise: "bench-press", name: "Bench press", bodyPart: "chest", equipment: "barbell",
          force: "push", level: "beginner", mechanic: "compound", category: "strength",
          primaryMuscles: ["chest"], secondaryMuscles: ["shoulders", "triceps"],
          instructions: ["Lie down.", "Press ¾ of the way."],
          gifUrl: "https://example.com/bench.gif", images: ["bench/0.jpg", "bench/1.jpg"]))),
    .plan(.workoutTypeChosen(WorkoutTypeChosen(day: .monday, type: "Chest"))),
    .plan(.exerciseAdded(ExerciseAdded(day: .monday, planned[1]))),
    .plan(.exerciseRemoved(ExerciseRemoved(day: .monday, exercise: "crunch", position: 2))),
    .plan(
      .exerciseMoved(
        ExerciseMoved(
          day: .monday, exercise: "crunch", position: 2, toDay: .sunday, toPosition: 1))),
    .plan(.dayCleared(DayCleared(day: .sunday))),
    .plan(
      .planShared(
        PlanShared(
          post: "p1", day: .monday, title: "Push day", description: "Short and heavy",
          type: "Chest", exercises: planned))),
    .plan(.planSaved(PlanSaved(post: "p1", day: .friday, type: "Chest", exercises: planned))),
    .plan(.workoutTypeCleared(WorkoutTypeCleared(day: .monday))),
    .sessions(
      .sessionStarted(
        SessionStarted(
          session: "w1", title: "Evening", note: "Tired", template: "t1", planned: planned))),
    .sessions(
      .setLogged(
        SetLogged(
          session: "w1", exercise: "bench-press", reps: 5, weight: Weight(225, .lb), kind: .drop,
          rpe: 8.5, seconds: 42, metres: 0.5, completed: false, note: "Slow \"up\""))),
    .sessions(
      .setRevised(
        SetRevised(
          set: set, reps: 6, weight: Weight(-20, .lb), kind: .failure, rpe: 10, note: "Spotted",
          cleared: [.rpe, .note], seconds: 61.5, metres: 400, completed: false))),
    .sessions(.setRemoved(SetRemoved(set: set))),
    .sessions(.sessionEnded(SessionEnded(session: "w1"))),
    .sessions(.sessionDiscarded(SessionDiscarded(session: "w1"))),
    .sessions(
      .sessionRevised(
        SessionRevised(
          session: "w1", title: "Morning", note: "Rested", startedAt: start, endedAt: later))),
    .sessions(.sessionReopened(SessionReopened(session: "w1"))),
    .sessions(.sessionRestored(SessionRestored(session: "w1"))),
    .feed(.postLiked(PostLiked(post: "p1"))),
    .feed(.postUnliked(PostUnliked(post: "p1"))),
    .feed(
      .postEdited(
        PostEdited(
          post: "p1", title: "Push", description: "Heavy", cleared: [.description]))),
    .feed(.postDeleted(PostDeleted(post: "p1"))),
    .corrections(
      .eventsReverted(EventsReverted(events: [set, id(41)], count: 2, isRedo: true))),
    .corrections(.personErased(PersonErased(person: "erased-9c2f01d4a8b3", values: 12))),
    .identity(.passwordResetRequested(PasswordResetRequested(email: "ann@example.com"))),
    .identity(.passwordReset(PasswordReset(request: set))),
    .identity(.identityLinked(IdentityLinked(provider: "apple", subject: "0017"))),
    .identity(.identityUnlinked(IdentityUnlinked(provider: "apple", subject: "0017"))),
    .identity(.mailSent(MailSent(mail: set))),
    .exercises(
      .exerciseAliased(
        ExerciseAliased(alias: "Bench Press (Barbell)", exercise: "bench-press"))),
    .exercises(.exerciseUnaliased(ExerciseUnaliased(alias: "Bench Press (Barbell)"))),
    .plan(.workoutAssigned(WorkoutAssigned(week: monday, day: .tuesday, workout: "k1"))),
    .plan(.workoutUnassigned(WorkoutUnassigned(week: monday, day: .tuesday))),
    .sessions(.setMoved(SetMoved(set: set, position: 2))),
    .profile(
      .profileRevised(
        ProfileRevised(
          name: "Ann Lee", sex: .female, bornOn: monday, heightCm: 171.5, unit: .lb,
          cleared: [.heightCm]))),
    .profile(.bodyWeightRecorded(BodyWeightRecorded(weight: Weight(61.5)))),
    .profile(.bodyWeightRemoved(BodyWeightRemoved(measurement: set))),
    .profile(.maxRecorded(MaxRecorded(lift: .squat, weight: Weight(225, .lb)))),
    .profile(.maxCleared(MaxCleared(lift: .press))),
    .profile(.settingChanged(SettingChanged(key: "rest-timer", value: "90"))),
    .workouts(
      .workoutCreated(
        WorkoutCreated(
          workout: "k1", name: "Push", description: "Short and heavy", minutes: 45,
          exercises: planned))),
    .workouts(
      .workoutRevised(
        WorkoutRevised(
          workout: "k1", name: "Push day", description: "Heavy", minutes: 50,
          cleared: [.minutes]))),
    .workouts(.workoutExerciseAdded(WorkoutExerciseAdded(workout: "k1", planned[1]))),
    .workouts(
      .workoutExerciseRemoved(WorkoutExerciseRemoved(workout: "k1", exercise: "crunch"))),
    .workouts(.workoutDeleted(WorkoutDeleted(workout: "k1"))),
    .workouts(.workoutSaved(WorkoutSaved(workout: "k1"))),
    .workouts(.workoutUnsaved(WorkoutUnsaved(workout: "k1"))),
    .workouts(
      .templateDefined(
        TemplateDefined(
          template: "t1", name: "Full body", description: "Twice a week", exercises: planned))),
    .workouts(.templateDeleted(TemplateDeleted(template: "t1"))),
    .workouts(.workoutSuggested(WorkoutSuggested(text: "- 5 × squat", source: "model"))),
    .program(
      .programStarted(
        ProgramStarted(
          program: "g1", scheme: .fiveThreeOne, step: 5,
          lifts: [
            TrainingMax(exercise: "squat", weight: Weight(285, .lb), increment: 10),
            TrainingMax(exercise: "press", weight: Weight(110, .lb), increment: 2.5),
          ], cycle: 3))),
    .program(
      .programSetCompleted(
        ProgramSetCompleted(
          program: "g1", exercise: "squat", cycle: 1, week: 3, reps: 4, weight: Weight(270, .lb)))),
    .program(
      .programSetCleared(
        ProgramSetCleared(program: "g1", exercise: "squat", cycle: 1, week: 3))),
    .program(.cycleCompleted(CycleCompleted(program: "g1", cycle: 1))),
    .program(.cycleReopened(CycleReopened(program: "g1", cycle: 1))),
    .program(
      .trainingMaxAdjusted(
        TrainingMaxAdjusted(program: "g1", exercise: "squat", weight: Weight(270, .lb)))),
    .program(.programEnded(ProgramEnded(program: "g1"))),
    .classes(
      .classScheduled(
        ClassScheduled(
          class: "c1", title: "Spin", startsAt: later, minutes: 45, instructor: "Eve",
          place: "Studio 2", capacity: 12))),
    .classes(
      .classRescheduled(
        ClassRescheduled(
          class: "c1", title: "Spin 2", startsAt: later, minutes: 60, instructor: "Bob",
          place: "Studio 1", capacity: 8, cleared: [.place]))),
    .classes(.classCancelled(ClassCancelled(class: "c1"))),
    .classes(.classReinstated(ClassReinstated(class: "c1"))),
    .classes(.classBooked(ClassBooked(class: "c1"))),
    .classes(.bookingCancelled(BookingCancelled(class: "c1"))),
    .classes(.classAttended(ClassAttended(class: "c1", minutes: 40))),
    .classes(.classMissed(ClassMissed(class: "c1"))),
    .classes(.attendanceCleared(AttendanceCleared(class: "c1"))),
    .videos(
      .videoAdded(
        VideoAdded(
          video: "v1", category: .technique, title: "Deadlift", url: "https://example.com/v1",
          thumbnail: "https://example.com/v1.jpg", poster: "Lift School"))),
    .videos(.videoFavourited(VideoFavourited(video: "v1"))),
    .videos(.videoUnfavourited(VideoUnfavourited(video: "v1"))),
    .videos(.videoRemoved(VideoRemoved(video: "v1"))),
    .pushUps(.pushUpsLogged(PushUpsLogged(count: 30, seconds: 75.5, note: "Slow", day: monday))),
    .pushUps(.pushUpsRemoved(PushUpsRemoved(pushUps: set))),
    .meals(
      .menuImported(
        MenuImported(
          day: monday, source: "Campus",
          items: [
            MenuItem(
              name: "Lentil soup", calories: 320, protein: 18.5, carbohydrates: 44, fat: 6,
              place: "North hall")
          ]))),
    .meals(.mealGoalChosen(MealGoalChosen(goal: .cutting))),
    .meals(.mealsSuggested(MealsSuggested(text: "1. Lentil soup", source: "model"))),
  ]

  /// The events of the same types with only the required fields, for types with optional fields.
  public static let sparse: [Event.Body] = [
    .identity(.accountRegistered(AccountRegistered(email: "ann@example.com"))),
    .identity(.userSignedIn(UserSignedIn(provider: "password", email: "ann@example.com"))),
    .identity(.userSignedOut(UserSignedOut())),
    .exercises(.exerciseCatalogued(ExerciseCatalogued(exercise: "squat", name: "Squat"))),
    .plan(.exerciseAdded(ExerciseAdded(day: .tuesday, PlannedExercise(exercise: "squat")))),
    .plan(.exerciseRemoved(ExerciseRemoved(day: .monday, exercise: "crunch"))),
    .plan(.exerciseMoved(ExerciseMoved(day: .monday, exercise: "crunch", toDay: .friday))),
    .plan(.planShared(PlanShared(day: .monday, title: "Push day", exercises: []))),
    .plan(.planSaved(PlanSaved(post: "p1", day: .friday, exercises: []))),
    .sessions(.sessionStarted(SessionStarted())),
    .sessions(
      .setLogged(SetLogged(session: "w1", exercise: "pull-up", reps: 0, weight: nil))),
    .sessions(.setRevised(SetRevised(set: set))),
    .sessions(.sessionRevised(SessionRevised(session: "w1"))),
    .feed(.postEdited(PostEdited(post: "p1"))),
    .corrections(.eventsReverted(EventsReverted(events: [], count: 1))),
    .identity(.passwordReset(PasswordReset())),
    .profile(.profileRevised(ProfileRevised())),
    .workouts(.workoutCreated(WorkoutCreated(name: "Pull", exercises: []))),
    .workouts(.workoutRevised(WorkoutRevised(workout: "k1"))),
    .workouts(.templateDefined(TemplateDefined(name: "Upper body", exercises: []))),
    .workouts(.workoutSuggested(WorkoutSuggested(text: "Rest"))),
    .program(.programStarted(ProgramStarted(scheme: .fiveThreeOne, lifts: []))),
    .program(
      .programSetCompleted(
        ProgramSetCompleted(program: "g1", exercise: "squat", cycle: 1, week: 1, reps: 0))),
    .classes(.classScheduled(ClassScheduled(title: "Yoga", startsAt: later, minutes: 60))),
    .classes(.classRescheduled(ClassRescheduled(class: "c1"))),
    .classes(.classAttended(ClassAttended(class: "c1"))),
    .videos(.videoAdded(VideoAdded(category: .workout, title: "Warm-up"))),
    .pushUps(.pushUpsLogged(PushUpsLogged(count: 0))),
    .meals(.menuImported(MenuImported(items: []))),
    .meals(.mealGoalChosen(MealGoalChosen())),
    .meals(.mealsSuggested(MealsSuggested(text: "Soup"))),
  ]

  /// Returns a version 7 id with a number.
  public static func id(_ number: Int) -> EventID {
    EventID(milliseconds: 1_772_471_051_250, random: (0, UInt64(number) << 2))
  }

  /// The time of the first event, 2026-03-02T18:04:11.250+01:00.
  public static let start = Timestamp(milliseconds: 1_772_471_051_250, offsetMinutes: 60)

  /// Returns a log of `bodies` by ann, one event a second, in batches of one.
  public static func log(_ bodies: [Event.Body]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (index, body) in bodies.enumerated() {
      let event = Event(
        id: id(index + 1), at: start.adding(seconds: Int64(index)), user: "ann", body,
        seq: index + 1)
      sum = try event.write(to: &bytes, previousSum: sum, checks: true)
    }
    return bytes
  }
}
