import Events
import Projections

extension CommandGroup {
  static let videos = CommandGroup("videos") {
    viewCommands(in: .videos, own: [videosCommand])
    Request(
      "videos add", "add a video to your library",
      """
      replog videos add mobility "Hips" --url https://example.com/hips
      """, AddVideo(category: "", title: "")
    ) {
      try $1.positional(
        &$0.category, "CATEGORY", "the category: workout, technique, mobility, or your own")
      try $1.positional(&$0.title, "TITLE", "the title")
      try $1.option(&$0.url, "--url", "the address of the video")
      try $1.option(&$0.thumbnail, "--thumbnail", "the address of a preview image")
      try $1.option(&$0.poster, "--poster", "the publisher")
    }
    .with(\.completions, ["CATEGORY": categories])
    Request(
      "videos favourite", "mark a video as a favourite", "replog videos favourite last",
      FavouriteVideo(video: .latest),
      about: \.video, "VIDEO", help)
    Request(
      "videos unfavourite", "unmark a favourite video", "replog videos unfavourite last",
      UnfavouriteVideo(video: .latest),
      about: \.video, "VIDEO", help)
    Request(
      "videos remove", "remove a video from your library", "replog videos remove last",
      RemoveVideo(video: .latest),
      about: \.video, "VIDEO", help)
  }
}

private let categories = Completion.words(VideoLibrary.usualCategories.map(\.text))
private let help = "the video: its id, a prefix of it, '@45' for the video of event 45, or 'last'"

private let videosCommand = Request(
  VideosView.self, "replog videos mobility --favourites",
  (category: String?.none, onlyFavourites: false, filter: ViewFilter())
) {
  try $1.positional(&$0.category, "CATEGORY", "the category (default: all)")
  try $1.flag(&$0.onlyFavourites, "--favourites", "only favourites")
  try $1.option(&$0.filter.text, "--grep", ViewFilter.textHelp)
} perform: { options, _, shell in
  let (category, onlyFavourites, filter) = options
  func isWanted(_ other: Name) -> Bool {
    category.map { other.text.lowercased() == trimmed($0).lowercased() } ?? true
  }
  try shell.show(personal: VideosView.self, filter) { subject, library, _ in
    guard (VideoLibrary.usualCategories + library.categories).contains(where: isWanted) else {
      throw Refusal(
        .notFound, "you have no videos in the category '\(category ?? "")'",
        help: "\(.show(.videos)) shows the categories")
    }
    var view = VideosView(of: subject.user, library, EmptyProjection())
    view.rows = view.rows.filter { row in
      isWanted(row.video.category) && (!onlyFavourites || row.video.isFavourite)
    }
    return view
  }
}
.with(\.completions, ["CATEGORY": categories])
// No verb is a category.
.with(\.takes) { @Sendable word in
  VideoLibrary.usualCategories.contains { $0.text == word.lowercased() }
}
