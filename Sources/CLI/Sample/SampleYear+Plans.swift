import Events
import Projections

// Plans, workouts, templates and the feed of a sample.

// MARK: The week

extension SampleYear {
  mutating func planWeekdays() {
    for (place, day) in me.trainingDays.enumerated() {
      let type = ["Push", "Pull", "Legs"][place]
      ask(.plan) { try ChooseWorkoutType(day: day, type: type).decide($0.own.plan, $1) }
      for lift in SampleWords.trainingDays[place].prefix(3) { addExercise(lift, to: day) }
    }
  }

  private mutating func addExercise(_ lift: SampleMember.Lift, to day: Weekday) {
    let reps = me.generator.within(5...10)
    let addition = AddExercise(
      day: day, exercise: lift.exercise.text, sets: 3, reps: reps,
      weight: lift.kilograms > 0 ? load(most(lift.kilograms) * 0.7) : nil, isNew: true)
    ask(.plan) { try addition.decide($0.sets, $1) }
  }

  /// Changes the plan: another exercise, another order, other loads.
  mutating func changePlan() {
    guard areas.contains(.plan) else { return }
    let day = me.trainingDays[1]
    let planned = states.own.plan[day].exercises
    guard let first = planned.first?.exercise.text, planned.count > 1 else { return }
    let edit = EditExercise(day: day, exercise: first, position: 1, reps: 12)
    ask(.plan) { try edit.decide(Pair($0.own.plan, $0.edits), $1) }
    let move = MoveExercise(day: day, exercise: first, position: 1, toDay: day, toPosition: 2)
    ask(.plan) { try move.decide($0.plan, $1) }
    let last = planned[planned.count - 1].exercise.text
    let removal = RemoveExercise(day: day, exercise: last)
    ask(.plan) { try removal.decide($0.plan, $1) }
    addExercise(SampleWords.trainingDays[1][3], to: day)
  }

  /// Gives Sunday a kind, and takes that back.
  mutating func restOnSunday() {
    guard areas.contains(.plan), states.own.plan[.sunday].type == nil else { return }
    let choice = ChooseWorkoutType(day: .sunday, type: "Rest")
    let chosen = ask(.plan) { try choice.decide($0.own.plan, $1) }
    undo(chosen, by: [.plan(.workoutTypeCleared(WorkoutTypeCleared(day: .sunday)))])
  }

  mutating func clearSunday() {
    ask(.plan) { try ClearDay(day: .sunday).decide($0.own.plan, $1) }
  }

  /// Assigns the user's workouts to days of the week that begins.
  mutating func assignWorkouts() {
    guard areas.contains(.workouts) else { return }
    for (day, workout) in zip(me.trainingDays, me.workouts) {
      let assignment = AssignWorkout(day: day, workout: Reference(workout.text))
      ask(.plan) { try assignment.decide(Pair($0.workouts, $0.own.weeks), $1) }
    }
  }

  mutating func unassignWorkout() {
    let day = me.trainingDays[1]
    ask(.plan) { try UnassignWorkout(day: day).decide($0.own.weeks, $1) }
  }
}

// MARK: Workouts and templates

extension SampleYear {
  mutating func createWorkouts() {
    for place in 0..<2 {
      createWorkout(["Heavy day", "Light day"][place], of: SampleWords.trainingDays[place])
    }
  }

  private mutating func createWorkout(_ name: String, of lifts: [SampleMember.Lift]) {
    let creation = CreateWorkout(
      name: name, description: me.generator.pick(SampleWords.descriptions), minutes: 50)
    guard let id = ask(.workouts, { try creation.decide($0.workouts, $1) }).first else { return }
    me.workouts.append(Name(id))
    for lift in lifts.prefix(3) {
      let addition = AddWorkoutExercise(
        workout: Reference(Name(id).text), exercise: lift.exercise.text, sets: 3, reps: 8,
        weight: lift.kilograms > 0 ? load(most(lift.kilograms) * 0.6) : nil, isNew: true)
      ask(.workouts) { try addition.decide(Pair($0.workouts, $0.sets), $1) }
    }
  }

  mutating func reviseWorkout() {
    guard let workout = me.workouts.first else { return }
    let own = Reference(workout.text)
    let edit = EditWorkout(workout: own, minutes: Double(me.generator.within(40...70)))
    ask(.workouts) { try edit.decide($0.workouts, $1) }
    let planned = states.workouts[workout]?.exercises ?? []
    guard let last = planned.last, planned.count > 2 else { return }
    let removal = RemoveWorkoutExercise(workout: own, exercise: last.exercise.text)
    ask(.workouts) { try removal.decide(Pair($0.workouts, $0.known), $1) }
  }

  /// The first workout of the next user, or the user's own where there is no other.
  private var workoutOfAnother: Reference? {
    let next = members[(me.index + 1) % members.count]
    return next.workouts.first.map { Reference($0.text) }
  }

  mutating func saveWorkout() {
    guard let workout = workoutOfAnother else { return }
    ask(.workouts) { try SaveWorkout(workout: workout).decide(Pair($0.workouts, $0.own.saved), $1) }
  }

  mutating func unsaveWorkout() {
    guard let workout = workoutOfAnother else { return }
    let request = SaveWorkout(workout: workout, isKept: false)
    ask(.workouts) { try request.decide(Pair($0.workouts, $0.own.saved), $1) }
  }

  mutating func defineTemplate() { defineTemplate("Short and heavy", "3x5", replaced: nil) }

  mutating func redefineTemplate() {
    let reps = me.day / SampleYear.days % 2 == 0 ? "4x4" : "3x5"
    defineTemplate("Short and heavy", reps, replaced: Reference("Short and heavy"))
  }

  private mutating func defineTemplate(_ name: String, _ sets: String, replaced: Reference?) {
    let planned = try? EnteredSet(sets)
    let definition = DefineTemplate(
      name: name, description: "Three lifts",
      exercises: ["squat-barbell", "bench-press-barbell", "pull-up"].map {
        DefineTemplate.Exercise($0, planned)
      }, replaced: replaced, isNew: true)
    ask(.workouts) { try definition.decide(Pair($0.own.templates, $0.sets), $1) }
  }

  /// Makes a workout and a template that do not last.
  mutating func tryWorkout() {
    createWorkout("Trial", of: SampleWords.trainingDays[2])
    defineTemplate("Trial", "2x10", replaced: nil)
  }

  mutating func dropTrials() {
    guard areas.contains(.workouts), let trial = me.workouts.last, me.workouts.count > 2 else {
      return
    }
    let deletion = DeleteWorkout(workout: Reference(trial.text))
    ask(.workouts) { try deletion.decide($0.workouts, $1) }
    me.workouts.removeLast()
    let template = DeleteTemplate(template: Reference("Trial"))
    ask(.workouts) { try template.decide($0.own.templates, $1) }
  }

  /// Keeps what a language model came up with.
  mutating func keepSuggestion(_ kind: Suggestions.Kind) {
    let text = me.generator.pick(
      kind == .workout ? SampleWords.workoutIdeas : SampleWords.mealIdeas)
    ask(kind == .workout ? .workouts : .meals) {
      try KeepSuggestion(kind, text, source: "model").decide(EmptyProjection(), $1)
    }
  }
}

// MARK: The feed

extension SampleYear {
  mutating func sharePlan() {
    guard areas.contains(.feed) || areas.contains(.plan) else { return }
    let day = me.generator.pick(me.trainingDays)
    guard !states.own.plan[day].exercises.isEmpty else { return }
    let share = SharePlan(
      day: day, title: me.generator.pick(SampleWords.postTitles),
      description: me.generator.pick(SampleWords.descriptions))
    if let id = ask(.plan, { try share.decide($0.own.plan, $1) }).first { me.post = Name(id) }
  }

  /// Likes or unlikes the latest post of another user.
  mutating func look(atFeed day: Int) {
    let posts =
      members.compactMap { $0.index == me.index ? nil : $0.post } + [me.post].compactMap(\.self)
    guard areas.contains(.feed), !posts.isEmpty else { return }
    let post = posts[day % posts.count]
    guard states.feed[post] != nil else { return }
    let reference = Reference(post.text)
    if me.generator.chance(850) {
      ask(.feed) { try LikePost(post: reference).decide($0.feed, $1) }
    } else {
      ask(.feed) { try UnlikePost(post: reference).decide($0.feed, $1) }
    }
  }

  mutating func editPost() {
    guard let post = me.post else { return }
    let edit = EditPost(
      post: Reference(post.text), title: "\(me.generator.pick(SampleWords.postTitles)) (2)")
    ask(.feed) { try edit.decide($0.feed, $1) }
  }

  mutating func deletePost() {
    guard areas.contains(.feed), let post = me.post else { return }
    ask(.feed) { try DeletePost(post: Reference(post.text)).decide($0.feed, $1) }
    me.post = nil
  }

  /// Copies the latest post of another user, or the user's own, to Sunday.
  mutating func savePost() {
    let next = members[(me.index + 1) % members.count].post ?? me.post
    guard let post = next, states.feed[post] != nil else { return }
    let save = SavePost(post: Reference(post.text), day: .sunday)
    ask(.plan) { try save.decide(Pair($0.own.plan, $0.feed), $1) }
  }
}
