import Events
import TestSupport
import Testing

@testable import Projections

/// Tests of the judge of events that devices offer.
@Suite struct DecisionJudgeTests {
  private let history: [Fact] = [
    .signedIn("ann"), .signedIn("ben"), .by("ann", .scheduled(capacity: 1)),
    .by("ann", .added(.monday, "squat")), .by("ann", .shared(.monday, "squat")),
    .by("ann", .booked(name(3))),
  ]
  private let spin = name(3)
  private let post = name(5)

  /// Returns the verdict on facts that a device of these users offers together.
  private func verdict(
    _ facts: Fact..., in history: [Fact]? = nil, after more: [Fact] = [],
    as users: Set<Name>? = nil
  ) throws -> UnitVerdict {
    let history = history ?? self.history
    var judge = DecisionJudge(
      users: users, words: \.description,
      remark: {
        if case .waitingList(_, let position) = $0 { "number \(position)" } else { nil }
      })
    try judge.begin(log(events(history + more)))
    let offered = events(history + more + facts).suffix(facts.count)
    return try judge.verdict(
      on: offered.map { Draft(id: $0.id, at: $0.at, user: $0.user, $0.body) })
  }

  private func code(_ verdict: UnitVerdict) -> ErrorCode? {
    if case .refused(let reason) = verdict { reason.code } else { nil }
  }

  private func notes(_ verdict: UnitVerdict) -> [String]? {
    if case .taken(let notes) = verdict { notes } else { nil }
  }

  @Test func `a device writes only as its users`() throws {
    let set = Fact.by("ben", .added(.friday, "squat"))
    #expect(try notes(verdict(set, as: ["ben"])) == [])
    #expect(try code(verdict(set, as: ["ann"])) == .notAuthorized)
    #expect(try code(verdict(.by(nil, .catalogued("row")))) == .notAuthorized)
  }

  @Test func `an event about another user's entity is refused`() throws {
    #expect(try code(verdict(.by("ben", .deleted(post)))) == .notOwner)
    #expect(try code(verdict(.by("ben", .classCancelled(spin)))) == .notOwner)
    #expect(try notes(verdict(.by("ann", .deleted(post)))) == [])
  }

  @Test func `booking a full class is accepted, with the position on the waiting list`() throws {
    #expect(try notes(verdict(.by("ben", .booked(spin)))) == ["number 1"])
    #expect(try code(verdict(.by("ann", .booked(spin)))) == .alreadyBooked)
    #expect(
      try code(verdict(.by("ben", .booked(spin)), after: [.by("ann", .classCancelled(spin))]))
        == .classCancelled)
  }

  @Test func `a merge that would cancel the effect of another one is refused`() throws {
    func merged(_ exercise: Name, into: Name) -> Fact {
      .by("ben", ExerciseMerged(exercise: exercise, into: into).body)
    }
    let sets = ["squat", "back-squat", "dips"].map {
      Fact.by("ben", .logged("s", Name($0), 5, Weight(100)))
    }
    let first = sets + [merged("squat", into: "back-squat")]
    #expect(try notes(verdict(merged("squat", into: "back-squat"), after: sets)) == [])
    #expect(try code(verdict(merged("back-squat", into: "squat"), after: first)) == .alreadyExists)
    #expect(try code(verdict(merged("dips", into: "squat"), after: first)) == .alreadyExists)
    #expect(try code(verdict(merged("squat", into: "dips"), after: first)) == .alreadyExists)
    // An exercise is merged with its parts in one unit, and the same merge twice is one.
    #expect(
      try notes(
        verdict(
          merged("back-squat", into: "dips"), merged("squat", into: "dips"), after: first)) == [])
    #expect(try notes(verdict(merged("squat", into: "back-squat"), after: first)) == [])
    // The undo of the second merge of a chain.
    let chain = first + [merged("back-squat", into: "dips"), merged("squat", into: "dips")]
    let unmerged = Fact.by("ben", ExerciseUnmerged(exercise: "back-squat").body)
    #expect(
      try notes(verdict(merged("squat", into: "back-squat"), unmerged, after: chain)) == [])
  }

  @Test func `the events of a unit are judged one after another`() throws {
    let cancelled = Fact.by("ann", .bookingCancelled(spin))
    #expect(try notes(verdict(cancelled, .by("ben", .booked(spin)))) == [])
    #expect(try code(verdict(cancelled, cancelled)) == .notBooked)
  }

  @Test func `a change of a missing entity is reported as without effect`() throws {
    let deleted = [Fact.by("ann", .deleted(post))]
    #expect(try notes(verdict(.by("ben", .liked(post)), after: deleted))?.count == 1)
    #expect(try code(verdict(.by("ben", .liked("nothing")))) == .notFound)
    #expect(try notes(verdict(.by("ann", .removed(.monday, "squat"))))?.isEmpty == true)
    #expect(try notes(verdict(.by("ann", .removed(.monday, "dips"))))?.count == 1)
    #expect(
      try notes(verdict(.by("ann", .removed(.monday, "squat", at: 2))))?.count == 1)
  }

  /// The types of events that change nothing that another event recorded.
  private static let valid: Set<String> = [
    "UserSignedOut", "ExerciseCatalogued", "WorkoutTypeChosen", "ExerciseAdded", "SessionStarted",
    "SetLogged", "EventsReverted", "ExerciseAliased", "ProfileRevised", "BodyWeightRecorded",
    "MaxRecorded", "SettingChanged", "WorkoutCreated", "TemplateDefined", "WorkoutSuggested",
    "ProgramStarted", "ClassScheduled", "ClassAttended", "ClassMissed", "VideoAdded",
    "PushUpsLogged", "MenuImported", "MealGoalChosen", "MealsSuggested", "ExerciseMerged",
    "PostPublished", "MeasurementLogged",
  ]

  /// The types of events about accounts and persons, which only the remote records.
  private static let ofRemote: Set<String> = [
    "AccountRegistered", "EmailVerified", "UserSignedIn", "PasswordResetRequested",
    "PasswordReset", "IdentityLinked", "IdentityUnlinked", "MailSent", "EmailRemoved",
    "PersonErased",
  ]

  @Test(arguments: Samples.full)
  func `an event about something that the log does not have is refused or told`(
    _ body: Event.Body
  ) throws {
    let verdict = try verdict(.by("ann", body), in: [.signedIn("ann")])
    let type = events([.by("ann", body)])[0].type
    #expect((notes(verdict) == []) == Self.valid.contains(type), "\(type): \(verdict)")
    #expect(
      (code(verdict) == .notAuthorized) == Self.ofRemote.contains(type), "\(type): \(verdict)")
  }

  @Test func `accounts change only on the remote, and a signed-out user cannot act`() throws {
    #expect(try code(verdict(.by("ben", .registered("ben@example.com")))) == .notAuthorized)
    let signedOut = [Fact.by("ben", .signedOut())]
    #expect(try code(verdict(.by("ben", .liked(post)), after: signedOut)) == .notSignedIn)
    #expect(
      try notes(verdict(.by("ben", .logged("s", "squat", 5, Weight(100))), after: signedOut)) == [])
  }

  @Test func `a refused unit leaves no trace, and an accepted one affects the next`() throws {
    var judge = DecisionJudge(users: nil, words: \.description, remark: { _ in "waits" })
    let all = events(
      history + [
        .by("ann", .bookingCancelled(spin)), .by("ben", .deleted(post)),
        .by("ben", .booked(spin)), .by("ann", .booked(spin)),
      ])
    let drafts = all.map { Draft(id: $0.id, at: $0.at, user: $0.user, $0.body) }
    try judge.begin(log(Array(all.prefix(6))))
    #expect(try code(judge.verdict(on: [drafts[6], drafts[7]])) == .notOwner)
    #expect(try notes(judge.verdict(on: [drafts[8]])) == ["waits"])
    #expect(try notes(judge.verdict(on: [drafts[6]])) == [])
    judge.note(taken: [all[6]])
    #expect(try notes(judge.verdict(on: [drafts[8]])) == [])
    judge.note(taken: [all[8]])
    #expect(try notes(judge.verdict(on: [drafts[9]])) == ["waits"])
  }

  @Test func `each state is replayed once, even if units are refused in between`() throws {
    var judge = DecisionJudge(users: nil, words: \.description, remark: { _ in nil })
    let all = events(
      history + [.by("ben", .liked(post)), .by("ben", .deleted(post)), .by("ben", .unliked(post))])
    let drafts = all.map { Draft(id: $0.id, at: $0.at, user: $0.user, $0.body) }
    try judge.begin(log(Array(all.prefix(history.count))))
    #expect(try notes(judge.verdict(on: [drafts[6]])) != nil)
    #expect(try code(judge.verdict(on: [drafts[7]])) == .notOwner)
    let replays = judge.states.replays
    #expect(replays > 0)
    for _ in 0..<5 {
      #expect(try notes(judge.verdict(on: [drafts[6]])) != nil)
      #expect(try code(judge.verdict(on: [drafts[6], drafts[7]])) == .notOwner)
    }
    #expect(judge.states.replays == replays)
  }

  @Test func `a renewed session ends after at most a day, and must be the user's`() throws {
    let signedIn = Fact.by(
      "ben",
      at: "2026-03-02T18:00:00.000Z",
      .signedIn("ben@example.com", session: "s-1", until: "2026-03-03T18:00:00.000Z"))
    func renewed(_ session: Name, until end: String) throws -> UnitVerdict {
      try verdict(
        .by("ben", at: "2026-03-04T10:00:00.000Z", .renewed(session, until: end)),
        .by("ben", at: "2026-03-04T10:00:00.000Z", .logged("s", "squat", 5, Weight(100))),
        after: [signedIn])
    }
    #expect(try notes(renewed("s-1", until: "2026-03-05T10:00:00.000Z")) == [])
    #expect(try notes(renewed("s-2", until: "2026-03-05T10:00:00.000Z"))?.count == 1)
    #expect(try code(renewed("s-1", until: "2026-03-05T10:00:00.001Z")) == .notAuthorized)
  }

  /// Facts about something that the seventh event records: one that removes it, and one that restores it.
  private static let removals:
    [(recorded: Event.Body, removed: Event.Body, restored: Event.Body?)] =
      [
        (
          BodyWeightRecorded(weight: Weight(60)).body, BodyWeightRemoved(measurement: id(7)).body,
          BodyWeightRestored(measurement: id(7)).body
        ),
        (
          MeasurementLogged(.waist, 80).body, MeasurementRemoved(measurement: id(7)).body,
          MeasurementRestored(measurement: id(7)).body
        ),
        (
          PushUpsLogged(count: 9).body, PushUpsRemoved(pushUps: id(7)).body,
          PushUpsRestored(pushUps: id(7)).body
        ),
        (.logged("s", "squat", 5, Weight(100)), .removed(id(7)), .restored(id(7), at: 1)),
        (.started("s"), .discarded("s"), .restored("s")),
        (
          ProgramStarted(
            program: "p", scheme: .fiveThreeOne,
            lifts: [TrainingMax(exercise: "squat", weight: Weight(100), increment: 5)]
          ).body, ProgramEnded(program: "p").body, nil
        ),
        (WorkoutSaved(workout: "w").body, WorkoutUnsaved(workout: "w").body, nil),
        (MaxRecorded(lift: .squat, weight: Weight(150)).body, MaxCleared(lift: .squat).body, nil),
      ]

  @Test(arguments: removals.indices)
  func `a removal or a restoration that comes too late is told`(_ place: Int) throws {
    let (recorded, removed, restored) = Self.removals[place]
    func notes(_ offered: Event.Body, after bodies: Event.Body...) throws -> Int? {
      try self.notes(verdict(.by("ann", offered), after: bodies.map { .by("ann", $0) }))?.count
    }
    #expect(try notes(removed, after: recorded) == 0)
    #expect(try notes(removed, after: recorded, removed) == 1)
    guard let restored else { return }
    #expect(try notes(restored, after: recorded, removed) == 0)
    #expect(try notes(restored, after: recorded) == 1)
  }

  @Test func `a change of a program, of its other cycle, or of another program is told`() throws {
    let lift = TrainingMax(exercise: "squat", weight: Weight(100), increment: 5)
    let started = Fact.by(
      "ann", ProgramStarted(program: "p", scheme: .fiveThreeOne, lifts: [lift]).body)
    func count(_ body: Event.Body) throws -> Int? {
      try notes(verdict(.by("ann", body), after: [started]))?.count
    }
    func done(in program: Name) -> Event.Body {
      ProgramSetCompleted(program: program, exercise: "squat", cycle: 1, week: 1, reps: 5).body
    }
    #expect(try count(done(in: "p")) == 0 && count(done(in: "q")) == 1)
    #expect(try count(CycleCompleted(program: "p", cycle: 1).body) == 0)
    #expect(try count(CycleCompleted(program: "p", cycle: 2).body) == 1)
    #expect(
      try count(ProgramSetCleared(program: "p", exercise: "squat", cycle: 1, week: 1).body) == 1)
  }

  @Test func `the user who described an exercise last may remove the description`() throws {
    let described = Fact.by("ann", .catalogued("row"))
    let removal: Event.Body = ExerciseUncatalogued(exercise: "row").body
    #expect(try notes(verdict(.by("ann", removal), after: [described])) == [])
    #expect(try notes(verdict(described, .by("ann", removal))) == [])
    #expect(try code(verdict(.by("ben", removal), after: [described])) == .notOwner)
    #expect(
      try code(verdict(.by("ann", removal), after: [described, .by("ben", .catalogued("row"))]))
        == .notOwner)
    #expect(
      try code(verdict(.by("ann", removal), after: [.by(nil, .catalogued("row"))])) == .notOwner)
    #expect(try notes(verdict(.by("ann", removal)))?.count == 1)
  }
}
