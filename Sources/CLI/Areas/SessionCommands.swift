import Events
import Projections

struct SessionStartCommand: Command {
  static let name = "session start"
  static let summary = "begin a workout"
  static let example = """
    replog session start --title Evening
    replog session start --at "yesterday 18:00" --end "yesterday 19:15"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var start = StartSession()
  var template: Reference?
  var past: PastArgument?
  var end: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&template, "--template", "the template to begin from: its id or its name")
    try a.option(&start.title, "--title", "what to call it")
    try a.option(&start.note, "--note", "what to remember")
    try a.option(&past, "--at", "when it began, if not now")
    try a.option(&end, "--end", "when it ended, for one of the past; another may be open")
  }

  func run(_ shell: inout Shell) throws {
    guard let template else {
      var start = start
      start.endedAt = try shell.moment(end)
      return try shell.perform(start, past: shell.moment(past))
    }
    guard end == nil else {
      throw UsageError(
        message: "expected no '--end' with '--template', found one",
        help: "end it with 'replog session end --at TIME'")
    }
    try shell.perform(
      StartFromTemplate(template: template, title: start.title, note: start.note),
      past: shell.moment(past))
  }
}

struct SessionEndCommand: Command {
  static let name = "session end"
  static let summary = "end the open workout"
  static let example = "replog session end"
  static let accepts = GlobalOptions.Accepted.dryRun
  var past: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&past, "--at", "when it ended, if not now")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(EndSession(), past: shell.moment(past))
  }
}

struct SessionDiscardCommand: Command {
  static let name = "session discard"
  static let summary = "give up the open workout; its sets do not count"
  static let example = "replog session discard"
  static let accepts = GlobalOptions.Accepted.dryRun

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}
  func run(_ shell: inout Shell) throws { try shell.perform(DiscardSession()) }
}

struct SessionEditCommand: Command {
  static let name = "session edit"
  static let summary = "give a workout another title, note or times"
  static let example = "replog session edit last --title Push --end 2026-03-02T19:30:00+01:00"
  static let accepts = GlobalOptions.Accepted.dryRun
  var edit = EditSession(session: .latest)
  var start: PastArgument?
  var end: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &edit.session, "SESSION", "its id, the beginning of it, '@45' for that of event 45, or 'last'"
    )
    try a.option(&edit.title, "--title", "what to call it; '' takes the title away")
    try a.option(&edit.note, "--note", "what to remember; '' takes the note away")
    try a.option(&start, "--start", "when it began")
    try a.option(&end, "--end", "when it ended")
  }

  func run(_ shell: inout Shell) throws {
    var edit = edit
    edit.startedAt = try shell.moment(start)
    edit.endedAt = try shell.moment(end)
    if edit == EditSession(session: edit.session) {
      throw UsageError(
        message: "expected something to change, found nothing",
        help: "see 'replog help session edit'")
    }
    try shell.perform(edit)
  }
}
