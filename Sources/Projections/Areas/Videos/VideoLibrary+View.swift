import Events

/// The videos of a user by category, in the order in which they were added.
public struct VideosView: PersonalView {
  public struct Row: Record {
    public let video: VideoLibrary.Video

    public static var key: String? { "video" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let it = row?.video
      f("video", it?.video, .plain.reference.column(6, "video"), "The video.")
      f("category", it?.category, .plain.column(1, "category"), "The category.")
      f("title", it?.title, .plain.personal.shortened.column(2, "title"), "The title.")
      f(
        "url", it?.url, .plain.personal.shortened.dropped(1).column(5, "address"),
        "The URL of the video, or null.")
      f("thumbnail", it?.thumbnail, .hidden.personal, "The URL of a thumbnail, or null.")
      f(
        "poster", it?.poster, .plain.personal.shortened.dropped(2).column(3, "by"),
        "The name of the account that published it, or null.")
      f("favourite", it?.isFavourite, .plain.column(4, "favourite"), "Whether it is a favourite.")
    }
  }

  public static let name = "videos"
  public static let summary = "your videos by category"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no videos"

  public var rows: [Row]

  public init(of user: Name?, _ library: VideoLibrary, _: EmptyProjection) {
    let videos = library.videos
    let byCategory = Dictionary(grouping: videos, by: \.category)
    rows = library.categories.flatMap { byCategory[$0, default: []] }.map { Row(video: $0) }
  }
}
