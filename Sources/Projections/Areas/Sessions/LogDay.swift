import Events

/// A request to log the sets of a weekday as planned.
///
/// They go into the open session. If none is open, or if the sets are in the past, they get their own session, which
/// begins and ends in the same batch.
public struct LogDay: Decision {
  public var day: Weekday

  public init(day: Weekday) { self.day = day }

  public func decide(
    _ state: Pair<OfUser<History>, OfUser<WeeklyPlan>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let (history, planned) = (state.first.value, state.second.value[day])
    guard !planned.exercises.isEmpty else {
      throw Refusal(
        .emptyDay, "\(day.title) has no exercises to log", help: "add one: \(.addExercise(day))")
    }
    return try history.logging(
      into: context.past == nil ? history.open?.session : nil, context, of: "plan log",
      title: planned.type
    ) { session throws(Refusal) in try planned.sets(in: session, day) }
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    state.first.value.remarks(onSetsOf: facts)
  }
}

extension WeeklyPlan.Day {
  /// Returns the sets of the day, done as planned.
  ///
  /// - Throws: A refusal if the plan of an exercise has no repetitions, no time and no distance: a set without
  ///   them would be a failed attempt.
  fileprivate func sets(in session: Name, _ day: Weekday) throws(Refusal) -> [SetLogged] {
    var sets: [SetLogged] = []
    for planned in exercises {
      let isTimed = planned.seconds != nil || planned.metres != nil
      guard let reps = planned.reps ?? (isTimed ? 0 : nil) else {
        throw Refusal(
          .noRepetitions, "\(day.title) has no repetitions planned for '\(planned.exercise)'",
          help:
            "plan them with \(.planRepetitions(day, exercise: planned.exercise)), or log its sets one by one"
        )
      }
      let set = SetLogged(
        session: session, exercise: planned.exercise, reps: reps, weight: planned.weight,
        seconds: planned.seconds, metres: planned.metres, superset: planned.superset)
      sets += Array(repeating: set, count: max(1, planned.sets ?? 1))
    }
    return sets
  }
}

extension History {
  /// Returns the facts that log sets into a session; without one, into a session that begins and ends with them.
  ///
  /// - Parameter request: The request for the session; names of other requests differ.
  func logging(
    into open: Name?, _ context: Context, of request: String, title: String? = nil,
    _ sets: (Name) throws(Refusal) -> [SetLogged]
  ) throws(Refusal) -> [Event.Body] {
    let session = open ?? newSession(context, of: request)
    let logged = try sets(session).map(\.body)
    if open != nil { return logged }
    let started = SessionStarted(session: session, title: title)
    return [started.body] + logged + [SessionEnded(session: session).body]
  }

  /// Returns the name of a session that begins together with its sets.
  ///
  /// The sets need the name before the events have ids.
  ///
  /// - Parameter request: The request for the session; names of other requests differ.
  func newSession(_ context: Context, of request: String) -> Name {
    let time = "\(context.past ?? context.now) \(context.now)"
    func name(_ number: Int) -> Name {
      Name(EventID(derivedFrom: [request, context.user.text, time, "\(number)"]))
    }
    var number = 1
    while self[name(number)] != nil { number += 1 }
    return name(number)
  }
}
