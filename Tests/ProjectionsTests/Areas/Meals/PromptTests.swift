import Events
import Projections
import TestSupport
import Testing

@Suite struct PromptTests {
  private func fold<P: UserProjection>(_ projection: P, _ bodies: [Event.Body]) -> P {
    var projection = projection
    for event in events(bodies.map { .by("ann", $0) })
    where P.reads.contains(event.area) { projection.apply(event) }
    return projection
  }

  private static let body: [Event.Body] = [
    ProfileRevised(name: "Ann Lee", sex: .female, heightCm: 170.5).body,
    BodyWeightRecorded(weight: Weight(70)).body,
    BodyWeightRecorded(weight: Weight(150, .lb)).body,
  ]

  @Test func `a prompt contains the latest measurements, without undone ones`() throws {
    let menu = fold(Meals(), [MenuImported(items: [MenuItem(name: "Tea")]).body])
    func body(_ bodies: [Event.Body]) throws -> [Substring] {
      try MealPrompt(menu, fold(Profile(), bodies), on: day("2026-03-02")).text
        .split(separator: "\n").filter { $0.hasPrefix("- ") && $0.contains(": ") }
        .filter { !$0.hasPrefix("- goal") && !$0.hasPrefix("- Tea") }
    }
    #expect(
      try body(Self.body) == ["- sex: female", "- body weight: 150 lb", "- height: 170.5 cm"])
    let less: [Event.Body] = [
      BodyWeightRemoved(measurement: id(3)).body,
      ProfileRevised(cleared: [.sex, .heightCm]).body,
    ]
    #expect(try body(Self.body + less) == ["- body weight: 70 kg"])
  }

  @Test func `a meal prompt contains the goal, the body and the menu, but no name`() throws {
    let menu = MenuImported(
      source: "Campus",
      items: [
        MenuItem(name: "Soup", calories: 320, protein: 18.5, place: "North"),
        MenuItem(name: "*Tea*"),
      ])
    let meals = fold(Meals(), [.meals(.menuImported(menu)), MealGoalChosen(goal: .bulking).body])
    let text = try MealPrompt(meals, fold(Profile(), Self.body), on: day("2026-03-09")).text
    #expect(
      text.hasPrefix(
        """
        Choose meals for somebody who lifts weights and is bulking:

        - goal: more muscle, with plenty of calories and protein
        - sex: female
        - body weight: 150 lb
        - height: 170.5 cm

        The menu for 2026-03-02 at Campus, figures per portion:

        - Soup (North): 320 kcal, 18.5 g protein
        - \\*Tea\\*: figures unknown

        List the ten dishes
        """))
    #expect(!text.contains("Ann"))
    let undecided = fold(Meals(), [.meals(.menuImported(menu))])
    let bare = try MealPrompt(undecided, Profile(), on: day("2026-03-02")).text
    let goal = "- goal: less body fat, with a high proportion of protein"
    #expect(bare.contains("is cutting:\n\n\(goal)\n\nThe menu"))
  }

  @Test func `there is no prompt without a menu`() {
    #expect(throws: Refusal.self) { try MealPrompt(Meals(), Profile(), on: day("2026-03-02")) }
  }

  @Test func `a workout prompt contains the program, the sessions and the bests, but no notes`() {
    let history: [Event.Body] = [
      .started("s"), .logged("s", "squat", 5, Weight(100)),
      .logged("s", "dip", 12, nil, kind: .warmup),
      .logged("s", "plank", 0, nil, seconds: 90), .logged("s", "squat", 5, Weight(225, .lb)),
    ]
    let program: [Event.Body] = [
      ProgramStarted(
        program: "p", scheme: .fiveThreeOne,
        lifts: [TrainingMax(exercise: "squat", weight: Weight(140), increment: 5)]
      ).body,
      TrainingMaxAdjusted(program: "p", exercise: "squat", weight: Weight(142.5)).body,
      TrainingMaxAdjusted(program: "q", exercise: "squat", weight: Weight(1)).body,
    ]
    let names = fold(ExerciseNames(), [.catalogued("squat", named: "Back Squat")])
    let text = SessionPrompt(
      fold(History(), history), fold(PersonalBests(), history), fold(Program(), program),
      Profile(), names
    ).text
    #expect(
      text.hasPrefix(
        """
        Suggest the next workout for somebody who lifts weights.

        The program is 531, with these training maxes:

        - Back Squat: 142.5 kg

        The latest sessions, newest first:

        - 2026-03-02: Back Squat 5 × 100 kg; dip 12 (warmup); plank 90 s; Back Squat 5 × 225 lb

        The best sets, by repetitions times weight:

        - Back Squat: 5 × 225 lb

        Answer with one workout
        """))
    let next: [Event.Body] = [CycleCompleted(program: "p", cycle: 1).body]
    let risen = SessionPrompt(
      History(), PersonalBests(), fold(Program(), program + next), Profile(), names)
    #expect(risen.text.contains("- Back Squat: 147.5 kg\n"))
    let ended = fold(Program(), program + [ProgramEnded(program: "p").body])
    let bare = SessionPrompt(History(), PersonalBests(), ended, Profile(), ExerciseNames())
      .text
    #expect(
      bare.contains("There is no current program.\n\nNo session has been logged yet.\n\nAnswer"))
  }

  private func fold(_ names: ExerciseNames, _ bodies: [Event.Body]) -> ExerciseNames {
    var names = names
    for event in events(bodies.map { .by("ann", $0) }) { names.apply(event) }
    return names
  }
}
