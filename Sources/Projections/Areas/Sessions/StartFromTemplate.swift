import Events

/// A request to start a workout from a template, with a copy of the template's name and exercises.
///
/// Later changes of the template do not change the workout.
public struct StartFromTemplate: Decision {
  public var template: Reference
  /// The title; nil for the name of the template.
  public var title: String?
  public var note: String?

  public init(template: Reference, title: String? = nil, note: String? = nil) {
    (self.template, self.title, self.note) = (template, title, note)
  }

  public func decide(
    _ state: Pair<OfUser<History>, OfUser<Templates>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let template = try state.second.value.template(template)
    try state.first.value.requireNoneOpen()
    let started = SessionStarted(
      title: given(title) ?? template.name, note: given(note), template: template.template,
      planned: template.exercises)
    return [.sessions(.sessionStarted(started))]
  }
}
