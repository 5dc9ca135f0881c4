import Events
import Projections
import TestSupport
import Testing

@Suite struct TemplatesDecisionsTests {
  private let defined = TemplateDefined(
    template: "t", name: "Leg day",
    exercises: [PlannedExercise(exercise: "squat", sets: 3, reps: 8)])

  private func given(_ facts: Event.Body...) -> Given {
    Given(
      [.signedIn("ann"), .by("ann", .workouts(.templateDefined(defined)))]
        + facts.map { .by("ann", $0) })
  }

  @Test func `a template is defined with its exercises, and redefined`() throws {
    let entered = [
      DefineTemplate.Exercise("squat", try EnteredSet("3x5x100kg")), .init("plank"),
    ]
    let planned = [
      PlannedExercise(exercise: "squat", sets: 3, reps: 5, weight: Weight(100)),
      PlannedExercise(exercise: "plank"),
    ]
    given().when(DefineTemplate(name: " Heavy ", exercises: entered)).then(
      TemplateDefined(name: "Heavy", exercises: planned).body)
    given().when(
      DefineTemplate(name: "Leg day", exercises: entered, replaced: Reference("t"))
    ).then(
      TemplateDefined(template: "t", name: "Leg day", exercises: planned).body)
    given().when(DefineTemplate(name: "Leg day", exercises: entered)).thenRefused(
      "a template 'Leg day' already exists: t",
      help: "choose another name, or redefine it with \(.give(.replaced, "t"))")
    given().when(DefineTemplate(name: "Run", exercises: [.init("run", try EnteredSet("5km"))]))
      .then(
        TemplateDefined(
          name: "Run", exercises: [PlannedExercise(exercise: "run", sets: 1, metres: 5_000)]
        ).body)
  }

  @Test func `a swap finds an exercise by its merged exercise, and changes no other name`() {
    let merge = ExerciseMerged(exercise: "squat", into: "front-squat").body
    let swapped = TemplateDefined(
      template: "t", name: "Leg day",
      exercises: [PlannedExercise(exercise: "lunge", sets: 3, reps: 8)])
    func swap(_ replaced: String, _ other: String) -> SwapTemplateExercise {
      SwapTemplateExercise(template: Reference("t"), replaced, by: other, isNew: true)
    }
    for name in ["squat", "front-squat"] {
      given(merge).when(swap(name, "lunge")).then(.workouts(.templateDefined(swapped)))
    }
    given(merge).when(swap("squat", "front-squat")).then()
  }

  @Test func `nobody can change a predefined template`() {
    let help: Remedy = "define one of your own: \(.defineTemplate)"
    given().when(DeleteTemplate(template: Reference("full-body-beginner"))).thenRefused(
      "the template 'full-body-beginner' is predefined, so nobody can delete it", help: help)
    given().when(DeleteTemplate(template: Reference("leg day")))
      .then(TemplateDeleted(template: "t").body)
  }

  @Test func `a predefined template uses the most likely exercises of the log`() {
    let planned = Template.predefined[0].exercises.map { usual in
      let names: [Name: Name] = [
        "squat": "squat-barbell", "bench-press": "incline-bench-press", "crunch": "Crunch",
      ]
      return PlannedExercise(
        exercise: names[usual.exercise] ?? usual.exercise, sets: usual.sets, reps: usual.reps)
    }
    let facts = ["front-squat", "squat-barbell", "incline-bench-press", "Crunch"].map {
      Event.Body.added(.monday, Name($0), Weight(60))
    }
    Given([.signedIn("ann")] + facts.map { .by("ann", $0) })
      .when(StartFromTemplate(template: Reference("full-body-beginner"))).then(
        SessionStarted(
          title: "Full Body Beginner", template: "full-body-beginner", planned: planned
        ).body)
  }

  @Test func `a session copies its template, regardless of later changes to the template`() throws {
    let started = SessionStarted(title: "Leg day", template: "t", planned: defined.exercises)
    given().when(StartFromTemplate(template: Reference("t"))).then(
      .sessions(.sessionStarted(started)))
    given().when(StartFromTemplate(template: Reference("Full Body Beginner"), title: "Mine")).then(
      SessionStarted(
        title: "Mine", template: "full-body-beginner", planned: Template.predefined[0].exercises
      ).body)
    given(.started("s")).when(StartFromTemplate(template: Reference("t"))).thenRefused(
      "a session has been open since 2026-03-02 12:02",
      help: "end it with \(.endSession) or discard it with \(.discardSession)")
    given().when(StartFromTemplate(template: Reference("x"))).thenRefused(
      "there is no template 'x'",
      help: "'last' means the latest one; \(.show(.templates)) shows the templates"
    )
    let facts: [Event.Body] = [
      .workouts(.templateDefined(defined)), .sessions(.sessionStarted(started)),
      TemplateDeleted(template: "t").body,
      .logged(name(2), "squat", 8), .logged(name(2), "squat", 8, kind: .warmup),
      .logged(name(2), "squat", 8, completed: false), .logged(name(2), "dip", 8),
    ]
    let history = try replay(log(events(facts.map { .by("ann", $0) })), OfUser<History>("ann"))
    let progress = history.value[name(2)]?.progress ?? []
    #expect(progress.map(\.done) == [1] && progress.map(\.isDone) == [false])
  }

  @Test func `the predefined templates have their names and exercises`() {
    let templates = Template.predefined
    #expect(templates.map(\.template) == ["full-body-beginner", "upper-body-strength"])
    #expect(templates.map(\.name) == ["Full Body Beginner", "Upper Body Strength"])
    for template in templates {
      #expect(Set(template.exercises.map(\.exercise)).count == template.exercises.count)
      #expect(template.exercises.count > 3)
    }
  }

  // MARK: - Sets on their own

  @Test func `sets recorded directly form their own session, or are added to the open one`() throws
  {
    let record = RecordSets(exercise: "squat", try EnteredSet("2x5x100kg"), comment: " deep ")
    let set = Event.Body.logged("s", "squat", 5, Weight(100), note: "deep")
    given(.started("s")).when(record).then(set, set)
    let remarks = try given().remarks(
      on: RecordSets(exercise: "squat", try EnteredSet("2x5x100kg")))
    #expect(remarks.contains(.noComment))
    #expect(try !given().remarks(on: record).contains(.noComment))
    given().when(RecordSets(exercise: "squat", try EnteredSet("5"))).thenRefused(
      "a record must have sets, repetitions and weight, got '5'",
      help: """
        write 3x5x100kg, or 3x12xbw without added weight; \(.logSet) accepts other sets
        """)
  }
}
