import Events
import Projections

/// A program that judges logs by its exit status, as `git bisect run` has it: 0 is good, 125 cannot tell, any
/// other up to 127 is bad.
struct ProgramJudge {
  /// The line of shell.
  let line: String
  let system: System
  let output: System.ProgramOutput
  /// The folder of the file that holds the log to judge.
  private let folder: ScratchFolder

  /// An end of the search from outside.
  struct Interruption: Error {}

  /// A judgement, with the status that told it.
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
  /// - Parameter folder: a folder of its own for the log.
  init(_ line: String, in folder: ScratchFolder, output: System.ProgramOutput, _ system: System) {
    (self.line, self.folder, self.output, self.system) = (line, folder, output, system)
  }

  /// Judges a log of these lines.
  ///
  /// - Throws: `Interruption`, and an error for a status that judges nothing. For an empty log, the end where
  ///   all is expected to be good, that is also a shell's 126 and 127 for a program that it cannot run.
  func judge(_ bytes: [UInt8]) throws -> Judgement {
    guard !system.isInterrupted else { throw Interruption() }
    let file = try folder.write("events.jsonl", bytes, system)
    return try judge(file, isEmpty: bytes.isEmpty)
  }

  /// Judges a log of these events, which is written to the file line by line.
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

  /// Judges the log of a file.
  private func judge(_ file: String, isEmpty: Bool) throws -> Judgement {
    let end = try folder.run(line, on: file, named: "REPLOG_LOG", output: output, system)
    guard !system.isInterrupted else { throw Interruption() }
    switch end {
    case .status(let status) where status <= 127:
      if status > 125, isEmpty { throw notRun(status) }
      return Judgement(status: Int(status))
    case .status(let status): throw stop("ended with \(status)")
    case .signal(let number): throw stop("was ended by signal \(number)")
    }
  }

  /// Returns the error of a whole log that a program does not judge, without which there is nothing to search.
  static func undecided(_ line: String) -> UsageError {
    UsageError(
      message: "expected a verdict on the whole log from '\(line)', which ended with 125",
      help: "125 is for cannot tell; end with 0 where the log is good, and with 1 where it is bad")
  }

  private func notRun(_ status: Int32) -> UsageError {
    let reason =
      status == 127
      ? "where there is no such command: name one that is there"
      : "for a file that it may not run: 'ls -l' shows who may"
    return UsageError(
      message: "expected a command that can be run, found '\(line)', which ended with \(status) "
        + "for an empty log",
      help: "a shell ends so \(reason); end with 1 for bad")
  }

  private func stop(_ how: String) -> UsageError {
    UsageError(
      message: "expected an exit status of 0…127 from '\(line)', which \(how)",
      help: "the search stops, since that judges nothing; end with 1 for bad, 125 for cannot tell")
  }
}
