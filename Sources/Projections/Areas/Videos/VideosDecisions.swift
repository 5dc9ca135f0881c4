import Events

/// A request to add a video to the library of the user.
public struct AddVideo: Decision {
  /// The category: one of the usual ones, or any other in the words of the user.
  public var category: String
  public var title: String
  public var url: String?
  public var thumbnail: String?
  public var poster: String?

  public init(
    category: String, title: String, url: String? = nil, thumbnail: String? = nil,
    poster: String? = nil
  ) {
    (self.category, self.title, self.url) = (category, title, url)
    (self.thumbnail, self.poster) = (thumbnail, poster)
  }

  public func decide(
    _ state: OfUser<VideoLibrary>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let title = try required(title, "the title", help: "for example 'Hip mobility'")
    let category = try required(category, "the category", help: "for example 'mobility'")
    // A category in another case is the same one.
    let known = VideoLibrary.usualCategories + state.value.categories
    let same = known.first { $0.text.lowercased() == category.lowercased() }
    let url = given(url)
    if let url, let there = state.value.videos.first(where: { String?.isVerbatim($0.url, url) }) {
      throw Refusal(
        .alreadyExists, "your library already has that address, as '\(there.title)'",
        help: "to move it, remove it first: \(.removeVideo(there.video))")
    }
    let added = VideoAdded(
      category: same ?? Name(category), title: title, url: url, thumbnail: given(thumbnail),
      poster: given(poster))
    return [added.body]
  }
}

/// A request to mark a video as a favourite; a repeated request changes nothing.
public struct FavouriteVideo: Decision {
  public var video: Reference

  public init(video: Reference) { self.video = video }

  public func decide(
    _ state: OfUser<VideoLibrary>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let video = try state.value.video(video)
    return video.isFavourite ? [] : [VideoFavourited(video: video.video).body]
  }
}

/// A request to unmark a favourite video.
public struct UnfavouriteVideo: Decision {
  public var video: Reference

  public init(video: Reference) { self.video = video }

  public func decide(
    _ state: OfUser<VideoLibrary>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let video = try state.value.video(video)
    return video.isFavourite ? [VideoUnfavourited(video: video.video).body] : []
  }
}

/// A request to remove a video from the library of the user.
public struct RemoveVideo: Decision {
  public var video: Reference

  public init(video: Reference) { self.video = video }

  public func decide(
    _ state: OfUser<VideoLibrary>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let video = try state.value.video(video)
    return [VideoRemoved(video: video.video).body]
  }
}

extension VideoLibrary {
  /// Returns the video of a reference, one of the user's own.
  ///
  /// It is the id or a prefix of it, `@45` for the video that event 45 added, or `last`.
  fileprivate func video(_ reference: Reference) throws(Refusal) -> Video {
    try reference.resolve(
      among: videos, by: { ($0.video, $0.seq) }, "video", created: "did not add one of your videos",
      help: "\(.show(.videos)) shows your videos")
  }
}

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
