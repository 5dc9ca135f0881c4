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
    lines += ["", "The menu of \(menu.day)\(source), figures for one portion:", ""]
    lines += menu.items.map { item in
      let place = item.place.map { " (\(plainMarkdown($0)))" } ?? ""
      return "- \(plainMarkdown(item.name))\(place): "
        + (item.figures.isEmpty ? "figures unknown" : item.figures)
    }
    lines += [
      "",
      "Answer with the ten dishes of this menu that suit the goal best, and with no others, the best "
        + "first: a numbered list in Markdown, each with the name of the dish in bold, its place, and one "
        + "sentence that gives the reason.",
    ]
    text = lines.joined(separator: "\n") + "\n"
  }
}

extension MealGoal {
  /// The goal in words for a model.
  fileprivate var purpose: String {
    switch self {
    case .cutting: "less body fat, with as much protein as the calories hold"
    case .bulking: "more muscle, with many calories and much protein"
    }
  }
}
