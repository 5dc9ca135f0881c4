/// What happens to posts once a plan was shared.
public enum FeedEvent: EventArea {
  case postLiked(PostLiked)
  case postUnliked(PostUnliked)
  case postEdited(PostEdited)
  case postDeleted(PostDeleted)

  public enum Kind: String, CaseIterable, Sendable {
    case postLiked = "PostLiked"
    case postUnliked = "PostUnliked"
    case postEdited = "PostEdited"
    case postDeleted = "PostDeleted"
  }

  public init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError) {
    switch kind {
    case .postLiked: self = .postLiked(try reader.payload())
    case .postUnliked: self = .postUnliked(try reader.payload())
    case .postEdited: self = .postEdited(try reader.payload())
    case .postDeleted: self = .postDeleted(try reader.payload())
    }
  }

  public var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .postLiked(let payload): (.postLiked, payload)
    case .postUnliked(let payload): (.postUnliked, payload)
    case .postEdited(let payload): (.postEdited, payload)
    case .postDeleted(let payload): (.postDeleted, payload)
    }
  }
}

/// The user likes a post; a second like of the same user changes nothing.
public struct PostLiked: Payload {
  public let post: Name

  public init(post: Name) { self.post = post }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
  }
}

/// The user took their like back.
public struct PostUnliked: Payload {
  public let post: Name

  public init(post: Name) { self.post = post }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
  }
}

/// The author gave a post other words. A field that is nil keeps its value.
public struct PostEdited: Payload {
  public let post: Name
  public let title: String?
  public let description: String?

  public init(post: Name, title: String? = nil, description: String? = nil) {
    self.post = post
    self.title = title
    self.description = description
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
    title = try f.optional("title", old?.title, .text)
    description = try f.optional("description", old?.description, .text)
  }
}

/// The author took a post down. Plans it was saved to keep their copies.
public struct PostDeleted: Payload {
  public let post: Name

  public init(post: Name) { self.post = post }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
  }
}
