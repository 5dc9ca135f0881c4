import Events
import Projections
import TestSupport
import Testing

@Suite struct FeedDecisionsTests {
  /// Ann's post, named `p`, and the events after it.
  private func posted(_ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann"), .signedIn("bob"),
        .by("ann", .shared(.monday, title: "Push", description: "Heavy", as: "p", "bench")),
      ] + facts)
  }

  // MARK: - Likes

  @Test func `a post can be liked, even by its author`() {
    posted().when(LikePost(post: .latest), by: "bob").then(.liked("p"), by: "bob")
    posted().when(LikePost(post: .latest), by: "ann").then(.liked("p"), by: "ann")
  }

  @Test func `a user likes a post at most once`() {
    posted(.by("bob", .liked("p"))).when(LikePost(post: .latest), by: "bob").thenNothing()
    posted(.by("ann", .liked("p"))).when(LikePost(post: .latest), by: "bob").then(.liked("p"))
    posted(.by("bob", .liked("p")), .by("bob", .unliked("p")))
      .when(LikePost(post: .latest), by: "bob").then(.liked("p"))
  }

  @Test func `users can remove only their own likes`() {
    posted(.by("bob", .liked("p"))).when(UnlikePost(post: .latest), by: "bob")
      .then(.unliked("p"), by: "bob")
    posted(.by("ann", .liked("p"))).when(UnlikePost(post: .latest), by: "bob").thenNothing()
    posted(.by("bob", .liked("p")), .by("bob", .unliked("p")))
      .when(UnlikePost(post: .latest), by: "bob").thenNothing()
  }

  @Test func `a deleted post cannot be liked`() {
    let deleted = posted(.by("ann", .deleted("p")))
    deleted.when(LikePost(post: .latest), by: "bob").thenRefused(
      "there are no posts yet",
      help: "the feed is empty; publish the first post: \(.publishPost)")
    deleted.when(UnlikePost(post: .prefix("p")), by: "bob").thenRefused(
      "there is no post 'p'",
      help: "the feed is empty; publish the first post: \(.publishPost)")
  }

  // MARK: - Edits

  @Test func `the author gives a post new, trimmed texts`() {
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

  @Test func `an edit must change something`() {
    posted().when(EditPost(post: .latest), by: "ann").thenRefused(
      "there is nothing to edit", help: "give \(.giveAny([.title, .description]))")
  }

  @Test func `the title and description of a post must not be blank`() {
    posted().when(EditPost(post: .latest, title: " "), by: "ann")
      .thenRefused(
        "the title must not be empty",
        help: "other users see the title first; for example 'Push day'")
    posted().when(EditPost(post: .latest, title: "Pull", description: ""), by: "ann")
      .thenRefused(
        "the description must not be empty", help: "give some text, or leave the description out")
    posted().when(EditPost(post: .latest, title: String(repeating: "x", count: 10_001)), by: "ann")
      .thenRefused("'title' must have at most 10,000 characters, got 10,001")
  }

  // MARK: - Only the author

  private let help: Remedy = "save it to your own plan instead: \(.savePost("p"))"
  private let another: Remedy =
    "give the id of one of your own posts; \(.show(.logWithIDs)) shows it"

  @Test func `only its author edits a post, and the refusal does not name the author`() {
    posted().when(EditPost(post: .latest, title: "Mine"), by: "bob")
      .thenRefused("only its author can edit post 'p'", help: help)
    // Whether there is anything to edit is nothing to tell a stranger either.
    posted().when(EditPost(post: .latest), by: "bob")
      .thenRefused("only its author can edit post 'p'", help: help)
  }

  @Test func `only its author deletes a post, and the refusal does not name the author`() {
    posted().when(DeletePost(post: .latest), by: "bob")
      .thenRefused("only its author can delete post 'p'", help: another)
    posted().when(DeletePost(post: .latest), by: "ann").then(.deleted("p"), by: "ann")
  }

  @Test func `nobody can change a post without an author`() {
    let post = Given(.signedIn("ann"), .by(nil, .shared(.monday, as: "p", "bench")))
    post.when(DeletePost(post: .latest), by: "ann")
      .thenRefused("only its author can delete post 'p'", help: another)
  }

  @Test func `a deleted post cannot be deleted or edited`() {
    let deleted = posted(.by("ann", .deleted("p")))
    deleted.when(DeletePost(post: .prefix("p")), by: "ann").thenRefused(
      "there is no post 'p'",
      help: "the feed is empty; publish the first post: \(.publishPost)")
    deleted.when(EditPost(post: .latest, title: "x"), by: "ann").thenRefused(
      "there are no posts yet",
      help: "the feed is empty; publish the first post: \(.publishPost)")
  }
}
