import Events

/// The exercises that a log names, to catch a misspelled one before it becomes a fact.
public struct KnownExercises: Projection {
  private(set) var numbers = ExerciseNumbers()
  private(set) var aliases = ExerciseAliases()
  private var isCatalogued = false
  /// The exercises by the slug of a name for people, where that is not the slug of their own.
  ///
  /// Of two exercises with one such name the first has it.
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
    // What is described anew may have another name for people.
    if case .exercises = event.body { false } else { numbers._ignores(event) }
  }

  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { numbers._ignores(set) }

  /// Returns whether the log names an exercise.
  public func names(_ exercise: Name) -> Bool { numbers[exercise] != nil }

  /// Returns the exercise that `text` names.
  ///
  /// It is one that the log names, or a new one where that is asked for or there is no catalogue to go by.
  public func resolve(_ text: String, isNew: Bool) throws(Refusal) -> Name {
    let name = Name(trimmed(text))
    if isNew { return name }
    if let known = exercise(text) { return known }
    guard isCatalogued else { return name }
    let candidates = (numbers.exercises + titles.names).map(\.text) + aliases.others.map(\.alias)
    let known = nearest(to: name.text, among: candidates)
    let guess = known.isEmpty ? "" : "did you mean \(alternatives(known))? "
    throw Refusal(
      .unknownExercise, "the log has never met an exercise '\(name)'",
      help: "\(guess)\(.give(.isNew)) records a new one")
  }

  /// Returns the exercise of the log that `text` names; nil where it is none, or one of several.
  ///
  /// A text that is spelled as an exercise is that one; then other names count. The letters may be of either case;
  /// spaces, hyphens and underscores are one; and the name for people in a catalogue is as good as the
  /// exercise's own.
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

  /// Returns the exercises of which a new one may be a misspelling, the likeliest first.
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

  /// A name for people, as a checkpoint keeps it.
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
  /// Returns the remarks on an exercise that was taken for a new one: none if the log names it, or if no
  /// other is near.
  func remarks(on exercise: Name, of history: History) -> [Remark] {
    guard !names(exercise) else { return [] }
    let near = misspelled(exercise).map {
      Remark.Familiar(exercise: $0, sets: history.count(of: $0))
    }
    return near.isEmpty ? [] : [.newExercise(exercise, near: near)]
  }
}
