import Events
import Projections
import TestSupport
import Testing

@Suite struct MealRankingTests {
  private func names(_ items: [MenuItem], _ goal: MealGoal) -> [String] {
    MealRanking(items, for: goal).dishes.map(\.item.name)
  }

  private static let menu = [
    MenuItem(name: "Oats", calories: 370, protein: 13),
    MenuItem(name: "Chicken", calories: 165, protein: 31),
    MenuItem(name: "Pizza", calories: 900, protein: 30),
    MenuItem(name: "Water", calories: 0, protein: 0),
    MenuItem(name: "Secret"), MenuItem(name: "Half", calories: 100),
  ]

  @Test
  func `cutting ranks dishes by protein per calorie, bulking by protein and calories`() {
    #expect(names(Self.menu, .cutting) == ["Chicken", "Oats", "Pizza", "Water", "Half", "Secret"])
    #expect(names(Self.menu, .bulking) == ["Pizza", "Oats", "Chicken", "Water", "Half", "Secret"])
  }

  @Test func `the scores follow the rules`() throws {
    let cutting = MealRanking(Self.menu, for: .cutting).dishes.map(\.score)
    let figures: [(protein: Double, calories: Double)] = [(31, 165), (13, 370), (30, 900)]
    let densities: [Double?] = figures.map { $0.protein / $0.calories * 100 }
    #expect(cutting == densities + [0, nil, nil])
    let bulking = MealRanking(Self.menu, for: .bulking).dishes.map(\.score)
    #expect(bulking == [1_200, 500, 475, 0, nil, nil])
  }

  @Test func `ties are broken by protein, then by the calories of the goal, then by the name`() {
    // All four have 10 g for 100 kcal, three of them the same score for bulking.
    let even = [
      MenuItem(name: "a", calories: 100, protein: 10),
      MenuItem(name: "b", calories: 200, protein: 20),
      MenuItem(name: "d", calories: 200, protein: 20),
      MenuItem(name: "c", calories: 200, protein: 20),
    ]
    #expect(names(even, .cutting) == ["b", "c", "d", "a"])
    let score = [
      MenuItem(name: "a", calories: 100, protein: 10),
      MenuItem(name: "b", calories: 0, protein: 20),
    ]
    #expect(names(score, .bulking) == ["b", "a"])
    let places = [
      MenuItem(name: "x", place: "B"), MenuItem(name: "x", place: "A"), MenuItem(name: "x"),
    ]
    #expect(MealRanking(places, for: .cutting).dishes.map(\.item.place) == [nil, "A", "B"])
  }

  @Test func `a dish that is listed twice counts once`() {
    #expect(names(Self.menu + Self.menu, .cutting) == names(Self.menu, .cutting))
    let other = MenuItem(name: "Oats", calories: 370, protein: 13, fat: 7)
    #expect(names([Self.menu[0], other, Self.menu[0]], .cutting) == ["Oats", "Oats"])
  }

  @Test(arguments: MealGoal.allCases)
  func `the ranking does not depend on the order of the menu`(_ goal: MealGoal) {
    var generator = SeededGenerator(seed: 1)
    func number(_ choices: [Double?]) -> Double? { choices.randomElement(using: &generator) ?? nil }
    let items = (0..<40).map { place in
      MenuItem(
        name: "\(place % 3)", calories: number([nil, 0, 100, 200]),
        protein: number([nil, 0, 10, 20]),
        carbohydrates: number([nil, 5]), fat: number([nil, 1]), place: place % 2 == 0 ? nil : "x")
    }
    let expected = MealRanking(items, for: goal)
    for _ in 0..<20 {
      #expect(MealRanking(items.shuffled(using: &generator), for: goal) == expected)
    }
  }

  @Test func `a view has ten dishes for the chosen goal, or for cutting by default`() {
    var meals = Meals()
    let items = (1...12).map { (number: Int) -> MenuItem in
      MenuItem(name: "\(number)", calories: Double(number * 100), protein: 10)
    }
    func apply(_ body: MealEvent) {
      let fact = Fact.by("ann", .meals(body))
      for event in events([fact]) { meals.apply(event) }
    }
    apply(.menuImported(MenuImported(items: items)))
    let today = day("2026-03-02")
    #expect(MealsView(meals, on: today).rows.map(\.item.name) == (1...10).map(String.init))
    apply(.mealGoalChosen(MealGoalChosen(goal: .bulking)))
    let bulking = MealsView(meals, on: today).rows
    #expect(bulking.map(\.item.name) == (3...12).reversed().map(String.init))
    #expect(bulking.map(\.rank) == Array(1...10))
    #expect(MealsView(meals, on: today, for: .cutting).rows.first?.item.name == "1")
  }

  @Test func `the menu is that of the day, otherwise the latest before, otherwise the first after`()
  {
    var meals = Meals()
    for (place, date) in ["2026-03-02", "2026-03-04", "2026-03-04"].enumerated() {
      let menu = MenuImported(day: day(date), items: [MenuItem(name: "\(place)")])
      for event in events([.by("ann", .meals(.menuImported(menu)))]) { meals.apply(event) }
    }
    func dish(_ date: String) -> String? { meals.menu(on: day(date))?.items.first?.name }
    let before = ["2026-03-01", "2026-03-02", "2026-03-03"].map(dish)
    #expect(before == ["0", "0", "0"])
    #expect(dish("2026-03-04") == "2")
    #expect(dish("2027-01-01") == "2")
    let none = MenuImported(day: day("2026-03-04"), items: [])
    for event in events([.by("ann", .meals(.menuImported(none)))]) { meals.apply(event) }
    #expect(dish("2026-03-04") == "0")
    #expect(Meals().menu(on: day("2026-03-04")) == nil)
  }

  @Test func `a name cannot break out of Markdown`() {
    var meals = Meals()
    let dish = MenuItem(name: "**Big**\n# [x](y) <b>\u{1B}[2J", place: "a_b")
    for event in events([.by("ann", MenuImported(items: [dish]).body)]) {
      meals.apply(event)
    }
    #expect(
      MealsView(meals, on: day("2026-03-02")).markdown
        == ##"1. **\*\*Big\*\* \# \[x\](y) \<b\> \[2J** (a\_b)"## + "\n")
  }
}
