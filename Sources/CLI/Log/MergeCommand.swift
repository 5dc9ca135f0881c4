import Events

/// `replog merge`: the union of several logs.
struct MergeCommand: Command {
  let name = "merge"
  let summary = "merge logs by time, and include each event only once"
  let example = """
    replog merge phone.jsonl laptop.jsonl -o both.jsonl
    replog merge old/*.jsonl | replog pbs --log -
    """
  let remark = """
    The events are ordered by time, then by id, but each event follows the events that it refers to. Events that one \
    user recorded together at the same time stay together in their order. Other batches are split, because an append from \
    a pipe may write unrelated lines as one batch. The result does not depend on the order of the logs, and merging \
    it again changes nothing. An id with different content in two logs is a conflict.
    """
  let accepts: GlobalOptions.Accepted = [.noLog, .dryRun, .anybody]
  private var logs: [FilePath] = []
  private var out: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.several(&logs, "LOG", "the logs; '-' reads standard input")
    try a.option(&out, "-o", "the new log, which must not exist (default: standard output)")
  }

  func run(_ shell: inout Shell) throws {
    let path = out.flatMap { $0.text == "-" ? nil : $0.text }
    if let path { try shell.requireOther(path, than: logs.map(\.text)) }
    var union = try LogUnion(of: try logs.map { try shell.log(toMerge: $0.text) })
    guard let path, !shell.options.dryRun else {
      if let path { try NewLogFile.requireFree(path, system: shell.system) }
      // The lines are made even if they are not printed, since one may be refused.
      try union.forEachRun(ofLog: "the union") { if !shell.options.dryRun { try shell.print($0) } }
      return shell.options.dryRun ? try report(union, path ?? "-", &shell) : ()
    }
    let file = try NewLogFile(path, ownerOf: logs[0].text, isCommand: true, system: shell.system)
    var buffer: [UInt8] = []
    try union.forEachRun(ofLog: path) { lines in
      buffer += lines
      guard buffer.count > 1 << 16 else { return }
      try file.write(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
    try file.write(buffer)
    try file.finish()
    try report(union, path, &shell)
  }

  private func report(_ union: LogUnion, _ path: String, _ shell: inout Shell) throws {
    let counts = [("events", union.count), ("logs", logs.count), ("duplicates", union.repeated)]
    try shell.show(counts, in: path)
  }
}

extension Shell {
  /// Returns a log to merge; an end within a batch is reported.
  fileprivate mutating func log(toMerge path: String) throws -> Log {
    var log: Log
    do throws(LogError) {
      log =
        path == "-"
        ? try Log.standardInput(system: system)
        : try Log(path: path, usesCheckpoint: false, showsPending: true, system: system)
    } catch {
      var error = error
      // The usual help is about a log that does not exist yet.
      if error.code == .fileMissing, (try? system.isLink(path)) != true {
        error.help = "name existing logs, in any order"
      }
      throw error
    }
    complainAboutCut(&log)
    return log
  }
}
