import Events
import Projections

/// What the two commands that read a training history share.
private struct TrainingImport {
  /// Files are read whole; the largest export of a lifetime of training has a few megabytes.
  static let largestFile = 64 << 20

  var file = ""
  var unit: Weight.Unit?
  var offset: UTCOffset?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&file, "FILE", "the exported file; '-' reads standard input")
    try a.option(&unit, "--unit", "the unit of weights that name none; kg if left out")
    try a.option(&offset, "--utc-offset", "the clock of times without a zone; Z if left out")
  }

  func run(_ source: TrainingSource, _ shell: inout Shell) throws {
    let bytes = try shell.system.contents(file, limit: Self.largestFile)
    let user = try shell.importer()
    let defaults = TrainingDefaults(
      unit: unit ?? .kg, offsetMinutes: Int16(offset?.minutes ?? 0))
    let training = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(ImportError) {
        return try ImportedTraining(bytes, from: source, by: user, defaults: defaults)
      } catch {
        shell.name(error.problems, in: file)
        throw LogError(error, file)
      }
    }
    try shell.take(
      training.drafts, from: file, problems: training.problems,
      ImportReport(
        counts: [
          ("sessions", training.sessions), ("sets", training.sets),
          ("exercises", training.exercises), ("rows", training.rows),
          ("passedOver", training.passedOver),
        ],
        ignored: training.ignoredColumns))
  }
}

struct ImportStrongCommand: Command {
  static let name = "import strong"
  static let summary = "append the training history that Strong exported"
  static let example = "replog import strong strong.csv --user ann --utc-offset +01:00"
  static let accepts = GlobalOptions.Accepted.dryRun
  private var training = TrainingImport()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try training.arguments(&a)
  }

  func run(_ shell: inout Shell) throws { try training.run(.strong, &shell) }
}

struct ImportHevyCommand: Command {
  static let name = "import hevy"
  static let summary = "append the training history that Hevy exported"
  static let example = "replog import hevy workout_data.csv --user ann --utc-offset +01:00"
  static let accepts = GlobalOptions.Accepted.dryRun
  private var training = TrainingImport()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try training.arguments(&a)
  }

  func run(_ shell: inout Shell) throws { try training.run(.hevy, &shell) }
}

struct ExercisesImportCommand: Command {
  static let name = "exercises import"
  static let summary = "append a catalogue of exercises from a JSON file"
  static let example = "replog exercises import free-exercise-db.json"
  static let accepts: GlobalOptions.Accepted = .dryRun
  var file = ""
  /// The largest catalogue there is has some 15 MB.
  private static let largestFile = 32 << 20

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&file, "FILE", "free-exercise-db or ExerciseDB; '-' reads standard input")
  }

  func run(_ shell: inout Shell) throws {
    let bytes = try shell.system.contents(file, limit: Self.largestFile)
    let catalogue = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(ImportError) { return try ImportedCatalogue(bytes) } catch {
        shell.name(error.problems, in: file)
        throw LogError(error, file)
      }
    }
    try shell.take(
      catalogue.drafts, from: file, problems: catalogue.problems,
      ImportReport(
        counts: [
          ("exercises", catalogue.drafts.count), ("entries", catalogue.entries),
          ("passedOver", catalogue.passedOver),
        ], ignored: []))
  }
}

extension Shell {
  /// Whose training is imported: `--user`, else the user of the latest sign-in.
  fileprivate mutating func importer() throws -> Name {
    try requireFile()
    if let user = options.user { return user }
    guard let path = logPath, path != "-", try system.exists(path),
      let latest = try replay(openLog(), LatestSignIn()).user
    else {
      throw UsageError(
        message: "expected a user whose training this is, found none",
        help: "name one with --user")
    }
    return latest
  }

  /// Appends drafts whose ids follow from a file.
  private mutating func recordImport(_ drafts: [Draft]) throws -> Appended {
    do { return try record { _ in drafts } } catch var error as LogError {
      if error.kind == .conflict {
        error.help = "was the file imported before with another unit, offset or content?"
      }
      throw error
    }
  }

  /// Names the rows or entries of a file that make no sense.
  fileprivate mutating func name(_ problems: [ImportProblem], in file: String) {
    for problem in problems {
      let place = "\(named(file)):\(problem.line)"
      let column = problem.column.map { "\($0): " } ?? ""
      complain(inert("\(place): error: \(column)\(problem.message); it was left out") + "\n")
    }
  }

  /// Appends what was read, names what was left out, and says how much was new.
  fileprivate mutating func take(
    _ drafts: [Draft], from file: String, problems: [ImportProblem], _ report: ImportReport
  ) throws {
    var report = report
    var rest = drafts[...]
    while !rest.isEmpty {
      // All of it at once, as long as one batch can hold it.
      let batch = Array(rest.prefix(Log.largestBatch))
      let appended = try recordImport(batch)
      report.duplicates += appended.acknowledgements.count { $0.isDuplicate }
      report.appended += appended.acknowledgements.count { !$0.isDuplicate }
      rest = rest.dropFirst(batch.count)
    }
    report.problems = problems.count
    report.isRehearsal = options.dryRun
    name(problems, in: file)
    if !report.ignored.isEmpty {
      note("nothing was taken from the columns \(alternatives(report.ignored, joint: "and"))")
    }
    try show(report)
    if !problems.isEmpty { status = .refused }
  }
}

/// What to call a file in a message.
private func named(_ file: String) -> String { file == "-" ? "standard input" : file }

extension LogError {
  /// A file that was not taken.
  fileprivate init(_ error: ImportError, _ file: String) {
    self.init(.refused, named(file), error.message, help: error.help)
    line = error.line
    column = error.column
  }
}
