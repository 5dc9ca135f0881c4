import Events

/// Shared plans, newest first.
///
/// A post shows no trace of its author: no name, no id of an account, nothing that is the same for
/// two posts of one person. Who wrote it is known inside, for the rule that only the author may
/// change it.
public struct Feed: Projection {
  /// A shared plan.
  public struct Post: Equatable, Sendable {
    public let post: Name
    public let at: Timestamp
    public internal(set) var title: String
    public internal(set) var description: String?
    public let day: Weekday
    public let type: String?
    public let exercises: [PlannedExercise]
    /// How many users like it.
    public var likes: Int { likers.count }
    let author: Name?
    var likers = Likers()
  }

  private var byName: [Name: Post] = [:]
  private var order: [Name] = []

  public init() {}
  public static var reads: Areas { [.plan, .feed] }
  public static var kept: Kept<Self>? { Kept("Feed") }

  /// The posts, newest first by their time; of two of one moment the later in the log.
  public var posts: [Post] {
    newestFirst(order.compactMap { byName[$0] }, by: \.at)
  }

  /// A post by its name; nil when it never was or was deleted.
  public subscript(post: Name) -> Post? { byName[post] }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .plan(.planShared(let shared)): publish(shared, event)
    case .feed(let fact): apply(fact, by: event.user)
    default: break
    }
  }

  private mutating func publish(_ shared: PlanShared, _ event: Event) {
    let name = shared.post ?? Name(event.id)
    guard byName[name] == nil else { return }
    byName[name] = Post(
      post: name, at: event.at, title: shared.title, description: shared.description,
      day: shared.day, type: shared.type, exercises: shared.exercises, author: event.user)
    order.append(name)
  }

  private mutating func apply(_ fact: FeedEvent, by user: Name?) {
    switch fact {
    case .postLiked(let like):
      if let user { byName[like.post]?.likers.insert(user) }
    case .postUnliked(let unlike):
      if let user { byName[unlike.post]?.likers.remove(user) }
    case .postEdited(let edit):
      if let title = edit.title { byName[edit.post]?.title = title }
      if let description = edit.description { byName[edit.post]?.description = description }
    case .postDeleted(let deletion):
      guard byName.removeValue(forKey: deletion.post) != nil else { return }
      order.removeAll { $0 == deletion.post }
    }
  }
}

extension Feed: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    let posts = try f.list("posts", old.map { old in old.order.compactMap { old.byName[$0] } })
    order = posts.map(\.post)
    for post in posts { byName[post.post] = post }
  }
}

extension Feed.Post: NestedPayload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
    at = try f("at", old?.at)
    title = try f("title", old?.title)
    description = try f.optional("description", old?.description)
    day = try f("day", old?.day)
    type = try f.optional("type", old?.type)
    exercises = try f.list("exercises", old?.exercises)
    author = try f.optional("author", old?.author)
    likers = Likers(try f.list("likers", old?.likers.sorted))
  }
}

/// Who likes a post.
///
/// Names that come sorted, as a checkpoint keeps them, stay a list until somebody is added or taken
/// out: a feed that is only shown needs no set for each post.
struct Likers: Equatable, Sendable {
  private var list: [Name] = []
  /// All of them, once the list is not.
  private var set: Set<Name>?

  /// Nobody.
  init() {}

  /// These, in order.
  init(_ sorted: [Name]) { list = sorted }

  var count: Int { self.set?.count ?? list.count }

  /// All, in order.
  var sorted: [Name] { self.set?.sorted() ?? list }

  func contains(_ user: Name) -> Bool { self.set?.contains(user) ?? list.contains(user) }

  mutating func insert(_ user: Name) { change { $0.insert(user) } }
  mutating func remove(_ user: Name) { change { $0.remove(user) } }

  static func == (one: Likers, other: Likers) -> Bool { one.sorted == other.sorted }

  private mutating func change(_ body: (inout Set<Name>) -> Void) {
    var names = set.take() ?? Set(list)
    list = []
    body(&names)
    set = names
  }
}

/// `elements`, given in the order of the log, with the latest moment first; of two of one moment the
/// later in the log.
func newestFirst<T>(_ elements: [T], by moment: (T) -> Timestamp) -> [T] {
  elements.enumerated()
    .map { (moment: moment($0.element).milliseconds, place: $0.offset) }
    .sorted { $0 > $1 }
    .map { elements[$0.place] }
}
