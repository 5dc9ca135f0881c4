import Events

extension PlanEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .workoutTypeChosen(let choice):
      Self.reversal(ofType: choice.type, on: choice.day, state)
    case .workoutTypeCleared(let clearing):
      Self.reversal(ofType: nil, on: clearing.day, state)
    case .exerciseAdded(let addition): Self.reversal(of: addition, state)
    case .exerciseRemoved(let removal): Self.reversal(of: removal, state)
    case .exerciseMoved(let move): Self.reversal(of: move, state)
    case .dayCleared(let clearing): Self.reversal(of: clearing, state)
    case .planShared(let shared): Self.reversal(ofPost: shared.post ?? Name(event.id), state)
    case .planSaved(let saving): Self.reversal(of: saving, state)
    case .workoutAssigned(let assignment):
      Self.reversal(ofWeek: assignment.week, assignment.day, event, state)
    case .workoutUnassigned(let unassignment):
      Self.reversal(ofWeek: unassignment.week, unassignment.day, event, state)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .workoutTypeChosen(let choice): [.workoutType(choice.day)]
    case .workoutTypeCleared(let clearing): [.workoutType(clearing.day)]
    case .exerciseAdded(let addition): [.exercises(addition.day)]
    case .exerciseRemoved(let removal): [.exercises(removal.day)]
    case .exerciseMoved(let move): [.exercises(move.day), .exercises(move.toDay)]
    case .dayCleared(let clearing): [.exercises(clearing.day)]
    case .planShared(let shared): [.post(shared.post ?? Name(id))]
    case .planSaved(let saving):
      saving.type == nil
        ? [.exercises(saving.day)] : [.exercises(saving.day), .workoutType(saving.day)]
    case .workoutAssigned(let assignment): [.assignment(assignment.date)]
    case .workoutUnassigned(let unassignment): [.assignment(unassignment.date)]
    }
  }

  /// Returns the fact that gives a day a kind of workout; nil means none.
  private static func type(_ type: String?, on day: Weekday) -> Event.Body {
    if let type { return .plan(.workoutTypeChosen(WorkoutTypeChosen(day: day, type: type))) }
    return .plan(.workoutTypeCleared(WorkoutTypeCleared(day: day)))
  }

  private static func reversal(
    ofType type: String?, on day: Weekday, _ state: ReversalState
  ) -> Reversal {
    let before = state.plan[day].type
    guard !String?.isVerbatim(before, type) else { return .noEffect }
    let back = [Self.type(before, on: day)]
    return .facts(about: [.workoutType(day)]) { state in
      String?.isVerbatim(state.plan[day].type, type)
        ? .facts(back) : .overwritten(orForced: back)
    }
  }

  /// Returns the reversal of an event that assigned or removed the workout of a day in a dated week.
  private static func reversal(
    ofWeek week: LocalDay, _ day: Weekday, _ event: Event, _ state: ReversalState
  ) -> Reversal {
    let date = week.monday.day(day)
    let before = state.weeks[date]
    var after = state.weeks
    after.apply(event)
    let made = after[date]
    guard made != before else { return .noEffect }
    let back: PlanEvent =
      before.map { .workoutAssigned(WorkoutAssigned(week: date.monday, day: day, workout: $0)) }
      ?? .workoutUnassigned(WorkoutUnassigned(week: date.monday, day: day))
    return .facts(about: [.assignment(date)]) { state in
      state.weeks[date] == made
        ? .facts([.plan(back)]) : .overwritten(orForced: [.plan(back)])
    }
  }

  private static func reversal(of addition: ExerciseAdded, _ state: ReversalState) -> Reversal {
    let day = addition.day
    let place = state.plan[day].exercises.count
    return .facts(about: [.exercises(day)]) { state in
      guard let now = state.plan[day].exercises.place(of: addition.planned, preferring: place)
      else { return .overwritten(orForced: nil) }
      return .facts([Self.removal(of: addition.planned, at: now, on: day)])
    }
  }

  private static func removal(
    of planned: PlannedExercise, at place: Int, on day: Weekday
  ) -> Event.Body {
    .plan(
      .exerciseRemoved(
        ExerciseRemoved(day: day, exercise: planned.exercise, position: place + 1)))
  }

  /// Returns the reversal of a removal: the exercise is added with its values and moved to its place.
  private static func reversal(of removal: ExerciseRemoved, _ state: ReversalState) -> Reversal {
    let day = removal.day
    guard let place = state.plan.place(of: removal.exercise, at: removal.position, on: day) else {
      return .noEffect
    }
    let planned = state.plan[day].exercises[place]
    return .facts(about: [.exercises(day)]) { state in
      let count = state.plan[day].exercises.count
      var facts: [Event.Body] = [.plan(.exerciseAdded(ExerciseAdded(day: day, planned)))]
      if place < count {
        let move = ExerciseMoved(
          day: day, exercise: planned.exercise, position: count + 1, toDay: day,
          toPosition: place + 1)
        facts.append(.plan(.exerciseMoved(move)))
      }
      return .facts(facts)
    }
  }

  private static func reversal(of move: ExerciseMoved, _ state: ReversalState) -> Reversal {
    let (day, toDay) = (move.day, move.toDay)
    guard let from = state.plan.place(of: move.exercise, at: move.position, on: day) else {
      return .noEffect
    }
    let planned = state.plan[day].exercises[from]
    let end = state.plan[toDay].exercises.count - (day == toDay ? 1 : 0)
    let place = min(max(1, move.toPosition ?? .max), end + 1) - 1
    guard day != toDay || place != from else { return .noEffect }
    return .facts(about: [.exercises(toDay)]) { state in
      guard let now = state.plan[toDay].exercises.place(of: planned, preferring: place) else {
        return .overwritten(orForced: nil)
      }
      let room = state.plan[day].exercises.count + (day == toDay ? 0 : 1)
      let back = ExerciseMoved(
        day: toDay, exercise: planned.exercise, position: now + 1, toDay: day,
        toPosition: min(from + 1, room))
      return .facts([.plan(.exerciseMoved(back))])
    }
  }

  private static func reversal(of clearing: DayCleared, _ state: ReversalState) -> Reversal {
    let day = clearing.day
    let exercises = state.plan[day].exercises
    guard !exercises.isEmpty else { return .noEffect }
    let back = exercises.map { Event.Body.plan(.exerciseAdded(ExerciseAdded(day: day, $0))) }
    return .facts(about: [.exercises(day)]) { state in
      state.plan[day].exercises.isEmpty ? .facts(back) : .overwritten(orForced: back)
    }
  }

  private static func reversal(ofPost name: Name, _ state: ReversalState) -> Reversal {
    guard state.feed[name] == nil else { return .noEffect }
    return .facts(about: [.post(name)]) { state in
      guard let post = state.feed[name], post.author == state.user else {
        return .overwritten(orForced: nil)
      }
      return .facts([.feed(.postDeleted(PostDeleted(post: name)))])
    }
  }

  /// Returns the reversal of a copy: the copied exercises are removed, last one first, and so is the kind of workout.
  private static func reversal(of saving: PlanSaved, _ state: ReversalState) -> Reversal {
    let day = saving.day
    let before = state.plan[day]
    let type = changed(saving.type, from: before.type)
    guard type != nil || !saving.exercises.isEmpty else { return .noEffect }
    return .facts(about: [.exercises(day), .workoutType(day)]) { state in
      let now = state.plan[day]
      var (rest, facts): ([PlannedExercise], [Event.Body]) = (now.exercises, [])
      var isAsMade = true
      for (offset, planned) in saving.exercises.enumerated().reversed() {
        let place = before.exercises.count + offset
        guard let found = rest.place(of: planned, preferring: place) else {
          isAsMade = false
          continue
        }
        rest.remove(at: found)
        facts.append(removal(of: planned, at: found, on: day))
      }
      if let type {
        if String?.isVerbatim(now.type, type) {
          facts.append(Self.type(before.type, on: day))
        } else {
          isAsMade = false
        }
      }
      return isAsMade ? .facts(facts) : .overwritten(orForced: facts.isEmpty ? nil : facts)
    }
  }
}

extension [PlannedExercise] {
  /// Returns the place, from 0, of an exercise with these values: the given place if it matches, or else the last.
  fileprivate func place(of planned: PlannedExercise, preferring place: Int) -> Int? {
    if place < count, self[place] == planned { return place }
    return lastIndex(of: planned)
  }
}
