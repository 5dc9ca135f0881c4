import Events
import Projections

private let sessionHelp =
  "the session: its id, a prefix of it, '@45' for the session of event 45, or 'last'"

@CommandList var sessionCommands: [any Command] {
  Request(
    "session start", "start a training session",
    """
    replog session start --title Evening
    replog session start --at "yesterday 18:00" --end "yesterday 19:15"
    """, (start: StartSession(), template: Reference?.none, past: Timestamp?.none)
  ) {
    try $1.option(&$0.template, "--template", "the template: its id or its name")
    try $1.option(&$0.start.title, "--title", "the title")
    try $1.option(&$0.start.note, "--note", "a note")
    try $1.option(&$0.past, as: PastArgument.self, "--at", "the start time (default: now)")
    try $1.option(
      &$0.start.endedAt, as: PastArgument.self, "--end",
      "the end time of a past session; allowed even while another session is open")
  } perform: { request, _, shell in
    let start = request.start
    guard let template = request.template else {
      try shell.perform(start, past: request.past)
      return
    }
    guard start.endedAt == nil else {
      throw UsageError(
        message: "'--end' cannot be used with '--template'",
        help: "end it with 'replog session end --at TIME'")
    }
    try shell.perform(
      StartFromTemplate(template: template, title: start.title, note: start.note),
      past: request.past)
  }
  .with(\.offer, .adds)
  Request(
    "session end", "end the open session and show its summary", "replog session end", EndSession()
  ) { _, _ in
  } perform: {
    try $2.printSummary(of: $2.perform($0, past: $1))
  }
  .with(\.at, "the end time (default: now)")
  .with(\.offer, .adds)
  Request(
    "session discard", "discard the open session with its sets", "replog session discard",
    DiscardSession())
  Request(
    "session delete", "delete a finished session with its sets", "replog session delete last",
    DeleteSession(session: .latest)
  ) { try $1.positional(&$0.session, "SESSION", sessionHelp) }
  Request(
    "session edit", "change the title, note or times of a session",
    "replog session edit last --title Push --end 2026-03-02T19:30:00+01:00",
    EditSession(session: .latest)
  ) {
    try $1.positional(&$0.session, "SESSION", sessionHelp)
    try $1.option(&$0.title, "--title", "the title; '' removes it")
    try $1.option(&$0.note, "--note", "a note; '' removes it")
    try $1.option(&$0.startedAt, as: PastArgument.self, "--start", "the start time")
    try $1.option(&$0.endedAt, as: PastArgument.self, "--end", "the end time")
  }
  .with(\.validate) { edit in
    guard edit == EditSession(session: edit.session) else { return }
    throw UsageError.nothing("to change", of: "session edit")
  }
  sessionPromptCommand
  suggestedCommand(.workout, "session", "workout")
}
