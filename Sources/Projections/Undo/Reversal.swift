import Events

/// The way to undo an event, derived by its area from the state before the event.
///
/// The facts use the state at the end of the log: for example, an added exercise is removed from its current place.
enum Reversal {
  /// Facts undo the event, unless later events changed the same values.
  case facts(
    about: [UndoTarget], session: Name? = nil,
    (inout ReversalState) throws(Refusal) -> Undoing)
  /// The event changed nothing, so there is nothing to undo.
  case noEffect
  /// No event can undo it, for a reason; undoing a batch skips it if the batch has other events.
  case bystander(reason: String, help: Remedy?)
  /// No event can undo it, for a reason; its batch cannot be undone either.
  case impossible(reason: String, help: Remedy?)
}

/// The facts that undo an event, or the finding that later events changed its values.
enum Undoing {
  case facts([Event.Body])
  /// The value differs from the one that the event set.
  ///
  /// `orForced` has the facts that undo the event anyway; nil if there is nothing left to undo.
  case overwritten(orForced: [Event.Body]?)
}

/// A part of the state that an event changes, for finding later events that changed the same part.
enum UndoTarget: Hashable {
  case set(EventID)
  /// The place of a set in its session.
  case place(EventID)
  /// The start, the end and the existence of a session.
  case session(Name)
  /// The sets of a session.
  case sets(Name)
  case post(Name)
  /// The like of the user whose events are undone.
  case like(Name)
  case workout(Name)
  /// The saving of a workout by the user whose events are undone.
  case savedWorkout(Name)
  case template(Name)
  /// The workout of a day of a dated week.
  case assignment(LocalDay)
  case workoutType(Weekday)
  case exercises(Weekday)
  case fitnessClass(Name)
  /// The booking of the user whose events are undone.
  case booking(Name)
  /// The attendance of the user whose events are undone.
  case attendance(Name)
  case video(Name)
  /// A session of push-ups.
  case pushUps(EventID)
  case mealGoal
  /// The menu of a day.
  case menu(LocalDay)
  /// The current program.
  case program
  /// The last set of an exercise in a cycle and a week.
  case programSet(Name, Int, Int)
  case cycle
  case trainingMax(Name)
  case profile(ProfileDetail)
  /// A measurement of body weight.
  case measurement(EventID)
  case max(Lift)
  case setting(Name)
  /// The description of an exercise.
  case exercise(Name)
  /// The exercise of an alias, by the slug of the alias.
  case aliasSlug(String)
}

extension UndoTarget {
  /// A Boolean value indicating whether each user has their own part with this name.
  var isPersonal: Bool {
    switch self {
    case .like, .savedWorkout, .template, .assignment, .workoutType, .exercises, .booking,
      .attendance,
      .profile, .max, .setting, .mealGoal, .menu, .program, .programSet, .cycle, .trainingMax,
      .video:
      true
    case .set, .place, .session, .sets, .post, .workout, .fitnessClass, .pushUps, .measurement,
      .exercise, .aliasSlug:
      false
    }
  }
}

/// The state of one user from which reversals are derived: before an event during the pass, then at the end of the log.
struct ReversalState {
  let user: Name
  private(set) var history = History()
  private(set) var plan = WeeklyPlan()
  private(set) var feed = Feed()
  private(set) var timetable = Timetable()
  private(set) var videos = VideoLibrary()
  private(set) var pushUps = PushUps()
  private(set) var meals = Meals()
  private(set) var program = Program()
  private(set) var profile = Profile()
  private(set) var workouts = Workouts()
  private(set) var savedWorkouts = SavedWorkouts()
  private(set) var templates = Templates()
  private(set) var weeks = PlannedWeeks()
  private(set) var catalogue = ExerciseCatalogue.Described()
  private(set) var aliases = ExerciseAliases()
  /// The sessions that will be discarded, so they may be open.
  var leaving: Set<Name> = []
  /// The set or push-ups that were logged again, by the id of the removed ones.
  private var successors: [EventID: EventID] = [:]

  init(of user: Name) { self.user = user }

  mutating func apply(_ event: Event) {
    if event.user == user {
      history.apply(event)
      plan.apply(event)
      videos.apply(event)
      pushUps.apply(event)
      meals.apply(event)
      program.apply(event)
      profile.apply(event)
      savedWorkouts.apply(event)
      templates.apply(event)
      weeks.apply(event)
    }
    feed.apply(event)
    workouts.apply(event)
    timetable.apply(event)
    if case .exercises(let fact) = event.body { aliases.apply(fact) }
    catalogue.apply(event)
  }

  /// Returns the state of a set under its current id; nil if it was removed.
  mutating func set(_ id: EventID) -> (session: Name, set: History.LoggedSet)? {
    history.located(current(id))
  }

  /// Returns the position of a set in its session, from 1; nil if it was removed.
  mutating func position(of id: EventID) -> Int? { history.position(of: current(id)) }

  /// Returns the id under which a set or push-ups were last logged.
  func current(_ id: EventID) -> EventID {
    var id = id
    // Each id is later in the log than the one before it, so the loop ends.
    while let next = successors[id] { id = next }
    return id
  }

  /// Records that a removed set, or removed push-ups, were logged again.
  mutating func replace(_ new: EventID, inPlaceOf old: EventID) {
    let old = current(old)
    if new != old { successors[old] = new }
  }
}

extension Event {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ state: inout ReversalState) -> Reversal {
    switch body {
    case .identity(let fact): fact.reversal
    case .exercises(let fact): fact.reversal(state)
    case .plan(let fact): fact.reversal(self, state)
    case .sessions(let fact): fact.reversal(self, &state)
    case .feed(let fact): fact.reversal(state)
    case .corrections(let fact): fact.reversal
    case .profile(let fact): fact.reversal(self, state)
    case .workouts(let fact): fact.reversal(self, state)
    case .program(let fact): fact.reversal(self, state)
    case .classes(let fact): fact.reversal(self, state)
    case .videos(let fact): fact.reversal(self, state)
    case .pushUps(let fact): fact.reversal(self, state)
    case .meals(let fact): fact.reversal(self, state)
    case .unknown: .impossible(reason: "this build does not know its type", help: nil)
    }
  }

  /// The parts of the state that the event changes.
  var subjects: [UndoTarget] {
    switch body {
    case .plan(let fact): fact.subjects(id)
    case .sessions(let fact): fact.subjects(id)
    case .feed(let fact): fact.subjects
    case .classes(let fact): fact.subjects(id)
    case .videos(let fact): fact.subjects(id)
    case .exercises(let fact): fact.subjects
    case .identity, .corrections, .unknown: []
    case .program(let fact): fact.subjects(id)
    case .pushUps(let fact): fact.subjects(id)
    case .meals(let fact): fact.subjects(at)
    case .profile(let fact): fact.subjects(id)
    case .workouts(let fact): fact.subjects(id)
    }
  }
}
