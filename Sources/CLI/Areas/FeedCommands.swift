import Projections

extension CommandGroup {
  static let feed = CommandGroup("feed") {
    viewCommands(in: .feed, own: [viewCommand(FeedView.self).with(\.offer, .reads)])
    Request(
      "post add", "post text, a workout or a week, without your name",
      """
      replog post add "New to this" --description "Which plan for a beginner?"
      replog post add "Short and heavy" --workout Push
      """, PublishPost(title: "")
    ) {
      try $1.positional(&$0.title, "TITLE", "the title")
      try $1.option(&$0.description, "--description", "the text")
      try $1.option(&$0.workout, "--workout", workoutHelp)
      try $1.option(&$0.week, as: WeekArgument.self, "--week", "any day in the week to share")
    }
    .with(\.validate) {
      guard $0.workout == nil || $0.week == nil else {
        throw UsageError.excluding("--workout", "--week", of: "post add")
      }
    }
    .with(\.offer, .adds)
    Request(
      "post like", "like a post", "replog post like last", LikePost(post: .latest),
      about: \.post, "POST", postHelp
    )
    .with(\.offer, .ensures)
    Request(
      "post unlike", "remove your like", "replog post unlike last", UnlikePost(post: .latest),
      about: \.post, "POST", postHelp)
    Request(
      "post edit", "change the title or description of your post",
      """
      replog post edit last --title "Push day, shorter"
      """, EditPost(post: .latest)
    ) {
      try $1.positional(&$0.post, "POST", postHelp)
      try $1.option(&$0.title, "--title", "the title of the post")
      try $1.option(&$0.description, "--description", "the description")
    }
    Request(
      "post delete", "delete your post; copies in plans are kept", "replog post delete last",
      DeletePost(post: .latest),
      about: \.post, "POST", postHelp)
  }
}

let postHelp = "the post: its id, a prefix of it, or 'last'"
