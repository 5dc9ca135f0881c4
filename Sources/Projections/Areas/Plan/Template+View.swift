import Events

/// One template with its exercises.
public struct TemplateView: PersonalView {
  public typealias Row = TemplatesView.Row

  public static let name = "templates show"
  public static let summary = "a template with its exercises"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.object

  public var rows: [Row]

  /// Creates the view of the first template.
  public init(of user: Name?, _ templates: Templates, _ numbers: ExerciseNumbers) {
    rows = templates.all.prefix(1).map { Row($0, numbers) }
  }

  /// Creates the view of the template of a reference, which may also be its name.
  ///
  /// - Throws: A refusal if the reference matches no template, or more than one.
  public init(
    _ reference: Reference, in templates: Templates, _ numbers: ExerciseNumbers
  ) throws(Refusal) { rows = [Row(try templates.template(reference), numbers)] }
}

extension TemplatesView.Row {
  init(_ template: Template, _ numbers: ExerciseNumbers) {
    self.init(template: template, exercises: numbers.numbered(template.exercises))
  }
}
