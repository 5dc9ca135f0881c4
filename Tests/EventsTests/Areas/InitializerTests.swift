import TestSupport
import Testing

@testable import Events

/// Tests of the initializers of payloads, which apps call.
@Suite struct InitializerTests {
  /// Returns the names of the fields that are written for a payload.
  private func fields(_ payload: some EventPayload) -> [String] {
    Event(id: id(1), at: Samples.start, user: "ann", payload.body).fieldContents.map(\.name)
  }

  private let squat = PlannedExercise(exercise: "squat")

  @Test func `an omitted argument is an omitted field`() {
    #expect(fields(WorkoutCreated(name: "Push", exercises: [squat])) == ["name", "exercises"])
    #expect(fields(WorkoutRevised(workout: "w")) == ["workout"])
    #expect(fields(TemplateDefined(name: "Legs", exercises: [squat])) == ["name", "exercises"])
    #expect(fields(WorkoutSuggested(text: "Rest")) == ["text"])
    #expect(fields(ProgramStarted(scheme: .fiveThreeOne, lifts: [])) == ["scheme"])
    #expect(fields(AccountRegistered(email: "a@example.com")) == ["email"])
    #expect(
      fields(UserSignedIn(provider: "google", email: "a@example.com")) == ["provider", "email"])
    #expect(fields(ExerciseRemoved(day: .monday, exercise: "squat")) == ["day", "exercise"])
    #expect(
      fields(ExerciseMoved(day: .monday, exercise: "squat", toDay: .friday))
        == ["day", "exercise", "toDay"])
    #expect(
      fields(PlanShared(day: .monday, title: "Push", exercises: []))
        == ["day", "title"])
    #expect(
      fields(PlanSaved(post: "p", day: .monday, exercises: [])) == ["post", "day"])
    #expect(
      fields(ClassScheduled(title: "Yoga", startsAt: Samples.start, minutes: 60))
        == ["title", "startsAt", "minutes"])
    #expect(fields(ClassRescheduled(class: "c")) == ["class"])
    #expect(fields(ClassAttended(class: "c")) == ["class"])
    #expect(fields(ProfileRevised()) == [])
    #expect(fields(VideoAdded(category: "technique", title: "Row")) == ["category", "title"])
    #expect(fields(MenuImported(items: [MenuItem(name: "Rice")])) == ["items"])
    #expect(fields(MealsSuggested(text: "Rice")) == ["text"])
    #expect(fields(SessionStarted()) == [])
    #expect(
      fields(SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil))
        == ["session", "exercise", "reps"])
    #expect(fields(SetRevised(set: id(1))) == ["set"])
    #expect(fields(SessionRevised(session: "s")) == ["session"])
    #expect(fields(PushUpsLogged(count: 20)) == ["count"])
    #expect(
      fields(ExerciseCatalogued(exercise: "squat", name: "Squat")) == ["exercise", "name"])
    #expect(fields(PostEdited(post: "p")) == ["post"])
  }

  @Test func `a given argument is its field`() {
    #expect(
      fields(WorkoutExerciseAdded(workout: "w", squat)).starts(with: ["workout", "exercise"]))
    #expect(
      fields(WorkoutExerciseRemoved(workout: "w", exercise: "squat")) == ["workout", "exercise"])
    #expect(
      fields(ProgramSetCompleted(program: "p", exercise: "squat", cycle: 1, week: 2, reps: 5))
        == ["program", "exercise", "cycle", "week", "reps"])
    #expect(
      fields(ProgramSetCleared(program: "p", exercise: "squat", cycle: 1, week: 2))
        == ["program", "exercise", "cycle", "week"])
    #expect(fields(CycleCompleted(program: "p", cycle: 1)) == ["program", "cycle"])
    #expect(fields(CycleReopened(program: "p", cycle: 1)) == ["program", "cycle"])
    #expect(
      fields(TrainingMaxAdjusted(program: "p", exercise: "squat", weight: Weight(100)))
        == ["program", "exercise", "weight"])
    #expect(
      fields(SessionRenewed(session: "s", expiresAt: Samples.start)) == ["session", "expiresAt"])
    #expect(fields(IdentityLinked(provider: "apple", subject: "7")) == ["provider", "subject"])
    #expect(fields(IdentityUnlinked(provider: "apple", subject: "7")) == ["provider", "subject"])
    #expect(fields(WorkoutTypeChosen(day: .monday, type: "Push")) == ["day", "type"])
    #expect(fields(MaxRecorded(lift: .squat, weight: Weight(100))) == ["lift", "weight"])
    #expect(fields(SettingChanged(key: "theme", value: "dark")) == ["key", "value"])
    #expect(fields(SetMoved(set: id(1), position: 2)) == ["set", "position"])
    #expect(fields(ExerciseAliased(alias: "bp", exercise: "bench")) == ["alias", "exercise"])
    #expect(fields(EventsReverted(events: [id(1)], count: 1)) == ["events", "count"])
    #expect(fields(PersonErased(person: "ann", values: 3)) == ["person", "values"])
  }
}
