/// The events of posts of shared plans.
public enum FeedEvent: Equatable, Sendable, EventArea {
  case postLiked(PostLiked)
  case postUnliked(PostUnliked)
  case postEdited(PostEdited)
  case postDeleted(PostDeleted)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("PostLiked", PostLiked.self),
    ("PostUnliked", PostUnliked.self),
    ("PostEdited", PostEdited.self),
    ("PostDeleted", PostDeleted.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .postLiked(let payload): payload
    case .postUnliked(let payload): payload
    case .postEdited(let payload): payload
    case .postDeleted(let payload): payload
    }
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
    self.post = post
    self.title = title
    self.description = description
    self.cleared = cleared
  }

  package var body: Event.Body { .feed(.postEdited(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .changes(.post), "The post.")
    title = try f.optional(
      "title", old?.title, .text.personal, "The new title; left out when it stays.")
    description = try f.optional(
      "description", old?.description, .text.personal,
      "The new description; left out when it stays.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties that the post has none of from now on.")
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
