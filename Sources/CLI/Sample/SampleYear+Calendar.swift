import Events

// The calendar of a year: what is done every day, every week, and on some days of it.

extension SampleYear {
  /// The days of a year on which no user does anything.
  private static let holiday = 195..<209
  private static let illness = 58..<62
  static let injury = 290..<311
  private static let challenge = 65..<105

  /// The day of the year, from 0.
  var dayOfYear: Int { me.day % SampleYear.days }
  var date: LocalDay { LocalDay(number: SampleYear.start.number + me.day) }
  /// A Boolean value indicating whether the week is a light one.
  var isDeload: Bool { me.day / 7 % 4 == 3 }

  /// Plans the errands of the day of the user who acts.
  mutating func planDay() {
    if me.day == me.joining { return join() }
    if SampleYear.holiday.contains(dayOfYear) { return }
    planVisit()
    planDaysOfYear()
    if SampleYear.illness.contains(dayOfYear) { return }
    planWeek()
    planPushUps()
  }

  private mutating func join() {
    at(8 * SampleYear.hours) { $0.openAccount() }
    at(8 * SampleYear.hours + 600_000) { $0.createProfile() }
    if me.index == 0 {
      at(8 * SampleYear.hours + 900_000) { $0.describeExercises() }
      at(8 * SampleYear.hours + 960_000) { $0.importHistory() }
    }
    at(9 * SampleYear.hours) { $0.planWeekdays() }
    at(9 * SampleYear.hours + 600_000) { $0.createWorkouts() }
    at(9 * SampleYear.hours + 900_000) { $0.defineTemplate() }
    at(10 * SampleYear.hours) { $0.startProgram() }
    at(10 * SampleYear.hours + 300_000) { $0.addVideos() }
    at(10 * SampleYear.hours + 600_000) { $0.chooseGoal(.bulking) }
    at(11 * SampleYear.hours) { $0.importMenu() }
    if me.index == 0 { at(12 * SampleYear.hours) { $0.scheduleClasses(weeks: 1) } }
  }

  static let hours: Int64 = 3_600_000

  /// Plans the first look into the app, and what is done in passing.
  private mutating func planVisit() {
    let time = 7 * SampleYear.hours + Int64(me.generator.below(2_400_000))
    at(time) { $0.renewSignIn() }
    if me.generator.chance(150) { at(20 * SampleYear.hours) { $0.look(atFeed: $0.me.day) } }
  }

  private mutating func planWeek() {
    let weekday = date.weekday
    switch weekday {
    case .monday:
      at(8 * SampleYear.hours) { $0.assignWorkouts() }
      at(11 * SampleYear.hours) { $0.importMenu() }
      at(12 * SampleYear.hours + Int64(me.index) * 1000) { $0.bookClasses() }
    case .tuesday: at(8 * SampleYear.hours) { $0.cancelBooking() }
    case .wednesday, .friday: at(7 * SampleYear.hours + 2_700_000) { $0.markAttendance() }
    case .sunday:
      at(8 * SampleYear.hours + 300_000) { $0.recordBodyWeight() }
      if me.index == 0 { at(10 * SampleYear.hours) { $0.scheduleClasses(weeks: 2) } }
      at(19 * SampleYear.hours) { $0.look(atFeed: $0.me.day) }
    case .thursday, .saturday: break
    }
    guard me.trainingDays.contains(weekday), me.generator.chance(930) else { return }
    at(me.hour + Int64(me.generator.below(1_200_000))) { $0.train() }
  }

  private mutating func planPushUps() {
    let isChallenge = SampleYear.challenge.contains(dayOfYear)
    let count = dayOfYear == 80 ? 8 : isChallenge || me.generator.chance(250) ? 1 : 0
    for session in 0..<count {
      at(9 * SampleYear.hours + Int64(session) * SampleYear.hours) { $0.logPushUps() }
    }
    if dayOfYear == 66 { at(13 * SampleYear.hours) { $0.correctPushUps() } }
  }

  private mutating func planDaysOfYear() {
    planAccount()
    planProfile()
    planTraining()
    planSharing()
    planGym()
  }

  private mutating func planAccount() {
    switch dayOfYear {
    case 30: at(13 * SampleYear.hours) { $0.link() }
    case 75 + me.index % 100: at(22 * SampleYear.hours) { $0.signOut() }
    case 76 + me.index % 100: at(6 * SampleYear.hours) { $0.signIn() }
    case 121: if me.index == 0 { at(13 * SampleYear.hours) { $0.resetPassword() } }
    case 210: at(13 * SampleYear.hours) { $0.unlink() }
    case 352:
      guard me.index == 0 else { return }
      at(21 * SampleYear.hours) { $0.signOut() }
      at(22 * SampleYear.hours) { $0.signIn() }
    case 362: if me.index == 0 { at(13 * SampleYear.hours) { $0.forgetPassword() } }
    default: break
    }
  }

  private mutating func planProfile() {
    let noon = 12 * SampleYear.hours + 1_800_000
    switch dayOfYear {
    case 16: at(noon) { $0.aliasExercises() }
    case 20: at(noon) { $0.changeSetting("rest-timer", "90") }
    case 50: at(noon) { $0.correctBodyWeight() }
    case 60: at(noon) { $0.chooseGoal(.cutting) }
    case 90, 180, 270: at(noon) { $0.recordMaxes() }
    case 100: at(noon) { $0.clearMax() }
    case 104: at(noon) { $0.recordMaxes() }
    case 130: at(noon) { $0.describeAgain() }
    case 150: at(noon) { $0.unaliasExercise() }
    case 230: at(noon) { $0.changeSetting("rest-timer", "120") }
    case 271: at(noon) { $0.chooseGoal(.bulking) }
    default: break
    }
  }

  private mutating func planTraining() {
    let afternoon = 15 * SampleYear.hours
    switch dayOfYear {
    case 35: at(afternoon) { $0.changePlan() }
    case 36: at(afternoon) { $0.restOnSunday() }
    case 40, 220: at(afternoon) { $0.reviseWorkout() }
    case 42: at(afternoon) { $0.saveWorkout() }
    case 45, 135, 225, 315: at(afternoon) { $0.keepSuggestion(.workout) }
    case 55, 145, 235, 325: at(afternoon) { $0.logPlannedDay() }
    case 71: at(afternoon) { $0.correctProgram() }
    case 111: at(afternoon) { $0.redefineTemplate() }
    case 128: at(afternoon) { $0.endCycle() }
    case 140: at(afternoon) { $0.unassignWorkout() }
    case 155: at(afternoon) { $0.changePlan() }
    case 170: at(afternoon) { $0.unsaveWorkout() }
    case 240: at(afternoon) { $0.tryWorkout() }
    case 245: at(afternoon) { $0.dropTrials() }
    case 312: at(afternoon) { $0.adjustProgram() }
    case 318: at(afternoon) { $0.restartProgram() }
    default: break
    }
    if dayOfYear % 30 == 7 { at(afternoon + 600_000) { $0.recordPastSets() } }
  }

  private mutating func planSharing() {
    let evening = 21 * SampleYear.hours
    switch dayOfYear {
    case 21, 64, 110, 160, 220, 270, 330: at(evening) { $0.sharePlan() }
    case 65: at(evening) { $0.editPost() }
    case 115, 275: at(evening) { $0.savePost() }
    case 125, 285: at(evening) { $0.clearSunday() }
    case 300: at(evening) { $0.deletePost() }
    default: break
    }
  }

  private mutating func planGym() {
    let noon = 14 * SampleYear.hours
    switch dayOfYear {
    case 47, 137, 227, 317: at(noon) { $0.keepSuggestion(.meals) }
    case 85: if me.index == 0 { at(noon) { $0.moveClass() } }
    case 119: if me.index == 0 { at(noon) { $0.cancelClass() } }
    case 120: if me.index == 0 { at(noon) { $0.reinstateClass() } }
    case 266: if me.index == 0 { at(noon) { $0.cancelClass() } }
    case 95, 215: at(noon) { $0.addVideo() }
    case 162: at(noon) { $0.tidyVideos() }
    case 98, 280: at(noon) { $0.correctAttendance() }
    default: break
    }
  }
}
