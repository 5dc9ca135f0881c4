import Events
import Projections

// Sessions, sets and the program of a sample.

extension SampleYear {
  /// The session that is open; nil if there is none.
  private var open: Name? { state(OfUser<History>.self).open?.session }

  /// Starts a session, and schedules its sets one after another.
  mutating func train() {
    startSession()
    completeProgramSet()
    let day = me.trainingDays.firstIndex(of: me.date.weekday) ?? 0
    let isInjured = SampleYear.injury.contains(me.dayOfYear)
    var seconds = me.generator.within(60...240)
    for lift in SampleWords.trainingDays[day]
    where !isInjured || !FiveThreeOne.isLowerBody(lift.name) {
      let reps = me.generator.within(4...10)
      for set in 0..<(me.isDeload ? 2 : 3) {
        after(seconds) { $0.logSet(lift, reps: reps, place: set) }
        seconds += me.generator.within(80...180)
      }
    }
    after(seconds) { $0.correctSets() }
    after(seconds + 90) { $0.finishSession() }
    me.sessions += 1
  }

  private mutating func startSession() {
    switch me.sessions % 12 {
    case 2 where me.day > me.joining + 3:
      ask(StartFromTemplate(template: Reference("Short and heavy")))
    case 8: ask(StartFromTemplate(template: Reference("full-body-beginner")))
    case 4, 10: ask(StartSession(note: pick(SampleWords.sessionNotes)))
    default:
      ask(StartSession(title: me.generator.chance(300) ? pick(SampleWords.sessionTitles) : nil))
    }
  }

  private mutating func logSet(_ lift: SampleExercise, reps: Int, place: Int) {
    let reps = max(1, reps - me.generator.below(2))
    let isWarmup = place == 0 && lift.kilograms >= 40
    let isLast = place == 2
    let share = (isWarmup ? 0.5 : me.isDeload ? 0.6 : 1) / (1 + Double(reps + 2) / 30)
    var set = LogSet(
      exercise: lift.name.text, reps: reps, weight: me.load(of: lift, share), isNew: true)
    if isWarmup {
      set.kind = .warmup
    } else if isLast, me.generator.chance(100) {
      set.kind = me.generator.chance(500) ? .drop : .failure
    }
    if isLast, me.index == 0 { set.rpe = Double(me.generator.within(14...19)) / 2 }
    if isLast, me.generator.chance(80) { set.note = pick(SampleWords.notes) }
    switch lift.measure {
    case .load: break
    case .seconds: (set.reps, set.seconds, set.kind) = (0, Double(30 + reps * 5), .normal)
    case .metres:
      (set.reps, set.seconds, set.metres, set.kind) = (0, Double(110 + reps), 500, .normal)
    }
    ask(set)
  }

  /// Corrects a set in every other session.
  private mutating func correctSets() {
    var push = LogSet(exercise: "push-up", reps: 15, isNew: true)
    switch me.sessions % 12 {
    case 1:
      let logged = ask(push)
      if let set = logged.first { undo(logged, by: SetRemoved(set: set).body) }
    case 3: ask(ReviseSet(set: .latest, reps: me.generator.within(3...12)))
    case 5:
      push.completed = false
      ask(push)
      ask(CompleteSet(set: .latest))
    case 7: ask(MoveSet(set: .latest, position: 1))
    case 9: ask(RemoveSet(set: .latest, isConfirmed: true))
    case 11: restoreSet()
    default: break
    }
  }

  /// Removes the last set by mistake, and undoes that.
  private mutating func restoreSet() {
    guard let sets = state(OfUser<History>.self).open?.sets, let last = sets.last else { return }
    let restored = SetRestored(set: last.id, position: sets.count)
    undo(ask(RemoveSet(set: .latest, isConfirmed: true)), by: restored.body)
  }

  private mutating func finishSession() {
    guard let session = open else { return }
    switch me.sessions % 24 {
    case 8:
      undo(ask(DiscardSession()), by: SessionRestored(session: session).body)
    case 10:
      undo(ask(EndSession()), by: SessionReopened(session: session).body)
    case 20: ask(DiscardSession())
    default: break
    }
    if open != nil { ask(EndSession()) }
    guard me.sessions % 12 == 6 else { return }
    ask(
      EditSession(
        session: Reference(session.text), title: pick(SampleWords.sessionTitles),
        note: pick(SampleWords.sessionNotes)))
  }

  /// Records yesterday's sets directly, as in a form.
  mutating func recordPastSets() {
    var set = EnteredSet(reps: me.generator.within(6...12))
    (set.count, set.isBodyAlone) = (3, true)
    ask(
      RecordSets(exercise: "pull-up", set, comment: "at home", isNew: true),
      past: me.timestamp(now - 26 * 3_600_000))
  }
}

// MARK: The program

extension SampleYear {
  mutating func startProgram() {
    let lifts = [
      ("squat-barbell", 130.0), ("bench-press-barbell", 95), ("deadlift-barbell", 160),
      ("overhead-press-barbell", 60),
    ]
    ask(
      StartProgram(
        lifts.map { StartProgram.Lift(exercise: $0, weight: me.load(me.most($1))) }, isNew: true))
  }

  /// Records the last set of one or two exercises, those with the fewest finished weeks first.
  private mutating func completeProgramSet() {
    guard let followed = state(OfUser<Program>.self).followed else { return }
    let done = followed.lifts.map { lift in
      (1...4).count { followed.done(lift.exercise, week: $0) != nil }
    }
    let fewest = done.min() ?? 0
    // Four sets a week, so that a cycle gets its four weeks.
    let count = me.date.weekday == me.trainingDays[0] ? 2 : 1
    for (lift, weeks) in zip(followed.lifts, done).filter({ $1 == fewest }).prefix(count) {
      let reps = [5, 3, 1, 5][weeks] + (me.isDeload ? 0 : me.generator.below(4))
      ask(CompleteProgramSet(exercise: lift.exercise.text, reps: reps))
    }
  }

  /// Records a set of the program by mistake, and undoes it.
  mutating func correctProgram() {
    guard let followed = state(OfUser<Program>.self).followed else { return }
    for lift in followed.lifts {
      guard let week = (1...3).first(where: { followed.done(lift.exercise, week: $0) == nil })
      else { continue }
      let clearing = ProgramSetCleared(
        program: followed.program, exercise: lift.exercise, cycle: followed.cycle, week: week)
      let set = CompleteProgramSet(exercise: lift.exercise.text, reps: 1, week: week)
      let events = ask(set)
      // No session is open, so the set began one of its own.
      guard let session = state(OfUser<History>.self).sessions.first?.session else { return }
      let discarding = SessionDiscarded(session: session)
      return undo(events.reversed(), by: clearing.body, discarding.body)
    }
  }
}
