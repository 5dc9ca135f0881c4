import Events

/// One user's videos.
public struct VideoLibrary: UserProjection {
  /// A video.
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

  /// The videos in the order in which they were added; nil for one that was removed.
  private var added: [Video?] = []
  private var places: [Name: Int] = [:]

  public init() {}
  public static var reads: Areas { [.videos] }

  /// The videos in the order in which they were added.
  public var videos: [Video] { added.compactMap(\.self) }

  /// The categories of the videos: the usual ones first, then all others in the order of their first videos.
  public var categories: [Name] {
    var own: Set<Name> = []
    let inOrder = videos.map(\.category).filter { own.insert($0).inserted }
    return VideoLibrary.usualCategories.filter(own.contains)
      + inOrder.filter { !VideoLibrary.usualCategories.contains($0) }
  }

  /// A video by its name; nil if there is none, or if it was removed.
  public subscript(video: Name) -> Video? { places[video].flatMap { added[$0] } }

  public mutating func apply(_ event: Event) {
    guard case .videos(let fact) = event.body else { return }
    switch fact {
    case .videoAdded(let addition): add(addition, event)
    case .videoFavourited(let fact): mark(fact.video, true)
    case .videoUnfavourited(let fact): mark(fact.video, false)
    case .videoRemoved(let removal): remove(removal.video)
    }
  }

  private mutating func add(_ addition: VideoAdded, _ event: Event) {
    let name = addition.video ?? Name(event.id)
    guard places[name] == nil else { return }
    places[name] = added.count
    added.append(
      Video(
        video: name, category: addition.category, title: addition.title, url: addition.url,
        thumbnail: addition.thumbnail, poster: addition.poster, seq: event.seq))
  }

  private mutating func mark(_ name: Name, _ isFavourite: Bool) {
    if let place = places[name] { added[place]?.isFavourite = isFavourite }
  }

  /// Removes a video, and removes the gaps if there are more gaps than videos.
  private mutating func remove(_ name: Name) {
    guard let place = places.removeValue(forKey: name) else { return }
    added[place] = nil
    guard added.count > 2 * places.count + 64 else { return }
    added = videos
    for (place, video) in videos.enumerated() { places[video.video] = place }
  }
}
