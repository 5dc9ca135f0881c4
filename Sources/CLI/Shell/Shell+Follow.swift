import Events
import Projections

// Logs that are followed while they grow.
extension Shell {
  /// Returns the log to follow, and ends the following on an interruption.
  ///
  /// - Parameter showsPending: A Boolean value indicating whether the events that wait to be synced are followed, too.
  func followedLog(showsPending: Bool = false) throws -> FollowedLog {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(
        message: "cannot follow standard input", help: "name a file with --log PATH")
    }
    // A link to a file that is not there is an error, and no log to wait for.
    _ = try system.hasLog(path)
    system.interruptWaits()
    return FollowedLog(path: path, showsPending: showsPending, system: system)
  }

  /// Prints a note if the file of a followed log was replaced, rewritten or removed.
  mutating func reportPart(_ part: FollowedLog.Part, of followed: FollowedLog) {
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
        code: .conflictingOptions, message: "expected --follow or \(option), found both",
        help: "a past state does not change; leave one of them out")
    }
    let followed = try followedLog(showsPending: true)
    let isForTerminal = printsToTerminal
    var shown: CapturedOutput?
    while let part = try followed.next() {
      if !part.isMissing, !part.isOfPending { reportPart(part, of: followed) }
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
