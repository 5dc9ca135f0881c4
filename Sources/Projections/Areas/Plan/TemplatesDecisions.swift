import Events

/// A request to define a template of the user's own, or to redefine one.
///
/// A name that looks the same as the name of another template is taken, even if its bytes differ: an é may be one or
/// two characters.
public struct DefineTemplate: Decision {
  /// An exercise as it was entered, with its planned sets.
  public struct Exercise: Equatable, Sendable {
    public var exercise: String
    /// The sets, as in `3x8x60kg`; nil to leave them open.
    public var planned: EnteredSet?
    public var superset: SupersetGroup?
    /// The rest after each set, in seconds; nil for that of the template.
    public var restSeconds: Double?

    public init(
      _ exercise: String, _ planned: EnteredSet? = nil, superset: SupersetGroup? = nil,
      restSeconds: Double? = nil
    ) {
      (self.exercise, self.planned) = (exercise, planned)
      (self.superset, self.restSeconds) = (superset, restSeconds)
    }
  }

  public var name: String
  public var description: String?
  public var exercises: [Exercise]
  /// The template to redefine; nil for a new one.
  public var replaced: Reference?
  /// The rest after each set of the exercises that have no rest of their own, in seconds; nil to leave it open.
  public var restSeconds: Double?
  /// A Boolean value indicating whether exercises that the log does not name are accepted.
  public var isNew: Bool

  public init(
    name: String, description: String? = nil, exercises: [Exercise], replaced: Reference? = nil,
    isNew: Bool = false
  ) {
    (self.name, self.description, self.exercises) = (name, description, exercises)
    (self.replaced, self.isNew) = (replaced, isNew)
  }

  public func decide(
    _ state: Pair<
      OfUser<Templates>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
    >,
    _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let templates = state.first.value
    let name = try required(name, "the name of a template", help: "for example Push or Legs")
    guard !exercises.isEmpty else {
      throw Refusal(
        .emptyValue, "a template must have at least one exercise",
        help: "add them after the name: squat=3x8x60kg")
    }
    let old = try replaced.map { (reference) throws(Refusal) in
      try templates.findOwn(reference, to: "redefine")
    }
    if let other = templates.all.first(where: { $0.name == name }), other.template != old?.template
    {
      throw Refusal(
        .alreadyExists, "a template '\(name)' already exists: \(other.template)",
        help: "choose another name, or redefine it with \(.give(.replaced, other.template.text))")
    }
    let planned = try exercises.map { (entered) throws(Refusal) in
      try entered.resolved(state.second, rest: restSeconds, isNew: isNew)
    }
    let defined = TemplateDefined(
      template: old?.template, name: name, description: given(description), exercises: planned)
    // A template that looks the same stays, though it may name exercises that were merged since.
    if let old, Template(old.template, defined) == templates[old.template] { return [] }
    return [defined.body]
  }
}

/// A request to delete a template of the user's own.
public struct DeleteTemplate: Decision {
  public var template: Reference

  public init(template: Reference) { self.template = template }

  public func decide(
    _ state: OfUser<Templates>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let template = try state.value.findOwn(template, to: "delete")
    return [TemplateDeleted(template: template.template).body]
  }
}

/// A request to replace an exercise of a template of the user's own by another, with the same targets.
///
/// Its load stays open unless it is given. If the template has the exercise several times, all of them are replaced.
public struct SwapTemplateExercise: ExerciseRequest {
  public var template: Reference
  public var replaced: String
  public var exercise: String
  public var weight: EnteredWeight?
  public var isNew: Bool

  public init(
    template: Reference, _ replaced: String, by exercise: String, weight: EnteredWeight? = nil,
    isNew: Bool = false
  ) {
    (self.template, self.replaced, self.exercise) = (template, replaced, exercise)
    (self.weight, self.isNew) = (weight, isNew)
  }

  public func decide(
    _ state: Pair<
      OfUser<Templates>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
    >,
    _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let template = try state.first.value.findOwn(template, to: "change")
    let (history, known) = (state.second.first.value, state.second.second)
    let names = [Name(trimmed(replaced)), known.second.exercise(replaced)].compactMap(\.self)
      .map { history.merges[$0] }
    let there = template.exercises.map { history.merges[$0.exercise] }
    guard let old = names.first(where: there.contains) else {
      throw Refusal(
        .notFound, "the template '\(template.name)' has no '\(trimmed(replaced))'",
        help: "it has \(there.map { "'\($0)'" }.joined(separator: ", "))")
    }
    let exercise = try known.second.resolve(exercise, isNew: isNew, in: history)
    let weight = weight?.load(
      of: exercise, typed: self.exercise, known.first.value.unit(of: exercise, in: history))
    let defined = TemplateDefined(
      template: template.template, name: template.name, description: template.description,
      exercises: template.exercises.map {
        history.merges[$0.exercise] == old
          ? $0.swapped(for: exercise, weight: weight, history.merges) : $0
      })
    return defined.exercises == template.exercises ? [] : [defined.body]
  }
}

extension DefineTemplate.Exercise {
  /// Returns the exercise with its known name, and with a unit for its load.
  ///
  /// - Parameter rest: The rest in seconds if the exercise has none of its own; nil to leave it open.
  fileprivate func resolved(
    _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>, rest: Double?,
    isNew: Bool
  ) throws(Refusal) -> PlannedExercise {
    let restSeconds = restSeconds ?? rest
    let exercise = try state.second.second.resolve(
      oneOfSeveral: self.exercise, isNew: isNew, in: state.first.value)
    guard let planned else {
      return PlannedExercise(exercise: exercise, superset: superset, restSeconds: restSeconds)
    }
    try PlannedTargets(
      seconds: planned.seconds, maxReps: planned.maxReps, metres: planned.metres
    ).require(reps: planned.reps)
    let unit = state.second.first.value.unit(of: exercise, in: state.first.value)
    return PlannedExercise(
      exercise: exercise, sets: planned.count, reps: planned.reps,
      weight: planned.weight?.load(of: exercise, typed: self.exercise, unit),
      seconds: planned.seconds, maxReps: planned.maxReps,
      superset: superset, restSeconds: restSeconds, metres: planned.metres)
  }
}

extension Templates {
  /// Returns the template of a reference, which may also be its display name.
  func template(_ reference: Reference) throws(Refusal) -> Template {
    if case .prefix(let text) = reference {
      let named = all.filter { $0.name.lowercased() == trimmed(text).lowercased() }
      if named.count == 1 { return named[0] }
    }
    let name = try reference.resolve(
      among: all.map(\.template), "template", help: "\(.show(.templates)) shows the templates")
    guard let template = self[name] else {
      throw Refusal(.notFound, "there is no template '\(name)'")
    }
    return template
  }

  /// Returns the template of a reference with the exercises that its event names, if it is the user's own.
  fileprivate func findOwn(_ reference: Reference, to change: String) throws(Refusal) -> Template {
    let template = try template(reference)
    guard let definition = definition(of: template.template) else {
      throw Refusal(
        .notOwner, "the template '\(template.template)' is predefined, so nobody can \(change) it",
        help: "define one of your own: \(.defineTemplate)")
    }
    return definition
  }
}

extension WorkoutEvent {
  /// The way in which a change of a workout, which all users see, or of a user's own template is judged.
  var judgement: Judgement {
    switch self {
    // The name may be taken by another workout of the user by now, which a list shows twice.
    case .workoutCreated, .templateDefined, .workoutSuggested: .always
    case .workoutRevised(let change): .decision(EditWorkout(change))
    case .workoutExerciseAdded(let added): .unless(workout: added.workout)
    case .workoutExerciseRemoved(let removed): .unless(workout: removed.workout)
    case .workoutDeleted(let deletion):
      .decision(DeleteWorkout(workout: Reference(to: deletion.workout)))
    case .workoutSaved(let saved): .decision(SaveWorkout(workout: Reference(to: saved.workout)))
    case .workoutUnsaved(let unsaving):
      .unless(Missing(from: OfUser<SavedWorkouts>.self) { $0.value.contains(unsaving.workout) })
    case .templateDeleted(let deletion):
      .unless(Unchanged(OfUser<Templates>.self) { $0.value[deletion.template] != nil })
    }
  }
}

extension EditWorkout {
  /// Creates the request that leads to a change.
  fileprivate init(_ change: WorkoutRevised) {
    self.init(
      workout: Reference(to: change.workout), name: change.name, description: change.description,
      minutes: change.minutes, cleared: change.cleared.first)
  }
}

extension Judgement {
  /// Returns the judgement of an event about a workout.
  fileprivate static func unless(workout: Name) -> Judgement {
    .unless(Missing(from: Workouts.self) { $0[workout] != nil })
  }
}
