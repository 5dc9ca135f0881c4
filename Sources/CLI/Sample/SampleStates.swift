import Events
import Projections

/// The states of a sample, by which all that its users ask for is decided.
///
/// Each is folded once, event by event, and put together as a decision looks at it.
struct SampleStates: Sendable {
  /// The states of one user.
  struct Own: Sendable {
    var identity: OfUser<Identity>
    var profile: OfUser<Profile>
    var bodyWeight: OfUser<BodyWeight>
    var unit: OfUser<WeightUnit>
    var plan: OfUser<WeeklyPlan>
    var weeks: OfUser<PlannedWeeks>
    var history: OfUser<History>
    var saved: OfUser<SavedWorkouts>
    var templates: OfUser<Templates>
    var program: OfUser<Program>
    var classes: OfUser<OwnClasses>
    var videos: OfUser<VideoLibrary>
    var pushUps: OfUser<PushUps>
    var meals: OfUser<Meals>

    init(_ user: Name) {
      (identity, profile, bodyWeight) = (OfUser(user), OfUser(user), OfUser(user))
      (unit, plan, weeks, history) = (OfUser(user), OfUser(user), OfUser(user), OfUser(user))
      (saved, templates, program) = (OfUser(user), OfUser(user), OfUser(user))
      (classes, videos, pushUps, meals) = (OfUser(user), OfUser(user), OfUser(user), OfUser(user))
    }

    mutating func apply(_ event: Event) {
      fold(event, &identity)
      fold(event, &profile)
      fold(event, &bodyWeight)
      fold(event, &unit)
      fold(event, &plan)
      fold(event, &weeks)
      fold(event, &history)
      fold(event, &saved)
      fold(event, &templates)
      fold(event, &program)
      fold(event, &classes)
      fold(event, &videos)
      fold(event, &pushUps)
      fold(event, &meals)
    }
  }

  var accounts = Accounts()
  var outbox = Outbox()
  var known = KnownExercises()
  var catalogue = ExerciseCatalogue()
  var feed = Feed()
  var timetable = Timetable()
  var workouts = Workouts()
  /// The states of the user who acts.
  var own: Own { users[acting] }
  private var users: [Own] = []
  /// The place of the user who acts.
  var acting = 0

  mutating func add(_ user: Name) { users.append(Own(user)) }

  /// Folds in an event of the user who acts, or of none.
  mutating func apply(_ event: Event) {
    fold(event, &accounts)
    fold(event, &outbox)
    fold(event, &known)
    fold(event, &catalogue)
    fold(event, &feed)
    fold(event, &timetable)
    fold(event, &workouts)
    if event.user != nil { users[acting].apply(event) }
  }
}

/// Folds an event into a projection whose areas it is of.
private func fold<P: Projection>(_ event: Event, _ state: inout P) {
  if P.reads.contains(event.area) { state.apply(event) }
}

// MARK: As decisions look at them

extension SampleStates {
  typealias Loads = Pair<OfUser<WeightUnit>, KnownExercises>

  var loads: Loads { Pair(own.unit, known) }
  var edits: Pair<Pair<OfUser<WeightUnit>, OfUser<History>>, KnownExercises> {
    Pair(Pair(own.unit, own.history), known)
  }
  var sets: Pair<OfUser<History>, Loads> { Pair(own.history, loads) }
  var revisions: Pair<OfUser<History>, OfUser<WeightUnit>> { Pair(own.history, own.unit) }
  var plan: Pair<OfUser<WeeklyPlan>, KnownExercises> { Pair(own.plan, known) }
  var bookings: Pair<OfUser<OwnClasses>, Timetable> { Pair(own.classes, timetable) }
  var program: Pair<OfUser<Program>, KnownExercises> { Pair(own.program, known) }
}
