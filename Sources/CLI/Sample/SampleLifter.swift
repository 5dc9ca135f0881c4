import Events

/// A user of a sample: their habits, and the current state of their story.
///
/// A story is a series of visits. A visit is a sign-in if one is due, a session with its sets, and sometimes a chore in
/// the plan or the feed (SampleLifter+Chores.swift).
struct SampleLifter: Sendable {
  /// The next action of a user.
  private enum Step {
    case arrive, plan, start, set, finish, browse
  }

  /// The content of a weekday of the plan.
  struct Day: Sendable {
    var type: String?
    var exercises: [PlannedExercise] = []
  }

  let index: Int
  let name: Name
  let unit: Weight.Unit
  private let offsetMinutes: Int16
  /// The strength in percent of the average.
  private let strength: Int
  private let recordsRPE: Bool
  /// The maximum number of days between two visits.
  private let mostRestDays: Int
  /// The usual training time, in milliseconds after local midnight.
  private let hour: Int64
  private let pace: Int

  var generator: SeededGenerator
  /// The time of the next action, in milliseconds since 1970.
  private(set) var due: Int64
  private var step = Step.arrive
  private var signIn: Name?
  private var signInEnds: Int64 = 0
  var week = [Day](repeating: Day(), count: 7)

  private var session: Name?
  private var sessions = 0
  private var exercise = 0
  private var targetReps = 0
  private var isFirstSet = false
  private var setsLeft = 0
  private var exercisesLeft = 0
  private var lastSet: EventID?
  private var choresLeft = 0

  /// Creates the user with an index, who first signs in at `joining`.
  init(_ index: Int, joining: Int64, pace: Int, generator: SeededGenerator) {
    (self.index, self.pace, self.generator) = (index, pace, generator)
    due = joining
    let people = SampleWords.people
    name = Name(index < people.count ? people[index] : "user-\(index + 1)")
    offsetMinutes = SampleWords.offsets[index % SampleWords.offsets.count]
    unit = offsetMinutes < 0 ? .lb : .kg
    strength = self.generator.within(55...125)
    recordsRPE = self.generator.chance(400)
    mostRestDays = self.generator.chance(850) ? self.generator.within(2...3) : 7
    hour = Int64(self.generator.within(12...40)) * 1_800_000
  }

  var at: Timestamp { Timestamp(milliseconds: due, offsetMinutes: offsetMinutes) }

  /// Acts if an action is due, and sets the time of the next one.
  mutating func act(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    switch step {
    case .arrive: arrive(&moment)
    case .plan:
      planDay(at.day.weekday, &moment)
      proceed(to: .start, in: 60...300)
    case .start: start(&moment)
    case .set: train(&moment)
    case .finish: finish(&moment)
    case .browse:
      if choresLeft > 0 {
        choresLeft -= 1
        doChore(on: &feed, &moment)
        proceed(to: .browse, in: 5...120)
      } else {
        leave(&moment)
      }
    }
  }

  /// Records a fact at the current time and returns the id of its event.
  @discardableResult
  mutating func record(_ body: Event.Body, _ moment: inout SampleMoment) -> EventID {
    let id = EventID(milliseconds: due, random: (generator.next(), generator.next()))
    moment.events.append(Event(id: id, at: at, user: name, body))
    return id
  }

  private mutating func proceed(to step: Step, in seconds: ClosedRange<Int>) {
    self.step = step
    due += Int64(generator.within(seconds.lowerBound * 1000...seconds.upperBound * 1000))
  }
}

// MARK: Coming and going

extension SampleLifter {
  /// The duration of a sign-in session, and the time before its end at which an app renews it.
  private static let signInMilliseconds: Int64 = 14 * 86_400_000
  private static let renewalMilliseconds: Int64 = 3 * 86_400_000

  private mutating func arrive(_ moment: inout SampleMoment) {
    let end = Timestamp(
      milliseconds: due + SampleLifter.signInMilliseconds, offsetMinutes: offsetMinutes)
    if let signIn, signInEnds > due {
      if signInEnds - due < SampleLifter.renewalMilliseconds {
        record(SessionRenewed(session: signIn, expiresAt: end).body, &moment)
        signInEnds = end.milliseconds
      }
    } else {
      signIn = Name(record(.identity(.userSignedIn(signInFact(until: end))), &moment))
      signInEnds = end.milliseconds
    }
    proceed(to: sessions == 0 ? .plan : .start, in: 20...90)
  }

  private func signInFact(until end: Timestamp) -> UserSignedIn {
    let provider = SampleWords.providers[index / 2 % SampleWords.providers.count]
    let isNamed = index < SampleWords.people.count
    return UserSignedIn(
      provider: provider, subject: provider == "password" ? nil : Name("\(1093 + index * 7)"),
      email: Name("\(name)@example.com"),
      givenName: isNamed ? "\(name.text.prefix(1).uppercased())\(name.text.dropFirst())" : nil,
      familyName: isNamed ? SampleWords.familyNames[index % SampleWords.familyNames.count] : nil,
      expiresAt: end)
  }

  /// Signs out occasionally, and leaves until the next visit.
  private mutating func leave(_ moment: inout SampleMoment) {
    if signIn != nil, generator.chance(40) {
      record(UserSignedOut(session: signIn).body, &moment)
      signIn = nil
    }
    step = .arrive
    let days = generator.within(1...mostRestDays)
    guard pace == 1 else {
      due += Int64(days * 86_400_000 / pace + generator.below(600_000))
      return
    }
    let shift = Int64(offsetMinutes) * 60_000
    let midnight = (due + shift).floored(by: 86_400_000) * 86_400_000 - shift
    due = midnight + Int64(days) * 86_400_000 + hour + Int64(generator.below(3_600_000))
  }
}

// MARK: A session

extension SampleLifter {
  private var openSession: Name {
    guard let session else { preconditionFailure("a user of a sample trains outside a session") }
    return session
  }

  private mutating func start(_ moment: inout SampleMoment) {
    let title = generator.chance(300) ? generator.pick(SampleWords.sessionTitles) : nil
    let note = generator.chance(50) ? generator.pick(SampleWords.sessionNotes) : nil
    session = Name(record(SessionStarted(title: title, note: note).body, &moment))
    sessions += 1
    exercisesLeft = generator.within(4...6)
    setsLeft = 0
    proceed(to: .set, in: 60...240)
  }

  /// Logs a set, or corrects the last one.
  private mutating func train(_ moment: inout SampleMoment) {
    if let lastSet, generator.chance(12) {
      correct(lastSet, &moment)
      return proceed(to: .set, in: 5...20)
    }
    if setsLeft == 0 { chooseExercise() }
    let event = SessionEvent.setLogged(set(SampleWords.exercises[exercise]))
    lastSet = record(.sessions(event), &moment)
    isFirstSet = false
    setsLeft -= 1
    let isLast = setsLeft == 0 && exercisesLeft == 0
    proceed(to: isLast ? .finish : .set, in: isLast ? 60...600 : 45...180)
  }

  /// Chooses an exercise that is planned for the day, otherwise one that the user likes.
  private mutating func chooseExercise() {
    exercisesLeft -= 1
    setsLeft = generator.within(3...5)
    targetReps = generator.within(2...11)
    isFirstSet = true
    let planned = week[at.day.weekday.index].exercises
    // Planned exercises are taken from the end of the list, one for each remaining exercise.
    let next = planned.indices.contains(exercisesLeft) ? planned[exercisesLeft].exercise : nil
    exercise = SampleWords.exercises.firstIndex { $0.name == next } ?? drawExercise()
  }

  /// Returns a random index in the table of exercises; popular ones are more frequent.
  mutating func drawExercise() -> Int { generator.pick(SampleWords.draws) }

  private mutating func set(_ exercise: SampleExercise) -> SetLogged {
    var kind = SetKind.normal
    if isFirstSet, exercise.kilograms >= 40, generator.chance(350) {
      kind = .warmup
    } else if setsLeft == 1, exercise.measure == .load, generator.chance(120) {
      kind = generator.chance(500) ? .drop : .failure
    }
    let isLoad = exercise.measure == .load
    let reps = isLoad ? targetReps - 1 + generator.below(3) : 1
    let share = kind == .warmup ? 50 : kind == .drop ? 75 : 100
    return SetLogged(
      session: openSession, exercise: exercise.name, reps: reps,
      weight: weight(exercise, reps: targetReps, share: share), kind: kind,
      rpe: recordsRPE && kind != .warmup && generator.chance(700)
        ? Double(generator.within(12...20)) / 2 : nil,
      seconds: exercise.measure == .seconds ? Double(generator.within(20...120)) : nil,
      metres: exercise.measure == .metres ? Double(generator.within(4...60) * 50) : nil,
      completed: !generator.chance(5),
      note: generator.chance(15) ? generator.pick(SampleWords.notes) : nil)
  }

  /// Returns the load for this many repetitions, as the plates allow; nil for the body alone.
  ///
  /// It uses only whole numbers, which no machine rounds differently.
  func weight(_ exercise: SampleExercise, reps: Int, share: Int = 100) -> Weight? {
    guard exercise.kilograms != 0 else { return nil }
    // Some users are better at one lift than at another.
    let talent = 85 + (index * 37 + exercise.kilograms * 11) % 31
    // One half stronger in the end, and half of that increase after 120 sessions.
    let growth = 100 + 50 * sessions / (sessions + 120)
    // Each repetition costs some 2.5 % of the one-repetition maximum.
    let fraction = (205 - 5 * reps) * share
    let load = exercise.kilograms.magnitude * UInt(strength * talent * growth) * UInt(fraction)
    // The factors above make a kilogram 20,000,000,000; a step is 2.5 of them, or 5 lb.
    let step: UInt = unit == .kg ? 50_000_000_000 : 45_359_237_000
    let steps = Double(max(1, load / step) * (unit == .kg ? 1 : 2)) * 2.5
    return Weight(exercise.kilograms < 0 ? -steps : steps, unit)
  }

  private mutating func correct(_ set: EventID, _ moment: inout SampleMoment) {
    let event: SessionEvent
    if generator.chance(350) {
      event = .setRemoved(SetRemoved(set: set))
    } else {
      let weight = weight(SampleWords.exercises[exercise], reps: targetReps)
      event = .setRevised(
        SetRevised(
          set: set, reps: generator.within(1...12), weight: generator.chance(300) ? weight : nil))
    }
    record(.sessions(event), &moment)
    // A set is corrected once at most.
    lastSet = nil
  }

  private mutating func finish(_ moment: inout SampleMoment) {
    let event: SessionEvent =
      generator.chance(15)
      ? .sessionDiscarded(SessionDiscarded(session: openSession))
      : .sessionEnded(SessionEnded(session: openSession))
    record(.sessions(event), &moment)
    (session, lastSet) = (nil, nil)
    choresLeft = generator.pick([0, 0, 0, 1, 1, 2])
    proceed(to: .browse, in: 30...300)
  }
}
