import Events
import Projections
import TestSupport
import Testing

/// A projection under a law: how it is made, and all that can be seen of it.
struct Subject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What a replay of a log shows.
  let replayed: @Sendable (Log, AsOf?) throws -> String
  /// Whether a checkpoint has it.
  let isKept: @Sendable (Checkpoint) throws -> Bool
  /// What folding shows: of the events up to a place, and, in a copy that went on, of all.
  let folded: @Sendable ([Event], Int) -> (part: String, whole: String, partAfterwards: String)

  init<P: Projection>(
    _ name: String, _ start: P, _ show: @escaping @Sendable (P) -> String
  ) {
    testDescription = name
    isKept = { try start.resumed(by: CheckpointReader($0)) != nil }
    replayed = { log, asOf in show(try replay(log, asOf: asOf, start)) }
    folded = { events, place in
      func fold(_ events: ArraySlice<Event>, into state: P) -> P {
        var state = state
        for event in events {
          guard let area = event.area, P.reads.contains(area), state.scope.includes(event.user)
          else {
            continue
          }
          state.apply(event)
        }
        return state
      }
      let part = fold(events[..<place], into: start)
      // What is not exact is not to be shown; the law is about the rest.
      let exact = { (state: P) in state.restarted == nil ? show(state) : "" }
      let shown = exact(part)
      var whole = fold(events[place...], into: part)
      if let again = whole.restarted { whole = fold(events[...], into: again) }
      return (shown, show(whole), exact(part))
    }
  }
}

extension Subject {
  static let all: [Subject] = [
    Subject("Accounts", Accounts(), show),
    Subject("OfUser<Identity>", OfUser<Identity>("ann"), { show($0.value) }),
    Subject("ByUser<Identity>", ByUser<Identity>()) { show($0, show) },
    Subject("LatestSignIn", LatestSignIn()) { $0.user?.text ?? "-" },
    Subject("Feed", Feed(), show),
    Subject("ExerciseNumbers", ExerciseNumbers()) { "\($0.exercises)" },
    Subject("KnownExercises", KnownExercises(), show),
    Subject("OfUser<WeeklyPlan>", OfUser<WeeklyPlan>("ann")) { show($0.value) },
    Subject("ByUser<WeeklyPlan>", ByUser<WeeklyPlan>()) { show($0, show) },
    Subject("OfUser<History>", OfUser<History>("ann")) { show($0.value) },
    Subject("ByUser<History>", ByUser<History>()) { show($0, show) },
    Subject("ByUser<History>(only:)", ByUser<History>(only: "bob")) { show($0, show) },
    Subject("ByUser<PersonalBests>", ByUser<PersonalBests>()) { show($0, show) },
    Subject("OfUser<PersonalBests>", OfUser<PersonalBests>("ann")) { show($0.value) },
    Subject("OfUser<WeightUnit>", OfUser<WeightUnit>("ann")) { "\($0.unit)" },
    Subject("ByUser<WeightUnit>", ByUser<WeightUnit>()) { show($0) { "\($0.unit)" } },
    Subject("Both of one user", Both<OfUser<PersonalBests>, OfUser<WeightUnit>>.scoped(to: "ann")) {
      "\(show($0.first.value)) \($0.second.unit)"
    },
    Subject(
      "Both of three", Both<OfUser<History>, Both<Feed, KnownExercises>>.scoped(to: "bob")
    ) { "\(show($0.first.value)) \(show($0.second.first)) \(show($0.second.second))" },
  ]

  static func show<P>(_ states: ByUser<P>, _ show: (P) -> String) -> String {
    states.users.map { "\($0 ?? "-"): \(show(states[$0]))" }.joined(separator: "\n")
  }

  static func show(_ accounts: Accounts) -> String {
    var parts = ["\(String(describing: accounts.latest))"]
    for user in RandomFacts.users {
      parts.append("\(String(describing: accounts.account(of: user)))")
      parts.append("\(String(describing: accounts.signIn(of: user)))")
    }
    for email in ["a@x.org", "B@X.org"] as [Name] {
      parts.append("\(accounts.user(email: email) ?? "-")")
    }
    for subject in ["1", "2"] as [Name] {
      parts.append("\(accounts.user(provider: "google", subject: subject) ?? "-")")
    }
    return parts.joined(separator: "\n")
  }

  static func show(_ identity: Identity) -> String {
    "\(String(describing: identity.account)) \(String(describing: identity.signIn))"
  }

  static func show(_ feed: Feed) -> String {
    feed.posts.map {
      "\($0.post) \($0.at) \($0.title) \($0.description ?? "-") \($0.day) \($0.type ?? "-") "
        + "\($0.exercises) \($0.likes) \(feed[$0.post]?.likes ?? -1)"
    }.joined(separator: "\n")
  }

  static func show(_ known: KnownExercises) -> String {
    ["a", "A", "b", "B", "z"].map { text in
      do { return try known.resolve(text, isNew: false).text } catch { return "\(error)" }
    }.joined(separator: "\n")
  }

  static func show(_ plan: WeeklyPlan) -> String {
    "\(plan.weekStart.map(\.description) ?? "-") \(Weekday.allCases.map { plan[$0] })"
  }

  static func show(_ history: History) -> String {
    "\(history.sessions)\n\(history.open?.session ?? "-")\n\(history.setIDs)\n"
      + "\(history.setIDs.map { history.set($0)?.score ?? .nan })"
  }

  static func show(_ bests: PersonalBests) -> String { "\(bests.bests)" }
}
