import Events
import Projections

/// The states of a sample that its decisions read, folded event by event.
struct SampleStates: Sendable {
  private static let shared: [any Projection.Type] = [
    EmptyProjection.self, Accounts.self, Outbox.self, KnownExercises.self, ExerciseCatalogue.self,
    Feed.self, Timetable.self, Workouts.self,
  ]
  private static let own: [any Projection.Type] = [
    OfUser<Identity>.self, OfUser<Profile>.self, OfUser<BodyWeight>.self, OfUser<WeightUnit>.self,
    OfUser<Measurements>.self,
    OfUser<WeeklyPlan>.self, OfUser<PlannedWeeks>.self, OfUser<History>.self,
    OfUser<SavedWorkouts>.self, OfUser<Templates>.self, OfUser<Program>.self,
    OfUser<OwnClasses>.self, OfUser<VideoLibrary>.self, OfUser<PushUps>.self, OfUser<Meals>.self,
  ]
  /// The indices of the states, those of users after the shared ones.
  private static let places = Dictionary(
    uniqueKeysWithValues: (shared + own).enumerated().map { (ObjectIdentifier($1), $0) })
  private static let reads = (shared + own).map { $0.reads }

  private var shared: [any Projection] = Self.shared.map { $0.init() }
  private var users: [[any Projection]] = []

  mutating func add(_ user: Name) { users.append(Self.own.map { $0.scoped(to: user) }) }

  /// Folds an event of a user into the states; nil means the host.
  mutating func apply(_ event: Event, of user: Int?) {
    let area = event.area
    for place in shared.indices where Self.reads[place].contains(area) {
      shared[place].apply(event)
    }
    guard let user else { return }
    for place in users[user].indices where Self.reads[shared.count + place].contains(area) {
      users[user][place].apply(event)
    }
  }

  /// Returns the state of a type; for a user, if each user has their own.
  func state<S: Projection>(_ type: S.Type, of user: Int) -> S {
    let place = Self.places[ObjectIdentifier(type)]
    let found: any Projection =
      if let place {
        place < shared.count ? shared[place] : users[user][place - shared.count]
      } else if let pair = type as? any SampleState.Type {
        pair.init(self, of: user)
      } else {
        EmptyProjection()
      }
    guard let state = found as? S else { preconditionFailure("a sample keeps no \(type)") }
    return state
  }
}

/// A state that consists of other states.
private protocol SampleState: Projection {
  init(_ states: SampleStates, of user: Int)
}

extension Pair: SampleState {
  fileprivate init(_ states: SampleStates, of user: Int) {
    self.init(states.state(A.self, of: user), states.state(B.self, of: user))
  }
}
