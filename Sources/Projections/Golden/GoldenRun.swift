import Events

/// A way to run the commands of a scenario.
package protocol GoldenShell {
  mutating func run(
    _ command: GoldenCommand, environment: [String: String], in folder: String
  ) throws -> GoldenOutcome

  /// Returns an error as standard error prints it, with the status of a command that ends with it.
  func outcome(of error: LogError) -> GoldenOutcome
}

/// The result of commands.
package struct GoldenOutcome: Equatable, Sendable {
  package var status: Int32
  package var output: [UInt8]
  package var errors: [UInt8]

  package init(status: Int32 = 0, output: [UInt8] = [], errors: [UInt8] = []) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }
}

/// The actual output of a scenario, next to the expected output.
package struct GoldenRun {
  package let scenario: GoldenScenario
  package let files: [File]
  /// The standard error of the commands, or the error of the log, with its path.
  package let errors: [UInt8]

  /// One file of `expected`.
  package struct File {
    package let file: GoldenFile
    package let path: String
    /// The expected bytes; nil if there is no file.
    package let expected: [UInt8]?
    package let found: [UInt8]

    /// A Boolean value indicating whether the actual content matches.
    package var isAsExpected: Bool {
      if case .status = file.content {
        return GoldenRun.status(expected) == GoldenRun.status(found)
      }
      return expected == found
    }

    /// The difference, line by line; long lines of JSON are split into their parts if this shows it.
    package var difference: LineDifference {
      if case .view = file.content {
        let texts = (JSON.unfolded(expected ?? []), JSON.unfolded(found))
        if texts.0 != texts.1 { return LineDifference(from: texts.0, to: texts.1) }
      }
      return LineDifference(from: expected ?? [], to: found)
    }
  }

  /// Runs a scenario.
  ///
  /// - Parameters:
  ///   - views: The views that files may name.
  ///   - added: Files to add to the expected files.
  /// - Throws: `LogError` for a scenario that cannot run, or an error of `shell`.
  package init(
    _ scenario: GoldenScenario, views: [any LogView.Type] = Views.all,
    adding added: [GoldenFile] = [],
    _ shell: inout some GoldenShell, system: System = System()
  ) throws {
    self.scenario = scenario
    var wanted: [(file: GoldenFile, expected: [UInt8]?)] = try GoldenRun.expectations(
      of: scenario, views, system)
    for file in added where !wanted.contains(where: { $0.file.name == file.name }) {
      wanted.append((file, nil))
    }
    guard !wanted.isEmpty else {
      throw LogError(
        .misuse, scenario.folder, "the folder 'expected' must contain a file",
        help: """
          \(GoldenRun.naming(scenario.folder, after: "replog golden update --view NAME")) adds a file for a view
          """)
    }
    let status = wanted.first { $0.file.name == GoldenFile.status.name }
    if status == nil { wanted.append((.status, nil)) }
    let (made, log) = try GoldenRun.run(
      scenario, &shell, isToFail: GoldenRun.status(status?.expected) ?? 0 != 0, system)
    var (outcome, told, isRead) = (made, made.errors, true)
    do throws(LogError) {
      var lines = log.lines()
      while try lines.next() != nil { _ = try lines.event() }
    } catch {
      isRead = false
      let failure = shell.outcome(of: GoldenRun.worded(error))
      (outcome.status, outcome.errors) = (failure.status, outcome.errors + failure.errors)
      told += shell.outcome(of: GoldenRun.placed(error, in: scenario)).errors
    }
    files = try wanted.map { [outcome, isRead] file, expected in
      File(
        file: file, path: "\(scenario.expected)/\(file.name)", expected: expected,
        found: try GoldenRun.found(file, outcome, isRead ? log : nil))
    }.filter { status != nil || $0.file.name != GoldenFile.status.name || !$0.isAsExpected }
    errors = told
  }

  /// Returns an error with the path of the log, if the log still exists after the run.
  ///
  /// Expected output has only the name of the log, since this is the same in every folder.
  private static func placed(_ error: LogError, in scenario: GoldenScenario) -> LogError {
    guard scenario.source == .events else { return worded(error) }
    var placed = error
    placed.file = scenario.sourcePath
    return worded(placed, verify: naming(scenario.sourcePath, after: "replog verify --log"))
  }

  /// Returns an error of reading a log with the words of the command in its help.
  private static func worded(_ error: LogError, verify: String = "'replog verify'") -> LogError {
    var worded = error
    worded.help = error.help.map { help in
      Remedy(
        help.worded { step in
          switch step {
          case .request(.append): "'replog append'"
          case .request(.verify): verify
          default: step.description
          }
        })
    }
    return worded
  }

  /// Returns a command with a path at its end, in quotes unless the path has its own.
  private static func naming(_ path: String, after command: String) -> String {
    let word = quotedForShell(path)
    return word == path ? "'\(command) \(word)'" : "\(command) \(word)"
  }

  /// Returns the actual content of a file.
  ///
  /// - Parameter log: The log; nil for an unreadable log, which has no views.
  private static func found(
    _ file: GoldenFile, _ outcome: GoldenOutcome, _ log: Log?
  ) throws(LogError) -> [UInt8] {
    switch file.content {
    case .view(let view, let user):
      guard let log else { return [] }
      return try GoldenView.json(of: view, user, log)
    case .output: return outcome.output
    case .errors: return outcome.errors
    case .status: return Array("\(outcome.status)\n".utf8)
    }
  }

  /// The exit status of a command that finds a damaged log.
  package static let unreadable: Int32 = 3

  /// Returns the expected files by name, each with its bytes.
  private static func expectations(
    of scenario: GoldenScenario, _ views: [any LogView.Type], _ system: System
  ) throws(LogError) -> [(file: GoldenFile, expected: [UInt8]?)] {
    guard try system.isFolder(scenario.expected) else { return [] }
    var files: [(GoldenFile, [UInt8]?)] = []
    for name in try system.contents(ofFolder: scenario.expected) {
      // A killed update leaves its file, and the next update replaces it.
      if name.hasPrefix(".") || name.hasSuffix(System.unfinishedSuffix) { continue }
      let file = try GoldenFile(named: name, in: scenario.expected, views: views)
      let path = "\(scenario.expected)/\(name)"
      files.append((file, try system.contents(path, limit: largestFile)))
    }
    return files
  }

  /// The maximum size in bytes of a file of a scenario.
  private static let largestFile = 1 << 30

  /// Returns the number in the file of a status; 0 if there is no file, nil if it holds no number.
  private static func status(_ bytes: [UInt8]?) -> Int32? {
    guard let bytes else { return 0 }
    return Int32(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
  }

  /// Returns the log of a scenario, and the outcome of the commands that created it.
  private static func run(
    _ scenario: GoldenScenario, _ shell: inout some GoldenShell, isToFail: Bool, _ system: System
  ) throws -> (GoldenOutcome, Log) {
    let source = try system.contents(scenario.sourcePath, limit: largestFile)
    let name = GoldenSource.events.rawValue
    guard scenario.source == .commands else { return (GoldenOutcome(), Log(source, name: name)) }
    let commands = try GoldenCommand.all(in: source, named: scenario.sourcePath)
    return try system.withScratchFolder { folder in
      let path = "\(folder.path)/\(name)"
      var outcome = GoldenOutcome()
      for (place, command) in commands.enumerated() {
        guard !system.isInterrupted else { throw interrupted(scenario) }
        let environment = command.environment.merging(["REPLOG_LOG": path]) { $1 }
        let result = try shell.run(command, environment: environment, in: scenario.folder)
        outcome.output += result.output
        outcome.errors += result.errors
        outcome.status = result.status
        guard result.status != 0 else { continue }
        if isToFail, place + 1 < commands.count {
          throw unreached(commands[place + 1], after: command, scenario)
        }
        break
      }
      outcome.output = named(outcome.output, path, name)
      outcome.errors = named(outcome.errors, path, name)
      let bytes = try system.exists(path) ? try system.contents(path, limit: largestFile) : []
      return (outcome, Log(bytes, name: name))
    }
  }

  /// Returns the error of a scenario whose commands were interrupted.
  package static func interrupted(_ scenario: GoldenScenario) -> LogError {
    LogError(
      .system, scenario.sourcePath, "interrupted before the last line",
      help: "run the scenario again")
  }

  /// Returns a text with the name of a log instead of its path, which differs with each run.
  private static func named(_ text: [UInt8], _ path: String, _ name: String) -> [UInt8] {
    Array(String(decoding: text, as: UTF8.self).replacingAll(path, with: name).utf8)
  }

  private static func unreached(
    _ command: GoldenCommand, after failed: GoldenCommand, _ scenario: GoldenScenario
  ) -> LogError {
    var error = LogError(
      .misuse, scenario.sourcePath,
      "a line that fails must be the last one, but this line follows line \(failed.line), which fails",
      help: "make a separate scenario for each line that fails")
    error.line = command.line
    return error
  }
}

extension GoldenRun {
  /// Returns the files that an update writes.
  ///
  /// - Throws: `LogError`; `.refused` if a line fails unexpectedly.
  package func changes() throws(LogError) -> [File] {
    let changed = files.filter { !$0.isAsExpected || $0.expected == nil }
    for file in changed where file.expected == nil {
      guard case .status = file.file.content else { continue }
      throw LogError(
        .refused, scenario.sourcePath,
        "every line must succeed, got exit status "
          + String(decoding: file.found.dropLast(), as: UTF8.self),
        help: "if this is intended, write the status into '\(file.path)'")
    }
    return changed
  }

  /// Rewrites the files that do not match.
  ///
  /// - Returns: The files that were written.
  /// - Throws: `LogError`; the errors of `changes()` are thrown before anything is written.
  package func update(system: System = System()) throws(LogError) -> [File] {
    let changed = try changes()
    for file in changed { try write(file, system: system) }
    return changed
  }

  /// Writes one of the files of `changes()`.
  ///
  /// - Parameter isCommand: A Boolean value indicating whether a signal that ends the process deletes the unfinished
  ///   file.
  package func write(
    _ file: File, isCommand: Bool = false, system: System = System()
  ) throws(LogError) {
    try system.makeFolders(scenario.expected)
    try system.replaceFile(file.path, with: file.found, isShared: true, isCommand: isCommand)
  }
}
