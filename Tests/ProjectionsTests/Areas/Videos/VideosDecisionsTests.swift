import Events
import Projections
import TestSupport
import Testing

@Suite struct VideosDecisionsTests {
  private let url = "https://example.com/hips"

  private func added(_ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann"), .signedIn("bob"),
        .by("ann", .videoAdded("v", "mobility", title: "Hips", url: url)),
      ] + facts)
  }

  @Test func `a video is added with trimmed text, and empty text is omitted`() {
    Given(.signedIn("ann")).when(
      AddVideo(category: "workout", title: " Legs ", url: " \(url) ", thumbnail: " ", poster: "")
    ).then(.videoAdded(nil, "workout", title: "Legs", url: url), by: "ann")
    Given(.signedIn("ann")).when(AddVideo(category: "workout", title: " ")).thenRefused(
      "the title must not be empty", help: "for example 'Hip mobility'")
  }

  @Test func `a category is a predefined one or the user's own, ignoring case`() {
    Given(.signedIn("ann")).when(AddVideo(category: " Mobility ", title: "Hips"))
      .then(.videoAdded(nil, "mobility", title: "Hips"), by: "ann")
    Given(.signedIn("ann")).when(AddVideo(category: "Kids", title: "Games"))
      .then(.videoAdded(nil, "Kids", title: "Games"), by: "ann")
    added(.by("ann", .videoAdded("w", "Kids", title: "x")))
      .when(AddVideo(category: "KIDS", title: "y"), by: "ann")
      .then(.videoAdded(nil, "Kids", title: "y"))
    Given(.signedIn("ann")).when(AddVideo(category: " ", title: "x"))
      .thenRefused("the category must not be empty", help: "for example 'mobility'")
  }

  @Test func `a library has an address once, and each user has a separate library`() {
    let again = AddVideo(category: "technique", title: "x", url: url)
    added().when(again, by: "ann").thenRefused(
      "your library already has that address, as 'Hips'",
      help: "to move it, remove it first: \(.removeVideo("v"))")
    added().when(again, by: "bob").then(.videoAdded(nil, "technique", title: "x", url: url))
    added(.by("ann", .videoRemoved("v"))).when(again, by: "ann")
      .then(.videoAdded(nil, "technique", title: "x", url: url))
    // Videos without an address are told apart by nothing.
    added(.by("ann", .videoAdded("w", "workout", title: "x")))
      .when(AddVideo(category: "workout", title: "x"), by: "ann")
      .then(.videoAdded(nil, "workout", title: "x"))
  }

  @Test func `an address does not carry a password into the log`() {
    Given(.signedIn("ann")).when(
      AddVideo(category: "workout", title: "x", url: "https://example.com/x?token=abc")
    ).thenRefused("'url' must not contain a password or a token")
  }

  @Test func `a video is marked and unmarked once`() {
    added().when(FavouriteVideo(video: .latest), by: "ann").then(.favourited("v"), by: "ann")
    let marked = added(.by("ann", .favourited("v")))
    marked.when(FavouriteVideo(video: .latest), by: "ann").thenNothing()
    marked.when(UnfavouriteVideo(video: .latest), by: "ann").then(.unfavourited("v"))
    added().when(UnfavouriteVideo(video: .latest), by: "ann").thenNothing()
  }

  @Test func `nobody can change another user's library`() {
    let help: Remedy = "\(.show(.videos)) shows your videos"
    added().when(RemoveVideo(video: .latest), by: "ann").then(.videoRemoved("v"), by: "ann")
    added().when(RemoveVideo(video: .latest), by: "bob").thenRefused(
      "there are no videos yet", help: help)
    added(.by("bob", .favourited("v"))).when(FavouriteVideo(video: .prefix("v")), by: "bob")
      .thenRefused("there is no video 'v'", help: "'last' means the latest one; \(help)")
    added(.by("ann", .videoRemoved("v"))).when(UnfavouriteVideo(video: .prefix("v")), by: "ann")
      .thenRefused("there is no video 'v'", help: "'last' means the latest one; \(help)")
  }
}
