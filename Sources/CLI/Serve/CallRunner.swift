import Events
import Projections

/// A runner of commands for another program: each runs as if typed with `--json`, into a buffer.
struct CallRunner: Sendable {
  /// The system, with the log and the time of the server in the environment of each command.
  private let system: System
  /// The options of the server that each command gets.
  private let options: [String]
  private let perform: @Sendable ([String], inout Shell) throws -> Void

  /// The largest output of a command, in bytes.
  static let largestOutput = 4 << 20

  /// Creates a runner.
  ///
  /// - Parameter perform: A closure that runs a command line.
  init(
    _ given: GlobalOptions, _ system: System,
    perform: @escaping @Sendable ([String], inout Shell) throws -> Void
  ) {
    var system = system
    let variables = [
      ("REPLOG_LOG", given.log?.text), ("REPLOG_NOW", given.now.map { "\($0)" }),
      ("REPLOG_SEED", given.seed.map { "\($0)" }),
    ]
    for case (let name, let value?) in variables { system.environmentOverrides[name] = value }
    options =
      ["--json"] + (given.user.map { ["--user=\($0.text)"] } ?? [])
      + (given.noCheckpoint ? ["--no-checkpoint"] : [])
    (self.system, self.perform) = (system, perform)
  }

  /// The end of a command.
  struct Outcome {
    var output: [UInt8] = []
    /// The notes, without the name of the program.
    var notes: [String] = []
    /// A Boolean value indicating whether nothing was written.
    var isDryRun = false
    /// The error that ended it; nil if it succeeded.
    var error: (any Error)?
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - words: The words after its name.
  func run(_ name: String, _ words: [String], for call: RunningCall) -> Outcome {
    var shell = Shell(system: system, output: .captured(CapturedOutput()))
    shell.call = call
    var outcome = Outcome()
    let line = name.split(separator: " ").map(String.init) + options + words
    do { try perform(line, &shell) } catch { outcome.error = error }
    guard case .captured(let captured) = shell.output else { return outcome }
    (outcome.output, outcome.isDryRun) = (captured.output, shell.options.dryRun)
    outcome.notes = String(decoding: captured.errors, as: UTF8.self).split(separator: "\n").map {
      String($0.hasPrefix("replog: note: ") ? $0.dropFirst("replog: note: ".count) : $0)
    }
    if outcome.output.count > Self.largestOutput { outcome = .tooLarge(outcome.output.count) }
    return outcome
  }
}

extension CallRunner.Outcome {
  /// Returns the end of a command whose output is too large for a program.
  fileprivate static func tooLarge(_ count: Int) -> CallRunner.Outcome {
    CallRunner.Outcome(
      error: UsageError(
        message:
          "the response must not exceed \(CallRunner.largestOutput >> 20) MiB, got \(grouped("\(count)")) bytes",
        help: "request only part of it, for example with 'from', 'to' or 'last'"))
  }
}
