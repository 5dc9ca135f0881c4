import Events
import Projections

/// The part that the commands that read a training history share.
struct TrainingImport {
  /// The largest file that is read, since files are read whole.
  ///
  /// The largest export of a lifetime of training has a few megabytes.
  private static let largestFile = 64 << 20
  static let fileHelp = "the exported file; '-' reads standard input"

  var file = ""
  var unit: Weight.Unit?
  var offset: UTCOffset?
  var prunes = false
  var overwrites = false

  mutating func options(_ a: inout some Arguments) throws(UsageError) {
    try a.option(
      &unit, "--unit", "the unit of weights that name none; if left out that of before, or kg")
    try a.option(
      &offset, "--utc-offset", "the clock of times without a zone; if left out that of before, or Z"
    )
    try a.flag(&prunes, "--prune", "remove what an earlier file had and this one has not")
    try a.flag(&overwrites, "--overwrite", "take the file's values where you changed them here")
  }

  /// An export that was read, and what follows from it for the log.
  private struct Plan {
    let training: ImportedTraining
    let reconciliation: Reconciliation
    /// The facts about how exercises are written, of which the log has no name.
    let names: [Draft]
    /// The unit of the weights that name none, and whether it is that of an earlier import.
    let unit: Weight.Unit
    let isUnitOfBefore: Bool
  }

  /// An export from which nothing is removed, because rows were left out.
  private struct Unprunable: Error {
    let problems: [ImportProblem]
  }

  /// Imports the file.
  ///
  /// - Parameter source: The app that wrote it; nil to recognise it.
  func run(_ source: TrainingSource?, _ shell: inout Shell) throws {
    let bytes = try shell.system.contents(file, limit: Self.largestFile)
    let user = try shell.importer()
    let now = try shell.draftDefaults().now
    let known = try source ?? recognise(bytes)
    if source == nil { shell.note("this is an export of \(known.title)") }
    if shell.options.user == nil {
      shell.note("the training is that of '\(user)', who is signed in")
    }
    var plan: Plan?
    let appended: Int
    do {
      appended = try shell.append { log in
        let made = try self.plan(bytes, known, user, log, now)
        plan = made
        guard !made.names.isEmpty else { return made.reconciliation.drafts }
        return made.reconciliation.drafts + made.names
      }
    } catch let error as ImportError {
      shell.name(error.problems, in: file)
      throw LogError(error, file)
    } catch let error as Unprunable {
      shell.name(error.problems, in: file)
      throw Refusal(
        "\(counted(error.problems.count, "rows")) left out, whose sets '--prune' would remove",
        help: "mend them, or import the file without '--prune'")
    }
    if let plan { try report(plan, appended: appended, &shell) }
  }

  private func recognise(_ bytes: [UInt8]) throws -> TrainingSource {
    try Bytes.of(bytes) { (bytes) throws in
      if let source = TrainingSource(recognising: bytes) { return source }
      do throws(ImportError) { _ = try ImportedTraining(bytes, from: .strong, by: "nobody") } catch
      {
        if error.kind != .unrecognised { throw LogError(error, file) }
      }
      let isJSON = bytes.count > 0 && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[0])
      var error = LogError(
        .refused, named(file), "expected an export of Strong or Hevy, found something else",
        help: isJSON
          ? "this looks like a catalogue: replog exercises import \(file)"
          : "the first line must be the header that the app wrote")
      error.line = 1
      throw error
    }
  }

  private func plan(
    _ bytes: [UInt8], _ source: TrainingSource, _ user: Name, _ log: Log, _ now: Timestamp
  ) throws -> Plan {
    let (imported, names) = try replay(log, OfUser<ImportedSessions>(user), ExerciseNames())
    let sessions = imported.value
    let before = sessions.unit(of: source)
    let defaults = TrainingDefaults(
      unit: unit ?? before ?? .kg,
      offsetMinutes: offset.map { Int16($0.minutes) } ?? sessions.offsetMinutes(of: source) ?? 0)
    let training = try Bytes.of(bytes) { (bytes) throws(ImportError) in
      try ImportedTraining(
        bytes, from: source, by: user, defaults: defaults, exercise: names.exercise(renamed:))
    }
    if prunes, !training.problems.isEmpty { throw Unprunable(problems: training.problems) }
    return Plan(
      training: training,
      reconciliation: Reconciliation(
        training, from: source, by: user, with: sessions, at: now, prunes: prunes,
        overwrites: overwrites),
      names: names.hasCatalogue
        ? []
        : training.names.filter { names.name(of: $0.exercise) == nil }.map {
          Draft(at: now, user: user, .exercises(.exerciseAliased($0)))
        }, unit: defaults.unit, isUnitOfBefore: before != nil)
  }
}

// MARK: - The report

extension TrainingImport {
  private func report(_ plan: Plan, appended: Int, _ shell: inout Shell) throws {
    let (training, reconciliation) = (plan.training, plan.reconciliation)
    shell.name(training.problems, in: file)
    if !training.ignoredColumns.isEmpty {
      let columns = alternatives(training.ignoredColumns, joint: "and")
      shell.note("nothing was taken from the columns \(columns)")
    }
    if unit == nil { noteUnit(plan, &shell) }
    try shell.show(
      ImportReport(
        counts: [
          ("sessions", training.sessions), ("sets", training.sets),
          ("exercises", training.exercises), ("rows", training.rows),
          ("passedOver", training.passedOver),
        ],
        appended: appended, duplicates: reconciliation.known, problems: training.problems.count,
        isDryRun: shell.options.dryRun, changes: changes(reconciliation)))
    if !training.problems.isEmpty { shell.status = .refused }
  }

  private func changes(_ reconciliation: Reconciliation) -> [ImportReport.Change] {
    [
      .init(name: "new", counts: reconciliation.added),
      .init(name: "revised", counts: reconciliation.revised),
      .init(
        name: "gone", counts: reconciliation.gone,
        note: prunes ? " no longer in the file" : " not in the file; '--prune' removes them"),
      .init(name: "removed", counts: reconciliation.removed),
      .init(
        name: "kept", counts: reconciliation.kept,
        note: " as you changed them here; '--overwrite' takes the file's values"),
    ]
  }

  /// Notes which unit was taken for numbers that name none.
  private func noteUnit(_ plan: Plan, _ shell: inout Shell) {
    let isMetric = plan.unit == .kg
    var taken: [String] = []
    if plan.training.unitlessWeights > 0 { taken.append("weights as \(plan.unit.rawValue)") }
    if plan.training.unitlessDistances > 0 {
      taken.append("distances as \(isMetric ? "kilometres" : "miles")")
    }
    guard !taken.isEmpty else { return }
    let before = plan.isUnitOfBefore ? ", as before" : ""
    let other = isMetric ? "'--unit lb' takes pounds and miles" : "'--unit kg' takes kilograms"
    shell.note(
      "the file names no unit: took \(taken.joined(separator: " and "))\(before); \(other)")
  }
}

extension Shell {
  /// Appends the drafts that `decide` makes of the log, or only checks them.
  ///
  /// - Returns: The number of events that were new.
  mutating func append(_ decide: (Log) throws -> [Draft]) throws -> Int {
    let defaults = try draftDefaults()
    if options.dryRun {
      let log = try openLog()
      let drafts = try decide(log)
      for start in batchStarts(of: drafts) {
        // Each as if it were the first: to keep all of them would double the memory.
        _ = try log.dryRun(batch(of: drafts, from: start), defaults: defaults)
      }
      return drafts.count
    }
    let path = try requirePath()
    // It throws for standard input, which must not be read in vain.
    if path == "-" { _ = try openAppender() }
    let log = try system.exists(path) ? openLog() : Log([], name: path)
    let drafts = try decide(log)
    // Nothing is opened for nothing.
    guard !drafts.isEmpty else { return 0 }
    let appender = try openAppender()
    let progress = showProgress()
    var aside: Appended.SetAside?
    var count = 0
    try appender.locked { locked in
      // Another appender may have been faster.
      let isLatest = locked.log.bytes.count == log.bytes.count
      let drafts = isLatest ? drafts : try decide(locked.log)
      for start in batchStarts(of: drafts) {
        let part = batch(of: drafts, from: start)
        let appended = try locked.append(part, defaults: defaults)
        aside = aside ?? appended.setAside
        count += appended.acknowledgements.count { !$0.isDuplicate }
        progress?.report(start + part.count, of: drafts.count, .events)
      }
    }
    tell(aside)
    return count
  }

  /// Takes back the last import of the user whose training would be imported.
  mutating func undoImport(overwrites: Bool) throws {
    let user = try importer()
    let now = try draftDefaults().now
    var undo: ImportUndo?
    let appended = try append { log in
      undo = try ImportUndo(log, by: user, at: now, overwrites: overwrites)
      return undo?.drafts ?? []
    }
    guard let undo else {
      throw Refusal(
        "there is no import of '\(user)' to take back", help: "'--user' names whose it was")
    }
    try show(UndoReport(undo: undo, appended: appended, isDryRun: options.dryRun))
  }
}

/// Returns the places where the batches of some drafts begin, which are as long as one can be.
private func batchStarts(of drafts: [Draft]) -> StrideTo<Int> {
  stride(from: 0, to: drafts.count, by: Log.largestBatch)
}

/// Returns the batch of drafts that begins at a place.
private func batch(of drafts: [Draft], from start: Int) -> [Draft] {
  Array(drafts[start..<min(start + Log.largestBatch, drafts.count)])
}
