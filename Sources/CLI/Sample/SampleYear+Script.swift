import Events
import Projections

extension SampleYear {
  /// A line of the script: the days, the time of day, and the requests.
  struct Step: Sendable {
    enum Days: Sendable {
      /// The first day of a user.
      case joining
      case on([Int])
      case within(Range<Int>)
      case weekly(Weekday)
      /// The days on which the user trains.
      case training
    }

    let days: Days
    /// The hour of the day, and the number of minutes after it within which the action happens.
    let hour: Double
    var spread = 1
    /// The probability, in thousandths.
    var chance = 1000
    /// A Boolean value indicating whether only the first user does it.
    var isOfFirst = false
    let act: Action

    init(
      _ days: Days, _ hour: Double, spread: Int = 1, chance: Int = 1000, first: Bool = false,
      _ act: @escaping Action
    ) {
      (self.days, self.hour, self.spread) = (days, hour, spread)
      (self.chance, isOfFirst, self.act) = (chance, first, act)
    }

    /// Returns whether the user acts on the user's day.
    func isDue(for user: inout SampleMember) -> Bool {
      if isOfFirst, user.index != 0 { return false }
      let isDay =
        switch days {
        case .joining: user.day == user.joining
        case .on(let days): days.contains(user.dayOfYear)
        case .within(let days): days.contains(user.dayOfYear)
        case .weekly(let day): user.date.weekday == day
        case .training: user.trainingDays.contains(user.date.weekday)
        }
      if case .joining = days { return isDay }
      return isDay && user.day > user.joining && !SampleYear.holiday.contains(user.dayOfYear)
        && (chance == 1000 || user.generator.chance(chance))
    }

    func seconds(_ generator: inout SeededGenerator) -> Int {
      Int(hour * 3600) + (spread > 1 ? generator.below(spread * 60) : 0)
    }
  }

  private static let holiday = 195..<209
  static let injury = 290..<311

  /// All actions; those with the same time happen in this order.
  static let script: [Step] = joining + weeks + accounts + training + sharing + gym

  private static let joining: [Step] = [
    Step(.joining, 8) { $0.openAccount() },
    Step(.joining, 8.1) { $0.createProfile() },
    Step(.joining, 8.2, first: true) { for entry in SampleWords.catalogue { $0.ask(entry) } },
    Step(.joining, 8.3, first: true) { $0.importHistory() },
    Step(.joining, 9) { $0.planWeekdays() },
    Step(.joining, 9.2) {
      $0.createWorkout("Heavy day", 0)
      $0.createWorkout("Light day", 1)
    },
    Step(.joining, 9.3) { $0.defineTemplate("Short and heavy", "3x5") },
    Step(.joining, 10) { $0.startProgram() },
    Step(.joining, 10.2) {
      for _ in VideoLibrary.usualCategories { $0.addVideo() }
      $0.ask(FavouriteVideo(video: .latest))
    },
    Step(.joining, 10.3) { $0.ask(ChooseMealGoal(.bulking)) },
    Step(.joining, 11) { $0.importMenu() },
    Step(.joining, 12, first: true) { $0.scheduleClasses(weeks: 1) },
  ]

  private static let weeks: [Step] = [
    Step(.within(0..<365), 20, chance: 150) { $0.lookAtFeed() },
    Step(.weekly(.monday), 8) { year in
      for (day, workout) in zip(year.me.trainingDays, year.me.workouts) {
        year.ask(AssignWorkout(day: day, workout: workout))
      }
    },
    Step(.weekly(.monday), 11) { $0.importMenu() },
    Step(.weekly(.monday), 12, spread: 60) { $0.bookClasses() },
    Step(.weekly(.tuesday), 8, chance: 150) { year in
      guard let it = year.classes(booked: true, begun: false).first else { return }
      year.ask(CancelBooking(class: Reference(it.class.text)))
    },
    Step(.weekly(.wednesday), 7.75, chance: 850) { $0.markAttendance() },
    Step(.weekly(.friday), 7.75, chance: 850) { $0.markAttendance() },
    Step(.weekly(.sunday), 8.1) { $0.ask(RecordBodyWeight(weight: $0.me.weight)) },
    Step(.weekly(.sunday), 10, first: true) { $0.scheduleClasses(weeks: 2) },
    Step(.weekly(.sunday), 19) { $0.lookAtFeed() },
    Step(.training, 17, spread: 150, chance: 930) { $0.train() },
    // The challenge of March.
    Step(.within(0..<65), 9, chance: 250) { $0.logPushUps() },
    Step(.within(65..<105), 9) { $0.logPushUps() },
    Step(.within(105..<365), 9, chance: 250) { $0.logPushUps() },
    Step(.on([80]), 9) { for hour in 1...7 { $0.after(hour * 3600) { $0.logPushUps() } } },
    Step(.on([66]), 13) {
      $0.ask(LogPushUps(count: 250))
      $0.ask(RemovePushUps(.latest))
    },
    Step(.on([67]), 13) {
      guard let id = $0.ask(LogPushUps(count: 25)).first else { return }
      $0.undo($0.ask(RemovePushUps(.latest)), by: PushUpsRestored(pushUps: id).body)
    },
  ]

  private static let accounts: [Step] = [
    Step(.on([30]), 13) { $0.ask(LinkIdentity(provider: "github", subject: "hub-\($0.me.index)")) },
    Step(.on([210]), 13) {
      $0.ask(UnlinkIdentity(provider: "github", subject: "hub-\($0.me.index)"))
    },
    Step(.on([185]), 13, first: true) {
      let address = "old.\($0.me.email)"
      $0.ask(SignIn(provider: "github", subject: "hub-\($0.me.index)", email: address))
      $0.ask(RemoveEmail(email: address))
      $0.signIn()
    },
    Step(.on([75, 352]), 21.5) {
      $0.ask(SignOut())
      $0.after(3600) { $0.signIn() }
    },
    Step(.on([121]), 13, first: true) {
      $0.ask(host: RequestPasswordReset(email: $0.me.email))
      $0.ask(host: NoteMailSent(mail: .latest))
      $0.ask(CompletePasswordReset(email: $0.me.email))
      $0.signIn()
    },
    // A mail that is not sent yet.
    Step(.on([362]), 13, first: true) { $0.ask(host: RequestPasswordReset(email: $0.me.email)) },
    Step(.on([16]), 12.5, first: true) {
      let bench = "bench-press-barbell"
      $0.ask(AliasExercise(alias: "Bench Press (Barbell)", exercise: bench, isNew: true))
      $0.ask(AliasExercise(alias: "Squats", exercise: "squat-barbell", isNew: true))
    },
    Step(.on([150]), 12.5, first: true) { $0.ask(UnaliasExercise(alias: "Squats")) },
    Step(.on([151]), 12.5, first: true) {
      let squat = "squat-barbell"
      $0.ask(DescribeExercise(exercise: "trial-squat"))
      $0.undo(
        $0.ask(MergeExercises(exercise: "trial-squat", into: squat)),
        by: ExerciseUnmerged(exercise: "trial-squat").body)
      $0.ask(MergeExercises(exercise: "trial-squat", into: squat))
    },
    Step(.on([130]), 12.5, first: true) {
      var entry = DescribeExercise(exercise: "bench-press-barbell")
      entry.gifUrl = "https://example.com/bench-\($0.me.date.number).gif"
      $0.ask(entry)
    },
    Step(.on([17]), 12.5, first: true) {
      let name: Name = "trial-press"
      $0.undo(
        $0.ask(DescribeExercise(exercise: name.text)),
        by: ExerciseUncatalogued(exercise: name).body)
    },
    Step(.on([20]), 12.5) { $0.ask(ChangeSetting(key: "rest-timer", value: "90")) },
    Step(.on([230]), 12.5) { $0.ask(ChangeSetting(key: "rest-timer", value: "120")) },
    // The digits in the wrong order.
    Step(.on([50]), 12.5) {
      let weight = $0.me.weight
      $0.ask(RecordBodyWeight(weight: EnteredWeight(weight.value + 27, $0.me.unit)))
      $0.ask(RemoveBodyWeight(measurement: .latest))
      guard let right = $0.ask(RecordBodyWeight(weight: weight)).first else { return }
      let restored = BodyWeightRestored(measurement: right)
      $0.undo($0.ask(RemoveBodyWeight(measurement: .latest)), by: restored.body)
    },
    Step(.on([51, 141, 231, 321]), 12.5) {
      let waist = EnteredMeasure(Double(90 - $0.me.date.number % 7))
      guard let id = $0.ask(LogMeasurement(kind: .waist, waist)).first else { return }
      let restored = MeasurementRestored(measurement: id)
      $0.undo($0.ask(RemoveMeasurement(measurement: .latest)), by: restored.body)
    },
    Step(.on([60]), 12.5) { $0.ask(ChooseMealGoal(.cutting)) },
    Step(.on([271]), 12.5) { $0.ask(ChooseMealGoal(.bulking)) },
    Step(.on([90, 104, 180, 270]), 12.5) { $0.ask(ReviseProfile(maxes: $0.me.maxes)) },
    Step(.on([100]), 12.5) { $0.ask(ReviseProfile(clearedMaxes: [.press])) },
  ]

  private static let training: [Step] = [
    Step(.on([35, 155]), 15) { $0.changePlan() },
    Step(.on([36]), 15) {
      let chosen = $0.ask(ChooseWorkoutType(day: .sunday, type: "Rest"))
      $0.undo(chosen, by: WorkoutTypeCleared(day: .sunday).body)
    },
    Step(.on([40, 220]), 15) {
      guard let own = $0.me.workouts.first else { return }
      $0.ask(EditWorkout(workout: own, minutes: Double($0.me.generator.within(40...70))))
      $0.ask(RemoveWorkoutExercise(workout: own, exercise: "dip"))
      $0.add(SampleWords.trainingDays[0][2], to: own)
    },
    Step(.on([42]), 15) {
      if let workout = $0.next.workouts.first { $0.ask(SaveWorkout(workout: workout)) }
    },
    Step(.on([170]), 15) {
      guard let workout = $0.next.workouts.first else { return }
      $0.ask(SaveWorkout(workout: workout, isKept: false))
    },
    Step(.on([45, 135, 225, 315]), 15) { $0.keep(.workout, SampleWords.workoutIdeas) },
    Step(.on([47, 137, 227, 317]), 14) { $0.keep(.meals, SampleWords.mealIdeas) },
    Step(.on([55, 145, 235, 325]), 15) { $0.ask(LogDay(day: $0.me.trainingDays[0])) },
    Step(.on([71]), 15) { $0.correctProgram() },
    Step(.on([111]), 15) {
      $0.defineTemplate("Short and heavy", "4x4", replaced: Reference("Short and heavy"))
    },
    Step(.on([128]), 15) { year in
      guard let followed = year.state(OfUser<Program>.self).followed else { return }
      let reopening = CycleReopened(program: followed.program, cycle: followed.cycle)
      year.undo(year.ask(EndCycle(skips: true)), by: reopening.body)
    },
    Step(.on([140]), 15) { $0.ask(UnassignWorkout(day: $0.me.trainingDays[1])) },
    Step(.on([240]), 15) {
      $0.createWorkout("Trial", 2)
      $0.defineTemplate("Trial", "2x10")
    },
    Step(.on([245]), 15) {
      guard $0.me.workouts.count > 2, let trial = $0.me.workouts.popLast() else { return }
      $0.ask(DeleteWorkout(workout: trial))
      $0.ask(DeleteTemplate(template: Reference("Trial")))
    },
    // Less weight on the bar after the injury.
    Step(.on([312]), 15) { $0.ask(AdjustTrainingMax(exercise: "squat-barbell", .back)) },
    Step(.on([318]), 15) {
      $0.ask(EndProgram())
      $0.startProgram()
    },
    Step(.on(Array(stride(from: 7, to: 365, by: 30))), 15.2) { $0.recordPastSets() },
  ]

  private static let sharing: [Step] = [
    Step(.on([21, 64, 110, 160, 220, 270, 330]), 21) {
      let share = SharePlan(
        day: $0.pick($0.me.trainingDays), title: $0.pick(SampleWords.postTitles),
        description: $0.pick(SampleWords.descriptions))
      if let id = $0.ask(share).first { $0.me.post = Reference(id.description) }
    },
    Step(.on([66]), 21) {
      guard let own = $0.me.workouts.first else { return }
      $0.ask(PublishPost(title: "My heavy day", workout: own))
    },
    Step(.on([65]), 21) {
      guard let post = $0.me.post else { return }
      $0.ask(EditPost(post: post, title: "\($0.pick(SampleWords.postTitles)) (2)"))
    },
    // The latest post of another user, or the user's own.
    Step(.on([115, 275]), 21) {
      guard let post = $0.next.post ?? $0.me.post else { return }
      $0.ask(SavePost(post: post, day: .sunday))
    },
    Step(.on([125, 285]), 21) { $0.ask(ClearDay(day: .sunday)) },
    Step(.on([300]), 21) {
      guard let post = $0.me.post else { return }
      $0.ask(DeletePost(post: post))
      $0.me.post = nil
    },
  ]

  private static let gym: [Step] = [
    Step(.on([85]), 14, first: true) { year in
      guard let it = year.classes(begun: false).last else { return }
      let start = it.startsAt.adding(seconds: 3600)
      year.ask(RescheduleClass(class: Reference(it.class.text), startsAt: start, instructor: "Bob"))
    },
    Step(.on([119, 266]), 14, first: true) { year in
      guard let it = year.classes(begun: false).last else { return }
      year.ask(CancelClass(class: Reference(it.class.text)))
    },
    Step(.on([120]), 14, first: true) { year in
      let cancelled = year.state(Timetable.self).classes.last(where: \.isCancelled)
      if let it = cancelled { year.ask(ReinstateClass(class: Reference(it.class.text))) }
    },
    // An attendance of five minutes, then an absence, by mistake.
    Step(.on([98, 280]), 14) { year in
      guard let it = year.classes(booked: true, begun: true).last else { return }
      let done = Reference(it.class.text)
      year.ask(AttendClass(class: done, minutes: 5))
      year.ask(MissClass(class: done))
      year.ask(ClearAttendance(class: done))
      year.ask(AttendClass(class: done))
    },
    Step(.on([95, 215]), 14) { $0.addVideo() },
    Step(.on([162]), 14) { year in
      let videos = year.state(OfUser<VideoLibrary>.self).videos
      guard let favourite = videos.first(where: \.isFavourite) else { return }
      year.ask(UnfavouriteVideo(video: Reference(favourite.video.text)))
      year.ask(RemoveVideo(video: Reference(favourite.video.text)))
      year.ask(FavouriteVideo(video: .latest))
    },
  ]
}
