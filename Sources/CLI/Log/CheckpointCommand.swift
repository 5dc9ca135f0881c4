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
    if shell.options.dryRun || events == 0 {
      return try shell.show(CheckpointReport(events: events, file: file, bytes: nil))
    }
    guard let written = try shell.openAppender().writeCheckpoint() else {
      throw LogError(
        .system, file, "cannot write the checkpoint: another process is writing it",
        help: "wait until the other process has finished")
    }
    try shell.show(CheckpointReport(events: events, file: written.path, bytes: written.size))
  }
)
.with(\.accepts, [.dryRun, .fileAlone])
