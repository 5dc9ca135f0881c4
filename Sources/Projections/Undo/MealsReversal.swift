import Events

extension MealEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .menuImported(let menu):
      Self.reversal(ofMenuOn: menu.day ?? event.at.day, menu, state)
    case .mealGoalChosen(let choice): Self.reversal(ofGoal: choice.goal, state)
    case .mealsSuggested: .suggestion
    }
  }

  /// Returns the parts of the state that the event at this time changes.
  func subjects(_ time: Timestamp) -> [UndoTarget] {
    switch self {
    case .menuImported(let menu): [.menu(menu.day ?? time.day)]
    case .mealGoalChosen: [.mealGoal]
    case .mealsSuggested: []
    }
  }

  private static func reversal(ofGoal goal: MealGoal?, _ state: ReversalState) -> Reversal {
    let before = state.meals.goal
    guard before != goal else { return .noEffect }
    let back: [Event.Body] = [.meals(.mealGoalChosen(MealGoalChosen(goal: before)))]
    return .facts(about: [.mealGoal]) { state in
      state.meals.goal == goal ? .facts(back) : .overwritten(orForced: back)
    }
  }

  /// Returns the reversal of a menu: the previous menu, or a menu without dishes if there was none.
  private static func reversal(
    ofMenuOn day: LocalDay, _ menu: MenuImported, _ state: ReversalState
  ) -> Reversal {
    let before = state.meals[day]
    let after =
      menu.items.isEmpty ? nil : Meals.Menu(day: day, source: menu.source, items: menu.items)
    guard before != after else { return .noEffect }
    let back: [Event.Body] = [
      .meals(
        .menuImported(MenuImported(day: day, source: before?.source, items: before?.items ?? [])))
    ]
    return .facts(about: [.menu(day)]) { state in
      state.meals[day] == after ? .facts(back) : .overwritten(orForced: back)
    }
  }
}

extension Reversal {
  /// The reversal of a recorded suggestion, which changed nothing else.
  static var suggestion: Reversal {
    .bystander(reason: "a recorded suggestion changes nothing else", help: nil)
  }
}
