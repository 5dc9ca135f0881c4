import Events

extension VideoEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .videoAdded(let addition): Self.reversal(of: addition.video ?? Name(event.id), state)
    case .videoFavourited(let fact): Self.reversal(ofMark: true, fact.video, state)
    case .videoUnfavourited(let fact): Self.reversal(ofMark: false, fact.video, state)
    case .videoRemoved(let removal): Self.reversal(ofRemoval: removal.video, state)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .videoAdded(let addition): [.video(addition.video ?? Name(id))]
    case .videoFavourited(let fact): [.video(fact.video)]
    case .videoUnfavourited(let fact): [.video(fact.video)]
    case .videoRemoved(let removal): [.video(removal.video)]
    }
  }

  private static func reversal(of name: Name, _ state: ReversalState) -> Reversal {
    guard state.videos[name] == nil else { return .noEffect }
    return .facts(about: [.video(name)]) { state in
      guard state.videos[name] != nil else { return .overwritten(orForced: nil) }
      return .facts([.videos(.videoRemoved(VideoRemoved(video: name)))])
    }
  }

  private static func reversal(
    ofMark isFavourite: Bool, _ name: Name, _ state: ReversalState
  ) -> Reversal {
    guard let video = state.videos[name], video.isFavourite != isFavourite else { return .noEffect }
    return .facts(about: [.video(name)]) { state in
      guard let video = state.videos[name], video.isFavourite == isFavourite else {
        return .overwritten(orForced: nil)
      }
      return .facts([.videos(mark(!isFavourite, name))])
    }
  }

  private static func mark(_ isFavourite: Bool, _ name: Name) -> VideoEvent {
    isFavourite
      ? .videoFavourited(VideoFavourited(video: name))
      : .videoUnfavourited(VideoUnfavourited(video: name))
  }

  /// Returns the reversal of a removal: the video is added with its name, as the last of its category.
  private static func reversal(ofRemoval name: Name, _ state: ReversalState) -> Reversal {
    guard let video = state.videos[name] else { return .noEffect }
    let added = VideoAdded(
      video: name, category: video.category, title: video.title, url: video.url,
      thumbnail: video.thumbnail, poster: video.poster)
    var facts: [Event.Body] = [.videos(.videoAdded(added))]
    if video.isFavourite { facts.append(.videos(mark(true, name))) }
    let back = facts
    return .facts(about: [.video(name)]) { state in
      state.videos[name] == nil ? .facts(back) : .overwritten(orForced: nil)
    }
  }
}
