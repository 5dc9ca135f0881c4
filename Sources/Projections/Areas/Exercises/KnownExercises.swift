import Events

/// The exercises that a log names, for finding misspelled names before they become facts.
public struct KnownExercises: Projection {
  private(set) var numbers = ExerciseNumbers()
  private(set) var aliases = ExerciseAliases()
  /// The exercises by the slug of their display name, if this differs from the slug of their id.
  ///
  /// If two exercises have the same display name, the first has the entry.
  private(set) var titles = NameMap<Name>()

  public init() {}
  public static var reads: Areas { ExerciseNumbers.reads }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("KnownExercises") }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { numbers.apply(set) }

  public mutating func apply(_ event: Event) {
    numbers.apply(event)
    guard case .exercises(let fact) = event.body else { return }
    aliases.apply(fact)
    if case .exerciseUncatalogued(let removal) = fact { removeTitles(of: removal.exercise) }
    guard case .exerciseCatalogued(let entry) = fact else { return }
    let slug = ExerciseSlugs.slug(of: entry.name)
    if slug != ExerciseSlugs.slug(of: entry.exercise.text), titles[Name(slug)] == nil {
      titles[Name(slug)] = entry.exercise
    }
  }

  private mutating func removeTitles(of exercise: Name) {
    var kept = NameMap<Name>()
    for title in titles.entries where title.value != exercise { kept[title.name] = title.value }
    titles = kept
  }

  public func _ignores(_ event: Event) -> Bool {
    // A new description may change the display name.
    if case .exercises = event.body { false } else { numbers._ignores(event) }
  }

  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { numbers._ignores(set) }

  /// The ids of all exercises, by number.
  package var names: [String] { numbers.exercises.map(\.text) }

  /// Returns whether the log names an exercise.
  public func names(_ exercise: Name) -> Bool { numbers[exercise] != nil }

  /// Returns a name or an alias of some exercises with the word "assisted"; nil if there is none.
  func assistedName(of exercises: [Name]) -> String? {
    let others = aliases.all.filter { exercises.contains($0.exercise) }.map(\.alias)
    return (exercises.map(\.text) + others).first { Name($0).isAssisted }
  }

  /// Returns the exercise of the log that `text` names; nil if there is none, or more than one.
  ///
  /// An exercise with exactly this id comes first, then an alias, then an id in another case. Then spaces, hyphens and
  /// underscores are equal. A display name in a catalogue comes last.
  package func exercise(_ text: String) -> Name? {
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
}

extension KnownExercises: Payload {
  @usableFromInline package static var version: Int { 5 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    numbers = try f("numbers", old?.numbers)
    let listed = try f.list("titles", old?.titles.entries.map { StateEntry($0.name, $0.value) })
    for title in listed { titles[title.key] = title.value }
    aliases = ExerciseAliases(try f.list("aliases", old?.aliases.all))
  }
}
