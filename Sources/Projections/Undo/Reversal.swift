import Events

/// The way to undo an event, which its area makes from the state before it.
///
/// The facts are made of the state at the end of the log: an exercise that was added is taken off where it
/// is now.
enum Reversal {
  /// Facts undo it, unless later events changed the same.
  case facts(
    about: [UndoTarget], session: Name? = nil,
    (inout ReversalState) throws(Refusal) -> Undoing)
  /// It changed nothing, so that there is nothing to undo.
  case noEffect
  /// No event can undo it, for a reason; it is passed over where a batch is undone that has others.
  case bystander(reason: String, help: Remedy?)
  /// No event can undo it, for a reason, and so none undoes a batch with it.
  case impossible(reason: String, help: Remedy?)
}

/// The facts that undo an event, or that it is not as the event left it.
enum Undoing {
  case facts([Event.Body])
  /// The value is not the one that the event made.
  ///
  /// With `orForced` the facts that undo it nevertheless; nil where nothing is left to undo.
  case overwritten(orForced: [Event.Body]?)
}

/// A part of the state that an event changes, by which a later event that changed the same is found.
enum UndoTarget: Hashable {
  case set(EventID)
  /// The place of a set among those of its session.
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
  /// The program that is followed.
  case program
  /// The last set of an exercise in a cycle and a week.
  case programSet(Name, Int, Int)
  case cycle
  case trainingMax(Name)
  case profile(ProfileDetail)
  /// A measurement of the body's weight.
  case measurement(EventID)
  case max(Lift)
  case setting(Name)
}

extension UndoTarget {
  /// A Boolean value indicating whether each user has one of the same name.
  var isPersonal: Bool {
    switch self {
    case .like, .savedWorkout, .template, .assignment, .workoutType, .exercises, .booking,
      .attendance,
      .profile, .max, .setting, .mealGoal, .menu, .program, .programSet, .cycle, .trainingMax,
      .video:
      true
    case .set, .place, .session, .sets, .post, .workout, .fitnessClass, .pushUps, .measurement:
      false
    }
  }
}

/// The state of one user that reversals are made from: before an event while the log is read, and at its end.
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
  /// The sessions that are about to be discarded, so that it does not matter whether they are open.
  var leaving: Set<Name> = []
  /// The set, or the push-ups, logged anew in place of what was removed.
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
  }

  /// Returns the state of a set, under the id that it has now; nil where it is removed.
  mutating func set(_ id: EventID) -> (session: Name, set: History.LoggedSet)? {
    history.located(current(id))
  }

  /// Returns the position of a set in its session, from 1; nil where it is removed.
  mutating func position(of id: EventID) -> Int? { history.position(of: current(id)) }

  /// Returns the id under which a set, or push-ups, were logged last.
  func current(_ id: EventID) -> EventID {
    var id = id
    // Each is later in the log than the one before, so this ends.
    while let next = successors[id] { id = next }
    return id
  }

  /// Notes that a removed set, or removed push-ups, were logged anew.
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
    case .exercises(let fact): fact.reversal
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
    case .identity, .exercises, .corrections, .unknown: []
    case .program(let fact): fact.subjects(id)
    case .pushUps(let fact): fact.subjects(id)
    case .meals(let fact): fact.subjects(at)
    case .profile(let fact): fact.subjects(id)
    case .workouts(let fact): fact.subjects(id)
    }
  }
}
