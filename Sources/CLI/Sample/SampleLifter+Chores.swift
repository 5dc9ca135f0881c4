import Events

// The actions of a sample's users outside training: their plan, and the feed. A chore without an object, such as a like
// without a post, records nothing.

extension SampleLifter {
  mutating func doChore(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    switch generator.below(100) {
    case 0..<48: like(on: &feed, &moment)
    case 48..<52: unlike(on: &feed, &moment)
    case 52..<54: edit(on: feed, &moment)
    case 54..<55: delete(on: &feed, &moment)
    case 55..<63: share(on: &feed, &moment)
    case 63..<67: save(from: feed, &moment)
    default: changePlan(&moment)
    }
  }
}

// MARK: The feed

extension SampleLifter {
  private mutating func like(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    let me = index
    let place = feed.place(&generator) {
      $0.author != me && $0.likers.count < SampleFeed.mostLikes && !$0.likers.contains(me)
    }
    guard let place else { return }
    feed.posts[place].likers.append(me)
    record(PostLiked(post: feed.posts[place].name).body, &moment)
  }

  private mutating func unlike(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    let me = index
    guard let place = feed.place(&generator, where: { $0.likers.contains(me) }) else { return }
    feed.posts[place].likers.removeAll { $0 == me }
    record(PostUnliked(post: feed.posts[place].name).body, &moment)
  }

  private mutating func edit(on feed: SampleFeed, _ moment: inout SampleMoment) {
    guard let place = ownPost(of: feed) else { return }
    let title = generator.chance(500) ? generator.pick(SampleWords.postTitles) : nil
    let edited = PostEdited(
      post: feed.posts[place].name, title: title,
      description: generator.pick(SampleWords.descriptions))
    record(edited.body, &moment)
  }

  private mutating func delete(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    guard let place = ownPost(of: feed) else { return }
    let post = feed.posts.remove(at: place)
    record(PostDeleted(post: post.name).body, &moment)
  }

  private mutating func ownPost(of feed: SampleFeed) -> Int? {
    let me = index
    return feed.place(&generator) { $0.author == me }
  }

  private mutating func share(on feed: inout SampleFeed, _ moment: inout SampleMoment) {
    let planned = Weekday.allCases.filter { !week[$0.index].exercises.isEmpty }
    guard !planned.isEmpty else { return }
    let weekday = generator.pick(planned)
    let day = week[weekday.index]
    let shared = PlanShared(
      day: weekday, title: generator.pick(SampleWords.postTitles),
      description: generator.chance(700) ? generator.pick(SampleWords.descriptions) : nil,
      type: day.type, exercises: day.exercises)
    let post = Name(record(shared.body, &moment))
    feed.share(SampleFeed.Post(name: post, author: index, type: day.type, exercises: day.exercises))
  }

  private mutating func save(from feed: SampleFeed, _ moment: inout SampleMoment) {
    let weekday = generator.pick(Weekday.allCases)
    let me = index
    let room = SampleLifter.longestDay - week[weekday.index].exercises.count
    let place = feed.place(&generator) { $0.author != me && $0.exercises.count <= room }
    guard let place else { return }
    let post = feed.posts[place]
    week[weekday.index].exercises += post.exercises
    week[weekday.index].type = post.type ?? week[weekday.index].type
    let saved = PlanSaved(post: post.name, day: weekday, type: post.type, exercises: post.exercises)
    record(saved.body, &moment)
  }
}

// MARK: The plan

extension SampleLifter {
  /// The maximum number of exercises of a day.
  private static let longestDay = 8

  /// Plans the kind of workout and two to four exercises of a weekday, all at once.
  mutating func planDay(_ weekday: Weekday, _ moment: inout SampleMoment) {
    chooseType(weekday, &moment)
    for _ in 0..<generator.within(2...4) { add(to: weekday, &moment) }
  }

  private mutating func changePlan(_ moment: inout SampleMoment) {
    let weekday = generator.pick(Weekday.allCases)
    let count = week[weekday.index].exercises.count
    guard count > 0 else { return planDay(weekday, &moment) }
    guard count < SampleLifter.longestDay else { return clear(weekday, &moment) }
    switch generator.below(10) {
    case 0..<4: add(to: weekday, &moment)
    case 4..<6: remove(from: weekday, &moment)
    case 6..<8: move(from: weekday, &moment)
    case 8: clear(weekday, &moment)
    default: chooseType(weekday, &moment)
    }
  }

  private mutating func chooseType(_ weekday: Weekday, _ moment: inout SampleMoment) {
    let type = generator.pick(SampleWords.types)
    week[weekday.index].type = type
    record(WorkoutTypeChosen(day: weekday, type: type).body, &moment)
  }

  private mutating func add(to weekday: Weekday, _ moment: inout SampleMoment) {
    let exercise = SampleWords.exercises[drawExercise()]
    let reps = generator.within(3...12)
    let planned = PlannedExercise(
      exercise: exercise.name, sets: generator.within(3...5),
      reps: exercise.measure == .load ? reps : nil,
      weight: generator.chance(700) ? weight(exercise, reps: reps) : nil)
    week[weekday.index].exercises.append(planned)
    record(ExerciseAdded(day: weekday, planned).body, &moment)
  }

  private mutating func remove(from weekday: Weekday, _ moment: inout SampleMoment) {
    let place = generator.below(week[weekday.index].exercises.count)
    let removed = week[weekday.index].exercises.remove(at: place)
    let fact = ExerciseRemoved(day: weekday, exercise: removed.exercise, position: place + 1)
    record(fact.body, &moment)
  }

  private mutating func move(from weekday: Weekday, _ moment: inout SampleMoment) {
    let place = generator.below(week[weekday.index].exercises.count)
    let moved = week[weekday.index].exercises.remove(at: place)
    let target = generator.pick(Weekday.allCases)
    let end = week[target.index].exercises.count
    let newPlace = generator.chance(500) ? generator.within(0...end) : nil
    week[target.index].exercises.insert(moved, at: newPlace ?? end)
    let fact = ExerciseMoved(
      day: weekday, exercise: moved.exercise, position: place + 1, toDay: target,
      toPosition: newPlace.map { $0 + 1 })
    record(fact.body, &moment)
  }

  /// Clears a day, and often plans it again immediately.
  private mutating func clear(_ weekday: Weekday, _ moment: inout SampleMoment) {
    week[weekday.index].exercises = []
    record(DayCleared(day: weekday).body, &moment)
    guard generator.chance(500) else { return }
    for _ in 0..<generator.within(2...4) { add(to: weekday, &moment) }
  }
}
