import Events

/// The prompt that asks a language model to suggest meals.
public struct MealPrompt: Equatable, Sendable {
  public let text: String

  /// Creates the prompt for the menu that applies on a day.
  ///
  /// It contains the goal, the body's figures, and the dishes in the order of the menu, but no name and no address. The
  /// same log and day give the same text.
  ///
  /// - Throws: A refusal if there is no menu.
  public init(_ meals: Meals, _ profile: Profile, on day: LocalDay) throws(Refusal) {
    guard let menu = meals.menu(on: day) else {
      throw Refusal(.noMenu, "there is no menu to choose from", help: "import one: \(.importMenu)")
    }
    let goal = meals.goal ?? MealRanking.usualGoal
    var lines = [
      "Choose meals for somebody who lifts weights and is \(goal.rawValue):",
      "",
      "- goal: \(goal.purpose)",
    ]
    lines += profile.promptLines
    let source = menu.source.map { " at \(plainMarkdown($0))" } ?? ""
    lines += ["", "The menu for \(menu.day)\(source), figures per portion:", ""]
    lines += menu.items.map { item in
      let place = item.place.map { " (\(plainMarkdown($0)))" } ?? ""
      return "- \(plainMarkdown(item.name))\(place): "
        + (item.figures.isEmpty ? "figures unknown" : item.figures)
    }
    lines += [
      "",
      "List the ten dishes on this menu that best suit the goal, best first. Use a numbered Markdown "
        + "list. Each item has the name of the dish in bold, its place, and one sentence that gives the "
        + "reason.",
    ]
    text = lines.joined(separator: "\n") + "\n"
  }
}

extension MealGoal {
  /// The goal in words for a model.
  fileprivate var purpose: String {
    switch self {
    case .cutting: "less body fat, with a high proportion of protein"
    case .bulking: "more muscle, with plenty of calories and protein"
    }
  }
}
