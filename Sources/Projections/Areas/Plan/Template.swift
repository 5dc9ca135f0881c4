import Events

/// A list of exercises that sessions are made from.
public struct Template: Equatable, Sendable {
  public let template: Name
  @Verbatim public private(set) var name: String
  @Verbatim public private(set) var description: String?
  /// The exercises, in order.
  public let exercises: [PlannedExercise]

  /// A Boolean value indicating whether replog brings it, so that nothing changes it.
  public var isPredefined: Bool { Template.predefined.contains { $0.template == template } }

  /// The templates that replog brings.
  ///
  /// Source: FitTrack, which has two of these names; their exercises are replog's own choice, the loads
  /// left to the lifter.
  public static let predefined = [
    Template(
      template: "full-body-beginner", name: "Full Body Beginner",
      description: "Five exercises for all of the body, three times a week",
      exercises: [
        PlannedExercise(exercise: "squat", sets: 3, reps: 8),
        PlannedExercise(exercise: "bench-press", sets: 3, reps: 8),
        PlannedExercise(exercise: "bent-over-row", sets: 3, reps: 8),
        PlannedExercise(exercise: "overhead-press", sets: 2, reps: 10),
        PlannedExercise(exercise: "crunch", sets: 2, reps: 15),
      ]),
    Template(
      template: "upper-body-strength", name: "Upper Body Strength",
      description: "Heavy sets of pressing and pulling",
      exercises: [
        PlannedExercise(exercise: "bench-press", sets: 5, reps: 5),
        PlannedExercise(exercise: "bent-over-row", sets: 5, reps: 5),
        PlannedExercise(exercise: "overhead-press", sets: 3, reps: 6),
        PlannedExercise(exercise: "pull-up", sets: 3, reps: 6),
        PlannedExercise(exercise: "dip", sets: 3, reps: 8),
      ]),
  ]
}

/// The templates of one user: those that replog brings, then the user's own in the order they were defined.
///
/// A template that is defined anew keeps its place. Nothing changes those that replog brings.
public struct Templates: UserProjection {
  /// The user's own; nil for one that was deleted.
  private var defined: [Template?] = []
  private var places: [Name: Int] = [:]

  public init() {}
  public static var reads: Areas { [.workouts] }

  /// The user's own templates, in the order they were defined.
  public var own: [Template] { defined.compactMap(\.self) }

  /// All templates that sessions can be made from.
  public var all: [Template] { Template.predefined + own }

  /// A template by its name; nil when it never was or was deleted.
  public subscript(template: Name) -> Template? {
    Template.predefined.first { $0.template == template }
      ?? places[template].flatMap { defined[$0] }
  }

  public static func == (one: Templates, other: Templates) -> Bool { one.own == other.own }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .workouts(.templateDefined(let definition)):
      define(
        Template(
          template: definition.template ?? Name(event.id), name: definition.name,
          description: definition.description, exercises: definition.exercises))
    case .workouts(.templateDeleted(let deletion)): delete(deletion.template)
    default: break
    }
  }

  private mutating func define(_ template: Template) {
    guard !template.isPredefined else { return }
    let place = places[template.template] ?? defined.count
    if place == defined.count { defined.append(nil) }
    places[template.template] = place
    defined[place] = template
  }

  /// Deletes a template, and closes the gaps when there are more of them than templates.
  private mutating func delete(_ template: Name) {
    guard let place = places.removeValue(forKey: template) else { return }
    defined[place] = nil
    guard defined.count > 2 * places.count + 64 else { return }
    defined.drop { $0 == nil }
    for (place, template) in defined.enumerated() {
      if let template { places[template.template] = place }
    }
  }
}
