import Events

/// One user's videos.
public struct VideoLibrary: UserProjection {
  public struct Video: Equatable, Sendable {
    public let video: Name
    public let category: Name
    @Verbatim public private(set) var title: String
    @Verbatim public private(set) var url: String?
    @Verbatim public private(set) var thumbnail: String?
    @Verbatim public private(set) var poster: String?
    /// The position of the event that added it.
    public let seq: Int
    public internal(set) var isFavourite = false
  }

  /// The categories that come first in the library; an app or a gym adds its own.
  public static let usualCategories: [Name] = ["workout", "technique", "mobility"]

  private var added = OrderedDictionary<Name, Video>()

  public init() {}
  public static var reads: Areas { [.videos] }

  /// The videos in the order in which they were added.
  public var videos: [Video] { added.values }

  /// The categories of the videos: the usual ones first, then all others in the order of their first videos.
  public var categories: [Name] {
    var own: Set<Name> = []
    let inOrder = videos.map(\.category).filter { own.insert($0).inserted }
    return VideoLibrary.usualCategories.filter(own.contains)
      + inOrder.filter { !VideoLibrary.usualCategories.contains($0) }
  }

  /// A video by its name; nil if there is none, or if it was removed.
  public subscript(video: Name) -> Video? { added[video] }

  public mutating func apply(_ event: Event) {
    guard case .videos(let fact) = event.body else { return }
    switch fact {
    case .videoAdded(let addition): add(addition, event)
    case .videoFavourited(let fact): added[fact.video]?.isFavourite = true
    case .videoUnfavourited(let fact): added[fact.video]?.isFavourite = false
    case .videoRemoved(let removal): added[removal.video] = nil
    }
  }

  private mutating func add(_ addition: VideoAdded, _ event: Event) {
    let name = addition.video ?? Name(event.id)
    guard added[name] == nil else { return }
    added[name] = Video(
      video: name, category: addition.category, title: addition.title, url: addition.url,
      thumbnail: addition.thumbnail, poster: addition.poster, seq: event.seq)
  }
}
