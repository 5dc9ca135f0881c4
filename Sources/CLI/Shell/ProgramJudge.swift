import Events
import Projections

/// A program that judges logs by its exit status, as in `git bisect run`: 0 is good, 125 is unknown, any other status
/// up to 127 is bad.
///
/// A crash is an error, or bad.
struct ProgramJudge {
  /// The shell command.
  let line: String
  let system: System
  let output: System.ProgramOutput
  /// The number of further judgements on the logs that the result depends on.
  private let repeats: Int
  /// A Boolean value indicating whether a crash is a verdict.
  private let crashIsBad: Bool
  /// The folder for the file of the log to judge.
  private let folder: ScratchFolder

  /// An interruption of the search.
  struct Interruption: Error {}

  /// A judgement, with its exit status.
  struct Judgement {
    let status: Int
    var verdict: Verdict {
      switch status {
      case 0: .passes
      case 125: .undecided
      default: .fails
      }
    }
  }

  /// Creates the judge.
  ///
  /// - Parameter folder: A folder that only this judge uses.
  init(
    _ fault: EnteredFault, in folder: ScratchFolder, output: System.ProgramOutput, _ system: System
  ) {
    line = fault.program ?? ""
    (self.folder, self.output, self.system) = (folder, output, system)
    (repeats, crashIsBad) = (fault.repeats, fault.crashIsBad)
  }

  /// Judges a log again, and refuses another verdict than the first.
  ///
  /// - Parameters:
  ///   - log: The log in words.
  ///   - again: A closure that judges it once more.
  func confirm(_ first: Judgement, on log: String, _ again: () throws -> Judgement) throws {
    for _ in 0..<repeats {
      let next = try again()
      guard next.verdict != first.verdict else { continue }
      throw Disagreement(log: log, line: line, first: first.status, next: next.status)
    }
  }

  /// Two verdicts on one log.
  struct Disagreement: Error {
    let log: String
    let line: String
    let first: Int
    let next: Int

    /// Returns the error, with the next step.
    func error(help: Remedy) -> LogError {
      LogError(
        .system, "",
        "'\(line)' judged \(log) inconsistently: it ended with \(first), then with \(next)",
        help: help
      )
    }
  }

  /// Judges a log with these lines.
  ///
  /// - Throws: `Interruption`, or an error for a status that is no judgement. For an empty log, which is expected to be
  ///   good, the statuses 126 and 127 are errors, too: a shell uses them if it cannot run a program.
  func judge(_ bytes: [UInt8]) throws -> Judgement {
    guard !system.isInterrupted else { throw Interruption() }
    let file = try folder.write("events.jsonl", bytes, system)
    return try judge(file, isEmpty: bytes.isEmpty)
  }

  /// Judges a log with these events, which is written to the file line by line.
  func judge(_ events: EventSelection) throws -> Judgement {
    guard !system.isInterrupted else { throw Interruption() }
    let (file, write) = try folder.open("events.jsonl", system)
    var lines = NewLines(ofLog: "the log for the command")
    try events.forEach { event in
      try lines.append(event)
      guard lines.bytes.count > 1 << 16 else { return }
      try write(lines.bytes)
      lines.removeBytes()
    }
    try write(lines.bytes)
    return try judge(file, isEmpty: events.count == 0)
  }

  /// Judges the log in a file.
  private func judge(_ file: String, isEmpty: Bool) throws -> Judgement {
    let end = try folder.run(line, on: file, named: "REPLOG_LOG", output: output, system)
    guard !system.isInterrupted else { throw Interruption() }
    switch end {
    case .status(let status) where status <= 127 || crashIsBad:
      if [126, 127].contains(status), isEmpty { throw notRun(status) }
      return Judgement(status: Int(status))
    case .status(let status): throw stop("ended with \(status)")
    // As a shell says it.
    case .signal(let number) where crashIsBad: return Judgement(status: 128 + Int(number))
    case .signal(let number): throw stop("was ended by signal \(number)")
    }
  }

  /// Returns the error for a whole log without a judgement, for which there is nothing to search.
  static func undecided(_ line: String) -> UsageError {
    UsageError(
      message: "'\(line)' must judge the whole log, but it ended with 125",
      help: "125 means unknown; exit with 0 if the log is good, and with 1 if it is bad")
  }

  private func notRun(_ status: Int32) -> UsageError {
    let reason =
      status == 127
      ? "if there is no such command; name an existing command"
      : "for a file that is not executable; make it executable"
    return UsageError(
      message: "cannot run '\(line)': it ended with \(status) for an empty log",
      help: "a shell exits with \(status) \(reason), or exit with 1 for a bad log")
  }

  private func stop(_ how: String) -> UsageError {
    UsageError(
      message: "the exit status of '\(line)' must be 0…127, but it \(how)",
      help: "the search stopped; exit with 1 for bad, and with 125 for unknown; '--crash-is-bad' "
        + "counts a crash as bad")
  }
}
