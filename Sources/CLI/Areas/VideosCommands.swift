import Events
import Projections

private let help = "the video: its id, the beginning of it, '@45' for that of event 45, or 'last'"

struct VideosCommand: Command {
  static let name = VideosView.name
  static let summary = "show \(VideosView.summary)"
  static let example = "replog videos mobility --favourites"
  static let accepts = GlobalOptions.Accepted.view(VideosView.self)
  static let remark = columnsLeftOut(of: VideosView.self)
  var category: VideoCategory?
  var onlyFavourites = false
  var filter = ViewFilter()

  /// Returns whether `word` is a category; no verb is a category.
  static func takes(_ word: String) -> Bool { VideoCategory(argument: word) != nil }

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&category, "CATEGORY", "the only category")
    try a.flag(&onlyFavourites, "--favourites", "only favourites")
    try a.option(&filter.text, "--grep", "only what holds a text, in any case")
  }

  func run(_ shell: inout Shell) throws {
    try shell.show(personal: VideosView.self, filter) { subject, library, _ in
      var view = VideosView(of: subject.user, library, EmptyProjection())
      view.rows = view.rows.filter { row in
        (category.map { row.video.category == $0 } ?? true)
          && (!onlyFavourites || row.video.isFavourite)
      }
      return view
    }
  }
}

struct VideosAddCommand: Command {
  static let name = "videos add"
  static let summary = "add a video to your library"
  static let example = """
    replog videos add mobility "Hips" --url https://example.com/hips
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var addition = AddVideo(category: .workout, title: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&addition.category, "CATEGORY", "its category")
    try a.positional(&addition.title, "TITLE", "what it is called")
    try a.option(&addition.url, "--url", "the address of the video")
    try a.option(&addition.thumbnail, "--thumbnail", "the address of a small picture")
    try a.option(&addition.poster, "--poster", "who published it")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(addition) }
}

struct VideosFavouriteCommand: Command {
  static let name = "videos favourite"
  static let summary = "mark a video as a favourite"
  static let example = "replog videos favourite last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var video = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&video, "VIDEO", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(FavouriteVideo(video: video)) }
}

struct VideosUnfavouriteCommand: Command {
  static let name = "videos unfavourite"
  static let summary = "take the mark of a favourite away"
  static let example = "replog videos unfavourite last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var video = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&video, "VIDEO", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(UnfavouriteVideo(video: video)) }
}

struct VideosRemoveCommand: Command {
  static let name = "videos remove"
  static let summary = "remove a video from your library"
  static let example = "replog videos remove last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var video = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&video, "VIDEO", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(RemoveVideo(video: video)) }
}

extension VideoCategory: ArgumentValue {
  static var placeholder: String { "CATEGORY" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}
