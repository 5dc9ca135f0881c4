import Events
import Projections

/// `replog replay`: each event with its changes of the views.
struct ReplayCommand: Command {
  let name = "replay"
  let summary = "show the changes that each event makes to the views"
  let example = """
    replog replay --view pbs --view history --from 20 --to 26
    replog replay --step
    replog replay -o replay.html
    """
  let remark = """
    Each event is followed by its changes: 'VIEW  PATH  BEFORE → AFTER'. '+' marks an added part and '-' a removed \
    part. With '--user', events of other users are shown only if they change a view of that user. At the prompt of \
    '--step', '?' lists the commands. '-o' writes a self-contained page with a slider for stepping through \
    the events. The page needs no network. \(ofOrder) \(ofLastEvent)
    """
  let accepts: GlobalOptions.Accepted = [.asOf, .table, .dryRun, .anybody]
  var views: [ViewArgument] = []
  var first: Int?
  var last: Int?
  var isStepped = false
  var out: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.repeated(&views, "--view", "a view to show; repeatable (default: all)")
    try a.option(&first, "--from", "the seq of the first event to show (default: 1)")
    try a.option(&last, "--to", "the seq of the last event to show (default: the last)")
    try a.flag(&isStepped, "--step", "stop after each event and wait for a command")
    try a.option(
      &out, "-o", "the output file, an HTML page; an existing file is overwritten; '-' prints it")
  }

  private func requireOptions(_ shell: Shell) throws {
    if let first, let last, first > last {
      throw UsageError(
        message: "'--from' must not be greater than '--to', got \(first) and \(last)",
        help: "see 'replog help replay'")
    }
    if let out { try shell.requireNoLog(out, option: "-o") }
    guard isStepped else { return }
    guard out == nil else {
      throw UsageError(
        code: .conflictingOptions, message: "'--step' cannot be combined with '-o'",
        help: "'-o' writes all events into one page")
    }
    guard shell.canAsk, shell.printsToTerminal else {
      throw UsageError(
        message: "'--step' needs a terminal", help: "leave it out, or choose a range with --from")
    }
  }

  func run(_ shell: inout Shell) throws {
    try requireOptions(shell)
    // Up to 0 there are no events, as in the views of an empty log.
    let range = (first ?? min(1, last ?? 1))...(last ?? .max)
    let log = try shell.openLog()
    let traces = views.views
    let user = try shell.viewer(log)
    let asOf = shell.options.asOf
    var replay = LogReplay(
      log, traces, of: user, in: range, asOf: asOf, isOfUser: shell.options.user != nil)
    if isStepped {
      let search = PathSearch(
        log: log, views: traces, user: user, last: range.upperBound, asOf: asOf)
      var steps = ReplaySteps(replay, search)
      return try steps.run(&shell)
    }
    if let out { return try writePage(to: out, &replay, of: user, log, &shell) }
    var steps = try replay.nextSteps()
    let isEmpty = steps.isEmpty
    while !steps.isEmpty {
      if shell.options.json {
        for piece in steps.json { try shell.print(piece) }
      } else {
        for step in steps { try shell.show(step, false) }
      }
      steps = try replay.nextSteps()
    }
    if isEmpty {
      shell.noteBeyondEnd(first.map { .seq($0) }, of: log)
      if !shell.options.json { try shell.print("no events") }
    }
  }
}

extension Shell {
  mutating func show(_ step: LogReplay.Step, _ isJSON: Bool) throws {
    try isJSON ? print([step][...].lines) : print(text(of: step), terminator: "")
  }

  /// Returns an event and its changes as lines for people.
  func text(of step: LogReplay.Step) -> String {
    let event = step.event
    let head = event.headline
    let line = tableWidth.map { shortened(inert(head), to: $0) } ?? inert(head)
    var text = isColored ? "\u{1B}[1m\(line)\u{1B}[0m\n" : line + "\n"
    for (view, change) in step.changes {
      let line = ChangeText(view: view, change: change, isColored: isColored, width: tableWidth)
      text += line.line(indent: "    ") + "\n"
    }
    return text
  }
}

extension [LogReplay.Step] {
  /// The minimum number of steps for using a second thread; starting one takes as long as thirty steps.
  private static var fewSteps: Int { 128 }

  /// The JSON of the steps in pieces, with one step per line.
  fileprivate var json: [[UInt8]] {
    guard count >= Self.fewSteps, System.cores > 1 else { return [self[...].lines] }
    let (first, rest) = (self[..<(count / 2)], self[(count / 2)...])
    let made = Monitor<[UInt8]?>(nil)
    let lines = System.onThreads(
      1,
      {
        let lines = rest.lines
        made.alone { $0 = lines }
      }
    ) { _ in first.lines }
    // There is no result if the system refused a thread.
    return [lines, made.alone { $0 } ?? rest.lines]
  }
}

extension ArraySlice<LogReplay.Step> {
  /// The JSON of the steps, with one step per line.
  fileprivate var lines: [UInt8] {
    var lines: [UInt8] = []
    // More than most events need, since growth copied each byte.
    lines.reserveCapacity(count * 4_096)
    for step in self {
      var json = JSONWriter()
      swap(&json.bytes, &lines)
      json.object { json in
        json.member("seq", step.event.seq)
        json.key(plain: "event")
        let line = step.line.dropLast()
        if step.isPending {
          json.raw(ProvisionalMarks.added(toLine: line))
        } else {
          json.raw(line)
        }
        json.key(plain: "changes")
        json.array { json in
          for (view, change) in step.changes { json.change(change, of: view) }
        }
        if step.isPending { json.member("pending", true) }
      }
      swap(&json.bytes, &lines)
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }
}
