import Events

/// A list of exercises for creating sessions.
public struct Template: Equatable, Sendable {
  public let template: Name
  @Verbatim public private(set) var name: String
  @Verbatim public private(set) var description: String?
  public fileprivate(set) var exercises: [PlannedExercise]

  /// A Boolean value indicating whether it comes with replog and cannot be changed.
  public var isPredefined: Bool { Template.predefined.contains { $0.template == template } }

  /// The templates that come with replog.
  ///
  /// Source: FitTrack, for two of the names. The exercises are replog's own choice, without loads.
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

extension Template {
  /// Creates the template that a fact defines.
  init(_ template: Name, _ definition: TemplateDefined) {
    self.init(
      template: template, name: definition.name, description: definition.description,
      exercises: definition.exercises)
  }

  var definition: TemplateDefined {
    TemplateDefined(template: template, name: name, description: description, exercises: exercises)
  }
}

/// The templates of one user: those that come with replog, then the user's own in the order of their definition.
///
/// A template that is defined again keeps its place. The templates that come with replog never change.
public struct Templates: UserProjection {
  /// The user's own templates.
  private var defined = OrderedDictionary<Name, Template>()
  /// The exercises for which others count; the definitions have the names of the events.
  private var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.workouts, .exercises] }

  /// The user's own templates, in the order in which they were defined.
  public var own: [Template] { defined.values.map(named) }

  /// All templates for creating sessions.
  public var all: [Template] { Template.predefined.map(named) + own }

  /// A template by its name; nil if there is none, or if it was deleted.
  public subscript(template: Name) -> Template? {
    let found = Template.predefined.first { $0.template == template } ?? definition(of: template)
    return found.map(named)
  }

  /// Returns a template of the user's own with the exercises that its event names; nil if there is none.
  func definition(of template: Name) -> Template? { defined[template] }

  private func named(_ template: Template) -> Template {
    var template = template
    template.exercises = merges.named(template.exercises)
    return template
  }

  public static func == (one: Templates, other: Templates) -> Bool { one.own == other.own }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .workouts(.templateDefined(let definition)):
      let template = Template(definition.template ?? Name(event.id), definition)
      if !template.isPredefined { defined[template.template] = template }
    case .workouts(.templateDeleted(let deletion)): defined[deletion.template] = nil
    default: merges.apply(event)
    }
  }
}
