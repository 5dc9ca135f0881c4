import Events
import TestSupport

/// Random facts, well typed and often without sense: sets of sessions that never began, likes of
/// posts that are gone, moves of what is not there, clocks that go backwards.
struct RandomFacts {
  private var generator: SeededGenerator
  /// The number of the group of areas that half of the events of a log are of, so that each has its log.
  private let theme: UInt64

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    theme = seed % 8
  }

  static let users: [Name] = ["ann", "bob", "eve"]
  static let exercises: [Name] = ["a", "b", "B"]
  private static let sessions: [Name] = ["s", "t", "u"]
  private static let posts: [Name] = ["p", "q", name(2), name(5)]
  private static let emails: [Name] = [
    "a@x.org", "A@x.org", "b@x.org", "\u{E9}@x.org", "e\u{301}@x.org",
  ]
  private static let days: [Weekday] = [.monday, .friday]
  private static let classes: [Name] = ["c1", "c", name(3)]
  private static let videos: [Name] = ["v1", "v", name(4)]

  mutating func one<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  /// The logs on which the tools that look into views are tried.
  static let logs: [[Event]] = Reliability.randomLogs.map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    if seed % 20 >= 18 { return facts.health(50) }
    if seed % 20 == 16 { return facts.weighed(150) }
    if seed % 20 == 15 { return facts.strength(80) }
    return seed % 20 == 17 ? facts.sets(60) : facts.events(seed % 20 * 2 + 40)
  }

  /// A log of `count` events of all areas.
  mutating func events(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.body(seq) }
  }

  /// A log of `count` events about sets, with many mistakes set right, early and late.
  mutating func sets(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.set(seq) }
  }

  /// The same over seven weeks, with weights of the body, and sessions that are moved to other days.
  mutating func weighed(_ count: Int) -> [Event] {
    make(count, hours: 1_200) { facts, seq in
      switch facts.one(Array(0..<8)) {
      case 0: facts.bodyWeight(seq)
      case 1, 2: facts.moved(facts.one(Self.sessions))
      default: facts.set(seq)
      }
    }
  }

  /// The same with sessions of hundreds of sets, mistakes as far back, and, in every other log, sets that
  /// share their ids.
  mutating func longSessions(_ count: Int) -> [Event] {
    let sharesIDs = one([true, false])
    var events = make(count) { facts, seq in facts.set(seq, turns: 400, reach: 300) }
    for place in events.indices where sharesIDs && one([true, false, false, false]) {
      events[place].id = id(1 + place / 3)
    }
    return events
  }

  /// The same of push-ups and meals.
  mutating func health(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.one([true, false]) ? facts.pushUps(seq) : facts.meals() }
  }

  /// The same of a program and its sets.
  mutating func strength(_ count: Int) -> [Event] {
    make(count) { facts, seq in facts.one([true, true, false]) ? facts.program() : facts.set(seq) }
  }

  /// Makes `count` events within some hours.
  private mutating func make(
    _ count: Int, hours: Int64 = 100, _ body: (inout RandomFacts, Int) -> Event.Body
  ) -> [Event] {
    // A generator for each event: what one of them draws changes no other.
    var seeds = generator
    defer { generator = seeds }
    return (0..<count).map { index in
      generator = SeededGenerator(seed: seeds.next())
      let at = Timestamp(
        milliseconds: 1_772_000_000_000
          + Int64.random(in: 0..<200, using: &generator) * hours * 18_000,
        offsetMinutes: one([0, 0, 60, -480, 840]))
      let user: Name? = one([nil, "ann", "ann", "bob", "eve", "ann"])
      return Event(
        id: id(index + 1), at: at, user: user, body(&self, index + 1), seq: index + 1)
    }
  }

  private mutating func weight() -> Weight? {
    one([
      nil, Weight(10), Weight(20), Weight(5), Weight(0), Weight(-10), Weight(22, .lb),
      Weight(44, .lb),
    ])
  }

  private mutating func earlier(_ seq: Int, _ reach: Int) -> EventID {
    id(max(1, seq - one([1, 1, 2, 3, reach])))
  }

  private mutating func set(_ seq: Int, turns: Int = 8, reach: Int = 12) -> Event.Body {
    // Mostly one session after another, and mistakes mostly set right at once.
    let current = Self.sessions[seq / turns % Self.sessions.count]
    let session = one([current, current, current, one(Self.sessions)])
    switch one(Array(0..<20)) {
    case 0..<11:
      return .logged(
        session, one(Self.exercises), one([0, 1, 2, 4]), weight(),
        kind: seq % 3 == 0 ? .warmup : .normal,
        seconds: seq % 4 == 0 ? Double(30 * (seq % 7)) : nil,
        metres: seq % 5 == 0 ? 400 : nil)
    case 11..<14:
      return .revised(
        earlier(seq, reach), reps: one([nil, 0, 1, 2, 8]), weight(),
        without: one([[], [], [], [.weight], [.note, .rpe], [.seconds], [.metres, .weight]]),
        seconds: one([nil, nil, 30, 90]), metres: one([nil, nil, nil, 800]),
        completed: one([nil, nil, true, false]))
    case 14, 15: return .removed(earlier(seq, reach))
    case 16: return one([.removed(earlier(seq, reach)), move(seq, reach), move(seq, reach)])
    case 17: return one([.discarded(session), .restored(session), .restored(one(Self.sessions))])
    case 18:
      return one([
        .ended(session), .ended(session), .reopened(session), revision(of: session, seq),
      ])
    default: return .started(session)
    }
  }

  private mutating func move(_ seq: Int, _ reach: Int) -> Event.Body {
    .moved(earlier(seq, reach), to: one([1, 1, 2, 3, 5, 40, 0, .min, .max]))
  }

  /// A correction of a session, without chance.
  private func revision(of session: Name, _ seq: Int) -> Event.Body {
    .revised(
      session: session, title: [nil, "", "x"][seq / 3 % 3],
      from: [nil, "2026-02-25T06:00:00Z", "2026-02-27T06:00:00+01:00"][seq / 9 % 3],
      to: seq % 2 == 0 ? "2026-02-26T07:00:00Z" : nil)
  }

  /// A weight of the body, or the removal of one.
  private mutating func bodyWeight(_ seq: Int) -> Event.Body {
    let removal = BodyWeightRemoved(measurement: earlier(seq, 20))
    let weight = BodyWeightRecorded(weight: one([Weight(70), Weight(80), Weight(180, .lb)]))
    return .profile(
      one([true, true, false]) ? .bodyWeightRecorded(weight) : .bodyWeightRemoved(removal))
  }

  /// A revision that moves a session to another day.
  private mutating func moved(_ session: Name) -> Event.Body {
    .revised(
      session: session, title: nil,
      from: one(["2026-02-25T06:00:00Z", "2026-02-27T06:00:00+01:00", "2026-02-26T23:30:00-08:00"]),
      to: nil)
  }

  private var erased: Event.Body {
    .corrections(.personErased(PersonErased(person: "erased-9c2f01d4a8b3", values: 12)))
  }

  private mutating func body(_ seq: Int) -> Event.Body {
    if one([true, false]), let themed = themed(seq) { return themed }
    return ofAnyArea(seq)
  }

  // A new area takes a part of the numbers of sets: with a number more, all logs would be of other facts, and laws
  // that count on some of them might find too few, as they would with fewer programs or bookings.
  private mutating func ofAnyArea(_ seq: Int) -> Event.Body {
    switch one(Array(0..<32)) {
    case 28..<31: one([set(seq), program()])
    case 31: one([fitnessClass(), meals(), meals()])
    case 26: one([pushUps(seq), pushUps(seq), pushUps(seq), erased])
    case 27: meals()
    case 16: program()
    case 17..<20: profile(seq)
    case 20, 21: account(seq)
    case 22: identity()
    case 23: .catalogued(one(Self.exercises), named: "\(seq % 5)")
    case 10..<12, 24, 25: workout(seq)
    case 12..<15: fitnessClass()
    case 15: video()
    case 0..<3: set(seq)
    case 3..<6: plan()
    case 6..<8: feed()
    case 8: identity()
    default:
      one([
        .catalogued(one(Self.exercises), named: "\(seq % 3)"),
        .chose(one(Self.days), one(["Legs", "Arms"])),
        .chose(one(Self.days), "Legs"), .clearedType(one(Self.days)), aliased(), aliased(),
      ])
    }
  }

  /// Returns a fact of the areas of the theme; nil where that is all of them.
  private mutating func themed(_ seq: Int) -> Event.Body? {
    switch theme {
    case 1: fitnessClass()
    case 2: one([true, false]) ? profile(seq) : account(seq)
    case 4: program()
    case 5: video()
    case 3: identity()
    case 6: workout(seq)
    case 7: one([true, false]) ? pushUps(seq) : meals()
    default: nil
    }
  }

  private mutating func fitnessClass() -> Event.Body {
    let it = one(Self.classes)
    let start = one([
      "2026-02-25T18:00:00Z", "2026-02-26T06:00:00+01:00", "2026-02-27T23:30:00-08:00",
    ])
    return one([
      .scheduled(it, title: one(["Yoga", "Spin"]), at: start, capacity: one([nil, 1, 2])),
      .scheduled(one([nil, it]), title: "Spin", at: start, minutes: 45, instructor: "Eve"),
      .rescheduled(
        it, title: one([nil, "Yoga"]), at: one([nil, start]), place: one([nil, "Hall"]),
        capacity: one([nil, 1, 3]), without: one([[], [], [.capacity], [.instructor, .place]])),
      .booked(it), .booked(it), .booked(it), .bookingCancelled(it), .bookingCancelled(it),
      .attended(it, minutes: one([nil, 30])), .missed(it), .attendanceCleared(it),
      .classCancelled(it), .classReinstated(it),
    ])
  }

  private mutating func video() -> Event.Body {
    let it = one(Self.videos)
    return one([
      .videoAdded(one([nil, it, it]), one(VideoCategory.allCases), title: one(["x", "y"])),
      .videoAdded(it, .technique, title: "z"),
      .favourited(it), .favourited(it), .unfavourited(it), .videoRemoved(it),
    ])
  }

  private mutating func pushUps(_ seq: Int) -> Event.Body {
    let day: LocalDay? = one([nil, nil, LocalDay(number: 20_511), LocalDay(number: 20_513)])
    let session = PushUpsLogged(count: one([0, 1, 10, 30]), note: one([nil, "x"]), day: day)
    let removal = PushUpsRemoved(pushUps: earlier(seq, 12))
    return .pushUps(
      one([.pushUpsLogged(session), .pushUpsLogged(session), .pushUpsRemoved(removal)]))
  }

  private mutating func meals() -> Event.Body {
    let menu = MenuImported(
      day: one([nil, LocalDay(number: 20_511), LocalDay(number: 20_514)]),
      items: one([
        [], [MenuItem(name: "a", calories: 100, protein: one([1, 10]))],
        [
          MenuItem(name: "b", calories: 400, protein: 20, place: one([nil, "x"])),
          MenuItem(name: "c"), MenuItem(name: "a", calories: 90, fat: 2),
        ],
      ]))
    return .meals(
      one([
        .menuImported(menu), .menuImported(menu),
        .mealGoalChosen(MealGoalChosen(goal: one([nil, .cutting, .bulking]))),
        .mealsSuggested(MealsSuggested(text: one(["x", "y"]), source: one([nil, "model"]))),
      ]))
  }

  private mutating func plan() -> Event.Body {
    let (day, other) = (one(Self.days), one(Self.days))
    let (exercise, post) = (one(Self.exercises), one(Self.posts))
    let (place, target): (Int?, Int?) = (one([nil, 1, 2, 9, .min]), one([nil, 1, 2, 0, .max]))
    return one([
      .added(day, exercise, sets: 3, weight()), .added(day, exercise), .added(other, exercise),
      .removed(day, exercise, at: place),
      .moved(day, exercise, at: place, to: other, place: target),
      .cleared(day), .shared(day, title: "\(place ?? 0)", as: one([nil, post]), exercise),
      .saved(post, day, type: one([nil, "Legs"]), exercise),
    ])
  }

  /// A fact of a program, mostly of one that may be followed.
  private mutating func program() -> Event.Body {
    let (program, exercise): (Name, Name) = (
      one(["g", "g", "g", "g", "g", "h"]), one(Self.exercises)
    )
    let (cycle, week) = (one([1, 1, 1, 2, 2, 3, .max]), one([1, 2, 3, 4, .min]))
    let lifts = [
      TrainingMax(exercise: "a", weight: Weight(90), increment: 2.5),
      TrainingMax(exercise: "b", weight: Weight(285, .lb), increment: 10),
      TrainingMax(exercise: "a", weight: Weight(1), increment: 1),
    ]
    let set = ProgramSetCompleted(
      program: program, exercise: exercise, cycle: cycle, week: week, reps: one([0, 1, 5, 8]),
      weight: one([nil, nil, Weight(80), Weight(200, .lb)]))
    return .program(
      one([
        .programStarted(
          ProgramStarted(
            program: one([program, program, nil]), scheme: .fiveThreeOne, step: one([nil, 1, 5]),
            lifts: one([lifts, lifts, []]), cycle: one([nil, nil, 2, .max]))),
        .programSetCompleted(set), .programSetCompleted(set), .programSetCompleted(set),
        .programSetCleared(
          ProgramSetCleared(program: program, exercise: exercise, cycle: cycle, week: week)),
        .cycleCompleted(CycleCompleted(program: program, cycle: cycle)),
        .cycleReopened(CycleReopened(program: program, cycle: one([0, 1, 1, 2]))),
        .trainingMaxAdjusted(
          TrainingMaxAdjusted(
            program: program, exercise: exercise, weight: one([Weight(85), Weight(90, .lb)]))),
        // Few, since a program that ended has no facts any more.
        one([true, false, false, false])
          ? .programEnded(ProgramEnded(program: program)) : .programSetCompleted(set),
      ]))
  }

  private mutating func feed() -> Event.Body {
    let post = one(Self.posts)
    return one([
      .liked(post), .liked(post), .unliked(post),
      .edited(
        post, title: one([nil, "x", "y"]), description: one([nil, "d"]),
        without: one([[], [], [.description]])),
      .deleted(post), .shared(.monday, title: "z", as: post, "a"),
    ])
  }

  /// Another name of an exercise, given or taken away.
  private mutating func aliased() -> Event.Body {
    let alias = one(["Row (Cable)", "ROW cable", "b", "z"])
    return one([
      .exercises(.exerciseAliased(ExerciseAliased(alias: alias, exercise: one(Self.exercises)))),
      .exercises(.exerciseAliased(ExerciseAliased(alias: alias, exercise: one(Self.exercises)))),
      .exercises(.exerciseUnaliased(ExerciseUnaliased(alias: alias))),
    ])
  }

  private mutating func profile(_ seq: Int) -> Event.Body {
    let details = ProfileDetail.allCases
    let (weight, lift) = (one([Weight(80), Weight(81.5), Weight(180, .lb)]), one(Lift.allCases))
    return one([
      .profile(
        .profileRevised(
          ProfileRevised(
            name: one([nil, "Ann", "Kim"]), sex: one([nil, .female, .mx]),
            bornOn: one([nil, day("2000-02-29")]), heightCm: one([nil, 170, 171.5]),
            unit: one([nil, .kg, .lb]), cleared: one([[], [], [one(details)], details])))),
      .profile(.bodyWeightRecorded(BodyWeightRecorded(weight: weight))),
      .profile(.bodyWeightRecorded(BodyWeightRecorded(weight: weight))),
      .profile(.bodyWeightRecorded(BodyWeightRecorded(weight: weight))),
      .profile(.bodyWeightRemoved(BodyWeightRemoved(measurement: earlier(seq, 40)))),
      .profile(.maxRecorded(MaxRecorded(lift: lift, weight: weight))),
      .profile(.maxRecorded(MaxRecorded(lift: lift, weight: weight))),
      .profile(.maxCleared(MaxCleared(lift: lift))),
      .profile(
        .settingChanged(SettingChanged(key: one(["x", "y"]), value: one(["", "1", "2"])))),
      .meals(.mealGoalChosen(MealGoalChosen(goal: one([nil, .cutting, .bulking])))),
    ])
  }

  /// A fact about ways to sign in and mails.
  private mutating func account(_ seq: Int) -> Event.Body {
    let subject: Name = one(["1", "2"])
    return one([
      .registered(one(Self.emails)), .registered(one(Self.emails)),
      .identity(.passwordResetRequested(PasswordResetRequested(email: one(Self.emails)))),
      .identity(.passwordResetRequested(PasswordResetRequested(email: one(Self.emails)))),
      .identity(.passwordResetRequested(PasswordResetRequested(email: one(Self.emails)))),
      .identity(.passwordReset(PasswordReset(request: one([nil, earlier(seq, 20)])))),
      .identity(.identityLinked(IdentityLinked(provider: "google", subject: subject))),
      .identity(.identityUnlinked(IdentityUnlinked(provider: "google", subject: subject))),
      .identity(.mailSent(MailSent(mail: earlier(seq, 20)))),
    ])
  }

  private mutating func identity() -> Event.Body {
    let (email, session) = (one(Self.emails), one(Self.sessions))
    return one([
      .registered(email), .verified(email), .signedIn(email, as: one([nil, "1", "2"])),
      .signedIn(email, session: session, until: "2026-04-01T00:00:00Z"),
      .renewed(session, until: "2026-05-01T00:00:00Z"), .signedOut(one([nil, session])),
    ])
  }
}
