import Events

/// The exercises of the log.
public struct ExercisesView: LogView {
  public struct Row: Record {
    public let exercise: ExerciseCatalogue.Exercise

    public static var key: String? { "exercise" }

    public static func == (one: Row, other: Row) -> Bool { isWrittenAlike(one, other) }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let entry = row?.exercise.entry
      f("exercise", entry?.exercise, .plain.column(2, "id").shortened.dropped(1), "The exercise.")
      f("number", row?.exercise.number, .plain.column(1, "number"), "The number, as in `ids`.")
      f(
        "name", entry?.name, .plain.column(3, "name").shortened,
        "The display name, or the id if there is none.")
      f(
        "bodyPart", entry?.bodyPart, .plain.column(4, "body part").dropped(3).rare,
        "The part of the body, or null.")
      f(
        "equipment", entry?.equipment, .plain.column(5, "equipment").dropped(4).rare,
        "The equipment, or null.")
      f(
        "target", entry?.primaryMuscles.first, .plain.column(6, "target").dropped(2).rare,
        "The first primary muscle, or null.")
      f("secondaryMuscles", entry?.secondaryMuscles, .hidden, "The secondary muscles.")
      f("instructions", entry?.instructions, .hidden, "The steps, in order.")
      f(
        "gifPath", row?.exercise.gifPath, .hidden,
        "The path of the exercise's animation, derived from the exercise number.")
    }
  }

  public static let name = "exercises"
  public static let summary = "the exercises in the log and its catalogue, by number"
  public static let scaling = Scaling.stream(of: ExerciseNumbers.reads)
  public static let emptyText = "no exercises found"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]
  /// The aliases of exercises, which a search also matches.
  private var aliases: [Name: [String]]

  public init(_ catalogue: ExerciseCatalogue) {
    rows = catalogue.all.map { Row(exercise: $0) }
    aliases = catalogue.aliasesByExercise
  }

  public static func row(_ key: Name, of catalogue: ExerciseCatalogue) -> Row? {
    catalogue.named(key).map { Row(exercise: $0) }
  }

  public static func touched(by event: Event) -> [Name]? {
    // An alias may be the spelling of the id that is derived from it, and so the name of that exercise.
    switch event.body {
    case .exercises(.exerciseAliased(let aliased)): [Name(ExerciseSlugs.slug(of: aliased.alias))]
    case .exercises(.exerciseUnaliased(let alias)): [Name(ExerciseSlugs.slug(of: alias.alias))]
    case .exercises(.exerciseUncatalogued(let removal)): [removal.exercise]
    default: event.body.exercises
    }
  }

  /// Removes the exercises that a user merged into others; a search by their names finds the others.
  public mutating func join(_ merges: ExerciseMerges) {
    let merged = rows.map(\.exercise.entry).filter { merges[$0.exercise] != $0.exercise }
    for entry in merged {
      aliases[merges[entry.exercise], default: []] +=
        [entry.name, entry.exercise.text] + aliases[entry.exercise, default: []]
    }
    rows = rows.filter { merges[$0.exercise.entry.exercise] == $0.exercise.entry.exercise }
  }

  /// Removes the rows that do not match a search.
  public mutating func keep(_ search: ExerciseSearch) {
    rows = rows.filter { row in
      let entry = row.exercise.entry
      return search.includes(entry, called: aliases[entry.exercise, default: []])
    }
  }
}
