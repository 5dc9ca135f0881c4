import Events
import Projections
import TestSupport
import Testing

@Suite struct MealsDecisionsTests {
  private static let soup = MenuItem(name: "Soup", calories: 320, protein: 18)

  private func menu(_ items: [MenuItem], _ day: LocalDay? = nil, from source: String? = nil)
    -> Event.Body
  {
    MenuImported(day: day, source: source, items: items).body
  }

  private func goal(_ goal: MealGoal?) -> Event.Body {
    MealGoalChosen(goal: goal).body
  }

  private func ann(_ bodies: Event.Body...) -> Given {
    Given([.signedIn("ann")] + bodies.map { .by("ann", $0) })
  }

  @Test func `the same menu is imported once`() {
    let day = day("2026-03-02")
    ann().when(ImportMenu([Self.soup], source: " Campus ")).then(
      menu([Self.soup], from: "Campus"), by: "ann")
    ann(menu([Self.soup])).when(ImportMenu([Self.soup])).thenNothing()
    ann(menu([Self.soup])).when(ImportMenu([Self.soup], day: day)).thenNothing()
    ann(menu([Self.soup])).when(ImportMenu([Self.soup], source: "x")).then(
      menu([Self.soup], from: "x"))
    ann(menu([Self.soup], self.day("2026-03-01"))).when(ImportMenu([Self.soup])).then(
      menu([Self.soup]))
  }

  private func day(_ text: String) -> LocalDay { TestSupport.day(text) }

  @Test func `a menu must have dishes, and values within their limits`() {
    ann().when(ImportMenu([])).thenRefused("a menu must have at least one dish, got none")
    ann().when(ImportMenu([MenuItem(name: "x", calories: -1)])).thenRefused(
      "'items' has an invalid value: 'calories' must be 0…10,000, got -1")
    ann().when(ImportMenu([MenuItem(name: " ")])).thenRefused(
      "'items' has an invalid value: 'name' must not be empty")
  }

  @Test func `the same goal is recorded once`() {
    ann().when(ChooseMealGoal(.cutting)).then(goal(.cutting), by: "ann")
    ann(goal(.cutting)).when(ChooseMealGoal(.cutting)).thenNothing()
    ann(goal(.cutting)).when(ChooseMealGoal(.bulking)).then(goal(.bulking))
    ann(goal(.cutting), goal(nil)).when(ChooseMealGoal(.cutting)).then(goal(.cutting))
  }

  @Test func `a model's suggestions of meals and workouts are stored, trimmed`() {
    ann().when(KeepSuggestion(.meals, "\n1. Soup\n", source: "model")).then(
      MealsSuggested(text: "1. Soup", source: "model").body, by: "ann")
    ann().when(KeepSuggestion(.workout, "- rest")).then(
      WorkoutSuggested(text: "- rest").body, by: "ann")
    ann().when(KeepSuggestion(.meals, " \n")).thenRefused(
      "a suggestion must not be empty", help: "give the text, such as a language model's answer")
    ann().when(KeepSuggestion(.meals, String(repeating: "x", count: 10_001))).thenRefused(
      "'text' must have at most 10,000 characters, got 10,001")
  }

  // MARK: - Undoing

  private func undone(_ bodies: Event.Body...) throws -> [Event.Body] {
    let events = events([.signedIn("ann")] + bodies.map { .by("ann", $0) })
    let now = moment("2026-03-05T12:00:00Z")
    return try log(events).dryRun(
      Revert([.latest]), by: "ann", defaults: DraftDefaults(now: now, seed: 7)
    ).acknowledgements.map(\.event.body).filter { body in
      if case .meals = body { true } else { false }
    }
  }

  @Test func `undoing restores the previous goal and menu, or none`() throws {
    let day = day("2026-03-02")
    #expect(try undone(goal(.bulking)) == [goal(nil)])
    #expect(try undone(goal(.cutting), goal(.bulking)) == [goal(.cutting)])
    #expect(try undone(menu([Self.soup])) == [menu([], day)])
    let tea = MenuItem(name: "Tea")
    #expect(try undone(menu([tea], from: "x"), menu([Self.soup])) == [menu([tea], day, from: "x")])
    #expect(try undone(menu([tea], day), menu([Self.soup])) == [menu([tea], day)])
  }

  @Test func `a suggestion that was restored is not undone`() {
    #expect(throws: Refusal.self) { try undone(MealsSuggested(text: "x").body) }
  }
}
