import Events
import Projections

/// The surroundings of a command: its input and output, besides its arguments.
struct Shell {
  let system: System
  /// The destination of standard output; a demonstration collects the output instead.
  var output: Output
  /// The terminal for progress lines.
  var terminal: Terminal
  var options = GlobalOptions()
  /// The current command, and the time at which it began.
  private var (command, began) = ("", 0.0)
  /// The exit status of the process if no error is thrown.
  var status = ExitStatus.done

  /// A destination of output.
  enum Output {
    case streams
    case collected([UInt8])
    case captured(CapturedOutput)
  }

  init(system: System = System(), output: Output = .streams) {
    (self.system, self.output) = (system, output)
    if case .streams = output { terminal = Terminal(system) } else { terminal = .none }
  }

  private var buffer: [UInt8] = []
  /// The position of the last acknowledged event from the input; nil if there is none.
  var lastOfInput: Int?
  /// The appender of this command, if it has one.
  private(set) var appender: Appender?
  /// The progress line of this command, if it has one.
  private var progress: Progress?
  /// The call of another program that the command answers; nil for a command line.
  var call: RunningCall?
  /// A Boolean value indicating whether a weight was entered without its unit, so that the answer names the unit.
  var showsUnit = false
  /// A Boolean value indicating whether the command replayed the log for a decision.
  var isDecided = false

  /// Writes to standard output; small pieces are buffered until `flush`.
  mutating func print(_ bytes: [UInt8]) throws {
    // A long piece is not copied: the feed of a long log is a megabyte.
    if case .streams = output, bytes.count > 1 << 16 {
      try flush()
      eraseProgress()
      return try system.print(bytes, to: .output)
    }
    buffer += bytes
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes a JSON object and a newline to standard output, without copying it.
  mutating func printLine(_ members: (inout JSONWriter) -> Void) throws {
    var json = JSONWriter()
    swap(&json.bytes, &buffer)
    json.object(members)
    json.bytes.append(UInt8(ascii: "\n"))
    swap(&json.bytes, &buffer)
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes a text to standard output.
  mutating func print(_ text: String, terminator: String = "\n") throws {
    try print(Array((text + terminator).utf8))
  }

  /// Writes the buffered output.
  mutating func flush() throws {
    let bytes = buffer
    buffer = []
    guard !bytes.isEmpty else { return }
    eraseProgress()
    if case .collected(let before) = output {
      output = .collected(before + bytes)
    } else if case .captured(var captured) = output {
      captured.output += bytes
      output = .captured(captured)
    } else {
      try system.print(bytes, to: .output)
    }
  }

  /// Prints a note to the user, which is not part of the output.
  ///
  /// A terminal shows it in lines of its width, unless it holds a command to copy.
  mutating func note(_ text: String, holdsCommand: Bool = false) {
    guard !options.quiet else { return }
    let width = options.wide || holdsCommand ? nil : terminal.columns()
    complain(wrapped(lines: "replog: note: \(inert(text))\n", width: width))
  }

  /// Writes to standard error; if this fails, the text is lost.
  mutating func complain(_ text: String) {
    progress?.erase()
    if case .collected(let before) = output {
      output = .collected(before + buffer + Array(text.utf8))
      buffer = []
      return
    }
    if case .captured(var captured) = output {
      captured.errors += Array(text.utf8)
      return output = .captured(captured)
    }
    try? system.print(Array(text.utf8), to: .error)
  }

  /// A Boolean value indicating whether the output goes directly to a terminal.
  var printsToTerminal: Bool {
    switch output {
    case .streams: system.isTerminal(.output)
    case .collected: false
    case .captured(let captured): captured.isForTerminal
    }
  }

  /// A remark on the permissions of the output file; nil if there is none.
  var remarkOnOutput: String? {
    guard case .streams = output else { return nil }
    return system.remarkOnOutput
  }

  /// A Boolean value indicating whether tables may use bold and colour.
  ///
  /// A terminal of the type `dumb` would show the codes for them.
  var isColored: Bool {
    !options.noColor && system.environment("NO_COLOR") == nil && printsToTerminal
      && !["dumb", ""].contains(system.environment("TERM"))
  }
}

/// The output of a command that was run for its output.
struct CapturedOutput {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  /// A Boolean value indicating whether a terminal will show the output.
  var isForTerminal = false
}

extension Shell {
  /// Runs `body` with a shell that captures output, and returns this output.
  func capturing(
    isForTerminal: Bool = false, _ body: (inout Shell) throws -> Void
  ) throws -> CapturedOutput {
    var inner = self
    inner.output = .captured(CapturedOutput(isForTerminal: isForTerminal))
    try body(&inner)
    inner.endProgress()
    try inner.flush()
    guard case .captured(let captured) = inner.output else { return CapturedOutput() }
    return captured
  }

  /// Prints a report in the form that the options request.
  ///
  /// - Parameter wraps: Whether a terminal wraps its lines between words, because it has no wide table.
  mutating func show(_ report: some Report, wraps: Bool = false) throws {
    guard options.json else {
      let text = report.table(isColored: isColored)
      return try print(wrapped(lines: text, width: wraps ? tableWidth : nil), terminator: "")
    }
    var json = JSONWriter()
    report.write(&json)
    json.bytes.append(UInt8(ascii: "\n"))
    try print(json.bytes)
  }

  /// Prints a result in the form that the options request: a text, with a newline at its end, or a JSON object.
  mutating func show(
    _ text: @autoclosure () -> String, _ members: (inout JSONWriter) -> Void
  ) throws {
    guard !options.json else { return try printLine(members) }
    try print(wrapped(lines: text(), width: tableWidth), terminator: "")
  }

  /// Returns the progress of this command, shown if there is a terminal; nil for no progress.
  ///
  /// - Parameter staysDuringOutput: Whether the command writes output to another place all the time.
  mutating func showProgress(staysDuringOutput: Bool = false) -> Progress? {
    if let progress { return progress }
    guard !options.quiet else { return nil }
    progress = Progress(
      of: command, since: began, staysDuringOutput: staysDuringOutput, on: terminal)
    return progress
  }

  /// Records that the command called `name` begins.
  mutating func begin(_ name: String) { (command, began) = (name, terminal.seconds()) }

  /// Removes the progress line, since the command is done.
  mutating func endProgress() {
    progress?.erase()
    progress = nil
  }

  /// Removes the progress line before output that may take its place.
  private func eraseProgress() {
    if let progress, !progress.staysDuringOutput { progress.erase() }
  }

  /// Returns `log` with readers that report their progress.
  private mutating func observed(_ log: Log) -> Log {
    if let call { return call.observed(log) }
    guard let progress = showProgress() else { return log }
    var log = log
    let total = log.bytes.count
    log.onProgress = { progress.report($0, of: total) }
    return log
  }

  /// The path of the log: `--log`, then `$REPLOG_LOG`, then the user's data folder.
  var logPath: String? {
    if let path = options.log?.text ?? system.environment("REPLOG_LOG") { return path }
    // The XDG standard says to ignore a relative path.
    if let data = system.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/replog/events.jsonl"
    }
    return system.environment("HOME").map { $0 + "/.local/share/replog/events.jsonl" }
  }

  func requirePath() throws(UsageError) -> String {
    let variable = ["REPLOG_LOG", "XDG_DATA_HOME", "HOME"].first { system.environment($0) != nil }
    if options.log == nil, let variable, !system.isText(environment: variable) {
      throw UsageError(
        message: "expected UTF-8 in $\(variable), found other bytes",
        help: "rename the file or folder, or name another with --log PATH")
    }
    guard let path = logPath else {
      throw UsageError(
        message: "no log is named, and $HOME is not set", help: "name one with --log PATH")
    }
    return path
  }

  /// Refuses a log that is not a file, for a command that writes to it.
  func requireFile() throws {
    if let path = logPath, path != "-" { try system.requireFile(at: path) }
  }

  /// Returns the log in its current state; a missing log has no events.
  mutating func openLog() throws -> Log {
    let log = try openWholeLog()
    try resolveKnown(in: log)
    return log
  }

  private mutating func openWholeLog() throws -> Log {
    let path = try requirePath()
    if path == "-" {
      noteReading("a log")
      var log = try Log.standardInput(system: system)
      complainAboutCut(&log)
      return observed(log)
    }
    guard try system.hasLog(path) else {
      note("there is no log at '\(path)' yet; this is the view of an empty log")
      return Log([], name: path)
    }
    var log = try Log(
      path: path, usesCheckpoint: !options.noCheckpoint, showsPending: true, system: system)
    complainAboutCut(&log)
    return observed(log)
  }

  /// Reports a log that was cut within a batch, whose last events are missing; the command then ends with status 3.
  ///
  /// For a file with an end as a crash or a running append leaves it, this is only a note, because no event is known to
  /// be missing.
  mutating func complainAboutCut(_ log: inout Log) {
    guard let error = (try? log.cutEnd()) ?? nil, !system.isChanging(log) else {
      if let (lines, size) = (try? log.cutBatch()) ?? nil {
        note(
          "'\(log.name)' ends with \(grouped("\(lines)")) of the \(grouped("\(size)")) lines of a batch; none of "
            + "them is shown. A crash, an incomplete copy or a running append can cause this")
      }
      return
    }
    guard let diagnostic = diagnostic(error) else { return }
    complain(diagnostic.printed(asJSON: options.json))
    status = diagnostic.status
  }

  /// Returns the log to read, or an empty one if it does not exist, without a note.
  ///
  /// A log that can be read once, such as a pipe, is left to the command.
  func openLogQuietly() throws -> Log {
    let path = try requirePath()
    guard try isReadableAgain(), try system.hasLog(path) else { return Log([], name: path) }
    return try Log(
      path: path, usesCheckpoint: !options.noCheckpoint, showsPending: true, system: system)
  }

  /// Returns whether the log can be read a second time, unlike a pipe.
  func isReadableAgain() throws -> Bool { try system.isReadableAgain(requirePath()) }

  /// Returns the existing log in its current state.
  ///
  /// It reads the whole log, without a checkpoint.
  ///
  /// - Parameters:
  ///   - reportsCut: A Boolean value indicating whether an end within a batch is reported here, and not by the command.
  ///   - showsPending: A Boolean value indicating whether the events that wait to be synced follow the others.
  mutating func openExistingLog(reportsCut: Bool = true, showsPending: Bool = true) throws -> Log {
    let path = try requirePath()
    noteReading("a log", from: path)
    var log =
      path == "-"
      ? try Log.standardInput(system: system)
      : try Log(path: path, usesCheckpoint: false, showsPending: showsPending, system: system)
    if reportsCut { complainAboutCut(&log) }
    return observed(log)
  }

  /// Sets the exit status of an answer that found a difference, unless the log is reported as damaged.
  mutating func foundDifference() {
    if status == .done { status = .refused }
  }

  /// Returns the log for appending; creates it if it does not exist, with its folder if that is the default one.
  ///
  /// - Parameter isRepair: A Boolean value indicating whether it may also be a file of another log's sync.
  mutating func openAppender(isRepair: Bool = false) throws -> Appender {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(
        message: "cannot append to standard input", help: "name a file with --log PATH")
    }
    if !isRepair { try requireNoCompanion(path) }
    if options.log == nil, system.environment("REPLOG_LOG") == nil {
      try system.makeFolders(System.folder(of: path))
    }
    let appender = try Appender(
      path: path, usesCheckpoint: !options.noCheckpoint, writesPending: true, system: system)
    if let call {
      appender.onProgress = { call.report($0, of: $1) }
      appender.isCancelled = { call.isCancelled }
    } else if let progress = showProgress() {
      appender.onProgress = { progress.report($0, of: $1) }
    }
    self.appender = appender
    return appender
  }

  /// The position of the last event that the remote accepted; nil for a log that is not synced.
  var accepted: Int? { appender?.accepted }

  /// Extends the checkpoint of a log after an append, if it is due.
  ///
  /// This happens last, after the answer to the user. If there is no checkpoint, only a command that has replayed the
  /// log creates one: for lines from elsewhere it would take longer than appending them.
  mutating func refreshCheckpoint() throws {
    guard let appender = try appenderOfCheckpoint() else { return }
    appender.refreshCheckpoint()
  }

  /// Returns a closure that extends the checkpoint of a log on any thread; nil if that is not due.
  mutating func checkpointRefresh() throws -> (@Sendable () -> Void)? {
    try appenderOfCheckpoint()?.checkpointRefresh()
  }

  private mutating func appenderOfCheckpoint() throws -> Appender? {
    guard let appender, !options.noCheckpoint else { return nil }
    guard isDecided || appender.hasReadLog || appender.hasCheckpoint else { return nil }
    try flush()
    return appender
  }
}
