import Events
import Projections

let checkpointCommand = Request(
  "checkpoint", "write a checkpoint, so that views start faster", "replog checkpoint", (),
  perform: { _, _, shell in
    // A requested checkpoint is computed from the log alone, without an earlier checkpoint.
    shell.options.noCheckpoint = true
    try shell.requireFile()
    let log = try shell.openExistingLog(showsPending: false)
    guard log.name == shell.logPath else {
      throw UsageError(
        message: "standard input has no checkpoint", help: "name a file with --log PATH")
    }
    let file = Checkpoint.path(of: try shell.system.place(of: log.name))
    var events = 0
    var lines = log.lines()
    while try lines.next() != nil {
      try lines.requireChain()
      events += 1
      if events % 1024 == 0 { log.onProgress?(lines.offset) }
    }
    guard events > 0, !shell.options.dryRun else {
      return try shell.showCheckpoint(in: file, of: events, bytes: nil)
    }
    guard let written = try shell.openAppender().writeCheckpoint() else {
      throw LogError(
        .system, file, "cannot write the checkpoint: another process is writing it",
        help: "wait until the other process has finished")
    }
    try shell.showCheckpoint(in: written.path, of: events, bytes: written.size)
  }
)
.with(\.accepts, [.dryRun, .fileAlone])

extension Shell {
  /// Shows a checkpoint of the first events; its size is nil if nothing was written.
  fileprivate mutating func showCheckpoint(
    in file: String, of events: Int, bytes: Int?
  ) throws {
    let what = "a checkpoint of \(counted(events, "events")) in \(inert(file))"
    let text =
      events == 0
      ? "the log has no events; no checkpoint was written"
      : bytes.map { "wrote \(what), \(counted($0, "bytes"))" } ?? "would write \(what)"
    try show(text + "\n") { json in
      json.member("events", events)
      json.member("bytes", bytes)
      json.member("file", file)
      if bytes == nil, events > 0 { json.member("dryRun", true) }
    }
  }
}
