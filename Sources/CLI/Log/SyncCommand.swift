import Events
import Projections

/// `replog sync`: the exchange of events with another log.
struct SyncCommand: Command {
  let name = "sync"
  let summary = "exchange events with a log on another machine"
  let example = """
    replog sync /mnt/gym/club.jsonl
    replog sync --via 'ssh gym replog sync --serve --as ann --log club.jsonl'
    replog sync --every 10s
    """
  let remark = """
    The remote's log decides the order of the events of all devices. After the first sync, commands record their \
    events in LOG.pending; every view shows them. A sync sends them to the remote, and appends the remote's new \
    events to this log. The remote accepts or refuses each action by its rules, as if you had recorded it there. If \
    the log is not a prefix of the remote's log, nothing changes and the exit status is 4. If the remote refuses an \
    event, the exit status is 1. If it cannot write an event, the exit status is 5, and the event stays pending. \
    With --dry-run, no event changes on either side: this device reads the remote's log and predicts \
    the remote's decisions.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  let isAboutNamedLog = true
  private var path: FilePath?
  private var via: String?
  private var every: Interval?
  private var isRestoring = false
  private var isAdopting = false
  private var isServing = false
  private var users: [Name] = []

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(
      &path, "REMOTE", "the remote's log file (default: the remote of the last sync)")
    try a.option(
      &via, "--via", "a shell command that runs 'replog sync --serve' on the remote machine")
    try a.option(
      &every, "--every", "sync again after this time, for example 10s or 5m, until interrupted")
    try a.flag(&isRestoring, "--restore", "restore the events that the remote lost")
    try a.flag(
      &isAdopting, "--adopt",
      "replace this log with the remote's log; this log is kept as LOG.old-N")
    try a.flag(
      &isServing, "--serve",
      "serve the log given with --log to another device, on standard input and output")
    try a.repeated(&users, "--as", "a user whose events are accepted; required with --serve")
  }

  func check(_ options: GlobalOptions) throws {
    func refuse(_ pairs: [(String, Bool)]) throws(UsageError) {
      let given = pairs.filter(\.1).map(\.0)
      if given.count > 1 { throw .excluding(given[0], given[1], of: name) }
    }
    try refuse([("--restore", isRestoring), ("--adopt", isAdopting)])
    try refuse([("REMOTE", path != nil), ("--via", via != nil)])
    try refuse([("--via", via != nil), ("--as", !users.isEmpty)])
    for (option, isGiven) in [
      ("REMOTE", path != nil), ("--via", via != nil), ("--every", every != nil),
      ("--restore", isRestoring), ("--adopt", isAdopting),
    ] { try refuse([("--serve", isServing), (option, isGiven)]) }
    for (option, isGiven) in [("--restore", isRestoring), ("--adopt", isAdopting)] {
      try refuse([("--every", every != nil), (option, isGiven)])
    }
    for (option, isGiven) in [("--serve", isServing), ("--every", every != nil)] {
      try refuse([("--dry-run", options.dryRun), (option, isGiven)])
    }
    if isServing, users.isEmpty {
      throw UsageError(
        message: "'--serve' needs the users of the connection, got none",
        help: "name each user with --as USER; events of other users are refused")
    }
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.requirePath()
    guard log != "-" else {
      throw UsageError(message: "cannot sync standard input", help: "name a file with --log PATH")
    }
    try shell.requireNoCompanion(log)
    if isServing { return try serve(log, &shell) }
    let remote = try remote(of: log, shell)
    if path != nil || via != nil { shell.options.remote = remote.arguments(path?.text) }
    if shell.options.dryRun { return try rehearse(log, remote, &shell) }
    if every != nil { shell.system.catchInterruptions() }
    if shell.options.log == nil, shell.system.environment("REPLOG_LOG") == nil {
      try shell.system.makeFolders(System.folder(of: log))
    }
    while true {
      do {
        try sync(log, remote, &shell)
      } catch let error as LogError where every != nil && Self.passing.contains(error.code) {
        shell.note("\(error.message); trying again")
      }
      try shell.flush()
      guard let every, shell.system.pause(seconds: Double(every.seconds)) else { return }
    }
  }

  /// The codes of errors after which a later sync may succeed.
  private static let passing: Set<ErrorCode> = [
    .connectionLost, .fileMissing, .logInUse, .outOfRoom, .systemFailed,
  ]

  /// Answers the requests of a device on standard input and output.
  private func serve(_ log: String, _ shell: inout Shell) throws {
    guard try shell.system.hasLog(log) else { throw Self.missing(log, mayRestore: false) }
    if let device = shell.system.environment(Connection.logVariable),
      shell.system.isSameFile(device, log)
    {
      throw Self.sameLog
    }
    var server = try shell.server(of: log, for: users)
    try shell.flush()
    try server.serve(PipeChannel(Connection(patience: 3_600, system: shell.system)))
  }

  private var mode: SyncMode { isRestoring ? .restoring : isAdopting ? .adopting : .usual }

  /// Returns whether lost events of the remote can be restored; a server takes the events of some users only.
  private func mayRestore(_ remote: SyncState.Remote) -> Bool {
    if case .path = remote { users.isEmpty } else { false }
  }

  private func sync(_ log: String, _ remote: SyncState.Remote, _ shell: inout Shell) throws {
    switch remote {
    case .path(let absolute):
      let path = try existing(absolute, shell)
      let channel = LocalChannel(to: try shell.server(of: path, for: users))
      var client = try SyncClient(path: log, now: shell.now(), system: shell.system)
      client.mayRestore = mayRestore(remote)
      try shell.tell(try client.sync(over: channel, with: remote, mode), remote)
    case .command(let line):
      var client = try SyncClient(path: log, now: shell.now(), system: shell.system)
      client.mayRestore = mayRestore(remote)
      let report = try connected(log, to: line, shell) {
        try client.sync(over: $0, with: remote, mode)
      }
      try shell.tell(report, remote)
    }
  }

  /// Prints the outcome that a sync would have.
  private func rehearse(_ log: String, _ remote: SyncState.Remote, _ shell: inout Shell) throws {
    var preview = try SyncPreview(ofLogAt: log, system: shell.system)
    preview.mayRestore = mayRestore(remote)
    let (judge, defaults) = (shell.judge(for: users), try shell.defaultsOfRemote())
    func report(_ remote: SyncPreview.Remote) throws -> SyncReport {
      try preview.report(with: remote, mode, judge: judge, defaults) { $0.commandText }
    }
    switch remote {
    case .path(let absolute):
      try shell.tell(report(.path(existing(absolute, shell))), remote)
    case .command(let line):
      try shell.tell(connected(log, to: line, shell) { try report(.channel($0)) }, remote)
      shell.note(
        "the remote may refuse more events, because it also checks the users of the connection")
    }
  }

  /// Returns the path of the remote's log as it was typed, if there is one or may be none.
  private func existing(_ absolute: String, _ shell: Shell) throws -> String {
    let path = self.path?.text ?? absolute
    if isRestoring {
      try shell.system.requireFileOrNone(path)
    } else {
      guard try shell.system.hasLog(path) else {
        throw Self.missing(path, mayRestore: users.isEmpty)
      }
    }
    return path
  }

  private func connected<Result>(
    _ log: String, to line: String, _ shell: Shell, _ exchange: (PipeChannel) throws -> Result
  ) throws -> Result {
    let connection: Connection
    do throws(SystemError) {
      connection = try Connection(
        running: line, for: log, patience: 60, system: shell.system)
    } catch {
      throw LogError(error, doing: "start the command of the remote")
    }
    do {
      let result = try exchange(PipeChannel(connection))
      connection.end()
      return result
    } catch var error as LogError where error.code == .connectionLost {
      if case .status(let status) = connection.end(), status != 0 {
        error.message += "; the command exited with status \(status)"
      }
      throw error
    }
  }

  private static func missing(_ path: String, mayRestore: Bool) -> LogError {
    var error = LogError(
      .system, path, "there is no log on the remote",
      help: mayRestore
        ? "name another file, or add --restore to start one with a copy of this log"
        : "name another file, or start one on its machine, from a copy of the device's log: \(.restoreFromCopy)"
    )
    error.code = .fileMissing
    return error
  }

  /// Returns the remote of the arguments, or else that of the last sync.
  private func remote(of log: String, _ shell: Shell) throws -> SyncState.Remote {
    let system = shell.system
    let files = DeviceFiles(of: log, system)
    let known = SyncState(files, system).remote
    let given =
      path.map { .path($0.text == "-" ? "-" : system.absolutePath(of: $0.text)) }
      ?? via.map { SyncState.Remote.command($0) }
    guard let remote = given ?? known else {
      if SyncState.isDamaged(files, system) {
        throw UsageError(
          message: "'\(files.state)' must name the remote of the last sync, got a damaged file",
          help: "name the remote's log again, or a command with --via; this replaces the file")
      }
      throw UsageError(
        message: "the first sync must name the remote's log, got none",
        help: "name its file, or a command with --via; later syncs remember it")
    }
    if case .command = remote, !users.isEmpty {
      throw UsageError(
        message: "'--as' can be used only with a file or '--serve', not with a remote command",
        help: "add it to the command: --via '… sync --serve --as USER --log PATH'")
    }
    if case .path(let path) = remote,
      [files.pending, files.refused, files.state].contains(where: { system.isSameFile(path, $0) })
    {
      throw UsageError(
        message:
          "the remote must be a different log from --log, got a file that belongs to this log",
        help: "name the log of another device or of a server")
    }
    if case .path(let path) = remote, path == "-" || shell.system.isSameFile(path, log) {
      throw Self.sameLog
    }
    return remote
  }

  private static let sameLog = UsageError(
    message: "the remote must be a different log from --log, got the same one",
    help: "to copy a log on the same disk, use 'replog append --replica'")
}

/// A time between two syncs.
struct Interval: ArgumentValue {
  let seconds: Int
  static var placeholder: String { "TIME" }
  static var expected: String { "a time such as 10s, 5m or 1h" }

  init?(argument text: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...86_400).contains(count)
    else { return nil }
    seconds = count * unit
  }
}

extension SyncState.Remote {
  /// Returns the arguments that name the remote on a command line, with its path as it was typed.
  fileprivate func arguments(_ typed: String?) -> String {
    switch self {
    case .path(let path): quotedForShell(typed ?? path)
    case .command(let line): "--via \(quotedForShell(line))"
    }
  }
}

extension Shell {
  /// Returns a server of the log at `path`, which takes events of these users; none for all users.
  fileprivate func server(of path: String, for users: [Name]) throws -> SyncServer {
    try SyncServer(
      path: path, judge: judge(for: users), defaults: defaultsOfRemote(), mayRestore: users.isEmpty,
      system: system, words: { $0.commandText })
  }

  /// Returns the judge of events of these users; none for all users.
  fileprivate func judge(for users: [Name]) -> DecisionJudge {
    DecisionJudge(
      users: users.isEmpty ? nil : Set(users), words: { $0.commandText },
      remark: {
        guard case .waitingList(let title, let position) = $0 else { return nil }
        return Shell.waiting(title, position)
      })
  }

  /// Returns the defaults by which a remote refuses events of the far future.
  fileprivate func defaultsOfRemote() throws -> DraftDefaults {
    var defaults = try draftDefaultsInUTC()
    defaults.latest = latestTime(after: defaults.now)
    return defaults
  }

  /// Prints the outcome of a sync.
  fileprivate mutating func tell(_ report: SyncReport, _ remote: SyncState.Remote) throws {
    for aside in report.setAside { tell(aside) }
    if let kept = report.kept { try noteKept(kept, hasErasure: report.hasErasure) }
    for words in report.notes { note(words) }
    let log = options.log.map { " --log \(quotedForShell($0.text))" } ?? ""
    try show(
      SyncTable(report: report, remote: remote, isDryRun: options.dryRun, log: log), wraps: true)
    // The status is that of the last sync, unless an event was refused.
    if status == .systemFailed { status = .done }
    if !report.refused.isEmpty { foundDifference() }
    // A conflict is settled by the lines that come with it.
    let isLeft = report.givenUp > 0 || report.failed.contains { $0.reason.code != .conflict }
    if isLeft, status == .done { status = .systemFailed }
  }

  /// Notes the new name of a log that the remote's replaced.
  ///
  /// - Parameter hasErasure: A Boolean value indicating whether it has data of a person whom the remote erased.
  private mutating func noteKept(_ kept: String, hasErasure: Bool) throws {
    let name = "the previous log is now '\(kept)'"
    guard hasErasure else { return note(name) }
    let files = DeviceFiles(of: try requirePath(), system)
    let companions = system.companions(ofLog: files.log)
    let old = companions.filter { ![files.pending, files.refused, files.state].contains($0) }
    let refused = companions.first { $0 == files.refused }
    note(
      "\(name); the remote erased a person, so delete the files that still contain the old data: rm -r "
        + old.map { quotedForShell($0) }.joined(separator: " ")
        + (refused.map { "; '\($0)' may contain refused events of this person" } ?? ""),
      holdsCommand: true)
  }
}
