import Events

/// Posts of texts, plans, workouts and weeks, newest first.
///
/// A post has no information about its author. It has no name, no account id, and no value that connects two posts of
/// one person. A workout has an author, so a post has its exercises, but not its id. Only the projection knows the
/// author, for the rule that no other user may change the post.
public struct Feed: Projection {
  public struct Post: Equatable, Sendable {
    public let post: Name
    public let at: Timestamp
    @Verbatim public internal(set) var title: String
    @Verbatim public internal(set) var description: String?
    /// The weekday of a shared plan; nil for any other post.
    public var day: Weekday?
    /// The kind of workout of the day, or the name of the shared workout; nil for none.
    @Verbatim public private(set) var type: String?
    /// The shared exercises; only those of a week have a day.
    public let exercises: [PostedExercise]
    /// The Monday of the shared week; nil for none.
    public var week: LocalDay?
    /// The number of users who like it.
    public var likes: Int { likers.count }
    let author: Name?
    var likers = Likers()
  }

  /// The posts in the order in which they were shared.
  private var shared = OrderedDictionary<Name, Post>()
  /// The latest time of a post.
  private var latest = Int64.min
  /// A Boolean value indicating whether the posts are in the order of their times.
  private var isInOrder = true

  public init() {}
  public static var reads: Areas { [.plan, .feed] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("Feed") }

  /// The posts, newest first by their time; of two with the same time, the later in the log comes first.
  public var posts: [Post] { newestFirst(shared.values, by: \.at) }

  /// Returns the name of the post at a position in `posts`, counted from the end if negative; nil if there is none.
  ///
  /// Cost: proportional to the position, unless the posts are not in the order of their times.
  func post(at place: Int) -> Name? {
    guard isInOrder else { return posts.element(at: place)?.post }
    let count = place < 0 ? -1 - place : place
    func post(_ posts: some Sequence<Post?>) -> Name? {
      posts.lazy.compactMap(\.self).dropFirst(count).first { _ in true }?.post
    }
    return place < 0 ? post(shared.slots) : post(shared.slots.reversed())
  }

  public static func == (one: Feed, other: Feed) -> Bool { one.shared == other.shared }

  /// A post by its name; nil if there is none, or if it was deleted.
  public subscript(post: Name) -> Post? { shared[post] }

  public mutating func apply(_ event: Event) {
    guard event.mayChange({ self[$0].map(\.author) }) else { return }
    switch event.body {
    case .plan(.planShared(let shared)):
      publish(
        Post(
          post: shared.post ?? Name(event.id), at: event.at, title: shared.title,
          description: shared.description, day: shared.day, type: shared.type,
          exercises: shared.exercises.map { PostedExercise($0) }, author: event.user))
    case .feed(.postPublished(let post)):
      publish(
        Post(
          post: post.post ?? Name(event.id), at: event.at, title: post.title,
          description: post.description, type: post.type, exercises: post.exercises,
          week: post.week, author: event.user))
    case .feed(let fact): apply(fact, by: event.user)
    default: break
    }
  }

  private mutating func publish(_ post: Post) {
    if shared[post.post] == nil { append(post) }
  }

  private mutating func append(_ post: Post) {
    shared[post.post] = post
    if post.at.milliseconds < latest { isInOrder = false }
    latest = max(latest, post.at.milliseconds)
  }

  private mutating func apply(_ fact: FeedEvent, by user: Name?) {
    switch fact {
    case .postPublished: break
    case .postLiked(let like):
      if let user { shared[like.post]?.likers.insert(user) }
    case .postUnliked(let unlike):
      if let user { shared[unlike.post]?.likers.remove(user) }
    case .postEdited(let edit): shared[edit.post]?.edit(edit)
    case .postDeleted(let deletion): shared[deletion.post] = nil
    }
  }
}

extension Feed: Payload {
  @usableFromInline package static var version: Int { 5 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    let posts = try f.list("posts", old?.shared.values)
    for post in posts { append(post) }
  }
}

extension Feed.Post {
  mutating func edit(_ edit: PostEdited) {
    title = edit.title ?? title
    description = edit.description ?? description
    for detail in edit.cleared {
      switch detail {
      case .description: description = nil
      }
    }
  }
}

extension Feed.Post: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
    at = try f("at", old?.at)
    title = try f("title", old?.title)
    description = try f.optional("description", old?.description)
    day = try f.optional("day", old?.day)
    type = try f.optional("type", old?.type)
    exercises = try f.list("exercises", old?.exercises)
    week = try f.optional("week", old?.week)
    author = try f.optional("author", old?.author)
    likers = Likers(try f.list("likers", old?.likers.sorted))
  }
}

/// The users who like a post.
///
/// Names that are given in order, as in a checkpoint, stay a list until a user is added or removed. A feed that is only
/// read therefore needs no set for each post.
struct Likers: Equatable, Sendable {
  private var list: [Name] = []
  /// All users, once a user was added or removed; nil before.
  private var set: Set<Name>?

  init() {}

  /// Creates the set from users in order.
  init(_ sorted: [Name]) { list = sorted }

  var count: Int { self.set?.count ?? list.count }

  /// All users, in order.
  var sorted: [Name] { self.set?.sorted() ?? list }

  func contains(_ user: Name) -> Bool { self.set?.contains(user) ?? list.contains(user) }

  mutating func insert(_ user: Name) { change { $0.insert(user) } }
  mutating func remove(_ user: Name) { change { $0.remove(user) } }

  static func == (one: Likers, other: Likers) -> Bool {
    // After a like the counts differ, so nothing is sorted.
    one.count == other.count && one.sorted == other.sorted
  }

  private mutating func change(_ body: (inout Set<Name>) -> Void) {
    var names = set.take() ?? Set(list)
    list = []
    body(&names)
    set = names
  }
}

/// Returns `elements`, given in the order of the log, with the latest time first.
///
/// Of two with the same time, the later in the log comes first.
func newestFirst<T>(_ elements: [T], by moment: (T) -> Timestamp) -> [T] {
  let moments = elements.map { moment($0).milliseconds }
  // Nearly always each element is later than the one before.
  if moments.indices.dropFirst().allSatisfy({ moments[$0 - 1] <= moments[$0] }) {
    return elements.reversed()
  }
  return moments.indices
    .sorted { (moments[$0], $0) > (moments[$1], $1) }
    .map { elements[$0] }
}
