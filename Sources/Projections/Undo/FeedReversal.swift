import Events

extension FeedEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ state: ReversalState) -> Reversal {
    switch self {
    case .postLiked(let like):
      Self.reversal(ofLike: like.post, true, state, .postUnliked(PostUnliked(post: like.post)))
    case .postUnliked(let unlike):
      Self.reversal(ofLike: unlike.post, false, state, .postLiked(PostLiked(post: unlike.post)))
    case .postEdited(let edit): Self.reversal(of: edit, state)
    case .postDeleted(let deletion):
      state.feed[deletion.post] == nil
        ? .noEffect
        : .impossible(
          reason: "a deleted post and its likes are gone", help: "share the day again")
    }
  }

  /// The parts of the state that the event changes.
  var subjects: [UndoTarget] {
    switch self {
    case .postLiked(let like): [.like(like.post)]
    case .postUnliked(let unlike): [.like(unlike.post)]
    case .postEdited(let edit): [.post(edit.post)]
    case .postDeleted(let deletion): [.post(deletion.post)]
    }
  }

  private static func reversal(
    ofLike name: Name, _ isLike: Bool, _ state: ReversalState, _ fact: FeedEvent
  ) -> Reversal {
    guard let post = state.feed[name], post.likers.contains(state.user) != isLike else {
      return .noEffect
    }
    return .facts(about: [.like(name), .post(name)]) { state in
      guard let post = state.feed[name], post.likers.contains(state.user) == isLike else {
        return .overwritten(orForced: nil)
      }
      return .facts([.feed(fact)])
    }
  }

  private static func reversal(of edit: PostEdited, _ state: ReversalState) -> Reversal {
    guard let before = state.feed[edit.post] else { return .noEffect }
    var after = before
    after.edit(edit)
    let title = !String.isVerbatim(before.title, after.title)
    let description = !String?.isVerbatim(before.description, after.description)
    guard title || description else { return .noEffect }
    return .facts(about: [.post(edit.post)]) { state throws(Refusal) in
      guard let now = state.feed[edit.post] else { return .overwritten(orForced: nil) }
      guard now.author == state.user else {
        throw Refusal(.notOwner, "only its author can edit post '\(edit.post)'")
      }
      let back = PostEdited(
        post: edit.post, title: title ? before.title : nil,
        description: description ? before.description : nil,
        cleared: description && before.description == nil ? [.description] : [])
      let isAsMade =
        (!title || String.isVerbatim(now.title, after.title))
        && (!description || String?.isVerbatim(now.description, after.description))
      return isAsMade
        ? .facts([.feed(.postEdited(back))]) : .overwritten(orForced: [.feed(.postEdited(back))])
    }
  }
}
