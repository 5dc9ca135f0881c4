import Events

extension MealEvent {
  /// Menus and the goal are their user's own.
  var judgement: Judgement {
    switch self {
    case .menuImported, .mealGoalChosen, .mealsSuggested: .always
    }
  }
}
