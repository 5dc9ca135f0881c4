#if DEBUG
  import Events
  import Projections
  import TestSupport
  import Testing

  /// No projection takes more than n log n steps for any log of n events.
  ///
  /// Steps are counted, not time: comparisons of names and ids, and elements moved in lists. Four times the
  /// events take four to six times the steps; the square of them would be sixteen times.
  @Suite struct StepTests {
    /// The numbers of events; those after the first are tried where the ones before seem too steep.
    ///
    /// The places of names in tables are of chance, anew in each process, and a name that is looked up by
    /// turns may have found a crowded one at one size. A square is too steep at every size.
    private static let counts = Reliability.isSample ? [80, 115, 165, 235] : [300, 430, 610, 850]
    private static let decided = Reliability.isSample ? [30, 42, 60] : [50, 70, 100]

    /// Returns whether four times as many events took more steps than n log n makes of them: some 5 times.
    ///
    /// The limit lies in the middle between 5 and the 16 of a square.
    private func isTooSteep(_ few: Int, _ many: Int) -> Bool { many > 9 * few + 500 }

    /// Returns what was counted where every one of `counts` is too steep; nil otherwise.
    private func steepness(at counts: [Int], _ steps: (Int) throws -> Int) rethrows -> String? {
      var seen: [String] = []
      for count in counts {
        let (few, many) = (try steps(count), try steps(4 * count))
        guard isTooSteep(few, many) else { return nil }
        seen.append("\(few) steps of \(count), \(many) of \(4 * count)")
      }
      return seen.joined(separator: "; ")
    }

    @Test(arguments: HostileLog.all)
    func `no fold takes more than n log n steps`(kind: HostileLog) throws {
      var counted = 0
      var logs: [Int: [Event]] = [:]
      for subject in Subject.all {
        let steepness = steepness(at: Self.counts) { count in
          let events = logs[count] ?? kind.events(count)
          logs[count] = events
          let steps = Steps.count { subject.fold(events) }
          if count == Self.counts[0] { counted += steps }
          return steps
        }
        #expect(steepness == nil, "\(subject): \(steepness ?? "")")
      }
      #expect(counted >= 2 * Self.counts[0], "hardly anything was counted")
    }

    /// Something asked for after a log of a kind.
    struct Request: Sendable, CustomStringConvertible {
      let description: String
      /// Decides after a log of so many events.
      let decide: @Sendable (Log, Int) throws -> Void

      static func asks(_ decision: @escaping @Sendable (Int) -> some Decision) -> Request {
        Request(description: "\(decision(1))") { log, count in
          _ = try decision(count).drafts(log, by: nil, at: moment("2026-03-04T13:00:00Z"))
        }
      }

      static func undoes(_ revert: @escaping @Sendable (Int) -> Revert) -> Request {
        Request(description: "\(revert(1))") { log, count in
          let now = moment("2026-03-04T13:00:00Z")
          _ = try revert(count).drafts(log, by: nil, defaults: DraftDefaults(now: now, seed: 1))
        }
      }

      static func admits(_ admission: @escaping @Sendable (Int) -> some Admission) -> Request {
        Request(description: "\(admission(1))") { log, count in
          // A refusal of a name that has facts has looked at as much.
          do {
            _ = try admission(count).admit(log, at: moment("2026-03-04T13:00:00Z"))
          } catch is Refusal {}
        }
      }
    }

    /// A log in which everything there is to look through is long.
    private func history(_ count: Int) -> Log {
      let names = 0..<count
      var facts: [Fact] = []
      for number in names {
        let (name, post) = (Name("exercise \(number)"), Name("post \(number)"))
        facts += [
          .by("ann", .catalogued(name)), .by("ann", .added(.monday, name)),
          .by("ann", .shared(.monday, as: post, name)),
          .by(Name("user-\(number)"), .liked("post 0")), .signedIn(Name("user-\(number)")),
          .by(number == 0 ? "new" : Name("new-\(number + 1)"), .liked("post 1")),
          .by("ann", .started(Name("session \(number)"))),
          .by("ann", .logged(Name("session \(number)"), name, 1)),
          .by("ann", .logged("long", name, 1)),
        ]
      }
      for number in names {
        facts += [
          .by("ann", .scheduled(Name("class \(number)"))),
          .by(Name("user-\(number)"), .booked("class 0")),
          .by("ann", .booked(Name("class \(number)"))),
          .by("ann", .videoAdded(Name("video \(number)"), "workout", title: "x")),
        ]
      }
      facts.append(.signedIn("ann"))
      return log(events(facts))
    }

    private static let requests: [Request] = [
      .asks { _ in RemoveSet(set: .latest) },
      .asks { _ in RemoveSet(set: .prefix("\(id(8))")) },
      .asks { ReviseSet(set: .prefix("\(id(9 * $0))"), reps: 7) },
      .asks { LogSet(exercise: "EXERCISE \($0 - 1)", reps: 1) },
      .asks { _ in EndSession() }, .asks { _ in DiscardSession() },
      .asks { AddExercise(day: .monday, exercise: "EXERCISE \($0 - 1)") },
      .asks { RemoveExercise(day: .monday, exercise: "exercise \($0 - 1)") },
      .asks {
        MoveExercise(day: .monday, exercise: "exercise \($0 - 1)", toDay: .monday, toPosition: 1)
      },
      .asks { _ in ClearDay(day: .monday) }, .asks { _ in SharePlan(day: .monday, title: "x") },
      .asks { _ in ChooseWorkoutType(day: .monday, type: "x") },
      .asks { SavePost(post: .prefix("post \($0 - 1)"), day: .friday) },
      .asks { _ in LikePost(post: .prefix("post 0")) }, .asks { _ in LikePost(post: .latest) },
      .asks { _ in UnlikePost(post: .prefix("post 0")) },
      .asks { EditPost(post: .prefix("post \($0 - 1)"), title: "x") },
      .asks { DeletePost(post: .prefix("post \($0 - 1)")) },
      .asks { _ in ScheduleClass(title: "x", startsAt: moment("2026-03-20T18:00:00Z"), minutes: 9)
      },
      .asks { RescheduleClass(class: .prefix("class \($0 - 1)"), title: "x") },
      .asks { CancelClass(class: .prefix("class \($0 - 1)")) },
      .asks { CancelBooking(class: .prefix("class \($0 - 1)")) },
      .asks { _ in CancelBooking(class: .latest) },
      .asks { FavouriteVideo(video: .prefix("video \($0 - 1)")) },
      .asks { _ in RemoveVideo(video: .latest) },
      .asks { _ in AddVideo(category: "mobility", title: "x", url: "https://example.com/x") },
      .asks { _ in RenewSignIn() }, .asks { _ in SignOut() },
      .undoes { _ in Revert([.latest]) },
      .undoes { Revert([.prefix("@\(9 * $0)")]) },
      .undoes { count in Revert((1...count).map { .prefix("@\(9 * $0)") }) },
      .undoes { count in Revert((1...count).map { .prefix("@\(9 * $0 - 7)") }) },
      // Facts have all the names that come to mind first.
      .admits { _ in SignUp(email: "new@example.com") },
      .admits { _ in SignIn(provider: "google", subject: "9", email: "new@example.com") },
      .admits { SignIn(provider: "google", email: "USER-\($0 - 1)@example.com") },
      .admits { VerifyEmail(email: "user-\($0 - 1)@example.com") },
    ]

    @Test func `no decision takes more than n log n steps`() throws {
      var logs: [Int: Log] = [:]
      for request in Self.requests {
        let steepness = try steepness(at: Self.decided) { count in
          let log = logs[count] ?? history(count)
          logs[count] = log
          let steps = try Steps.count { try request.decide(log, count) }
          #expect(steps > count, "\(request)")
          return steps
        }
        #expect(steepness == nil, "\(request): \(steepness ?? "")")
      }
    }

    /// A log of one long thing in a view: a session, a weekday, a feed, a list of bests.
    struct LongThing: Sendable, CustomStringConvertible {
      let view: any LogView.Type
      let facts: @Sendable (Int) -> [Fact]
      var description: String { view.name }
    }

    static let longThings: [LongThing] = [
      LongThing(view: HistoryView.self) { count in
        (0..<count).map { .by("ann", .logged("s", "a", 1, Weight(Double($0)))) }
          + (1...count).map { .by("ann", .revised(id($0), reps: 2)) }
      },
      LongThing(view: PlanView.self) { count in
        (0..<2 * count).map { .by("ann", .added(.monday, Name("exercise \($0)"))) }
      },
      LongThing(view: FeedView.self) { count in
        (0..<count).map { .by("ann", .shared(.monday, as: Name("post \($0)"), "a")) }
          + (0..<count).map { .by("ann", .liked(Name("post \($0)"))) }
      },
      LongThing(view: PersonalBestsView.self) { count in
        (0..<2 * count).map { .by("ann", .logged("s", Name("exercise \($0 / 2)"), $0 % 2 + 1)) }
      },
    ]

    @Test(arguments: longThings)
    func `the changes of a view grow with the events and not with the view`(
      _ thing: LongThing
    ) throws {
      let steepness = try steepness(at: Self.decided) { count in
        let log = log(events(thing.facts(count)))
        let links = try Blame.chain(thing.view, RecordPath(), of: "ann", in: log)
        #expect(links.count >= count)
        return links.reduce(0) { size, link in
          size + "\(link.path)".utf8.count
            + [link.before, link.after].reduce(0) { $0 + ($1?.bytes.count ?? 0) }
        }
      }
      #expect(steepness == nil, "\(steepness ?? "")")
    }

    /// A session of many sets, after the removal of one of the first.
    private static func longSession(_ count: Int) -> [Fact] {
      let sets = (0..<count).map { number in
        Fact.by("ann", .logged("s", "a", 1, Weight(Double(number))))
      }
      return sets.prefix(2) + [.by("ann", .removed(id(1)))] + sets.dropFirst(2)
    }

    /// Sessions of one set each that start and end.
    ///
    /// - Parameter time: The time of all of them; nil if they follow one another.
    private static func manySessions(_ count: Int, at time: String? = nil) -> [Fact] {
      (0..<count).flatMap { number -> [Fact] in
        let (session, weight) = (Name("session \(number)"), Weight(Double(number + 1)))
        let bodies: [Event.Body] = [
          .started(session), .logged(session, "a", 1, weight), .ended(session),
        ]
        return bodies.map { Fact.by("ann", at: time, $0) }
      }
    }

    /// A session of many sets, with as many corrections of random sets after it; every fourth one removes a set.
    private static func correctedSession(_ count: Int) -> [Fact] {
      var random = SeededGenerator(seed: UInt64(count))
      func weight() -> Weight { Weight(20 + 2.5 * Double(random.below(10))) }
      var facts = (0..<count).map { _ in
        Fact.by("ann", .logged("s", "squat", random.below(12) + 1, weight()))
      }
      for number in 0..<count {
        let set = id(random.below(count) + 1)
        let revision = Event.Body.revised(set, reps: random.below(12) + 1, weight())
        facts.append(.by("ann", number % 4 == 3 ? .removed(set) : revision))
      }
      return facts
    }

    /// A walk over the changes of some views.
    struct Walk: Sendable, CustomStringConvertible {
      let description: String
      let views: [any LogView.Type]
      /// The least number of changes of each view.
      let changes: @Sendable (Int) -> Int
      let facts: @Sendable (Int) -> [Fact]
    }

    /// The views that each set of a session may change.
    private static let sessionViews: [any LogView.Type] = [
      HistoryView.self, SessionView.self, VolumeView.self, MetricsView.self, WeekDoneView.self,
      MusclesView.self, PersonalBestsView.self, RecordsView.self,
    ]

    static let walks: [Walk] = [
      Walk(
        description: "one long session", views: sessionViews, changes: { $0 + 1 },
        facts: longSession),
      Walk(
        description: "two long sessions of one week",
        views: [VolumeView.self, MetricsView.self, MusclesView.self], changes: { 2 * $0 }
      ) { count in
        (0..<2 * count).map { .by("ann", .logged($0 < count ? "s" : "t", "a", 1)) }
      },
      Walk(
        description: "many sessions of one moment", views: sessionViews, changes: { $0 },
        facts: { manySessions($0, at: "2026-03-04T12:00:00Z") }),
      Walk(
        description: "many sessions of one week, one after the other", views: sessionViews,
        changes: { $0 }, facts: { manySessions($0) }),
      Walk(
        description: "the corrections of one long session",
        views: [HistoryView.self, SessionView.self, PersonalBestsView.self],
        changes: { 2 * $0 + 1 }
      ) { count in
        (0..<count).map { .by("ann", .logged("s", "a", 1, Weight(Double($0)))) }
          + (1...count).map { .by("ann", .revised(id($0), reps: 2)) }
          + (1...count).reversed().map { .by("ann", .removed(id($0))) }
      },
      Walk(
        description: "random corrections of one long session",
        views: [
          VolumeView.self, MetricsView.self, MusclesView.self, RecordsView.self, WeekDoneView.self,
        ], changes: { $0 + 1 }, facts: correctedSession),
      Walk(
        description: "bests that are corrected at once", views: [PersonalBestsView.self],
        changes: { 2 * $0 + 1 }
      ) { count in
        (0..<count).flatMap { number -> [Fact] in
          [
            .by("ann", .logged("s", "a", 1, Weight(Double(number + 1)))),
            .by("ann", .revised(id(2 * number + 1), Weight(Double(number) + 1.5))),
          ]
        }
      },
      Walk(
        description: "a plan with one long day",
        views: [PlanView.self, WeekPlanView.self, WeekDoneView.self], changes: { $0 }
      ) { count in (0..<count).map { .by("ann", .added(.monday, Name("exercise \($0)"))) } },
    ]

    @Test(arguments: walks)
    func `a walk takes no more than n log n steps`(_ walk: Walk) throws {
      for view in walk.views {
        let steepness = try steepness(at: Self.counts) { count in
          let log = log(events(walk.facts(count)))
          return try Steps.count {
            let links = try Blame.chain(view, RecordPath(), of: "ann", in: log)
            #expect(links.count >= walk.changes(count))
          }
        }
        #expect(steepness == nil, "\(view.name): \(steepness ?? "")")
      }
    }

    @Test func `the causes of a sum take no more than n log n steps`() throws {
      let path = try RecordPath(parsing: "[0].sets")
      // Up to some hundreds of sets each one is tried.
      let steepness = try steepness(at: [400]) { count in
        let log = log(events(Self.longSession(count)))
        return try Steps.count {
          let causes = try ValueCauses(VolumeView.self, path, of: "ann", in: log)
          #expect(causes.map { $0.needed.count >= count - 1 } ?? false)
        }
      }
      #expect(steepness == nil, "\(steepness ?? "")")
    }

    @Test(arguments: ["[session=s].sets[0].weightKg > 0", "[0].sets[-1].weightKg > 5"])
    func `a search in one long session takes no more than n log n steps`(
      _ condition: String
    ) throws {
      let condition = try PathCondition(parsing: condition)
      let steepness = try steepness(at: Self.counts) { count in
        let log = log(events(Self.longSession(count)))
        return try Steps.count {
          let flips = try log.flips(of: condition, in: HistoryView.self, of: "ann")
          #expect(flips.holds)
        }
      }
      #expect(steepness == nil, "\(steepness ?? "")")
    }

    @Test func `the plan history grows with its changes, even if exercises move`() {
      let steepness = steepness(at: Self.counts) { count in
        let facts =
          (0..<count).map { Fact.by("ann", .added(.monday, Name("exercise \($0)"))) }
          + (1...count).map {
            Fact.by(
              "ann",
              .moved(
                .monday, Name("exercise \(count - $0)"), at: count, to: .monday, place: 1))
          }
        let log = events(facts)
        var (changes, exercises) = (PlanChanges(of: "ann"), [Int]())
        let steps = Steps.count {
          for change in log.flatMap({ changes.changes(by: $0) }) {
            exercises.append(change.before.exercises.count + change.after.exercises.count)
          }
        }
        #expect(exercises.count == 2 * count)
        return steps + exercises.reduce(0, +)
      }
      #expect(steepness == nil, "\(steepness ?? "")")
    }

    @Test func `the test detects steps that grow quadratically`() {
      let ids = { (count: Int) in (1...count).map { id($0) } }
      func steps(_ count: Int) -> Int {
        Steps.count { for id in ids(count) { _ = ids(count).firstIndex(of: id) } }
      }
      #expect(steepness(at: Self.decided, steps) != nil)
      func moves(_ count: Int) -> Int {
        var list = ids(count)
        return Steps.count { for _ in 0..<count { _ = list.take(at: 0) } }
      }
      #expect(steepness(at: Self.decided, moves) != nil)
    }
  }
#endif
