import Events

/// A post of the user.
struct SharedPost: PropertySubject {
  let post: Name

  struct Value: Equatable, Sendable {
    @Verbatim var title: String
    @Verbatim var description: String?
  }

  func value(in state: inout ReversalState) -> Value? {
    state.feed[post].flatMap { post in
      post.author == state.user ? Value(title: post.title, description: post.description) : nil
    }
  }

  func restore(_ properties: inout PropertyMerge<Value>) {
    properties.restoreText(\.title)
    properties.restoreText(\.description)
  }

  /// Returns the facts for another value.
  ///
  /// No fact can restore a deleted post with its likes.
  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let now else { return [] }
    guard let target else { return [PostDeleted(post: post).body] }
    guard now != target else { return [] }
    let isCleared = now.description != nil && target.description == nil
    let edit = PostEdited(
      post: post, title: changed(target.title, from: now.title),
      description: changed(target.description, from: now.description),
      cleared: isCleared ? [.description] : [])
    return [edit.body]
  }
}

/// A class of the user; a cancelled one has no value.
struct ScheduledClass: PropertySubject {
  let `class`: Name

  typealias Value = Timetable.FitnessClass

  func value(in state: inout ReversalState) -> Value? {
    guard var it = state.timetable[`class`], it.scheduledBy == state.user, !it.isCancelled else {
      return nil
    }
    // Other users book the class without changing it.
    (it.bookings, it.marks) = (BookingQueue(), [:])
    return it
  }

  func restore(_ properties: inout PropertyMerge<Value>) {
    properties.restoreText(\.title)
    properties.restore(\.startsAt)
    properties.restore(\.minutes)
    properties.restoreText(\.instructor)
    properties.restoreText(\.place)
    properties.restore(\.capacity)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let target else { return now == nil ? [] : [ClassCancelled(class: `class`).body] }
    guard let now else { return [ClassReinstated(class: `class`).body] }
    return now == target ? [] : [now.change(to: target).body]
  }
}

extension Timetable.FitnessClass {
  /// Returns the change that gives this class the properties of another.
  fileprivate func change(to other: Self) -> ClassRescheduled {
    var cleared: [ClassDetail] = []
    if instructor != nil, other.instructor == nil { cleared.append(.instructor) }
    if place != nil, other.place == nil { cleared.append(.place) }
    if capacity != nil, other.capacity == nil { cleared.append(.capacity) }
    return ClassRescheduled(
      class: `class`, title: changed(other.title, from: title),
      startsAt: changed(other.startsAt, from: startsAt),
      minutes: changed(other.minutes, from: minutes),
      instructor: changed(other.instructor, from: instructor),
      place: changed(other.place, from: place),
      capacity: changed(other.capacity, from: capacity), cleared: cleared)
  }
}

/// A workout of the user; a change of its exercises is one of `WorkoutExercise`.
struct CreatedWorkout: PropertySubject {
  let workout: Name

  typealias Value = Workouts.Workout

  func value(in state: inout ReversalState) -> Value? {
    state.workouts[workout].flatMap { $0.author == state.user ? $0 : nil }
  }

  func differs(_ one: Value?, _ other: Value?, after change: UndoChange<Self>?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return one.revision(from: other) != WorkoutRevised(workout: workout)
  }

  func restore(_ properties: inout PropertyMerge<Value>) {
    properties.restoreText(\.name)
    properties.restoreText(\.description)
    properties.restore(\.minutes)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let target else { return now == nil ? [] : [WorkoutDeleted(workout: workout).body] }
    guard let now else {
      let creation = WorkoutCreated(
        workout: workout, name: target.name, description: target.description,
        minutes: target.minutes, exercises: target.exercises)
      return [creation.body]
    }
    return differs(now, target, after: nil) ? [target.revision(from: now).body] : []
  }
}
