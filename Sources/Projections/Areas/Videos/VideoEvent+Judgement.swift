import Events

extension VideoEvent {
  /// A library is its user's own.
  var judgement: Judgement {
    switch self {
    case .videoAdded: .always
    case .videoFavourited(let mark): .unless(video: mark.video)
    case .videoUnfavourited(let mark): .unless(video: mark.video)
    case .videoRemoved(let removal): .unless(video: removal.video)
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event about a video of its user.
  fileprivate static func unless(video: Name) -> Judgement {
    .unless(Missing(from: OfUser<VideoLibrary>.self) { $0.value[video] != nil })
  }
}
