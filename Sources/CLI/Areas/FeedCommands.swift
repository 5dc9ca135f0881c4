import Events
import Projections

struct PostLikeCommand: Command {
  static let name = "post like"
  static let summary = "like a post; once is enough"
  static let example = "replog post like last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var post = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&post, "POST", "the post: its id, the beginning of it, or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(LikePost(post: post)) }
}

struct PostUnlikeCommand: Command {
  static let name = "post unlike"
  static let summary = "take your like back"
  static let example = "replog post unlike last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var post = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&post, "POST", "the post: its id, the beginning of it, or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(UnlikePost(post: post)) }
}

struct PostEditCommand: Command {
  static let name = "post edit"
  static let summary = "give your post other words"
  static let example = """
    replog post edit last --title "Push day, shorter"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var edit = EditPost(post: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&edit.post, "POST", "the post: its id, the beginning of it, or 'last'")
    try a.option(&edit.title, "--title", "what others see first")
    try a.option(&edit.description, "--description", "what it is about")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(edit) }
}

struct PostDeleteCommand: Command {
  static let name = "post delete"
  static let summary = "take your post down; copies in plans stay"
  static let example = "replog post delete last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var post = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&post, "POST", "the post: its id, the beginning of it, or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(DeletePost(post: post)) }
}
