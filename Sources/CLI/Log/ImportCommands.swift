import Events
import Projections

struct ImportCommand: Command {
  let name = "import"
  let summary = "import your history from Strong, Hevy, FitNotes, …; safe to repeat"
  let example = """
    replog import workout_data.csv --user ann --time-zone Europe/Berlin --dry-run
    replog import workout_data.csv --suggest
    replog import --undo --user ann
    """
  let remark = """
    The formats are Strong, Hevy, FitNotes and its body tracker, StrongLifts, OpenPowerlifting meets, and \
    catalogues of exercises in JSON. A file may be encoded in UTF-8, UTF-16 or Windows-1252, and must not exceed \
    256 MiB. Input over 16 MiB is copied to an unnamed file under TMPDIR if it comes from standard input or is not \
    UTF-8. A local time that a clock change skips or repeats gets the offset before the change.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var file: String?
  private var format: ImportFormat?
  private var training = ImportArguments()
  private var undoes = false
  private var suggests = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&file, "FILE", ImportArguments.fileHelp)
    try a.option(&format, "--format", "the format (default: detected from the header)")
    try training.options(a)
    try a.option(
      &training.lifter, "--lifter",
      "the lifter to import, if the file contains meets of several lifters"
    )
    try a.flag(
      &suggests, "--suggest", "suggest exercises in the catalogue for the names in the file")
    try a.flag(&undoes, "--undo", "undo the last import that has not been undone yet")
  }

  func run(_ shell: inout Shell) throws {
    if undoes { return try undo(&shell) }
    guard let file else { throw UsageError.missing("FILE", of: name) }
    var training = training
    training.file = file
    try training.check()
    shell.noteReading("the export", from: file)
    let text = try shell.system.text(at: file)
    shell.reportEncoding(text.encoding, of: file)
    let known = try format ?? ImportFormat(recognising: text, of: file)
    guard !suggests else {
      guard case .training(let source) = known else {
        throw UsageError(
          message: "'--suggest' can be used only with a training export",
          help: "it suggests exercises for the names in the export")
      }
      return try training.suggest(text, source, &shell)
    }
    switch known {
    case .training(let source):
      try training.run(source, text, isRecognised: format == nil, &shell)
    case .bodyWeights:
      try training.requireNone(of: training.givenForTraining, "a file of body weights")
      try BodyWeightImport.run(text, training, &shell)
    case .catalogue:
      try training.requireNone(
        of: training.givenForTraining + training.givenForValues, "a catalogue of exercises")
      try shell.append(catalogue: text, from: file)
    }
  }

  /// Undoes the last import.
  private func undo(_ shell: inout Shell) throws {
    guard file == nil else {
      throw UsageError(
        message: "FILE cannot be used with '--undo'",
        help: "'--undo' undoes the last import of any file")
    }
    try training.requireNone(
      of: training.givenForTraining.filter { $0 != "--overwrite" } + training.givenForValues
        + [(suggests, "--suggest"), (format != nil, "--format")].filter(\.0).map(\.1),
      "'--undo'")
    try shell.undoImport(overwrites: training.overwrites)
  }
}

/// Returns the command for the export of a named app: `replog import strong`, `replog import hevy`.
///
/// - Parameter usualFile: The usual name of the exported file.
func trainingImport(_ source: TrainingSource, _ usualFile: String) -> any Command {
  Request(
    "import \(source.rawValue)", "import your history from \(source.title); safe to repeat",
    "replog import \(source.rawValue) \(usualFile) --user ann --utc-offset +01:00",
    ImportArguments()
  ) {
    try $1.positional(&$0.file, "FILE", ImportArguments.fileHelp)
    try $0.options($1)
  } perform: { training, _, shell in
    try training.run(source, &shell)
  }
  .with(\.accepts, [.dryRun, .anybody])
}

let exercisesImportCommand = Request(
  "exercises import", "import a catalogue of exercises from a JSON file",
  "replog exercises import free-exercise-db.json", ""
) {
  try $1.positional(
    &$0, "FILE",
    "the catalogue file, from free-exercise-db or ExerciseDB; '-' reads standard input")
} perform: { file, _, shell in
  shell.noteReading("a catalogue", from: file)
  let (bytes, encoding) = try shell.system.text(at: file, limit: largestCatalogue)
  shell.reportEncoding(encoding, of: file)
  try shell.append(catalogue: bytes, from: file)
}
.with(\.accepts, [.dryRun, .anybody])

/// The maximum size of a catalogue; the largest existing one has some 15 MB.
private let largestCatalogue = 32 << 20

extension Shell {
  /// Appends the catalogue of an opened file.
  fileprivate mutating func append(catalogue text: TextFile, from file: String) throws {
    guard text.count <= largestCatalogue else { throw LogError.larger(file, largestCatalogue) }
    let bytes: [UInt8]
    do throws(ImportError) { bytes = try text.bytes() } catch { throw LogError(error, file) }
    try append(catalogue: bytes, from: file)
  }

  fileprivate mutating func append(catalogue bytes: [UInt8], from file: String) throws {
    let catalogue = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(ImportError) { return try ImportedCatalogue(bytes) } catch var error {
        if let source = TrainingSource(recognising: bytes) {
          error.help = "this looks like \(source.title): replog \(source.command) \(file)"
        }
        refuse(error.problems, in: file)
        throw LogError(error, file)
      }
    }
    try append(
      catalogue.drafts, from: file, problems: catalogue.problems,
      ImportReport(
        counts: [
          ("exercises", catalogue.drafts.count), ("entries", catalogue.entries),
          ("passedOver", catalogue.passedOver),
        ]))
  }

  /// Returns the user whose training is imported: `--user`, or else the default user of the log.
  mutating func importer() throws -> Name {
    try requireFile()
    let log = try logPath.flatMap { path in
      try path != "-" && system.hasLog(path) ? try openLog() : nil
    }
    guard let user = try log.map({ try namedOrDefaultUser(of: $0) }) ?? options.user else {
      throw UsageError(
        message: "the import needs a user",
        help:
          "sign in first, for example 'replog sign-in you@example.com', or name one with '--user'")
    }
    return user
  }

  /// Notes the user of an import that no option names.
  mutating func noteImporter(_ user: Name) {
    if options.user == nil { note("importing for '\(user)'") }
  }

  /// Appends drafts with ids derived from a file, or only checks them; calls `count` after each batch.
  private mutating func append(_ drafts: [Draft], _ count: (Appended) -> Void) throws {
    // Without drafts no log is opened.
    guard !drafts.isEmpty else { return }
    let defaults = try draftDefaults()
    let add: ([Draft]) throws -> Appended
    if options.dryRun {
      let log = try openLog()
      add = { try log.dryRun($0, defaults: defaults) }
    } else {
      let appender = try openAppender()
      add = { batch in try appender.locked { log in try log.append(batch, defaults: defaults) } }
    }
    let progress = showProgress()
    var rest = drafts[...]
    while !rest.isEmpty {
      // All at once, up to the size of a batch.
      let batch = Array(rest.prefix(Log.largestBatch))
      rest = rest.dropFirst(batch.count)
      do {
        let appended = try add(batch)
        tell(appended.setAside)
        count(appended)
      } catch var error as LogError {
        if error.kind == .conflict {
          error.help = "was the file imported before with different content?"
        }
        throw error
      }
      progress?.report(drafts.count - rest.count, of: drafts.count, .events)
    }
  }

  /// Appends the drafts, and prints the problems and a report of the new events.
  fileprivate mutating func append(
    _ drafts: [Draft], from file: String, problems: [ImportProblem], _ report: ImportReport
  ) throws {
    var report = report
    try append(drafts) { appended in
      report.duplicates += appended.acknowledgements.count { $0.isDuplicate }
      report.appended += appended.acknowledgements.count { !$0.isDuplicate }
    }
    report.problems = problems.count
    report.isDryRun = options.dryRun
    name(problems, in: file)
    try show(report)
  }

  /// Adds a note about the encoding of a file, unless it is UTF-8.
  mutating func reportEncoding(_ encoding: TextEncoding, of file: String) {
    if encoding != .utf8 {
      note("\(LogError.name(of: file)) was read as \(encoding.rawValue) text")
    }
  }
}

extension LogError {
  /// Creates the error of a file that was not imported.
  init(_ error: ImportError, _ file: String) {
    self.init(error, in: LogError.name(of: file))
    if let source = error.source {
      help = "this looks like \(source.title): replog \(source.command) \(file)"
    }
  }
}
