import Events

/// The posts, newest first, without any information about their authors.
public struct FeedView: LogView {
  public struct Row: Record {
    public let post: Feed.Post
    public let exercises: [Exercise]

    init(_ post: Feed.Post, _ numbers: ExerciseNumbers) {
      self.post = post
      exercises = zip(post.exercises, numbers.numbered(post.exercises.map(\.planned)))
        .map { Exercise(day: $0.day, numbered: $1) }
    }

    public static var key: String? { "post" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("post", row?.post.post, .plain.reference, "The post.")
      f("at", row?.post.at, .plain, "The time at which it was shared.")
      f("title", row?.post.title, .plain.personal, "The title.")
      f("description", row?.post.description, .plain.personal, "The description, or null.")
      f(
        "day", row?.post.day, .plain,
        "The shared weekday; null for a text, a workout or a week.")
      f(
        "type", row?.post.type, .plain.personal,
        "The day's kind of workout, or the name of the workout; null for none.")
      f.list("exercises", row?.exercises, .plain, "The shared exercises, in order.")
      f("likes", row?.post.likes, .plain, "The number of users who like it.")
      f(
        "week", row?.post.week, .plain.rare,
        "The Monday of the shared week; null for any other post.")
    }
  }

  public struct Exercise: Record {
    /// The weekday; nil unless the post shares a week.
    public let day: Weekday?
    public let numbered: NumberedExercise

    public static var key: String? { "exercise" }
    public var _keyScalar: RecordScalar? { numbered._keyScalar }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      NumberedExercise.listPlan(row?.numbered, &f)
      f("day", row?.day, .plain.rare, "The weekday, in a post that shares a week; otherwise null.")
      PlannedExercise.listDistance(row?.numbered.planned, &f)
    }
  }

  public static let name = "feed"
  public static let summary = "posts, newest first, without their authors"
  public static let scaling = Scaling.stream(of: [.plan, .feed])
  public static let emptyText = "no posts"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]

  public init(_ source: Pair<Feed, ExerciseNumbers>) { self.init(source.first, source.second) }

  public init(_ feed: Feed, _ numbers: ExerciseNumbers) {
    rows = feed.posts.map { Row($0, numbers) }
  }

  public static func row(_ key: Name, of source: Pair<Feed, ExerciseNumbers>) -> Row? {
    source.first[key].map { Row($0, source.second) }
  }

  public static func _key(at place: Int, of source: Pair<Feed, ExerciseNumbers>) -> Name? {
    source.first.post(at: place)
  }

  public static func touched(by event: Event) -> [Name]? {
    switch event.body {
    case .plan(.planShared(let shared)): [shared.post ?? Name(event.id)]
    case .feed(.postPublished(let post)): [post.post ?? Name(event.id)]
    case .feed(.postLiked(let like)): [like.post]
    case .feed(.postUnliked(let unlike)): [unlike.post]
    case .feed(.postEdited(let edit)): [edit.post]
    case .feed(.postDeleted(let deletion)): [deletion.post]
    // An exercise has its number from the first event that names it, and a post names its exercises.
    default: []
    }
  }
}
