import Events

/// One event of every type, with every field that it can have, and where it matters one with as few
/// as it may have.
public enum Samples {
  private static let set = id(40)
  private static let later = Timestamp(milliseconds: 1_772_557_451_250, offsetMinutes: 60)
  private static let planned = [
    PlannedExercise(exercise: "bench-press", sets: 3, reps: 8, weight: Weight(62.5)),
    PlannedExercise(exercise: "crunch", sets: 2, reps: 20, weight: Weight(25, .lb)),
  ]

  /// The events whose every property has a value of its own, in the order of the areas.
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
    .sessions(.sessionStarted(SessionStarted(session: "w1", title: "Evening", note: "Tired"))),
    .sessions(
      .setLogged(
        SetLogged(
          session: "w1", exercise: "bench-press", reps: 5, weight: Weight(225, .lb), kind: .drop,
          rpe: 8.5, seconds: 42, metres: 0.5, completed: false, note: "Slow \"up\""))),
    .sessions(
      .setRevised(
        SetRevised(
          set: set, reps: 6, weight: Weight(-20, .lb), kind: .failure, rpe: 10, note: "Spotted"))),
    .sessions(.setRemoved(SetRemoved(set: set))),
    .sessions(.sessionEnded(SessionEnded(session: "w1"))),
    .sessions(.sessionDiscarded(SessionDiscarded(session: "w1"))),
    .feed(.postLiked(PostLiked(post: "p1"))),
    .feed(.postUnliked(PostUnliked(post: "p1"))),
    .feed(.postEdited(PostEdited(post: "p1", title: "Push", description: "Heavy"))),
    .feed(.postDeleted(PostDeleted(post: "p1"))),
  ]

  /// The same types with no more than they must have, where that is less.
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
    .feed(.postEdited(PostEdited(post: "p1"))),
  ]

  /// The id whose number is `number`, of version 7.
  public static func id(_ number: Int) -> EventID {
    EventID(milliseconds: 1_772_471_051_250, random: (0, UInt64(number) << 2))
  }

  /// The time of the first event, 2026-03-02T18:04:11.250+01:00.
  public static let start = Timestamp(milliseconds: 1_772_471_051_250, offsetMinutes: 60)

  /// `bodies` as a log of ann's, one event a second, in batches of one.
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
