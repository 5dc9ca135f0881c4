import Events

/// The order in which dishes suit a goal, the best first.
///
/// The score of a dish is
///
/// - for cutting, its protein in grams for each 100 kcal: much protein for the calories;
/// - for bulking, its kilocalories, plus ten for each gram of protein: much of both.
///
/// If two dishes have the same score, the one with more protein comes first. Then the one with fewer calories comes
/// first for cutting, or with more for bulking, then the name and the place by their bytes. Dishes with unknown
/// calories or protein have no score and come last, by name. A dish that occurs twice in a menu counts once.
public struct MealRanking: Equatable, Sendable {
  /// A dish with its score.
  public struct Ranked: Equatable, Sendable {
    public let item: MenuItem
    /// The score; nil if calories or protein are unknown.
    public let score: Double?
  }

  /// The dishes, the best first.
  public let dishes: [Ranked]

  /// The goal if the user chose none.
  public static let usualGoal = MealGoal.cutting
  /// The number of suggested dishes.
  public static let top = 10

  public init(_ items: [MenuItem], for goal: MealGoal) {
    let ranked = items.map { Ranked(item: $0, score: Self.score($0, for: goal)) }
      .sorted { Self.precedes($0, $1, for: goal) }
    var dishes: [Ranked] = []
    for dish in ranked where dishes.last != dish { dishes.append(dish) }
    self.dishes = dishes
  }

  /// Returns the score of a dish; nil if its calories or its protein are unknown.
  static func score(_ item: MenuItem, for goal: MealGoal) -> Double? {
    guard let calories = item.calories, let protein = item.protein else { return nil }
    switch goal {
    // Water has neither calories nor protein.
    case .cutting: return protein / max(calories, 1) * 100
    case .bulking: return calories + 10 * protein
    }
  }

  private static func precedes(_ one: Ranked, _ other: Ranked, for goal: MealGoal) -> Bool {
    let (a, b) = (one.score ?? -.infinity, other.score ?? -.infinity)
    if a != b { return a > b }
    if one.score != nil {
      let (protein, otherProtein) = (one.item.protein ?? 0, other.item.protein ?? 0)
      if protein != otherProtein { return protein > otherProtein }
      let (calories, otherCalories) = (one.item.calories ?? 0, other.item.calories ?? 0)
      if calories != otherCalories {
        return goal == .cutting ? calories < otherCalories : calories > otherCalories
      }
    }
    return one.item.texts.lexicographicallyPrecedes(other.item.texts) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}

extension MenuItem {
  /// The texts and the figures, as texts, that order dishes which are otherwise equal.
  fileprivate var texts: [String] {
    let figures = [calories, protein, carbohydrates, fat].map { $0.map(\.description) ?? "" }
    return [name, place ?? "", place == nil ? "" : " "] + figures
  }

  /// The figures for display: `320 kcal, 18.5 g protein`; empty if none is known.
  var figures: String {
    [
      calories.map { "\(decimal($0, places: 1)) kcal" },
      protein.map { "\(decimal($0, places: 1)) g protein" },
      carbohydrates.map { "\(decimal($0, places: 1)) g carbohydrates" },
      fat.map { "\(decimal($0, places: 1)) g fat" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}
