import Events

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
