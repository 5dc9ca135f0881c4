import Events
import Projections
import TestSupport
import Testing

/// Readings of the contract that two folds of one log may differ in, as the page on views has them.
@Suite struct ContractTests {
  private func shared(_ title: String) -> Event.Body {
    .shared(.monday, title: title, as: "p", "a")
  }

  @Test func `a deletion in the log deletes only a post of its own user, and frees its name`()
    throws
  {
    let foreign: [Fact] = [
      .by("ann", shared("first")), .by("bob", .liked("p")), .by("bob", .deleted("p")),
    ]
    #expect(try replay(log(events(foreign)), Feed()).posts.map(\.title) == ["first"])
    let history = foreign + [.by("ann", .deleted("p"))]
    #expect(try replay(log(events(history)), Feed()).posts.isEmpty)
    let again = history + [.by("eve", shared("second"))]
    let posts = try replay(log(events(again)), Feed()).posts
    #expect(posts.map(\.title) == ["second"])
    #expect(posts.map(\.likes) == [0])
  }

  @Test func `a decision refuses a deletion by another user, so that nothing is recorded`() throws {
    let history: [Fact] = [.signedIn("ann"), .by("ann", shared("first")), .signedIn("bob")]
    #expect(throws: Refusal.self) {
      try DeletePost(post: .prefix("p")).drafts(
        log(events(history)), by: "bob", at: moment("2026-03-02T13:00:00Z"))
    }
    // Then a name that is used again is that of a post which is still there.
    let again = events(history + [.by("eve", shared("second"))])
    #expect(try replay(log(again), Feed()).posts.map(\.title) == ["first"])
  }

  private func signIn(_ email: Name, given: String? = nil, picture: String? = nil) -> Fact {
    .by(
      "ann",
      UserSignedIn(provider: "google", email: email, givenName: given, picture: picture).body)
  }

  @Test func `the address is that of the latest sign-in, and names that it lacks stay`() throws {
    func row(_ facts: Fact...) throws -> UserView.Row? {
      UserView(try replay(log(events(facts)), UserView.Source.scoped(to: "ann"))).rows.first
    }
    let first = signIn("old@example.com", given: "Ann", picture: "https://example.com/a.png")
    let later = try #require(try row(first, signIn("new@example.com")))
    #expect(later.account.email == "new@example.com")
    #expect(later.account.givenName == "Ann")
    #expect(later.account.picture == "https://example.com/a.png")
    let back = try #require(try row(first, signIn("new@example.com"), signIn("old@example.com")))
    #expect(back.account.email == "old@example.com")
    // A registration in between is the user's word as well.
    let registered = try #require(try row(first, .by("ann", .registered("third@example.com"))))
    #expect(registered.account.email == "third@example.com")
  }
}
