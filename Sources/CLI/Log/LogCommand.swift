import Events
import Projections

struct LogCommand: Command {
  let name = "log"
  let summary = "show the events of the log"
  let example = """
    replog log --type SetLogged --since 2026-03-01 --json
    replog log --grep squat --follow
    """
  let remark = """
    --grep searches the type, the user, the id and all values of the data. --follow prints whole batches once they \
    are on disk, until the command is interrupted or its reader exits. With --json, events keep their checksums and \
    batches only if the selection contains every event from a certain position or time onward.
    """
  let accepts = GlobalOptions.Accepted.table
  private var entered = EnteredSelection()
  private var isReversed = false
  private var isCounted = false
  private var isFollowed = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&entered.type, "--type", "only events of this type, or of several: A,B")
    try a.option(&entered.since, "--since", "only events at or after this time or day")
    try a.option(&entered.until, "--until", "only events at or before this time or day")
    try a.option(&entered.about, "--about", "only events about this id, '@45' or 'last'")
    try a.option(&entered.seq, "--seq", "only this range of positions")
    try a.option(&entered.text, "--grep", "only events that contain this text, ignoring case")
    try a.flag(&isReversed, "--reverse", "newest first")
    try a.flag(&isCounted, "--count", "only the number of events")
    try a.flag(&isFollowed, "--follow", "keep printing events as they are appended")
  }

  func run(_ shell: inout Shell) throws {
    try checkCombination()
    var selection = LineSelection(entered, of: shell.options.user)
    var printer = LinePrinter(printsJSON: shell.options.json)
    if isFollowed { return try follow(&selection, &printer, &shell) }
    let log = try shell.openLog()
    if let user = try shell.findMeantUser(in: log) { selection = LineSelection(entered, of: user) }
    try selection.resolve(in: log) { [shell] in try shell.userClock() }
    if isCounted {
      var count = 0
      try selection.forEachLine(of: log) { _, _ in count += 1 }
      if count == 0, let user = selection.user { try shell.noteUnknown(user, log) }
      return try shell.print("\(count)")
    }
    printer.accepted = log.accepted
    var isBegun = false
    printer.keepsLines =
      try shell.options.json && !isReversed
      && selection.leavesNoGap(from: log.lines(), after: &isBegun)
    try selection.forEachLine(
      of: log, isReversed: isReversed, checksData: printer.keepsLines
    ) { line, lines in try printer.add(line, lines, &shell) }
    if printer.isEmpty, let first = entered.seq?.range.lowerBound {
      shell.noteBeyondEnd(.seq(first), of: log)
    }
    if printer.isEmpty, !shell.options.json {
      if let user = selection.user { try shell.noteUnknown(user, log) }
      return try shell.print("no events")
    }
    try printer.printTable(&shell)
  }

  /// Throws for options that exclude one another.
  private func checkCombination() throws(UsageError) {
    if isReversed, isCounted { throw .excluding("--reverse", "--count", of: name) }
    guard isFollowed else { return }
    if isReversed { throw .excluding("--follow", "--reverse", of: name) }
    if isCounted { throw .excluding("--follow", "--count", of: name) }
    if entered.until != nil { throw .excluding("--follow", "--until", of: name) }
    if let seq = entered.seq, seq.range.upperBound != Int.max {
      throw UsageError(
        message: "'--follow' requires an open-ended '--seq' range",
        help: "write '--seq \(seq.range.lowerBound)-'")
    }
  }

  /// Prints the existing events, and each event that is appended later, once it waits and once it is accepted.
  private func follow(
    _ selection: inout LineSelection, _ printer: inout LinePrinter, _ shell: inout Shell
  ) throws {
    let followed = try shell.followedLog()
    var (isResolved, isBegun) = (false, false)
    var waiting: Set<EventID> = []
    while let part = try followed.next() {
      shell.reportPart(part, of: followed)
      let log = try shell.openLogQuietly()
      if !isResolved {
        if let user = try shell.findMeantUser(in: log) {
          selection = LineSelection(entered, of: user)
        }
        try selection.resolve(in: log) { [shell] in try shell.userClock() }
        (isResolved, printer.keepsLines) = (true, shell.options.json)
      }
      if !part.isOfPending {
        printer.accepted = nil
        // After a gap no later line continues the lines before it.
        printer.keepsLines =
          try printer.keepsLines && selection.leavesNoGap(from: part.lines(), after: &isBegun)
        try selection.forEachLine(from: part.lines()) { line, lines in
          if printer.keepsLines { try lines.checkData() }
          try printer.add(line, lines, &shell)
        }
      }
      let known = waiting
      waiting = []
      if let lines = log.pendingLines() {
        printer.accepted = log.accepted
        try selection.forEachLine(from: lines) { line, lines in
          waiting.insert(lines.id)
          if !known.contains(lines.id) { try printer.add(line, lines, &shell) }
        }
      }
      try printer.printTable(&shell)
      try shell.flush()
    }
  }
}

/// The printed form of lines: unchanged JSON, or rows of a table.
private struct LinePrinter {
  private let printsJSON: Bool
  /// A Boolean value indicating whether lines are printed unchanged, since all from the first one on are.
  var keepsLines = false
  /// The position of the last event that the remote accepted; nil for a log that is not synced.
  var accepted: Int?
  private var table = Table([
    .number("seq"), .text("at", turn: 2), .text("user", turn: 1), .text("type"), .short("what"),
  ])

  init(printsJSON: Bool) { self.printsJSON = printsJSON }

  var isEmpty: Bool { table.isEmpty }

  /// Prints the current line of `lines`, or adds it to the table.
  ///
  /// All lines from one on are printed unchanged; other lines lose the members that connect them with their
  /// neighbours.
  /// Terminal control characters are escaped: replog writes none, but other programs may.
  mutating func add(_ line: LineReader.Line, _ lines: LineReader, _ shell: inout Shell) throws {
    guard printsJSON else {
      return table.add(
        "\(line.seq)", minute(line.at), line.user?.text ?? "–", lines.type,
        try lines.event().summary)
    }
    var bytes: [UInt8] = []
    if line.seq > accepted ?? .max {
      // The checksum and the position of an event that waits are those of no log.
      try lines.writeAlone(to: &bytes)
      bytes = ProvisionalMarks.added(toLine: bytes.dropLast()) + [UInt8(ascii: "\n")]
    } else if keepsLines {
      bytes = lines.line.array
      if shell.printsToTerminal {
        bytes = Array(inertJSON(String(decoding: bytes, as: UTF8.self)).utf8)
      }
      bytes.append(UInt8(ascii: "\n"))
    } else {
      try lines.writeAlone(to: &bytes)
    }
    try shell.print(bytes)
  }

  /// Prints the rows that were added since the last call; only the first call prints the titles.
  mutating func printTable(_ shell: inout Shell) throws {
    guard !table.isEmpty else { return }
    try shell.print(table.text(isColored: shell.isColored, width: shell.tableWidth), terminator: "")
    table.goOn()
  }
}
