import Events

/// The templates from which a user can create sessions.
public struct TemplatesView: PersonalView {
  public struct Row: Record {
    public let template: Template
    public let exercises: [NumberedExercise]

    public static var key: String? { "template" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("template", row?.template.template, .plain.column(5, "template").reference, "The template.")
      f("name", row?.template.name, .plain.personal.column(1, "name").shortened, "The name.")
      f(
        "description", row?.template.description,
        .plain.personal.column(4, "description").shortened.dropped(1), "The description, or null.")
      f(
        "predefined", row?.template.isPredefined, .plain.column(2, "predefined").dropped(2),
        "Whether it is predefined and cannot be changed.")
      f.list("exercises", row?.exercises, .plain.column(3, "exercises"), "The exercises, in order.")
    }
  }

  public static let name = "templates"
  public static let summary = "the templates for new sessions"
  public static let scaling = Scaling.perUser

  public var rows: [Row]

  public init(of user: Name?, _ templates: Templates, _ numbers: ExerciseNumbers) {
    rows = templates.all.map { Row($0, numbers) }
  }
}
