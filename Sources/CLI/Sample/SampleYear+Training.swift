import Events
import Projections

// Sessions, sets and the program of a sample.

extension SampleYear {
  /// The exercises of the day in a week of training, with what a user of average strength lifts once.
  private var exercisesOfDay: [SampleMember.Lift] {
    let place = me.trainingDays.firstIndex(of: date.weekday) ?? 0
    let all = SampleWords.trainingDays[place]
    guard SampleYear.injury.contains(dayOfYear) else { return all }
    return all.filter { !FiveThreeOne.isLowerBody($0.exercise) }
  }

  /// Starts a session, and has its sets logged one after another.
  mutating func train() {
    completeProgramSet()
    startSession()
    var seconds = me.generator.within(60...240)
    let lifts = exercisesOfDay
    for lift in lifts {
      let reps = me.generator.within(4...10)
      for set in 0..<(isDeload ? 2 : 3) {
        after(seconds) { $0.logSet(lift, reps: reps, place: set) }
        seconds += me.generator.within(80...180)
      }
    }
    after(seconds) { $0.correctSets() }
    after(seconds + 90) { $0.finishSession() }
    me.sessions += 1
  }

  private mutating func startSession() {
    switch me.sessions % 6 {
    case 2:
      let own = me.sessions % 12 == 2 && areas.contains(.workouts) && me.day > me.joining + 3
      let template = Reference(own ? "Short and heavy" : "full-body-beginner")
      ask(.sessions) {
        try StartFromTemplate(template: template).decide(
          Pair($0.own.history, $0.own.templates), $1)
      }
    case 4:
      let note = me.generator.pick(SampleWords.sessionNotes)
      ask(.sessions) { try StartSession(note: note).decide($0.own.history, $1) }
    default:
      let title = me.generator.chance(300) ? me.generator.pick(SampleWords.sessionTitles) : nil
      ask(.sessions) { try StartSession(title: title).decide($0.own.history, $1) }
    }
  }

  private mutating func logSet(_ lift: SampleMember.Lift, reps: Int, place: Int) {
    let reps = max(1, reps - me.generator.below(2))
    let isWarmup = place == 0 && lift.kilograms >= 40
    let isLast = place == 2
    let share = isWarmup ? 0.5 : isDeload ? 0.6 : 1
    let kilograms = most(lift.kilograms) * share / (1 + Double(reps + 2) / 30)
    var kind = SetKind.normal
    if isWarmup {
      kind = .warmup
    } else if isLast, me.generator.chance(100) {
      kind = me.generator.chance(500) ? .drop : .failure
    }
    var set = LogSet(
      exercise: lift.exercise.text, reps: reps, weight: kilograms > 0 ? load(kilograms) : nil,
      kind: kind, isNew: true)
    if isLast, me.index == 0 { set.rpe = Double(me.generator.within(14...19)) / 2 }
    if isLast, me.generator.chance(80) { set.note = me.generator.pick(SampleWords.notes) }
    if lift.exercise == "plank" {
      (set.reps, set.seconds, set.kind) = (0, Double(30 + reps * 5), .normal)
    } else if lift.exercise == "rowing-machine" {
      (set.reps, set.seconds, set.metres) = (0, Double(110 + reps), 500)
      set.kind = .normal
    }
    let request = set
    ask(.sessions) { try request.decide($0.sets, $1) }
  }

  /// Corrects a set of the session in every other one.
  private mutating func correctSets() {
    guard areas.contains(.sessions) else { return }
    let push = LogSet(exercise: "push-up", reps: 15, isNew: true)
    switch me.sessions % 12 {
    case 1:
      let logged = ask(.sessions) { try push.decide($0.sets, $1) }
      guard let set = logged.first else { return }
      undo([set], by: [.sessions(.setRemoved(SetRemoved(set: set)))])
    case 3:
      let revision = ReviseSet(set: .latest, reps: me.generator.within(3...12))
      ask(.sessions) { try revision.decide($0.revisions, $1) }
    case 5:
      var planned = push
      planned.completed = false
      let request = planned
      ask(.sessions) { try request.decide($0.sets, $1) }
      ask(.sessions) { try CompleteSet(set: .latest).decide($0.own.history, $1) }
    case 7:
      ask(.sessions) { try MoveSet(set: .latest, position: 1).decide($0.own.history, $1) }
    case 9:
      let confirmed = RemoveSet(set: .latest, isConfirmed: true)
      ask(.sessions) { try confirmed.decide($0.own.history, $1) }
    default: break
    }
  }

  private mutating func finishSession() {
    guard let open = areas.contains(.sessions) ? states.own.history.open?.session : nil else {
      return
    }
    switch me.sessions % 24 {
    case 8:
      let end = ask(.sessions) { try DiscardSession().decide($0.own.history, $1) }
      undo(end, by: [.sessions(.sessionRestored(SessionRestored(session: open)))])
      guard states.own.history.open != nil else { return }
      ask(.sessions) { try EndSession().decide($0.own.history, $1) }
    case 10:
      let end = ask(.sessions) { try EndSession().decide($0.own.history, $1) }
      undo(end, by: [.sessions(.sessionReopened(SessionReopened(session: open)))])
      guard states.own.history.open != nil else { return }
      ask(.sessions) { try EndSession().decide($0.own.history, $1) }
    case 20: ask(.sessions) { try DiscardSession().decide($0.own.history, $1) }
    default: ask(.sessions) { try EndSession().decide($0.own.history, $1) }
    }
    guard me.sessions % 12 == 6 else { return }
    let edit = EditSession(
      session: Reference(open.text), title: me.generator.pick(SampleWords.sessionTitles),
      note: me.generator.pick(SampleWords.sessionNotes))
    ask(.sessions) { try edit.decide($0.own.history, $1) }
  }

  /// Enters what was done yesterday: sets on their own, of a form.
  mutating func recordPastSets() {
    let past = me.timestamp(now - 26 * 3_600_000)
    var set = EnteredSet(reps: me.generator.within(6...12))
    (set.count, set.isBodyAlone) = (3, true)
    let record = RecordSets(exercise: "pull-up", set, comment: "at home", isNew: true)
    ask(.sessions, past: past) { try record.decide($0.sets, $1) }
  }

  /// Logs a day of the plan as it is planned, without a session of its own.
  mutating func logPlannedDay() {
    guard areas.contains(.plan), states.own.history.open == nil else { return }
    let day = me.trainingDays[0]
    ask(.sessions) { try LogDay(day: day).decide(Pair($0.own.history, $0.own.plan), $1) }
  }

  /// Imports the sessions of two weeks before the first day, as another app exported them.
  mutating func importHistory() {
    guard areas.contains(.sessions) else { return }
    let file = Array(SampleWords.exported.utf8)
    do {
      let training = try Bytes.of(file) { (bytes) throws(ImportError) in
        try ImportedTraining(bytes, from: .strong, by: me.name)
      }
      record(training.drafts)
    } catch {
      preconditionFailure("a sample imports what is no export: \(error)")
    }
  }
}

// MARK: The program

extension SampleYear {
  private static let lifts: [(exercise: String, kilograms: Double)] = [
    ("squat-barbell", 130), ("bench-press-barbell", 95), ("deadlift-barbell", 160),
    ("overhead-press-barbell", 60),
  ]

  mutating func startProgram() {
    let start = StartProgram(
      SampleYear.lifts.map {
        StartProgram.Lift(exercise: $0.exercise, weight: load(most($0.kilograms)))
      }, isNew: true)
    ask(.program) { try start.decide(Pair($0.own.program, $0.loads), $1) }
  }

  /// Records the last set of one or two exercises, those with the fewest weeks done first.
  private mutating func completeProgramSet() {
    guard let followed = states.own.program.followed else { return }
    let done = followed.lifts.map { lift in
      (1...4).count { followed.done(lift.exercise, week: $0) != nil }
    }
    let fewest = done.min() ?? 0
    // Four sets a week, so that a cycle has its four weeks.
    let count = date.weekday == me.trainingDays[0] ? 2 : 1
    for (lift, weeks) in zip(followed.lifts, done).filter({ $1 == fewest }).prefix(count) {
      let reps = SampleYear.reps[weeks] + (isDeload ? 0 : me.generator.below(4))
      let set = CompleteProgramSet(exercise: lift.exercise.text, reps: reps)
      ask(.program) { try set.decide($0.program, $1) }
    }
  }

  /// The planned repetitions of the last set in each week.
  private static let reps = [5, 3, 1, 5]

  /// Records a set of the program that was not done, and takes it back.
  mutating func correctProgram() {
    guard let followed = states.own.program.followed else { return }
    let open = followed.lifts.first { lift in
      (1...3).contains { followed.done(lift.exercise, week: $0) == nil }
    }
    guard let lift = open,
      let week = (1...3).first(where: { followed.done(lift.exercise, week: $0) == nil })
    else { return }
    let set = CompleteProgramSet(exercise: lift.exercise.text, reps: 1, week: week)
    let completed = ask(.program) { try set.decide($0.program, $1) }
    let clearing = ProgramSetCleared(
      program: followed.program, exercise: lift.exercise, cycle: followed.cycle, week: week)
    undo(completed, by: [.program(.programSetCleared(clearing))])
  }

  /// Ends a cycle early by mistake, and takes that back.
  mutating func endCycle() {
    guard let followed = states.own.program.followed else { return }
    let ended = ask(.program) { try EndCycle(skips: true).decide($0.own.program, $1) }
    let reopening = CycleReopened(program: followed.program, cycle: followed.cycle)
    undo(ended, by: [.program(.cycleReopened(reopening))])
  }

  /// Takes weight off the bar after the injury.
  mutating func adjustProgram() {
    let change = AdjustTrainingMax(exercise: "squat-barbell", .back)
    ask(.program) { try change.decide($0.program, $1) }
  }

  mutating func restartProgram() {
    ask(.program) { try EndProgram().decide($0.own.program, $1) }
    startProgram()
  }
}
