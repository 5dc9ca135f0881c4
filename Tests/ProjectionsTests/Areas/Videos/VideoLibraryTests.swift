import Events
import Projections
import TestSupport
import Testing

@Suite struct VideoLibraryTests {
  private func rows(_ facts: Fact...) throws -> [String] {
    let library = try replay(log(events(facts)), OfUser<VideoLibrary>("ann")).value
    return VideosView(of: "ann", library, EmptyProjection()).rows.map(\.video).map { video in
      "\(video.category) \(video.video) \(video.title)\(video.isFavourite ? " *" : "")"
    }
  }

  @Test
  func `videos are listed by category, and within each in the order in which they were added`()
    throws
  {
    #expect(
      try rows(
        .by("ann", .videoAdded("m", "mobility", title: "1")),
        .by("ann", .videoAdded("t", "technique", title: "2")),
        .by("ann", .videoAdded("w", "workout", title: "3")),
        .by("ann", .videoAdded("u", "workout", title: "4"))
      ) == ["workout w 3", "workout u 4", "technique t 2", "mobility m 1"])
  }

  @Test func `each user has a separate library, even with equal names`() throws {
    #expect(
      try rows(
        .by("bob", .videoAdded("v", "workout", title: "his")),
        .by("ann", .videoAdded("v", "workout", title: "hers")),
        .by("bob", .favourited("v")), .by("bob", .videoRemoved("v"))
      ) == ["workout v hers"])
  }

  @Test func `a video is a favourite until it is unmarked, and disappears once it is removed`()
    throws
  {
    let added = Fact.by("ann", .videoAdded("v", "workout", title: "x"))
    let marked = Fact.by("ann", .favourited("v"))
    #expect(try rows(added, marked) == ["workout v x *"])
    #expect(try rows(added, marked, .by("ann", .unfavourited("v"))) == ["workout v x"])
    #expect(try rows(added, marked, .by("ann", .videoRemoved("v"))) == [])
    #expect(try rows(marked, added) == ["workout v x"])
    // Under its name another one can be added, which is no favourite.
    #expect(try rows(added, marked, .by("ann", .videoRemoved("v")), added) == ["workout v x"])
    #expect(
      try rows(added, .by("ann", .videoAdded("v", "mobility", title: "again"))) == ["workout v x"])
  }
}
