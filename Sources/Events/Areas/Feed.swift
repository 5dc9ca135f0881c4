/// The events of posts: texts, shared plans, workouts and weeks.
public enum FeedEvent: Equatable, Sendable, EventArea {
  case postLiked(PostLiked)
  case postUnliked(PostUnliked)
  case postEdited(PostEdited)
  case postDeleted(PostDeleted)
  case postPublished(PostPublished)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("PostLiked", PostLiked.self),
    ("PostUnliked", PostUnliked.self),
    ("PostEdited", PostEdited.self),
    ("PostDeleted", PostDeleted.self),
    ("PostPublished", PostPublished.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .postLiked(let payload): payload
    case .postUnliked(let payload): payload
    case .postEdited(let payload): payload
    case .postDeleted(let payload): payload
    case .postPublished(let payload): payload
    }
  }
}

/// An exercise of a post, with its day in a post of a week.
public struct PostedExercise: Equatable, Sendable, NestedPayload {
  /// The weekday; nil unless the post shares a week.
  public let day: Weekday?
  /// The exercise, as `exercise`, `sets`, `reps`, `weight` and `unit` next to `day`.
  public package(set) var planned: PlannedExercise

  public init(day: Weekday? = nil, _ planned: PlannedExercise) {
    (self.day, self.planned) = (day, planned)
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f.optional(
      "day", old?.day, .any, "The weekday, in a post that shares a week; otherwise omitted.")
    planned = try PlannedExercise(old?.planned, &f)
  }
}

/// A post of a text, a workout or a week, with the author's exercises at that time.
///
/// A weekday of the plan is posted by `PlanShared`.
public struct PostPublished: Equatable, Sendable, EventPayload {
  /// The id of the post; nil for the event's id, as in events written by replog.
  public let post: Name?
  public let title: String
  /// The text; nil for a title alone.
  public let description: String?
  /// The shared workout; nil for none.
  public let workout: Name?
  /// The Monday of the shared week; nil for none.
  public let week: LocalDay?
  /// The name of the workout; nil for none.
  public let type: String?
  /// The exercises of the workout or of the days of the week, in order.
  public let exercises: [PostedExercise]

  public init(
    post: Name? = nil, title: String, description: String? = nil, workout: Name? = nil,
    week: LocalDay? = nil, type: String? = nil, exercises: [PostedExercise] = []
  ) {
    (self.post, self.title, self.description) = (post, title, description)
    (self.workout, self.week) = (workout, week)
    (self.type, self.exercises) = (type, exercises)
  }

  package var body: Event.Body { .feed(.postPublished(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f.optional(
      "post", old?.post, .begins(.post), "The post; omitted if it has the id of the event.")
    title = try f("title", old?.title, .text.personal, "The title.")
    description = try f.optional(
      "description", old?.description, .text.personal, "The text; omitted if there is none.")
    workout = try f.optional(
      "workout", old?.workout, .refers(to: .workout),
      "The shared workout; omitted if there is none.")
    week = try f.optional(
      "week", old?.week, .any, "The Monday of the shared week; omitted if there is none.")
    type = try f.optional(
      "type", old?.type, .text.personal, "The name of the workout; omitted if there is none.")
    exercises = try f.list(
      "exercises", old?.exercises, .any, "The exercises of the workout or of the week, in order.")
  }
}

/// A like of a post; a second like of the same user has no effect.
public struct PostLiked: Equatable, Sendable, EventPayload {
  public let post: Name

  public init(post: Name) { self.post = post }

  package var body: Event.Body { .feed(.postLiked(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .refers(to: .post), "The post.")
  }
}

/// The withdrawal of a like.
public struct PostUnliked: Equatable, Sendable, EventPayload {
  public let post: Name

  public init(post: Name) { self.post = post }

  package var body: Event.Body { .feed(.postUnliked(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .refers(to: .post), "The post.")
  }
}

/// A property of a post that can be removed.
public enum PostDetail: String, CaseIterable, Sendable, Vocabulary {
  case description

  @usableFromInline package static let words = Words(Self.self)
}

/// A change of a post by its author; a nil field keeps its value.
public struct PostEdited: Equatable, Sendable, EventPayload {
  public let post: Name
  /// The new title; nil if unchanged.
  public let title: String?
  /// The new description; nil if unchanged.
  public let description: String?
  /// The properties to remove from the post; a new value of such a property is ignored.
  public let cleared: [PostDetail]

  public init(
    post: Name, title: String? = nil, description: String? = nil, cleared: [PostDetail] = []
  ) {
    (self.post, self.title, self.description, self.cleared) = (post, title, description, cleared)
  }

  package var body: Event.Body { .feed(.postEdited(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .changes(.post), "The post.")
    title = try f.optional(
      "title", old?.title, .text.personal, "The new title; omitted if unchanged.")
    description = try f.optional(
      "description", old?.description, .text.personal,
      "The new description; omitted if unchanged.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties to remove from the post.")
  }
}

/// The removal of a post by its author; plans to which the post was saved keep their copies.
public struct PostDeleted: Equatable, Sendable, EventPayload {
  public let post: Name

  public init(post: Name) { self.post = post }

  package var body: Event.Body { .feed(.postDeleted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .ends(.post), "The post.")
  }
}
