import Events

/// A request to describe an exercise, new or known; values that are nil stay unchanged.
public struct DescribeExercise: Decision {
  /// The exercise, by id or name; a new exercise gets the id.
  public var exercise: String
  /// The display name; nil for the current name or, failing that, the imported name or the text of `exercise`.
  public var name: String?
  /// The part of the body; an empty text removes it, as for the texts below.
  public var bodyPart: String?
  public var equipment: String?
  public var force: String?
  public var level: String?
  public var mechanic: String?
  public var category: String?
  public var gifUrl: String?
  /// The primary muscles; nil for the current ones, as for the lists below.
  public var primaryMuscles: [String]?
  public var secondaryMuscles: [String]?
  /// The steps, in order.
  public var instructions: [String]?

  public init(exercise: String, name: String? = nil) {
    (self.exercise, self.name) = (exercise, name)
  }

  public func decide(
    _ state: Pair<ExerciseCatalogue, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let text = try required(exercise, "the exercise", help: "for example 'bench-press'")
    let exercise = state.second.exercise(text) ?? Name(ExerciseSlugs.slug(of: text))
    let before = state.first[exercise]?.entry
    let after = ExerciseCatalogued(
      exercise: exercise,
      name: given(name) ?? before?.name ?? state.second.aliases.title(of: exercise) ?? text,
      bodyPart: changed(bodyPart, before?.bodyPart),
      equipment: changed(equipment, before?.equipment), force: changed(force, before?.force),
      level: changed(level, before?.level), mechanic: changed(mechanic, before?.mechanic),
      category: changed(category, before?.category),
      primaryMuscles: changed(primaryMuscles, before?.primaryMuscles),
      secondaryMuscles: changed(secondaryMuscles, before?.secondaryMuscles),
      instructions: changed(instructions, before?.instructions),
      gifUrl: changed(gifUrl, before?.gifUrl), images: before?.images ?? [])
    if let before, ExerciseCatalogued.isVerbatim(after, before) { return [] }
    return [after.body]
  }

  private func changed(_ new: String?, _ old: String?) -> String? { new == nil ? old : given(new) }

  private func changed(_ new: [String]?, _ old: [String]?) -> [String] {
    new.map { $0.compactMap { given($0) } } ?? old ?? []
  }
}

/// A request to add an alias of an exercise; typed and imported names then find the exercise by it.
public struct AliasExercise: ExerciseRequest {
  /// The alias, as written elsewhere.
  public var alias: String
  public var exercise: String
  /// A Boolean value indicating whether an exercise that the log does not name is accepted.
  public var isNew: Bool

  public init(alias: String, exercise: String, isNew: Bool = false) {
    (self.alias, self.exercise, self.isNew) = (alias, exercise, isNew)
  }

  public func decide(
    _ state: Pair<OfUser<History>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let known = state.second
    let alias = try required(alias, "the alias", help: "for example 'Bench Press (Barbell)'")
    let exercise = try known.resolve(exercise, isNew: isNew, in: state.first.value)
    guard isNew || known.names(exercise) else {
      throw Refusal(
        .unknownExercise, "the log has no exercise '\(exercise)'",
        help: "\(.show(.catalogue)) lists all; \(.describeExercise) adds one")
    }
    guard Name(alias) != exercise else {
      throw Refusal(
        .nothingToChange, "'\(alias)' is already the id of the exercise",
        help: "give another name; \(.show(.exerciseNames)) shows the names of an exercise")
    }
    if known.names(Name(alias)) {
      throw Refusal(
        .alreadyExists, "'\(alias)' is itself an exercise with events",
        help: "an alias of '\(exercise)' must not be the name of an exercise")
    }
    if known.aliases[alias]?.exercise == exercise { return [] }
    return [ExerciseAliased(alias: alias, exercise: exercise).body]
  }
}

/// A request to remove an alias of an exercise.
public struct UnaliasExercise: Decision {
  public var alias: String

  public init(alias: String) { self.alias = alias }

  public func decide(_ known: KnownExercises, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard let found = known.aliases[alias] else {
      let near = nearest(to: alias, among: known.aliases.all.map(\.alias))
      throw Refusal(
        .notFound, "'\(trimmed(alias))' is not an alias of an exercise",
        help: near.isEmpty
          ? "\(.show(.exerciseNames)) shows the aliases of an exercise"
          : "did you mean \(alternatives(near))?")
    }
    return [ExerciseUnaliased(alias: found.alias).body]
  }
}

extension ExerciseEvent {
  /// The catalogue is shared by all users.
  var judgement: Judgement {
    switch self {
    case .exerciseCatalogued(let entry):
      .decision(DescribeExercise(exercise: entry.exercise.text, name: entry.name))
    case .exerciseAliased(let alias):
      .decision(AliasExercise(alias: alias.alias, exercise: alias.exercise.text, isNew: true))
    case .exerciseUnaliased(let alias): .decision(UnaliasExercise(alias: alias.alias))
    case .exerciseUncatalogued(let removal):
      .unless(MissingDescription(exercise: removal.exercise))
    // A merge in the opposite direction would end the effect of both.
    case .exerciseMerged(let merge): .decision(MergeExercises(merge))
    case .exerciseUnmerged(let end):
      .unless(Missing(from: OfUser<ExerciseMerges>.self) { $0.value.targets[end.exercise] != nil })
    }
  }
}

/// A check of whether an exercise has no description; only the user who described it last may remove it.
private struct MissingDescription: InertEvent {
  let exercise: Name

  func isInert(_ event: Event, _ state: Describers) throws(Refusal) -> Bool {
    guard let user = state.users[exercise] else { return true }
    guard user == event.user else {
      throw Refusal(
        .notOwner,
        "only the user who last described '\(exercise)' can remove the description",
        help: "ask that user, or change the description: \(.describeExercise)")
    }
    return false
  }
}

/// The users who described exercises last; nil for an import.
private struct Describers: Projection {
  private(set) var users: [Name: Name?] = [:]

  static var reads: Areas { [.exercises] }

  mutating func apply(_ event: Event) {
    switch event.body {
    case .exercises(.exerciseCatalogued(let entry)): users[entry.exercise] = .some(event.user)
    case .exercises(.exerciseUncatalogued(let removal)): users.removeValue(forKey: removal.exercise)
    default: break
    }
  }
}
