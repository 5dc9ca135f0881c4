import Events
import Projections

/// Everything impure, in one place: what a command reads and writes beside its arguments.
struct Shell {
  let system: System
  /// What stands behind standard output; a demonstration collects it instead.
  var output: Output
  var options = GlobalOptions()
  /// The status the process ends with if nothing is thrown.
  var status = ExitStatus.done

  /// Where output goes.
  enum Output {
    case streams
    case collected([UInt8])
  }

  init(system: System = System(), output: Output = .streams) {
    self.system = system
    self.output = output
  }

  private var buffer: [UInt8] = []
  /// What this command appended with, if it did.
  private var appender: Appender?
  /// Whether it replayed the log to know what to append.
  var isDecided = false

  /// Writes to standard output; what is small is kept until `flush`.
  mutating func print(_ bytes: [UInt8]) throws {
    // What is long is not copied: the feed of a long log is a megabyte.
    if case .streams = output, bytes.count > 1 << 16 {
      try flush()
      return try system.print(bytes, to: .output)
    }
    buffer += bytes
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes a text to standard output.
  mutating func print(_ text: String, terminator: String = "\n") throws {
    try print(Array((text + terminator).utf8))
  }

  /// Writes what was kept.
  mutating func flush() throws {
    let bytes = buffer
    buffer = []
    guard !bytes.isEmpty else { return }
    if case .collected(let before) = output {
      output = .collected(before + bytes)
    } else {
      try system.print(bytes, to: .output)
    }
  }

  /// Tells the person at the terminal something that is not part of the output.
  mutating func note(_ text: String) {
    guard !options.quiet else { return }
    complain("replog: note: \(inert(text))\n")
  }

  /// Writes to standard error; where even that fails there is nobody left to tell.
  mutating func complain(_ text: String) {
    if case .collected(let before) = output {
      output = .collected(before + buffer + Array(text.utf8))
      buffer = []
      return
    }
    try? system.print(Array(text.utf8), to: .error)
  }

  /// Whether what is printed is shown by a terminal at once.
  var printsToTerminal: Bool {
    if case .collected = output { return false }
    return system.isTerminal(.output)
  }

  /// Whether tables may use bold and colour.
  var isColored: Bool {
    !options.noColor && system.environment("NO_COLOR") == nil && printsToTerminal
  }
}

/// What a process tells its caller.
enum ExitStatus: Int32 {
  case done = 0
  /// A rule of the domain, or a difference found.
  case refused = 1
  case misuse = 2
  case damagedLog = 3
  case conflict = 4
  case systemFailed = 5
}

extension Shell {
  /// The path of the log: `--log`, then `$REPLOG_LOG`, then the user's data folder.
  var logPath: String? {
    if let path = options.log?.text ?? system.environment("REPLOG_LOG") { return path }
    if let data = system.environment("XDG_DATA_HOME") { return data + "/replog/events.jsonl" }
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
      throw UsageError(message: "expected a log, found none", help: "name one with --log PATH")
    }
    return path
  }

  /// Has an error ready for a log that can be opened and not be read.
  func expectMissingPages() {
    guard case .streams = output, let path = logPath else { return }
    // What is piped has no pages; a file may stand behind standard input all the same.
    let name = path == "-" ? "standard input" : path
    let error = LogError(
      .system, name, "cannot read all of the log: its disk fails, or somebody cut it meanwhile",
      help: "run it again; if it says the same, copy what can be read and check the disk")
    guard let diagnostic = Diagnostic(error) else { return }
    system.endOnMissingPage(saying: diagnostic.text, status: diagnostic.status.rawValue)
  }

  /// Refuses a log that is no file, for a command that will write to it.
  func requireFile() throws {
    if let path = logPath, path != "-" { try system.requireFile(at: path) }
  }

  /// The log as it is. One that does not exist yet has no events.
  mutating func openLog() throws -> Log {
    let path = try requirePath()
    if path == "-" {
      let log = try Log.standardInput(system: system)
      // A pipe that was cut by 'head' ends in the middle of a batch, and nobody would know.
      if let torn = (try? log.tail())?.torn {
        note("the last \(grouped("\(torn.count)")) bytes are no complete batch and are not shown")
      }
      return log
    }
    guard try system.exists(path) else {
      note("there is no log at '\(path)' yet; this is what an empty one shows")
      return Log([], name: path)
    }
    return try Log(path: path, usesCheckpoint: !options.noCheckpoint, system: system)
  }

  /// The log as it is, which must be there: all of it is looked at, and nothing believed that was kept.
  mutating func openExistingLog() throws -> Log {
    let path = try requirePath()
    return path == "-"
      ? try Log.standardInput(system: system)
      : try Log(path: path, usesCheckpoint: false, system: system)
  }

  /// The log for appending; made, with its folder where that is the default one, if there is none.
  mutating func openAppender() throws -> Appender {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(
        message: "cannot append to standard input", help: "name a file with --log PATH")
    }
    if options.log == nil, system.environment("REPLOG_LOG") == nil {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      try system.makeFolders("/" + folder)
    }
    let appender = try Appender(
      path: path, usesCheckpoint: !options.noCheckpoint, system: system)
    self.appender = appender
    return appender
  }

  /// Takes the checkpoint of a log that was appended to up to date where that is due: the last thing
  /// that happens, when whoever waits for an answer has it. Where there is none, only a command that has
  /// replayed the log makes one: for lines from elsewhere it would take longer than they do.
  mutating func refreshCheckpoint() throws {
    guard let appender, !options.noCheckpoint else { return }
    guard isDecided || appender.lastLook?.checkpoint != nil else { return }
    try flush()
    appender.refreshCheckpoint()
  }

  /// The time: `--now`, then `$REPLOG_NOW`, then the clock.
  func now() throws(UsageError) -> Timestamp {
    if let now = options.now { return now }
    guard let text = system.environment("REPLOG_NOW") else { return system.now() }
    guard let now = Timestamp(text) else {
      throw .invalid(text, for: "$REPLOG_NOW", expected: Timestamp.expected)
    }
    return now
  }

  /// What makes new ids: `--seed`, then `$REPLOG_SEED`, then chance.
  func supply() throws(UsageError) -> Supply {
    if let seed = options.seed { return Supply(now: try now(), seed: seed) }
    guard let text = system.environment("REPLOG_SEED") else { return Supply(now: try now()) }
    guard let seed = UInt64(text) else {
      throw .invalid(text, for: "$REPLOG_SEED", expected: UInt64.expected)
    }
    return Supply(now: try now(), seed: seed)
  }
}
