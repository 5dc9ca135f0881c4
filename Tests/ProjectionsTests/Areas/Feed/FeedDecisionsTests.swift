import Events
import Projections
import TestSupport
import Testing

@Suite struct FeedDecisionsTests {
  /// Ann's post, named `p`, with whatever comes behind it.
  private func posted(_ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann"), .signedIn("bob"),
        .by(
          "ann", .shared(.monday, title: "Push", description: "Heavy", as: "p", "bench")),
      ] + facts)
  }

  // MARK: - Likes

  @Test func `a post is liked, by its author too`() {
    posted().when(LikePost(post: .latest), by: "bob").then(.liked("p"), by: "bob")
    posted().when(LikePost(post: .latest), by: "ann").then(.liked("p"), by: "ann")
  }

  @Test func `one user likes a post once`() {
    posted(.by("bob", .liked("p"))).when(LikePost(post: .latest), by: "bob").thenNothing()
    posted(.by("ann", .liked("p"))).when(LikePost(post: .latest), by: "bob").then(.liked("p"))
    posted(.by("bob", .liked("p")), .by("bob", .unliked("p")))
      .when(LikePost(post: .latest), by: "bob").then(.liked("p"))
  }

  @Test func `only one's own like is taken back`() {
    posted(.by("bob", .liked("p"))).when(UnlikePost(post: .latest), by: "bob")
      .then(.unliked("p"), by: "bob")
    posted(.by("ann", .liked("p"))).when(UnlikePost(post: .latest), by: "bob").thenNothing()
    posted(.by("bob", .liked("p")), .by("bob", .unliked("p")))
      .when(UnlikePost(post: .latest), by: "bob").thenNothing()
  }

  @Test func `a deleted post is liked no more`() {
    let deleted = posted(.by("ann", .deleted("p")))
    deleted.when(LikePost(post: .latest), by: "bob").thenRefused(
      "there are no posts yet",
      help: "the feed is empty; publish the first post: \(.publishPost)")
    deleted.when(UnlikePost(post: .prefix("p")), by: "bob").thenRefused(
      "there is no post 'p'",
      help: "the feed is empty; publish the first post: \(.publishPost)")
  }

  // MARK: - Edits

  @Test func `the author gives a post other words, trimmed`() {
    posted().when(EditPost(post: .latest, title: " Pull "), by: "ann")
      .then(.edited("p", title: "Pull"), by: "ann")
    posted().when(EditPost(post: .latest, title: "Pull", description: " Light "), by: "ann")
      .then(.edited("p", title: "Pull", description: "Light"))
  }

  @Test func `an edit records only what changes`() {
    posted().when(EditPost(post: .latest, title: "Push", description: "Light"), by: "ann")
      .then(.edited("p", description: "Light"))
    posted().when(EditPost(post: .latest, title: "Push ", description: "Heavy"), by: "ann")
      .thenNothing()
    posted(.by("ann", .edited("p", title: "Pull")))
      .when(EditPost(post: .latest, title: "Push"), by: "ann").then(.edited("p", title: "Push"))
  }

  @Test func `an edit says what to edit`() {
    posted().when(EditPost(post: .latest), by: "ann").thenRefused(
      "there is nothing to edit", help: "give \(.giveAny([.title, .description]))")
  }

  @Test func `a post keeps a title and a description of words`() {
    posted().when(EditPost(post: .latest, title: " "), by: "ann")
      .thenRefused("the title must not be empty")
    posted().when(EditPost(post: .latest, title: "Pull", description: ""), by: "ann")
      .thenRefused("the description must not be empty")
    posted().when(
      EditPost(post: .latest, title: String(repeating: "x", count: 10_001)), by: "ann"
    )
    .thenRefused("'title' must have at most 10,000 characters, got 10,001")
  }

  // MARK: - Only the author

  private let help: Remedy = "save it to your own plan instead: \(.savePost("p"))"

  @Test func `only its author edits a post, and nobody is told who that is`() {
    posted().when(EditPost(post: .latest, title: "Mine"), by: "bob")
      .thenRefused("only its author can edit post 'p'", help: help)
    // Whether there is anything to edit is nothing to tell a stranger either.
    posted().when(EditPost(post: .latest), by: "bob")
      .thenRefused("only its author can edit post 'p'", help: help)
  }

  @Test func `only its author deletes a post, and nobody is told who that is`() {
    posted().when(DeletePost(post: .latest), by: "bob")
      .thenRefused("only its author can delete post 'p'", help: help)
    posted().when(DeletePost(post: .latest), by: "ann").then(.deleted("p"), by: "ann")
  }

  @Test func `a post of nobody is changed by nobody`() {
    let post = Given(.signedIn("ann"), .by(nil, .shared(.monday, as: "p", "bench")))
    post.when(DeletePost(post: .latest), by: "ann")
      .thenRefused("only its author can delete post 'p'", help: help)
  }

  @Test func `a deleted post is deleted and edited no more`() {
    let deleted = posted(.by("ann", .deleted("p")))
    deleted.when(DeletePost(post: .prefix("p")), by: "ann").thenRefused(
      "there is no post 'p'",
      help: "the feed is empty; publish the first post: \(.publishPost)")
    deleted.when(EditPost(post: .latest, title: "x"), by: "ann").thenRefused(
      "there are no posts yet",
      help: "the feed is empty; publish the first post: \(.publishPost)")
  }
}
