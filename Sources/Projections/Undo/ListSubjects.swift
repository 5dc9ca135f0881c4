import Events

/// An exercise of a workout of the user.
struct WorkoutExercise: UndoSubject {
  let workout: Name
  let exercise: Name

  struct Value: Equatable, Sendable {
    let planned: PlannedExercise
    /// The place among the exercises, from 0.
    let place: Int

    static func == (one: Self, other: Self) -> Bool { one.planned == other.planned }
  }

  func value(in state: inout ReversalState) -> Value? {
    guard let list = state.exercises(of: workout),
      let place = list.firstIndex(where: { $0.exercise == exercise })
    else { return nil }
    return Value(planned: list[place], place: place)
  }

  /// Returns the facts for another value; they keep the order.
  ///
  /// An exercise is added at the end, so those after it are removed and added again.
  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    func added(_ planned: PlannedExercise) -> Event.Body {
      WorkoutExerciseAdded(workout: workout, planned).body
    }
    func removed(_ exercise: Name) -> Event.Body {
      WorkoutExerciseRemoved(workout: workout, exercise: exercise).body
    }
    guard let target else { return now == nil ? [] : [removed(exercise)] }
    guard now == nil else { return now == target ? [] : [added(target.planned)] }
    let later = state.exercises(of: workout)?.dropFirst(target.place) ?? []
    return [added(target.planned)] + later.flatMap { [removed($0.exercise), added($0)] }
  }
}

extension ReversalState {
  /// Returns the exercises of a workout of the user; nil if there is no such workout.
  fileprivate func exercises(of workout: Name) -> [PlannedExercise]? {
    workouts[workout].flatMap { $0.author == user ? $0.exercises : nil }
  }
}

/// The exercises of a weekday.
///
/// A change consists of the exercises that it removed or added, since a day may have thousands. Later events that remove
/// or add others do not touch it.
struct DayExercises: UndoSubject {
  let day: Weekday

  /// Consecutive exercises.
  struct Value: Equatable, Sendable {
    /// The place of the first one, from 0.
    var start = 0
    var exercises: [PlannedExercise]
  }

  func value(in state: inout ReversalState) -> Value? {
    Value(exercises: state.plan[day].exercises)
  }

  func reduced(_ old: Value?, _ new: Value?) -> (Value?, Value?) {
    guard let old = old?.exercises, let new = new?.exercises else { return (old, new) }
    let (start, end) = old.common(with: new)
    func part(_ all: [PlannedExercise]) -> Value {
      Value(start: start, exercises: Array(all[start..<all.count - end]))
    }
    return (part(old), part(new))
  }

  func exercises(_ old: Value?, _ new: Value?) -> [PlannedExercise] {
    var counts: [PlannedExercise: Int] = [:]
    for planned in old?.exercises ?? [] { counts[planned, default: 0] -= 1 }
    for planned in new?.exercises ?? [] { counts[planned, default: 0] += 1 }
    return counts.filter { $0.value != 0 }.map(\.key)
  }

  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value> {
    guard let old = change.old, let new = change.new, var list = now?.exercises else {
      return UndoneValue(target: now, isUntouched: false)
    }
    var isUntouched = true
    var (removed, added) = (new, old)
    if let (from, to) = new.exercises.move(to: old.exercises) {
      removed = Value(start: new.start + from, exercises: [new.exercises[from]])
      added = Value(start: new.start + to, exercises: removed.exercises)
    }
    for (offset, planned) in removed.exercises.enumerated().reversed() {
      if let place = list.place(of: planned, preferring: removed.start + offset) {
        list.remove(at: place)
      } else {
        isUntouched = false
      }
    }
    if isUntouched { list.insert(contentsOf: added.exercises, at: min(added.start, list.count)) }
    return UndoneValue(target: Value(exercises: list), isUntouched: isUntouched)
  }

  func change(by event: Event, in state: ReversalState) -> (old: Value, new: Value)? {
    guard case .plan(let fact) = event.body else { return nil }
    switch fact {
    case .exerciseAdded(let addition) where addition.day == day:
      let start = state.plan.count(on: day)
      return (
        Value(start: start, exercises: []), Value(start: start, exercises: [addition.planned])
      )
    case .exerciseRemoved(let removal) where removal.day == day:
      guard let position = removal.position, position > 0,
        let planned = state.plan.exercise(at: position - 1, on: day),
        planned.exercise == removal.exercise
      else { return nil }
      let start = lastPlace(of: planned, from: position - 1, in: state)
      return (Value(start: start, exercises: [planned]), Value(start: start, exercises: []))
    default: return nil
    }
  }

  func knownFacts(undoing change: UndoChange<Self>, in state: ReversalState) -> [Event.Body]? {
    guard let old = change.old, let new = change.new else { return nil }
    switch (old.exercises.count, new.exercises.count) {
    case (0, 1):
      let added = new.exercises[0]
      guard state.plan.exercise(at: new.start, on: day) == added else { return nil }
      let place = lastPlace(of: added, from: new.start, in: state)
      return [ExerciseRemoved(day: day, exercise: added.exercise, position: place + 1).body]
    case (1, 0) where old.start >= state.plan.count(on: day):
      return [ExerciseAdded(day: day, old.exercises[0]).body]
    default: return nil
    }
  }

  /// Returns the place of the last of some equal consecutive exercises.
  private func lastPlace(
    of planned: PlannedExercise, from place: Int, in state: ReversalState
  ) -> Int {
    var place = place
    while state.plan.exercise(at: place + 1, on: day) == planned { place += 1 }
    return place
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    facts(from: now?.exercises ?? [], to: target?.exercises ?? [])
  }

  private func facts(from now: [PlannedExercise], to target: [PlannedExercise]) -> [Event.Body] {
    if let removed = now.surplus(over: target) {
      return removed.reversed().map {
        ExerciseRemoved(day: day, exercise: now[$0].exercise, position: $0 + 1).body
      }
    }
    if let added = target.surplus(over: now) {
      return added.enumerated().flatMap { count, place in
        add(target[place], at: place, after: now.count + count)
      }
    }
    let (start, end) = now.common(with: target)
    let (part, goal) = (now[start..<now.count - end], target[start..<target.count - end])
    if let (from, to) = Array(part).move(to: Array(goal)) {
      return [move(now[start + from].exercise, from: start + from, to: start + to)]
    }
    let kept = Array(now.prefix(start) + now.suffix(end))
    return facts(from: now, to: kept) + facts(from: kept, to: target)
  }

  private func add(_ planned: PlannedExercise, at place: Int, after count: Int) -> [Event.Body] {
    let addition = ExerciseAdded(day: day, planned).body
    return place == count
      ? [addition] : [addition, move(planned.exercise, from: count, to: place)]
  }

  private func move(_ exercise: Name, from: Int, to: Int) -> Event.Body {
    ExerciseMoved(
      day: day, exercise: exercise, position: from + 1, toDay: day, toPosition: to + 1
    ).body
  }
}

extension [PlannedExercise] {
  /// Returns the numbers of exercises at the start and at the end that are the same in another list.
  fileprivate func common(with other: Self) -> (start: Int, end: Int) {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let end = zip(dropFirst(start).reversed(), other.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    return (start, end)
  }

  /// Returns the place, from 0, of an exercise with these values: the given place if it matches, otherwise the last.
  fileprivate func place(of planned: PlannedExercise, preferring place: Int) -> Int? {
    if place < count, self[place] == planned { return place }
    return lastIndex(of: planned)
  }

  /// Returns the places of the exercises that a shorter list lacks; nil if it is not a part of this one in this order.
  fileprivate func surplus(over other: Self) -> [Int]? {
    var (rest, surplus) = (other[...], [Int]())
    for (place, planned) in enumerated() {
      if planned == rest.first { rest.removeFirst() } else { surplus.append(place) }
    }
    return rest.isEmpty ? surplus : nil
  }

  /// Returns the move of the first or the last exercise that leads to another list; nil if there is none.
  fileprivate func move(to other: Self) -> (from: Int, to: Int)? {
    guard count == other.count, count > 1 else { return nil }
    if last == other.first, dropLast() == other.dropFirst() { return (count - 1, 0) }
    return first == other.last && dropFirst() == other.dropLast() ? (0, count - 1) : nil
  }
}

extension [Event.Body] {
  /// The facts, with a move in place of those that remove an exercise from one day and add it to another.
  var joinedMoves: [Event.Body] {
    guard case .plan(.exerciseAdded(let added)) = first,
      case .plan(.exerciseRemoved(let removed)) = last, added.day != removed.day,
      added.planned.exercise == removed.exercise
    else { return self }
    var place: Int?
    for case .plan(.exerciseMoved(let move)) in self { place = move.toPosition }
    let move = ExerciseMoved(
      day: removed.day, exercise: removed.exercise, position: removed.position, toDay: added.day,
      toPosition: place)
    return [move.body]
  }
}
