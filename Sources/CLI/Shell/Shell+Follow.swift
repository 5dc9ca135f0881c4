import Events
import Projections

// Logs that are followed while they grow.
extension Shell {
  /// Returns the log to follow with the events that wait to be synced, and ends the following on an interruption.
  func followedLog() throws -> FollowedLog {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(message: "cannot follow standard input", help: "name a file with --log PATH")
    }
    // A link to a file that is not there is an error, and no log to wait for. The same applies to a file of the device.
    _ = try system.hasLog(path)
    _ = try DeviceFiles(of: path, system).areThere(system)
    system.interruptWaits()
    return FollowedLog(path: path, showsPending: true, system: system)
  }

  /// Prints a note if the file of a followed log was replaced, rewritten or removed.
  mutating func reportPart(_ part: FollowedLog.Part, of followed: FollowedLog) {
    // A sync replaces the file of the waiting events whenever some of them were accepted.
    guard !part.isOfPending else { return }
    let path = followed.path
    switch part.change {
    case .appended:
      if part.isMissing { note("there is no log at '\(path)' yet; waiting for its first event") }
    case .rewritten:
      let seq = part.start?.seq ?? 0
      note("'\(path)' was rewritten; output continues after event \(seq)")
    case .replaced: note("'\(path)' is now another log; output starts with its first event")
    case .removed: note("'\(path)' was removed; waiting for a new log")
    }
  }

  /// Runs the command of a view, again after each change of its log, and prints new output.
  ///
  /// A terminal shows only the latest output. Elsewhere outputs follow one another, tables after an empty line.
  mutating func follow(_ run: (inout Shell) throws -> Void) throws {
    guard options.enteredAsOf == nil, options.enteredAsKnown == nil else {
      let option = options.enteredAsOf != nil ? "--as-of" : "--as-known"
      throw UsageError(
        code: .conflictingOptions, message: "'--follow' cannot be combined with '\(option)'",
        help: "a past state does not change; leave one of them out")
    }
    let followed = try followedLog()
    let isForTerminal = printsToTerminal
    var shown: CapturedOutput?
    while let part = try followed.next() {
      if !part.isMissing { reportPart(part, of: followed) }
      let found = try capturing(isForTerminal: isForTerminal, run)
      // One progress line is enough: later runs begin with a checkpoint, or at once.
      terminal = .none
      if found.errors != shown?.errors ?? [] {
        complain(String(decoding: found.errors, as: UTF8.self))
      }
      if found.output != shown?.output {
        if isForTerminal {
          try print("\u{1B}[H\u{1B}[2J", terminator: "")
        } else if shown != nil, !options.json {
          try print("")
        }
        try print(found.output)
        try flush()
      }
      shown = found
    }
  }
}
