import Events

/// One user's menus, and the goal for the choice of meals.
public struct Meals: UserProjection {
  public struct Menu: Equatable, Sendable {
    public let day: LocalDay
    /// The name of the source; nil if it is unknown.
    public let source: String?
    /// The dishes, in order.
    public let items: [MenuItem]

    /// Returns whether two menus are the same, with texts compared byte by byte.
    public static func == (one: Menu, other: Menu) -> Bool {
      one.day == other.day && String?.isVerbatim(one.source, other.source)
        && one.items.elementsEqual(other.items, by: MenuItem.isVerbatim)
    }
  }

  /// The goal; nil if the user chose none.
  public private(set) var goal: MealGoal?
  private var menus: [LocalDay: Menu] = [:]

  public init() {}
  public static var reads: Areas { [.meals] }

  /// The menu of a day; nil if none was imported, or if it has no dishes.
  public subscript(day: LocalDay) -> Menu? { menus[day] }

  /// The days with a menu, in order.
  public var days: [LocalDay] { menus.keys.sorted() }

  /// Returns the menu that applies on a day: that day's menu, otherwise the latest earlier menu, otherwise the first
  /// later one.
  public func menu(on day: LocalDay) -> Menu? {
    let days = days
    return (days.last { $0 <= day } ?? days.first).flatMap { menus[$0] }
  }

  public mutating func apply(_ event: Event) {
    guard case .meals(let fact) = event.body else { return }
    switch fact {
    case .menuImported(let menu):
      let day = menu.day ?? event.at.day
      menus[day] = menu.items.isEmpty ? nil : Menu(day: day, source: menu.source, items: menu.items)
    case .mealGoalChosen(let choice): goal = choice.goal
    case .mealsSuggested: break
    }
  }
}
