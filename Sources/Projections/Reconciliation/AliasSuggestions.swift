import Events

/// The names of exercises in an export that are missing from a catalogue, each with the most similar entries.
public struct AliasSuggestions: Equatable, Sendable {
  /// An entry of the catalogue that the name may mean.
  public struct Candidate: Equatable, Sendable {
    public let exercise: Name
    public let name: String
    /// The similarity of the names, above 0 and at most 1.
    public let likeness: Double
  }

  /// A name of the export.
  public struct Suggestion: Equatable, Sendable {
    public let name: String
    /// The number of sets in the export that have the name.
    public let sets: Int
    /// The most similar entries, the best first; empty if no entry is similar.
    public let candidates: [Candidate]
  }

  /// The missing names, those with the most sets first.
  public let suggestions: [Suggestion]

  /// The maximum number of entries for a name.
  public static let mostCandidates = 3
  /// The minimum similarity of a suggested entry.
  public static let leastLikeness = 0.4

  /// Compares names with a catalogue.
  ///
  /// The catalogue has a name if it is an alias of an entry, or if an import derives the id of an entry from it.
  ///
  /// Cost: compares each name with each entry.
  ///
  /// - Parameter names: The names of the export, each with the number of its sets.
  public init(_ names: [(name: String, sets: Int)], in catalogue: ExerciseCatalogue) {
    let exercises = catalogue.exercises
    let ids = Set(exercises.map(\.entry.exercise))
    let aliases = Set(
      exercises.flatMap { catalogue.aliases(of: $0.entry.exercise) }
        .map { ExerciseSlugs.slug(of: $0) })
    let entries = exercises.map { ($0.entry, ExerciseLikeness($0.entry.name)) }
    suggestions =
      names.filter { name in
        let slug = ExerciseSlugs.slug(of: name.name)
        return !ids.contains(Name(slug)) && !aliases.contains(slug)
      }
      .sorted { ($1.sets, $0.name) < ($0.sets, $1.name) }
      .map { name in
        Suggestion(
          name: name.name, sets: name.sets, candidates: Self.candidates(for: name.name, in: entries)
        )
      }
  }

  private static func candidates(
    for name: String, in entries: [(entry: ExerciseCatalogued, likeness: ExerciseLikeness)]
  ) -> [Candidate] {
    let wanted = ExerciseLikeness(name)
    return
      entries.compactMap { entry, other in
        let likeness = wanted.likeness(to: other)
        guard likeness >= leastLikeness else { return nil }
        return Candidate(exercise: entry.exercise, name: entry.name, likeness: likeness)
      }
      .sorted { ($1.likeness, $0.exercise) < ($0.likeness, $1.exercise) }
      .prefix(mostCandidates).map(\.self)
  }
}

/// The parts of an exercise's name that decide its similarity: its words, and pairs of their letters.
///
/// Words have twice the weight of letters, in any order: `Bench Press (Barbell)` is `Barbell Bench Press`. Letters allow
/// for other spellings. Both use the coefficient of Dice.
///
/// Source: Dice, "Measures of the Amount of Ecologic Association Between Species" (1945).
struct ExerciseLikeness {
  private let words: Set<String>
  /// The pairs of letters of all words, sorted.
  private let pairs: [UInt64]

  /// Words that do not distinguish exercises.
  private static let fillers: Set<String> = [
    "a", "and", "grip", "in", "medium", "of", "on", "the", "to", "with",
  ]
  private static let synonyms = [
    "db": "dumbbell", "bb": "barbell", "kb": "kettlebell", "ohp": "overhead", "rdl": "romanian",
    "bodyweight": "body", "pullup": "pull", "chinup": "chin", "pushup": "push", "situp": "sit",
    "flye": "fly",
  ]

  init(_ name: String) {
    let all = ExerciseSlugs.slug(of: name).split(separator: "-").map { Self.stem(String($0)) }
    let kept = all.filter { !Self.fillers.contains($0) && $0 != "up" }
    words = Set(kept)
    pairs = kept.sorted().flatMap { word in
      let letters = word.unicodeScalars.map { UInt64($0.value) }
      return zip([0] + letters, letters + [0]).map { $0 << 32 | $1 }
    }.sorted()
  }

  /// Returns a word in the singular, or the usual one of its synonyms.
  private static func stem(_ word: String) -> String {
    let single =
      word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
      ? String(word.dropLast()) : word
    return synonyms[single] ?? single
  }

  /// Returns the similarity to another name, from 0 to 1.
  func likeness(to other: ExerciseLikeness) -> Double {
    let common = words.intersection(other.words).count
    var (left, right, shared) = (0, 0, 0)
    while left < pairs.count, right < other.pairs.count {
      if pairs[left] == other.pairs[right] {
        (left, right, shared) = (left + 1, right + 1, shared + 1)
      } else if pairs[left] < other.pairs[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return
      (2 * Self.dice(common, words.count, other.words.count)
      + Self.dice(shared, pairs.count, other.pairs.count)) / 3
  }

  private static func dice(_ shared: Int, _ one: Int, _ other: Int) -> Double {
    one + other == 0 ? 0 : 2 * Double(shared) / Double(one + other)
  }
}
