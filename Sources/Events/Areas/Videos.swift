/// The events of a library of videos.
public enum VideoEvent: Equatable, Sendable, EventArea {
  case videoAdded(VideoAdded)
  case videoFavourited(VideoFavourited)
  case videoUnfavourited(VideoUnfavourited)
  case videoRemoved(VideoRemoved)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("VideoAdded", VideoAdded.self),
    ("VideoFavourited", VideoFavourited.self),
    ("VideoUnfavourited", VideoUnfavourited.self),
    ("VideoRemoved", VideoRemoved.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .videoAdded(let payload): payload
    case .videoFavourited(let payload): payload
    case .videoUnfavourited(let payload): payload
    case .videoRemoved(let payload): payload
    }
  }
}

/// A video in the library of the user.
public struct VideoAdded: Equatable, Sendable, EventPayload {
  /// The id of the video; nil for the event's id, as in events written by replog.
  public let video: Name?
  /// The category of the video, in the words of the gym or the user: `workout`, `technique`, `mobility`, ….
  public let category: Name
  public let title: String
  public let url: String?
  /// The URL of a thumbnail.
  public let thumbnail: String?
  /// The name of the account that published the video.
  public let poster: String?

  public init(
    video: Name? = nil, category: Name, title: String, url: String? = nil,
    thumbnail:
      String? = nil, poster: String? = nil
  ) {
    (self.video, self.category, self.title, self.url) = (video, category, title, url)
    (self.thumbnail, self.poster) = (thumbnail, poster)
  }

  package var body: Event.Body { .videos(.videoAdded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    video = try f.optional(
      "video", old?.video, .begins(.video), "The video; omitted if it has the id of the event.")
    category = try f(
      "category", old?.category, .name.common, "The category: workout, technique, mobility, ….")
    title = try f("title", old?.title, .text.personal, "The title.")
    url = try f.optional("url", old?.url, .address.personal, "The URL of the video.")
    thumbnail = try f.optional(
      "thumbnail", old?.thumbnail, .address.personal, "The URL of a thumbnail.")
    poster = try f.optional(
      "poster", old?.poster, .text.personal, "The name of the account that published it.")
  }
}

/// The marking of a video as a favourite.
public struct VideoFavourited: Equatable, Sendable, EventPayload {
  public let video: Name

  public init(video: Name) { self.video = video }

  package var body: Event.Body { .videos(.videoFavourited(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    video = try f("video", old?.video, .changes(.video), "The video.")
  }
}

/// The removal of a favourite mark.
public struct VideoUnfavourited: Equatable, Sendable, EventPayload {
  public let video: Name

  public init(video: Name) { self.video = video }

  package var body: Event.Body { .videos(.videoUnfavourited(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    video = try f("video", old?.video, .changes(.video), "The video.")
  }
}

/// The removal of a video from the library of the user.
public struct VideoRemoved: Equatable, Sendable, EventPayload {
  public let video: Name

  public init(video: Name) { self.video = video }

  package var body: Event.Body { .videos(.videoRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    video = try f("video", old?.video, .ends(.video), "The video.")
  }
}
