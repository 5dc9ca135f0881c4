import Events
import Projections

extension CommandGroup {
  static let pushUps = CommandGroup("push-ups") {
    Request(
      "pushups log", "log push-ups counted by hand",
      "replog pushups log 30 --seconds 75", LogPushUps(count: 0)
    ) {
      try $1.positional(&$0.count, "COUNT", "the number of push-ups, 1…10,000")
      try $1.option(&$0.seconds, "--seconds", "the duration in seconds")
      try $1.option(&$0.note, "--note", "a note")
    }
    .with(\.at, "the time (default: now)")
    Request(
      "pushups remove", "remove push-ups logged by mistake",
      "replog pushups remove last", RemovePushUps(.latest)
    ) {
      try $1.positional(&$0.session, "SESSION", "the session: '@45', a prefix of its id, or 'last'")
    }
    .with(\.completions, ["SESSION": .live(.entity(.pushUps))])
    countCommand
    viewCommands(in: .pushUps, own: [pushUpsCommand])
    quoteCommand
  }
}

/// `replog pushups`: the push-ups up to today.
private let pushUpsCommand = Request(
  PushUpsView.self, "replog pushups --now 2026-03-02T18:04:11+01:00", PictureArguments()
) {
  try $0.arguments($1)
} perform: { picture, _, shell in
  let today = try shell.now().day
  if picture.isAsked {
    return try shell.draw(personal: PushUpTrendView.self, ViewFilter(), picture) {
      PushUpTrendView(of: $0.user, $1, $2)
    } _: { view, _, _ in
      [view.chart(days: 30, endingOn: today), view.calendar(weeks: 53, endingOn: today)]
    }
  }
  try shell.show(personal: PushUpsView.self, ViewFilter()) { _, pushUps, _ in
    PushUpsView(pushUps, on: today)
  }
}
.with(
  \.remark,
  "Charts show the last thirty days; the terminal chart ('--chart') also shows the year.")

private let countCommand = Request(
  "pushups count", "count push-ups from the frames of a pose detector on standard input",
  "detector | replog pushups count | replog append", (),
  perform: { _, _, shell in
    let user = try shell.drafter()
    shell.noteReading("frames, one per line,")
    var input = InputLines(system: shell.system)
    var counter = PushUpCounter()
    var previous: Double?
    var (first, last): (Double?, Double?) = (nil, nil)
    var counted: PushUpCounter.PushUp?
    while try input.next({ (line, number) throws(LogError) in
      guard line.count > 0 else { return }
      let frame = try poseFrame(line, number, after: previous)
      previous = frame.milliseconds
      counted = counter.count(frame)
    }) {
      guard let pushUp = counted else { continue }
      counted = nil
      (first, last) = (first ?? pushUp.start, pushUp.end)
      guard !shell.options.quiet else { continue }
      shell.complain("push-up \(pushUp.number) at \(decimal(pushUp.end / 1000)) s\n")
    }
    if previous == nil { shell.note("standard input contained no frames") }
    guard counter.count > 0 else {
      if previous != nil { shell.note("no push-up was counted, so there is no event to append") }
      return
    }
    let seconds = first.flatMap { first in last.map { ($0 - first).rounded() / 1000 } }
    try shell.print(
      PushUpsLogged(count: counter.count, seconds: seconds.flatMap { $0 <= 86_400 ? $0 : nil }),
      by: user)
  }
)
.with(\.accepts, [])
.with(\.isAboutNamedLog, false)
.with(
  \.remark,
  """
  A frame is a JSON object on one line. Besides the time, "t":ms, it contains one of the following: the elbow \
  angles, "elbowL":degrees,"elbowR":degrees,"confL":0…1,"confR":0…1; named landmarks, \
  "lm":{"left_elbow":[x,y,z,visibility],…}; a pose value, "v":0…1.
  """)

private func poseFrame(
  _ line: Bytes, _ number: Int, after previous: Double?
) throws(LogError) -> PoseFrame {
  do throws(LineError) { return try PoseFrame(line: line, after: previous) } catch {
    var error = LogError(.refused, "standard input", line: number, error, bytes: line)
    error.help = error.help ?? "nothing was counted; correct the line, then send all lines again"
    throw error
  }
}

extension Shell {
  /// Returns the user of a draft that is only printed: `--user`, otherwise the default user of the log.
  ///
  /// It is nil if there is no log yet, or if it has no default user. An append then sets the user.
  fileprivate mutating func drafter() throws -> Name? {
    guard let path = logPath, path != "-", try system.hasLog(path) else { return options.user }
    return try namedOrDefaultUser(of: openLog())
  }

  /// Prints a draft as a line for `append`.
  fileprivate mutating func print(_ session: PushUpsLogged, by user: Name?) throws {
    var json = JSONWriter()
    json.object { json in
      if let user { json.member("user", user.text) }
      json.member("type", session.body.type)
      json.key("data")
      json.object { json in
        json.member("count", session.count)
        guard let seconds = session.seconds else { return }
        json.key("seconds")
        json.double(seconds)
      }
    }
    try print(json.bytes + [UInt8(ascii: "\n")])
  }
}

/// `replog quote`: the quote of the day.
private let quoteCommand = Request(
  "quote", "show the quote of the day", "replog quote --user ann", (),
  perform: { _, _, shell in
    let isInput = shell.options.user == nil && shell.logPath == "-"
    let user = try isInput ? shell.openLog().defaultUser() : shell.drafter()
    let day = try shell.now().day
    let quote = Quote.of(user, on: day)
    try shell.show(quote.text + (quote.source.map { "\n  \($0)" } ?? "") + "\n") { json in
      json.member("user", user?.text)
      json.member("date", day.description)
      json.member("text", quote.text)
      json.member("source", quote.source)
    }
  }
)
.with(\.accepts, [])
