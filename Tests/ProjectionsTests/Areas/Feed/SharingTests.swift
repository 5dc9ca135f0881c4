import Events
import Projections
import TestSupport
import Testing

@Suite struct SharingTests {
  private let history: [Fact] = [
    .signedIn("ann"), .signedIn("bob"),
    .by("ann", .chose(.monday, "Chest")),
    .by("ann", .added(.monday, "bench", sets: 3, reps: 8, Weight(60))),
    .by("ann", .added(.monday, "fly")),
  ]

  private var sharing: Event.Body {
    PlanShared(
      day: .monday, title: "Push day", description: "Short and heavy", type: "Chest",
      exercises: exercises
    ).body
  }

  private var exercises: [PlannedExercise] {
    [
      PlannedExercise(exercise: "bench", sets: 3, reps: 8, weight: Weight(60)),
      PlannedExercise(exercise: "fly"),
    ]
  }

  @Test func `a shared day contains the day as it is, with trimmed texts`() {
    Given(history).when(
      SharePlan(day: .monday, title: " Push day ", description: "\nShort and heavy"), by: "ann"
    )
    .then(sharing, by: "ann")
  }

  @Test func `a description may be left out or empty`() {
    let bare = PlanShared(day: .monday, title: "Push", type: "Chest", exercises: exercises).body
    Given(history).when(SharePlan(day: .monday, title: "Push"), by: "ann").then(bare)
    Given(history).when(SharePlan(day: .monday, title: "Push", description: "  "), by: "ann")
      .then(bare)
  }

  @Test func `a day without exercises cannot be shared`() {
    Given(history).when(SharePlan(day: .friday, title: "Push day"), by: "ann").thenRefused(
      "Friday has no exercises to share", help: "add one: \(.addExercise(.friday))")
    Given(history).when(SharePlan(day: .monday, title: "Push day"), by: "bob").thenRefused(
      "Monday has no exercises to share", help: "add one: \(.addExercise(.monday))")
    Given(history + [.by("ann", .cleared(.monday))])
      .when(SharePlan(day: .monday, title: "Push day"), by: "ann").thenRefused(
        "Monday has no exercises to share", help: "add one: \(.addExercise(.monday))")
  }

  private static func published(_ post: PostPublished) -> Event.Body { .feed(.postPublished(post)) }

  @Test func `text is posted alone, or with a workout or a week as it is at that time`() {
    let push = WorkoutCreated(
      workout: "w", name: "Push", exercises: [PlannedExercise(exercise: "dip")]
    ).body
    let given = Given(history + [.by("ann", push)])
    given.when(PublishPost(title: " Hi ", description: " "), by: "ann")
      .then(Self.published(PostPublished(title: "Hi")), by: "ann")
    given.when(PublishPost(title: "Mine", workout: Reference("Push")), by: "ann")
      .then(
        Self.published(
          PostPublished(
            title: "Mine", workout: "w", type: "Push",
            exercises: [PostedExercise(PlannedExercise(exercise: "dip"))])))
    given.when(PublishPost(title: "All", week: LocalDay("2026-03-04")), by: "ann")
      .then(
        Self.published(
          PostPublished(
            title: "All", week: LocalDay("2026-03-02"),
            exercises: exercises.map { PostedExercise(day: .monday, $0) })))
    given.when(PublishPost(title: "All", week: LocalDay("2026-03-04")), by: "bob")
      .thenRefused("the week has no exercises to share", help: "add one, or post the text alone")
    given.when(PublishPost(title: " "), by: "ann")
      .thenRefused(
        "the title must not be empty",
        help: "other users see the title first; for example 'Push day'")
  }

  @Test func `one day of a shared week can be saved, but nothing can be saved from a text post`() {
    let week = PostPublished(
      post: "p", title: "All", week: LocalDay("2026-03-02"),
      exercises: exercises.map { PostedExercise(day: .monday, $0) })
    let given = Given(history + [.by("ann", Self.published(week))])
    given.when(SavePost(post: .latest, day: .monday), by: "bob")
      .then(PlanSaved(post: "p", day: .monday, exercises: exercises).body, by: "bob")
    let help: Remedy = "\(.show(.feed)) shows the exercises of each post"
    given.when(SavePost(post: .latest, day: .friday), by: "bob")
      .thenRefused("the shared week has no exercises on Friday", help: help)
    Given(history + [.by("ann", Self.published(PostPublished(title: "Hi")))])
      .when(SavePost(post: .latest, day: .friday), by: "bob")
      .thenRefused("the post contains only text", help: help)
  }

  @Test func `a post has a title of at most 10,000 characters`() {
    Given(history).when(SharePlan(day: .monday, title: " \n"), by: "ann")
      .thenRefused(
        "the title must not be empty",
        help: "other users see the title first; for example 'Push day'")
    let long = String(repeating: "x", count: 10_001)
    Given(history).when(SharePlan(day: .monday, title: long), by: "ann").thenRefused(
      "'title' must have at most 10,000 characters, got 10,001")
    Given(history).when(SharePlan(day: .monday, title: "Push", description: long), by: "ann")
      .thenRefused("'description' must have at most 10,000 characters, got 10,001")
  }

  @Test(arguments: [
    Event.Body.added(.monday, "dip"), .removed(.monday, "bench"), .cleared(.monday),
    .chose(.monday, "Legs"), .moved(.monday, "bench", to: .friday),
  ])
  func `later changes of the plan do not affect the post`(change: Event.Body) throws {
    let before = history + [.by("ann", sharing)]
    let posts = try replay(log(events(before)), Feed()).posts
    #expect(posts.map { $0.exercises.map(\.planned) } == [exercises])
    #expect(posts.map(\.type) == ["Chest"])
    let after = before + [.by("ann", change)]
    #expect(try replay(log(events(after)), Feed()).posts == posts)
  }

  // MARK: - Saving

  private func copy(_ day: Weekday, type: String? = "Chest") -> Event.Body {
    PlanSaved(post: name(6), day: day, type: type, exercises: exercises).body
  }

  @Test func `a post is copied into a day, which gets its kind of workout`() {
    Given(history + [.by("ann", sharing)])
      .when(SavePost(post: .latest, day: .friday), by: "bob").then(copy(.friday), by: "bob")
  }

  @Test func `a day with a kind of workout keeps it`() {
    Given(history + [.by("ann", sharing), .by("bob", .chose(.friday, "Arms"))])
      .when(SavePost(post: .latest, day: .friday), by: "bob").then(copy(.friday, type: nil))
    Given(history + [.by("ann", sharing), .by("ann", .chose(.friday, "Arms"))])
      .when(SavePost(post: .latest, day: .friday), by: "bob").then(copy(.friday))
  }

  @Test func `a post can be saved twice, even by its author`() {
    Given(history + [.by("ann", sharing), .by("ann", copy(.monday, type: nil))])
      .when(SavePost(post: .latest, day: .monday), by: "ann").then(copy(.monday, type: nil))
  }

  @Test func `the copy stays when the post is deleted`() throws {
    let facts =
      history + [
        .by("ann", sharing), .by("bob", .added(.friday, "curl")), .by("bob", copy(.friday)),
        .by("ann", .edited(name(6), title: "Other words")), .by("ann", .deleted(name(6))),
      ]
    let plan = try replay(log(events(facts)), OfUser<WeeklyPlan>("bob"))
    #expect(plan.value[.friday].type == "Chest")
    #expect(
      plan.value[.friday].exercises == [PlannedExercise(exercise: "curl")] + exercises)
  }

  @Test func `a missing post cannot be saved`() {
    Given(history).when(SavePost(post: .latest, day: .friday), by: "bob")
      .thenRefused(
        "there are no posts yet",
        help: "the feed is empty; publish the first post: \(.publishPost)")
    Given(history + [.by("ann", sharing)])
      .when(SavePost(post: .prefix("nope"), day: .friday), by: "bob")
      .thenRefused(
        "there is no post 'nope'",
        help: "'last' means the latest one; \(.show(.feed)) shows the posts")
    Given(history + [.by("ann", sharing), .by("ann", .deleted(name(6)))])
      .when(SavePost(post: .prefix(name(6).text), day: .friday), by: "bob")
      .thenRefused(
        "there is no post '\(name(6))'",
        help: "the feed is empty; publish the first post: \(.publishPost)")
  }

  // MARK: - Which post

  private var posts: Given {
    Given(
      history + [
        .by("ann", .shared(.monday, as: "abc", "squat")),
        .by("ann", .shared(.monday, as: "abd", "row")),
        .by("ann", .shared(.monday, as: "ab", "dip")),
      ])
  }

  @Test func `a post is named by a unique prefix, its whole name, or as the last`() {
    posts.when(LikePost(post: Reference("abc")), by: "bob").then(.liked("abc"))
    posts.when(LikePost(post: Reference("ab")), by: "bob").then(.liked("ab"))
    posts.when(LikePost(post: Reference("last")), by: "bob").then(.liked("ab"))
  }

  @Test func `a prefix that matches several posts is refused`() {
    posts.when(LikePost(post: Reference("a")), by: "bob").thenRefused(
      "the ids of 3 posts start with 'a'", help: "enter more characters of the id")
  }

  @Test func `an empty name refers to no post, not even the only one`() {
    Given(history + [.by("ann", sharing)]).when(LikePost(post: Reference("")), by: "bob")
      .thenRefused(
        "the id of the post must not be empty",
        help: "'last' means the latest one; \(.show(.feed)) shows the posts")
    Given(history + [.by("ann", sharing)]).when(DeletePost(post: Reference("")), by: "ann")
      .thenRefused(
        "the id of the post must not be empty",
        help: "'last' means the latest one; \(.show(.feed)) shows the posts")
  }
}
