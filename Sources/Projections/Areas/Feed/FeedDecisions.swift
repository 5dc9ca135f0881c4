import Events

/// A request to like a post; a repeated request changes nothing.
public struct LikePost: Decision {
  public var post: Reference

  public init(post: Reference) { self.post = post }

  public func decide(_ state: Feed, _ context: Context) throws(Refusal) -> [Event.Body] {
    let post = try state.post(post)
    if post.likers.contains(context.user) { return [] }
    return [PostLiked(post: post.post).body]
  }
}

/// A request to remove the user's like of a post.
public struct UnlikePost: Decision {
  public var post: Reference

  public init(post: Reference) { self.post = post }

  public func decide(_ state: Feed, _ context: Context) throws(Refusal) -> [Event.Body] {
    let post = try state.post(post)
    guard post.likers.contains(context.user) else { return [] }
    return [PostUnliked(post: post.post).body]
  }
}

/// A request of the author to change the title or description of a post.
public struct EditPost: Decision {
  public var post: Reference
  public var title: String?
  public var description: String?

  public init(post: Reference, title: String? = nil, description: String? = nil) {
    (self.post, self.title, self.description) = (post, title, description)
  }

  public func decide(_ state: Feed, _ context: Context) throws(Refusal) -> [Event.Body] {
    let post = try state.post(post, of: context.user, to: "edit", canCopy: true)
    if title == nil, description == nil {
      throw Refusal(
        .nothingToChange, "there is nothing to edit",
        help: "give \(.giveAny([.title, .description]))")
    }
    if title != nil, given(title) == nil {
      throw Refusal(
        .emptyValue, "the title must not be empty",
        help: "other users see the title first; for example 'Push day'")
    }
    if description != nil, given(description) == nil {
      throw Refusal(
        .emptyValue, "the description must not be empty",
        help: "give some text, or leave the description out")
    }
    let edit = PostEdited(
      post: post.post, title: changed(given(title), from: post.title),
      description: changed(given(description), from: post.description))
    if edit.title == nil, edit.description == nil { return [] }
    return [edit.body]
  }
}

/// A request of the author to delete a post.
public struct DeletePost: Decision {
  public var post: Reference

  public init(post: Reference) { self.post = post }

  public func decide(_ state: Feed, _ context: Context) throws(Refusal) -> [Event.Body] {
    let post = try state.post(post, of: context.user, to: "delete", canCopy: false)
    return [PostDeleted(post: post.post).body]
  }
}

extension Feed {
  /// Returns the post of a reference, if it is the user's own.
  ///
  /// - Parameter canCopy: Whether the refusal proposes a copy of the post, in which the user can change the exercises.
  /// - Throws: A refusal, which does not name the author.
  fileprivate func post(
    _ reference: Reference, of user: Name, to change: String, canCopy: Bool
  ) throws(Refusal) -> Post {
    let post = try post(reference)
    guard post.author == user else {
      throw Refusal(
        .notOwner, "only its author can \(change) post '\(post.post)'",
        help: canCopy && !post.exercises.isEmpty
          ? "save it to your own plan instead: \(.savePost(post.post))"
          : "give the id of one of your own posts; \(.show(.logWithIDs)) shows it")
    }
    return post
  }
}

extension FeedEvent {
  var judgement: Judgement {
    switch self {
    case .postPublished: .always
    case .postLiked(let like): .decision(LikePost(post: Reference(to: like.post)))
    case .postUnliked(let like): .decision(UnlikePost(post: Reference(to: like.post)))
    case .postEdited(let edit):
      // A description is removed only by undoing an edit, which is the author's, too.
      edit.title == nil && edit.description == nil
        ? .unless(Missing(from: Feed.self) { $0[edit.post] != nil })
        : .decision(
          EditPost(
            post: Reference(to: edit.post), title: edit.title, description: edit.description))
    case .postDeleted(let deletion): .decision(DeletePost(post: Reference(to: deletion.post)))
    }
  }
}
