import Events

/// The ten dishes of a menu that suit the goal best.
///
/// It uses the menu that applies on the day. The goal is that of the user, or cutting if the user chose none.
public struct MealsView: PersonalView {
  public struct Row: Record {
    /// The rank of the dish, from 1.
    public let rank: Int
    public let item: MenuItem
    /// The ranking score; nil if calories or protein are unknown.
    public let score: Double?

    public static func == (one: Row, other: Row) -> Bool { isWrittenAlike(one, other) }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("rank", row?.rank, .plain.column(1, "no."), "The rank, from 1.")
      f("name", row?.item.name, .plain.column(2, "dish").shortened, "The dish.")
      f("calories", row?.item.calories, .plain.column(3, "kcal"), "Kilocalories, or null.")
      f("protein", row?.item.protein, .plain.column(4, "protein"), "Protein in grams, or null.")
      f(
        "carbohydrates", row?.item.carbohydrates, .plain.column(5, "carbs").dropped(2),
        "Carbohydrates in grams, or null.")
      f("fat", row?.item.fat, .plain.column(6, "fat").dropped(1), "Fat in grams, or null.")
      f("place", row?.item.place, .plain.column(7, "place").shortened, "The place, or null.")
      f(
        "score", row?.score, .hidden,
        "The ranking score; null if calories or protein are unknown.")
    }
  }

  public static let name = "meals"
  public static let summary = "the ten dishes on the menu that best suit the goal"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no menu"

  public var rows: [Row]

  /// Creates the view of the latest menu.
  public init(of user: Name?, _ meals: Meals, _: EmptyProjection) {
    self.init(meals, on: meals.days.last ?? LocalDay(number: 0))
  }

  /// Creates the view of the menu that applies on a day.
  public init(_ meals: Meals, on day: LocalDay, for goal: MealGoal? = nil) {
    let ranking = MealRanking(
      meals.menu(on: day)?.items ?? [], for: goal ?? meals.goal ?? MealRanking.usualGoal)
    rows = zip(1..., ranking.dishes.prefix(MealRanking.top)).map { rank, dish in
      Row(rank: rank, item: dish.item, score: dish.score)
    }
  }
}
