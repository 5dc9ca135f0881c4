import Events

/// A request to record the menu of a day, in place of the previous one.
public struct ImportMenu: Decision {
  public var items: [MenuItem]
  /// The day of the menu; nil for today.
  public var day: LocalDay?
  public var source: String?

  public init(_ items: [MenuItem], day: LocalDay? = nil, source: String? = nil) {
    (self.items, self.day, self.source) = (items, day, source)
  }

  public func decide(_ state: OfUser<Meals>, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard !items.isEmpty else {
      throw Refusal(.emptyValue, "a menu must have at least one dish, got none")
    }
    let source = given(source)
    let date = day ?? (context.past ?? context.now).day
    if state.value[date] == Meals.Menu(day: date, source: source, items: items) { return [] }
    return [MenuImported(day: day, source: source, items: items).body]
  }
}

/// A request to choose the goal for suggestions of meals.
public struct ChooseMealGoal: Decision {
  public var goal: MealGoal

  public init(_ goal: MealGoal) { self.goal = goal }

  public func decide(_ state: OfUser<Meals>, _ context: Context) throws(Refusal) -> [Event.Body] {
    if state.value.goal == goal { return [] }
    return [MealGoalChosen(goal: goal).body]
  }
}

/// A request to record a suggestion from an external source.
public struct KeepSuggestion: Decision {
  public var kind: Suggestions.Kind
  public var text: String
  public var source: Name?

  public init(_ kind: Suggestions.Kind, _ text: String, source: Name? = nil) {
    (self.kind, self.text, self.source) = (kind, text, source)
  }

  public func decide(_ state: EmptyProjection, _ context: Context) throws(Refusal) -> [Event.Body] {
    let text = try required(
      text, "a suggestion", help: "give the text, such as a language model's answer")
    switch kind {
    case .meals: return [MealsSuggested(text: text, source: source).body]
    case .workout:
      return [WorkoutSuggested(text: text, source: source).body]
    }
  }
}
