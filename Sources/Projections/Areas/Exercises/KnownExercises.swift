import Events

/// The exercises that a log names, for finding misspelled names before they become facts.
public struct KnownExercises: Projection {
  private(set) var numbers = ExerciseNumbers()
  private(set) var aliases = ExerciseAliases()
  private var isCatalogued = false
  /// The exercises by the slug of their display name, if this differs from the slug of their id.
  ///
  /// If two exercises have the same display name, the first has the entry.
  private var titles = NameMap<Name>()

  public init() {}
  public static var reads: Areas { ExerciseNumbers.reads }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("KnownExercises") }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { numbers.apply(set) }

  public mutating func apply(_ event: Event) {
    numbers.apply(event)
    guard case .exercises(let fact) = event.body else { return }
    aliases.apply(fact)
    guard case .exerciseCatalogued(let entry) = fact else { return }
    isCatalogued = true
    let slug = ExerciseSlugs.slug(of: entry.name)
    if slug != ExerciseSlugs.slug(of: entry.exercise.text), titles[Name(slug)] == nil {
      titles[Name(slug)] = entry.exercise
    }
  }

  public func _ignores(_ event: Event) -> Bool {
    // A new description may change the display name.
    if case .exercises = event.body { false } else { numbers._ignores(event) }
  }

  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { numbers._ignores(set) }

  /// Returns whether the log names an exercise.
  public func names(_ exercise: Name) -> Bool { numbers[exercise] != nil }

  /// Returns the exercise that `text` names.
  ///
  /// It is an exercise of the log. It is the text itself if `isNew` is true, or if there is neither a match nor a
  /// catalogue.
  public func resolve(_ text: String, isNew: Bool) throws(Refusal) -> Name {
    let name = Name(trimmed(text))
    if isNew { return name }
    if let known = exercise(text) { return known }
    guard isCatalogued else { return name }
    let candidates = (numbers.exercises + titles.names).map(\.text) + aliases.others.map(\.alias)
    let known = nearest(to: name.text, among: candidates)
    let guess = known.isEmpty ? "" : "did you mean \(alternatives(known))? "
    throw Refusal(
      .unknownExercise, "unknown exercise '\(name)'",
      help: "\(guess)\(.give(.isNew)) records a new one")
  }

  /// Returns the exercise of the log that `text` names; nil if there is none, or more than one.
  ///
  /// An exercise with exactly this id comes first, then an alias, then an id in another case. Then spaces, hyphens and
  /// underscores are equal. A display name in a catalogue comes last.
  func exercise(_ text: String) -> Name? {
    let name = Name(trimmed(text))
    if names(name) { return name }
    if let alias = aliases[name.text] { return alias.exercise }
    let folded = name.text.lowercased()
    let alike = numbers.exercises.filter { $0.text.lowercased() == folded }
    guard alike.isEmpty else { return alike.count == 1 ? alike[0] : nil }
    let slug = ExerciseSlugs.slug(of: name.text)
    let same = numbers.exercises.filter { ExerciseSlugs.slug(of: $0.text) == slug }
    guard same.isEmpty else { return same.count == 1 ? same[0] : nil }
    return titles[Name(slug)]
  }

  /// Returns the exercises that a new name may be a misspelling of, the likeliest first.
  func misspelled(_ exercise: Name) -> [Name] {
    nearMisses(of: exercise.text, among: numbers.exercises.map(\.text)).map { Name($0) }
  }
}

extension KnownExercises: Payload {
  @usableFromInline package static var version: Int { 3 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    numbers = try f("numbers", old?.numbers)
    isCatalogued = try f.withDefault(false, "isCatalogued", old?.isCatalogued)
    let listed = try f.list(
      "titles", old?.titles.entries.map { Title(slug: $0.name, exercise: $0.value) })
    for title in listed { titles[title.slug] = title.exercise }
    aliases = ExerciseAliases(try f.list("aliases", old?.aliases.all))
  }

  /// A display name, as a checkpoint keeps it.
  private struct Title: NestedPayload {
    let slug: Name
    let exercise: Name

    init(slug: Name, exercise: Name) { (self.slug, self.exercise) = (slug, exercise) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      slug = try f("slug", old?.slug)
      exercise = try f("exercise", old?.exercise)
    }
  }
}

extension KnownExercises {
  /// Returns the remarks on an exercise that was treated as new.
  ///
  /// There are none if the log names the exercise, or if no other name is similar.
  func remarks(on exercise: Name, of history: History) -> [Remark] {
    guard !names(exercise) else { return [] }
    let near = misspelled(exercise).map {
      Remark.Familiar(exercise: $0, sets: history.count(of: $0))
    }
    return near.isEmpty ? [] : [.newExercise(exercise, near: near)]
  }
}
