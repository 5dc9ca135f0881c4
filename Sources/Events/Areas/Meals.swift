/// The events of meals: menus, a goal, and suggestions.
public enum MealEvent: Equatable, Sendable, EventArea {
  case menuImported(MenuImported)
  case mealGoalChosen(MealGoalChosen)
  case mealsSuggested(MealsSuggested)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("MenuImported", MenuImported.self),
    ("MealGoalChosen", MealGoalChosen.self),
    ("MealsSuggested", MealsSuggested.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .menuImported(let payload): payload
    case .mealGoalChosen(let payload): payload
    case .mealsSuggested(let payload): payload
    }
  }
}

/// The goal for the user's body weight.
public enum MealGoal: String, CaseIterable, Sendable, Vocabulary {
  /// Weight loss, with a high proportion of protein.
  case cutting
  /// Weight gain.
  case bulking

  @usableFromInline package static let words = Words(Self.self)
}

/// A dish of a menu; the figures are for one portion.
public struct MenuItem: Equatable, Sendable, NestedPayload {
  public let name: String
  /// The energy in kilocalories; nil if unknown.
  public let calories: Double?
  /// Protein in grams; nil if unknown.
  public let protein: Double?
  /// Carbohydrates in grams; nil if unknown.
  public let carbohydrates: Double?
  /// Fat in grams; nil if unknown.
  public let fat: Double?
  /// The place that serves the dish; nil if unknown.
  public let place: String?

  public init(
    name: String, calories: Double? = nil, protein: Double? = nil, carbohydrates: Double? = nil,
    fat: Double? = nil, place: String? = nil
  ) {
    (self.name, self.calories, self.protein) = (name, calories, protein)
    (self.carbohydrates, self.fat, self.place) = (carbohydrates, fat, place)
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    name = try f("name", old?.name, .text.common, "The name.")
    calories = try f.optional(
      "calories", old?.calories, .range(0...10_000, "kcal"),
      "The energy in kilocalories; omitted if unknown.")
    protein = try f.optional(
      "protein", old?.protein, .grams, "Protein in grams; omitted if unknown.")
    carbohydrates = try f.optional(
      "carbohydrates", old?.carbohydrates, .grams, "Carbohydrates in grams; omitted if unknown.")
    fat = try f.optional("fat", old?.fat, .grams, "Fat in grams; omitted if unknown.")
    place = try f.optional("place", old?.place, .text.common, "The place that serves the dish.")
  }
}

/// The menu of a day, which replaces an earlier one.
public struct MenuImported: Equatable, Sendable, EventPayload {
  /// The day of the menu; nil for the day of the event.
  public let day: LocalDay?
  /// The name of the source; nil if unknown.
  public let source: String?
  /// The dishes, in order.
  public let items: [MenuItem]

  public init(day: LocalDay? = nil, source: String? = nil, items: [MenuItem]) {
    (self.day, self.source, self.items) = (day, source, items)
  }

  package var body: Event.Body { .meals(.menuImported(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f.optional(
      "day", old?.day, .any, "The day of the menu; omitted if it is the day of the event.")
    source = try f.optional(
      "source", old?.source, .text.common, "The name of the source; omitted if unknown.")
    items = try f.list("items", old?.items, .any, "The dishes, in order.")
  }
}

/// The user's goal, which replaces the previous one.
public struct MealGoalChosen: Equatable, Sendable, EventPayload {
  /// The goal; nil for none.
  public let goal: MealGoal?

  public init(goal: MealGoal? = nil) { self.goal = goal }

  package var body: Event.Body { .meals(.mealGoalChosen(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    goal = try f.optional("goal", old?.goal, .any, "The goal; omitted if there is none.")
  }
}

/// A suggestion of meals from an external source, such as a language model.
public struct MealsSuggested: Equatable, Sendable, EventPayload {
  /// The suggestion, in Markdown.
  public let text: String
  /// The name of the source; nil if unknown.
  public let source: Name?

  public init(text: String, source: Name? = nil) { (self.text, self.source) = (text, source) }

  package var body: Event.Body { .meals(.mealsSuggested(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    text = try f("text", old?.text, .text.personal, "The suggestion, in Markdown.")
    source = try f.optional(
      "source", old?.source, .name.common, "The name of the source; omitted if unknown.")
  }
}
