import Events
import Projections
import TestSupport
import Testing

/// A projection under a law: how it is made, and all that can be seen of it.
struct Subject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What a replay of a log shows.
  let replayed: @Sendable (Log, AsOf?) throws -> String
  /// The text that a log shows by its checkpoint, however many lines the index leads to; nil where all lines are
  /// replayed.
  let resumed: @Sendable (Log) throws -> String?
  /// The text that a replay of a log shows after these events were folded into it by hand.
  let continued: @Sendable (Log, [Event]) throws -> String
  /// Folds events by hand and shows nothing.
  let fold: @Sendable ([Event]) -> Void
  /// What folding shows: of the events up to a place, and, in a copy that went on, of all.
  let folded: @Sendable ([Event], Int) -> (part: String, whole: String, partAfterwards: String)

  init<P: Projection>(_ name: String, _ start: P, _ show: @escaping @Sendable (P) -> String) {
    testDescription = name
    replayed = { log, asOf in show(try replay(log, asOf: asOf, start)) }
    @Sendable func fold(_ events: ArraySlice<Event>, into state: P) -> P {
      var state = state
      for event in events where state.wants(event.area, of: event.user) { state.apply(event) }
      return state
    }
    resumed = { log in
      let reader = try #require(CheckpointReader(of: log))
      reader.mostPlaces = .max
      guard let state = try start._resumed(by: reader) else { return nil }
      let later = try log.wholeEvents().filter { $0.seq > reader.checkpoint.position.seq }
      var whole = fold(later[...], into: state)
      try whole._complete(log, asOf: nil)
      return show(whole)
    }
    continued = { log, events in show(fold(events[...], into: try replay(log, start))) }
    self.fold = { events in _ = fold(events[...], into: start) }
    folded = { events, place in
      let part = fold(events[..<place], into: start)
      let shown = show(part)
      let whole = fold(events[place...], into: part)
      return (shown, show(whole), show(part))
    }
  }

  /// The projection that a view reads, which shows the view.
  private init<V: LogView>(_ view: V.Type) {
    self.init("\(V.Source.self)", V.Source.scoped(to: "ann")) { V($0).jsonText }
  }
}

extension Subject {
  /// Projections that show more than their views, and one for each projection that a view reads.
  static let all: [Subject] = {
    var names: Set<String> = []
    return (shown + ViewSubject.all.map { Subject($0.view) })
      .filter { names.insert($0.testDescription).inserted }
  }()

  private static let shown: [Subject] = [
    Subject("Accounts", Accounts(), show),
    Subject("ByUser<Identity>", ByUser<Identity>()) { show($0, show) },
    Subject("LatestSignIn", LatestSignIn()) { $0.user?.text ?? "-" },
    Subject("Feed", Feed(), show),
    Subject("ExerciseNumbers", ExerciseNumbers()) { "\($0.exercises)" },
    Subject("ExerciseNames", ExerciseNames()) { names in
      RandomFacts.exercises.map { names[$0] }.joined(separator: " ")
        + "\(names.exercise(aliased: "row cable") ?? "-")"
    },
    Subject("KnownExercises", KnownExercises(), show),
    Subject("OfUser<ExerciseMerges>", OfUser<ExerciseMerges>("ann")) { merges in
      RandomFacts.exercises.map { "\(merges.value[$0])" }.joined(separator: " ")
    },
    Subject("ByUser<WeeklyPlan>", ByUser<WeeklyPlan>()) { show($0, show) },
    Subject("OfUser<History>", OfUser<History>("ann")) { show($0.value) },
    Subject("ByUser<History>", ByUser<History>()) { show($0, show) },
    Subject("History of one user", ByUser<History>(only: "bob")) { show($0, show) },
    Subject("ByUser<PersonalBests>", ByUser<PersonalBests>()) { show($0, show) },
    Subject("ByUser<Program>", ByUser<Program>()) { show($0, show) },
    Subject("OfUser<ProgramTraining>", OfUser<ProgramTraining>("ann")) {
      "\(show($0.program)) \(show($0.history)) \($0.progressions)"
    },
    Subject("Workouts", Workouts()) { workouts in
      workouts.workouts.map {
        "\($0.workout) \($0.name) \($0.description ?? "-") \($0.minutes ?? -1) "
          + "\($0.exercises)"
      }.joined(separator: "\n")
    },
    Subject("OfUser<WeekTraining>", OfUser<WeekTraining>("ann")) {
      "\(show($0.plan)) \($0.weeks.days) \(show($0.history))"
    },
    Subject("OfUser<WeightUnit>", OfUser<WeightUnit>("ann")) { "\($0.unit)" },
    Subject("ByUser<WeightUnit>", ByUser<WeightUnit>()) { show($0) { "\($0.unit)" } },
    Subject("ByUser<PushUps>", ByUser<PushUps>()) { show($0) { "\($0.sessions)" } },
    Subject("ByUser<Meals>", ByUser<Meals>()) { show($0, show) },
    Subject("ExerciseMuscles", ExerciseMuscles()) { muscles in
      RandomFacts.exercises.map { "\($0) \(String(describing: muscles[$0]))" }.joined()
    },
    Subject("ExerciseCatalogue", ExerciseCatalogue()) { catalogue in
      catalogue.exercises.map { "\($0) \(catalogue.aliases(of: $0.entry.exercise))" }
        .joined(separator: "\n")
    },
    Subject("Both of one user", Pair<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: "ann")) {
      "\(show($0.first.value)) \($0.second.unit)"
    },
    Subject("Timetable", Timetable(), show),
    Subject(
      "Both, the bests last", Pair<OfUser<WeightUnit>, OfUser<PersonalBests>>.scoped(to: "bob")
    ) { "\($0.first.unit) \(show($0.second.value))" },
    Subject(
      "Both of three", Pair<OfUser<History>, Pair<Feed, KnownExercises>>.scoped(to: "bob")
    ) { "\(show($0.first.value)) \(show($0.second.first)) \(show($0.second.second))" },
  ]

  static func show<P>(_ states: ByUser<P>, _ show: (P) -> String) -> String {
    states.users.map { "\($0 ?? "-"): \(show(states[$0]))" }.joined(separator: "\n")
  }

  static func show(_ accounts: Accounts) -> String {
    var parts = ["\(String(describing: accounts.latest))"]
    for user in RandomFacts.users {
      parts.append(show(accounts.account(of: user)))
      parts.append("\(String(describing: accounts.signIn(of: user)))")
    }
    for email in ["a@x.org", "B@X.org", "\u{E9}@x.org"] as [Name] {
      parts.append("\(accounts.user(email: email) ?? "-") \(accounts.usersWaiting(for: email))")
    }
    for subject in ["1", "2"] as [Name] {
      parts.append("\(accounts.user(provider: "google", subject: subject) ?? "-")")
    }
    return parts.joined(separator: "\n")
  }

  static func show(_ identity: Identity) -> String {
    "\(show(identity.account)) \(String(describing: identity.signIn))"
  }

  private static func show(_ account: Accounts.Account?) -> String {
    guard let account else { return "-" }
    let names = [account.givenName, account.familyName, account.picture].map { $0 ?? "-" }
    return "\(account.email) \(account.addresses) \(names) \(account.hasPassword)"
  }

  static func show(_ feed: Feed) -> String {
    feed.posts.map {
      "\($0.post) \($0.at) \($0.title) \($0.description ?? "-") \(String(describing: $0.day)) \($0.type ?? "-") "
        + "\($0.exercises) \($0.likes) \(feed[$0.post]?.likes ?? -1)"
    }.joined(separator: "\n")
  }

  static func show(_ timetable: Timetable) -> String {
    let now = moment("2026-02-26T12:00:00Z")
    return "\(timetable.latest.map { "\($0)" } ?? "-")\n"
      + timetable.byStart.map { it in
        let standings = RandomFacts.users.map { user in
          "\(timetable.state(of: user, in: it, at: now).map(\.rawValue) ?? "-") "
            + "\(it.waitingPosition(of: user) ?? 0) \(it.attendedMinutes(of: user) ?? -1)"
        }
        return "\(it.class) \(it.title) \(it.startsAt) \(it.minutes) \(it.instructor ?? "-") "
          + "\(it.place ?? "-") \(it.booked) of \(it.capacity ?? -1), \(it.waiting) "
          + "\(it.isCancelled) \(it.scheduledBy ?? "-") \(it.seq): \(standings)"
      }.joined(separator: "\n")
  }

  static func show(_ known: KnownExercises) -> String {
    ["a", "A", "b", "B", "z", "Row (Cable)"].map { text in
      do {
        return try known.resolve(text, isNew: false, in: History()).text
      } catch { return "\(error)" }
    }.joined(separator: "\n")
  }

  static func show(_ plan: WeeklyPlan) -> String {
    "\(plan.weekStart.map(\.description) ?? "-") \(Weekday.allCases.map { plan[$0] })"
  }

  static func show(_ history: History) -> String {
    "\(history.sessions)\n\(history.open?.session ?? "-")\n\(history.setIDs)\n"
      + "\(history.setIDs.map { history.set($0)?.score ?? .nan })"
  }

  static func show(_ meals: Meals) -> String {
    "\(String(describing: meals.goal)) \(meals.days.map { String(describing: meals[$0]) })"
  }

  static func show(_ program: Program) -> String {
    guard let followed = program.followed else { return "-" }
    return "\(followed.program) \(followed.startedAt) \(followed.step ?? 0) \(followed.cycle) "
      + "\(followed.week) \(followed.lifts) \(followed.sets)"
  }

  static func show(_ bests: PersonalBests) -> String { "\(bests.bests)" }
}
