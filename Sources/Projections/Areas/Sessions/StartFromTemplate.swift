import Events

/// A request to start a workout from a template, with a copy of the template's name and exercises.
///
/// Later changes of the template do not change the workout. A predefined template names exercises by common names, such
/// as "squat". If the log does not have one, the likeliest exercise of the log takes its place.
public struct StartFromTemplate: Decision {
  public var template: Reference
  /// The title; nil for the name of the template.
  public var title: String?
  public var note: String?

  public init(template: Reference, title: String? = nil, note: String? = nil) {
    (self.template, self.title, self.note) = (template, title, note)
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<Templates>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let template = try state.second.first.value.template(template)
    let (history, known) = (state.first.value, state.second.second)
    try history.requireNoneOpen()
    let exercises =
      template.isPredefined
      ? template.exercises.map { $0.named(known.meant(byTemplate: $0.exercise, in: history)) }
      : template.exercises
    let started = SessionStarted(
      title: given(title) ?? template.name, note: given(note), template: template.template,
      planned: exercises)
    return [started.body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    let (history, known) = (state.first.value, state.second.second)
    guard case .sessions(.sessionStarted(let started)) = facts.first,
      let template = try? state.second.first.value.template(template), template.isPredefined
    else { return [] }
    return zip(template.exercises, started.planned).flatMap { usual, planned in
      known.remarks(onCommonName: usual.exercise.text, takenFor: planned.exercise, in: history)
    }
  }
}

extension KnownExercises {
  /// Returns the exercise of the log for one of a predefined template; the same one if the log has none like it.
  fileprivate func meant(byTemplate exercise: Name, in history: History) -> Name {
    if let known = self.exercise(exercise.text) { return history.merges[known] }
    return meant(byCommonName: exercise.text, in: history).first?.exercise ?? exercise
  }
}

extension PlannedExercise {
  /// Returns the planned sets for another exercise.
  fileprivate func named(_ exercise: Name) -> PlannedExercise {
    var planned = self
    planned.exercise = exercise
    return planned
  }
}
