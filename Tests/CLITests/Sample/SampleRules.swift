@testable import CLI
@testable import Events

/// What decisions would refuse, checked event by event.
struct SampleRules {
  private(set) var breaches: [String] = []

  private var ids: Set<EventID> = []
  private var last: Timestamp?
  private var signedInUntil: [Name: Timestamp] = [:]
  private var signIn: [Name: Name] = [:]
  private var openSession: [Name: Name] = [:]
  private var sets: [Name: Set<EventID>] = [:]
  private var author: [Name: Name] = [:]
  private var likers: [Name: Set<Name>] = [:]
  private var week: [Name: [Weekday: [PlannedExercise]]] = [:]

  mutating func check(_ event: Event) {
    expect(ids.insert(event.id).inserted, "id is new", event)
    expect(last.map { $0.milliseconds <= event.at.milliseconds } ?? true, "time rises", event)
    last = event.at
    guard let user = event.user else { return expect(false, "has a user", event) }
    if case .identity(let fact) = event.body { return check(fact, event, user) }
    expect(signedInUntil[user].map { event.at < $0 } ?? false, "is signed in", event)
    switch event.body {
    case .sessions(let fact): check(fact, event, user)
    case .plan(let fact): check(fact, event, user)
    case .feed(let fact): check(fact, event, user)
    default: expect(false, "is of an area that a sample has", event)
    }
  }

  private mutating func expect(_ holds: Bool, _ rule: String, _ event: Event) {
    if !holds { breaches.append("\(event.seq) \(event.type): \(rule)") }
  }

  private mutating func check(_ fact: IdentityEvent, _ event: Event, _ user: Name) {
    switch fact {
    case .userSignedIn(let fact):
      expect(signedInUntil[user].map { $0 <= event.at } ?? true, "was signed out", event)
      signedInUntil[user] = fact.expiresAt
      signIn[user] = Name(event.id)
    case .sessionRenewed(let fact):
      expect(signIn[user] == fact.session, "is the user's sign-in", event)
      expect(signedInUntil[user].map { event.at < $0 } ?? false, "has not ended", event)
      signedInUntil[user] = fact.expiresAt
    case .userSignedOut(let fact):
      expect(signIn[user] == fact.session, "is the user's sign-in", event)
      expect(openSession[user] == nil, "has no open session", event)
      (signIn[user], signedInUntil[user]) = (nil, nil)
    default: expect(false, "is a fact that a sample has", event)
    }
  }

  private mutating func check(_ fact: SessionEvent, _ event: Event, _ user: Name) {
    switch fact {
    case .sessionStarted(let fact):
      expect(openSession[user] == nil, "has no open session", event)
      expect(fact.session == nil, "is named by its event", event)
      openSession[user] = Name(event.id)
    case .setLogged(let fact):
      expect(openSession[user] == fact.session, "session is open", event)
      sets[user, default: []].insert(event.id)
    case .setRevised(let fact):
      expect(sets[user]?.contains(fact.set) ?? false, "set is of the open session", event)
    case .setRemoved(let fact):
      expect(sets[user]?.remove(fact.set) != nil, "set is of the open session", event)
    case .sessionEnded(let fact): end(fact.session, event, user)
    case .sessionDiscarded(let fact): end(fact.session, event, user)
    default: expect(false, "is a fact that a sample has", event)
    }
  }

  private mutating func end(_ session: Name, _ event: Event, _ user: Name) {
    expect(openSession[user] == session, "session is open", event)
    (openSession[user], sets[user]) = (nil, nil)
  }

  private mutating func check(_ fact: PlanEvent, _ event: Event, _ user: Name) {
    switch fact {
    case .workoutTypeChosen: break
    case .exerciseAdded(let fact): week[user, default: [:]][fact.day, default: []] += [fact.planned]
    case .exerciseRemoved(let fact):
      _ = take(fact.exercise, fact.position, from: fact.day, event, user)
    case .exerciseMoved(let fact):
      guard let moved = take(fact.exercise, fact.position, from: fact.day, event, user) else {
        return
      }
      let end = week[user]?[fact.toDay]?.count ?? 0
      let place = (fact.toPosition ?? end + 1) - 1
      guard (0...end).contains(place) else { return expect(false, "has such a place", event) }
      week[user]?[fact.toDay, default: []].insert(moved, at: place)
    case .dayCleared(let fact):
      expect(week[user]?[fact.day]?.isEmpty == false, "day has exercises", event)
      week[user]?[fact.day] = []
    case .planShared(let fact):
      expect(fact.post == nil, "is named by its event", event)
      expect(!fact.exercises.isEmpty, "shares something", event)
      expect(fact.exercises == week[user]?[fact.day], "shares the day as it is", event)
      author[Name(event.id)] = user
    case .planSaved(let fact):
      expect(author[fact.post] != nil, "post exists", event)
      week[user, default: [:]][fact.day, default: []] += fact.exercises
    default: expect(false, "is a fact that a sample has", event)
    }
  }

  private mutating func take(
    _ exercise: Name, _ position: Int?, from day: Weekday, _ event: Event, _ user: Name
  ) -> PlannedExercise? {
    let planned = week[user]?[day] ?? []
    let place = position.map { $0 - 1 } ?? planned.firstIndex { $0.exercise == exercise } ?? -1
    guard planned.indices.contains(place), planned[place].exercise == exercise else {
      expect(false, "exercise stands there", event)
      return nil
    }
    return week[user]?[day]?.remove(at: place)
  }

  private mutating func check(_ fact: FeedEvent, _ event: Event, _ user: Name) {
    switch fact {
    case .postLiked(let fact):
      expect(author[fact.post] != nil, "post exists", event)
      expect(likers[fact.post, default: []].insert(user).inserted, "is not liked yet", event)
    case .postUnliked(let fact):
      expect(author[fact.post] != nil, "post exists", event)
      expect(likers[fact.post]?.remove(user) != nil, "was liked", event)
    case .postEdited(let fact): expect(author[fact.post] == user, "is the author", event)
    case .postDeleted(let fact):
      expect(author[fact.post] == user, "is the author", event)
      author[fact.post] = nil
    default: expect(false, "is a fact that a sample has", event)
    }
  }
}
