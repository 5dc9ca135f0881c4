import Events

/// The muscles that each exercise trains, by the catalogue or by common names.
public struct ExerciseMuscles: Projection {
  public struct Muscles: Equatable, Sendable {
    /// The muscles that do most of the work, in lower case; never empty.
    public let primary: [String]
    /// The muscles that help, in lower case, without the primary ones.
    public let secondary: [String]
    /// The muscles for which a set of the exercise counts, each with the part of the set that counts.
    fileprivate let shares: [Share]

    init(primary: [String], secondary: [String]) {
      (self.primary, self.secondary) = (primary, secondary)
      shares =
        primary.map { Share(muscle: Name($0), part: 1) }
        + secondary.map { Share(muscle: Name($0), part: 0.5) }
    }
  }

  /// The muscles of the exercises that the catalogue describes with any.
  private var described: [Name: Muscles] = [:]

  public init() {}
  public static var reads: Areas { [.exercises] }

  public mutating func apply(_ event: Event) {
    guard case .exercises(let fact) = event.body else { return }
    switch fact {
    case .exerciseCatalogued(let entry): described[entry.exercise] = Muscles(entry)
    case .exerciseUncatalogued(let removal): described[removal.exercise] = nil
    default: break
    }
  }

  /// The muscles of an exercise; nil if neither the catalogue nor its name determines any.
  public subscript(exercise: Name) -> Muscles? {
    described[exercise] ?? ExerciseMuscles.common(of: exercise)
  }

  /// A muscle for which a set of an exercise counts, and the part of the set that counts.
  struct Share: Equatable, Sendable {
    let muscle: Name
    let part: Double
  }

  /// Returns the muscles for which a set of an exercise counts: `other` if none is known.
  func shares(of exercise: Name) -> [Share] {
    self[exercise]?.shares ?? [Share(muscle: "other", part: 1)]
  }

  /// The muscles of the latest names, cached because a search for words takes longer than folding a set.
  private static let found = Monitor<[Name: Muscles?]>([:])
  /// The maximum number of these names.
  private static let mostFound = 1_000

  private static func common(of exercise: Name) -> Muscles? {
    found.alone { found in
      if let muscles = found[exercise] { return muscles }
      if found.count == mostFound { found = [:] }
      let muscles = search(exercise)
      found[exercise] = .some(muscles)
      return muscles
    }
  }

  /// Returns the muscles of the words of a name.
  private static func search(_ exercise: Name) -> Muscles? {
    // An exercise that was typed is named `Front Squat`; the words are those of ids.
    let id = "-\(ExerciseSlugs.slug(of: exercise.text))"
    return CommonMuscles.all.first { entry in
      entry.names.contains { id.firstPlace(of: "-\($0)") != nil }
    }?.muscles
  }
}

extension ExerciseMuscles.Muscles {
  /// Creates the muscles of a description; nil if it has none.
  ///
  /// Without primary muscles, the part of the body is one.
  fileprivate init?(_ entry: ExerciseCatalogued) {
    let named =
      entry.primaryMuscles.isEmpty ? [entry.bodyPart].compactMap(\.self) : entry.primaryMuscles
    let primary = named.map { $0.lowercased() }.distinct
    guard !primary.isEmpty else { return nil }
    let secondary = entry.secondaryMuscles.map { $0.lowercased() }.distinct
    self.init(primary: primary, secondary: secondary.filter { !primary.contains($0) })
  }
}
