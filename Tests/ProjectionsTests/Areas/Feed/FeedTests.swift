import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct FeedTests {
  private func feed(_ facts: Fact...) throws -> Feed { try replay(log(events(facts)), Feed()) }

  private func titles(_ feed: Feed) -> [String] { feed.posts.map(\.title) }

  @Test func `a shared plan is a post, named by its event unless the event has a name`() throws {
    let feed = try feed(
      .by("ann", .shared(.friday, title: "Push", description: "Heavy", type: "Chest", "bench")),
      .by("bob", .shared(.monday, title: "Pull", as: "mine", "row")))
    let first = try #require(feed[name(1)])
    #expect(first.post == name(1))
    #expect(first.at == moment("2026-03-02T12:00:00Z"))
    #expect(first.title == "Push")
    #expect(first.description == "Heavy")
    #expect(first.day == .friday)
    #expect(first.type == "Chest")
    #expect(first.exercises.map(\.planned) == [PlannedExercise(exercise: "bench")])
    #expect(first.likes == 0)
    #expect(feed["mine"]?.description == nil)
    #expect(feed["mine"]?.type == nil)
  }

  @Test func `the newest post comes first`() throws {
    let feed = try feed(
      .by("ann", .shared(.monday, title: "1", "a")), .by("bob", .shared(.monday, title: "2", "a")),
      .by("ann", .shared(.monday, title: "3", "a")))
    #expect(titles(feed) == ["3", "2", "1"])
  }

  @Test func `each user's like counts once, and can be removed`() throws {
    func likes(_ facts: Fact...) throws -> Int? {
      try replay(log(events([.by("ann", .shared(.monday, as: "p", "a"))] + facts)), Feed())["p"]?
        .likes
    }
    let (ann, bob) = (Fact.by("ann", .liked("p")), Fact.by("bob", .liked("p")))
    let (noAnn, noBob) = (Fact.by("ann", .unliked("p")), Fact.by("bob", .unliked("p")))
    #expect(try likes(ann, bob) == 2)
    #expect(try likes(ann, ann, bob, ann) == 2)
    #expect(try likes(ann, bob, noAnn) == 1)
    #expect(try likes(noAnn, noAnn, noBob) == 0)
    #expect(try likes(ann, noBob, noBob) == 1)
    #expect(try likes(noAnn, ann) == 1)
    #expect(try likes(ann, noAnn, ann) == 1)
    #expect(try likes(.by(nil, .liked("p")), bob, .by(nil, .unliked("p"))) == 1)
  }

  @Test func `an edit changes only the given texts`() throws {
    let start = Fact.by("ann", .shared(.monday, title: "Push", description: "Heavy", as: "p", "a"))
    let like = Fact.by("bob", .liked("p"))
    let titled = try feed(start, like, .by("ann", .edited("p", title: "Pull")))["p"]
    #expect(titled?.title == "Pull")
    #expect(titled?.description == "Heavy")
    #expect(titled?.likes == 1)
    #expect(titled?.at == moment("2026-03-02T12:00:00Z"))
    let described = try feed(start, .by("ann", .edited("p", description: "Light")))["p"]
    #expect(described?.title == "Push")
    #expect(described?.description == "Light")
  }

  @Test func `an edit does not move a post to the top`() throws {
    let feed = try feed(
      .by("ann", .shared(.monday, title: "1", as: "p", "a")),
      .by("ann", .shared(.monday, title: "2", "a")), .by("ann", .edited("p", title: "1b")))
    #expect(titles(feed) == ["2", "1b"])
  }

  @Test func `a deleted post disappears with its likes`() throws {
    let history: [Fact] = [
      .by("ann", .shared(.monday, title: "1", as: "p", "a")), .by("bob", .liked("p")),
      .by("ann", .shared(.monday, title: "2", as: "q", "a")), .by("ann", .deleted("p")),
    ]
    let gone = try replay(log(events(history)), Feed())
    #expect(titles(gone) == ["2"])
    #expect(gone["p"] == nil)
    let again = history + [.by("ann", .shared(.monday, title: "3", as: "p", "a"))]
    let back = try replay(log(events(again)), Feed())
    #expect(titles(back) == ["3", "2"])
    #expect(back["p"]?.likes == 0)
  }

  @Test(arguments: [
    Event.Body.liked("x"), .unliked("x"), .edited("x", title: "y"), .deleted("x"), .deleted("gone"),
    .liked("gone"), .edited("gone", title: "y"), .edited("p"), .unliked("p"), .cleared(.monday),
    .saved("p", .friday, "a"), .saved("x", .friday, "a"),
    .shared(.sunday, title: "impostor", as: "p", "b"),
  ])
  func `invalid events in a feed change nothing`(body: Event.Body) throws {
    let history: [Fact] = [
      .by("ann", .shared(.monday, title: "0", as: "gone", "a")), .by("ann", .deleted("gone")),
      .by("ann", .shared(.monday, title: "1", as: "p", "a")), .by("bob", .liked("p")),
    ]
    let posts = try replay(log(events(history)), Feed()).posts
    #expect(posts.count == 1)
    #expect(try replay(log(events(history + [.by("ann", body)])), Feed()).posts == posts)
  }

  @Test func `posts do not reveal whether they have the same author`() throws {
    // The same posts by other authors are the same to whoever reads what a post shows.
    func shown(_ authors: Name...) throws -> [String] {
      let facts = zip(authors, ["1", "2", "3"]).map { author, title in
        Fact.by(author, .shared(.monday, title: title, "a"))
      }
      return try replay(log(events(facts)), Feed()).posts.map {
        "\($0.post) \($0.at) \($0.title) \($0.type ?? "-") \($0.exercises) \($0.likes)"
      }
    }
    let one = try shown("zoe", "zoe", "zoe")
    #expect(one == (try shown("zoe", "bob", "eve")))
    #expect(!one.joined().contains("zoe"))
  }

  @Test func `two posts of one workout share no value that reveals it`() throws {
    let exercises = [PostedExercise(PlannedExercise(exercise: "squat", sets: 3, reps: 5))]
    func shown(_ workouts: Name...) throws -> String {
      let facts = zip(workouts, ["1", "2"]).map { workout, title in
        Fact.by(
          "zoe",
          PostPublished(title: title, workout: workout, type: "Legs", exercises: exercises).body)
      }
      return try FeedView(in: log(events(facts))).jsonText
    }
    let one = try shown("secret", "secret")
    #expect(one == (try shown("secret", "another")))
    #expect(one.contains("Legs") && !one.contains("secret") && !one.contains("zoe"))
  }

  @Test func `a position refers to the post that is there among all posts`() throws {
    var random = SeededGenerator(seed: 5)
    for isLate in [false, true] {
      var feed = Feed()
      for seq in 1...200 {
        let facts: [Event.Body] = [
          .shared(.monday, title: "t", as: Name("p\(seq)"), "a"),
          .deleted(Name("p\(Int.random(in: 1...seq, using: &random))")),
        ]
        let event = events([.by("ann", facts[Int(random.next() % 2)])])[0]
        // Now and then two at one moment, and a clock that goes back where that is tried.
        let seconds = isLate ? Int64(random.next() % 500) : Int64(seq / 2)
        feed.apply(
          Event(
            id: id(seq), at: event.at.adding(seconds: seconds), user: "ann", event.body, seq: seq))
        let posts = feed.posts.map(\.post)
        for place in [
          0, 1, 5, posts.count - 1, posts.count, -1, -2, -posts.count, -posts.count - 1,
        ] {
          let isThere = place < posts.count && place >= -posts.count
          let post = isThere ? posts[place < 0 ? posts.count + place : place] : nil
          #expect(feed.post(at: place) == post, "\(place) of \(posts.count)")
        }
      }
      #expect(feed.posts.count > 20)
    }
  }
}
