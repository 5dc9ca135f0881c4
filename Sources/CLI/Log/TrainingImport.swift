import Events
import Projections

/// The common part of the commands that read a training history.
struct TrainingImport {
  static let fileHelp = "the exported file; '-' reads standard input"

  var file = ""
  var unit: Weight.Unit?
  var offset: UTCOffset?
  var zone: ZoneName?
  var lifter: String?
  var prunes = false
  var overwrites = false

  mutating func options(_ a: some Arguments) throws {
    try a.option(
      &unit, "--unit", "the unit of weights without one (default: that of the last import, or kg)")
    try a.option(
      &offset, "--utc-offset",
      "the UTC offset of times without a zone (default: that of the last import, or of this machine)"
    )
    try a.option(
      &zone, "--time-zone", "the time zone of times without one, with its clock changes")
    try a.flag(
      &prunes, "--prune", "remove sessions and sets that an earlier file had and this one lacks")
    try a.flag(&overwrites, "--overwrite", "replace your own changes with the values in the file")
  }

  /// An export that was read, and the resulting changes of the log.
  private struct Plan {
    let training: ImportedTraining
    var reconciliation: Reconciliation
    /// The facts about the spelling of exercises that have no name in the log.
    var names: ArraySlice<ExerciseAliased>
    /// The body weights that the file also has; nil for none.
    var weights: BodyWeightChanges?
    /// The time of the facts about exercises, and their user.
    let now: Timestamp
    let user: Name
    /// The values that the file omits, and whether their unit comes from an earlier import.
    let defaults: TrainingDefaults
    let isUnitOfBefore: Bool
    /// The clock of times without a zone, in words.
    let times: ImportSummary.Clock
    /// The details of a dry run; nil otherwise.
    var preview: ImportPreview?

    /// The number of events of a first import.
    var events: Int {
      training.sets + 2 * training.sessions + (training.bodyWeights?.measurements.count ?? 0)
    }

    /// Creates the next events: at most `count`, and none at the end.
    ///
    /// Body weights are in separate batches, so that undoing an import of training takes back whole batches.
    mutating func next(_ count: Int) -> [Draft] {
      let drafts = nextOfTraining(count)
      return drafts.isEmpty ? weights?.next(count) ?? [] : drafts
    }

    private mutating func nextOfTraining(_ count: Int) -> [Draft] {
      var drafts = reconciliation.next(count)
      let named = names.prefix(count - drafts.count)
      names = names.dropFirst(named.count)
      for name in named {
        drafts.append(Draft(at: now, user: user, .exercises(.exerciseAliased(name))))
      }
      return drafts
    }
  }

  /// An export from which nothing is removed, because rows were skipped.
  private struct Unprunable: Error {
    let problems: [ImportProblem]
  }

  /// Throws for options that exclude one another.
  func check() throws(UsageError) {
    guard offset != nil, zone != nil else { return }
    throw UsageError(
      code: .conflictingOptions, message: "expected '--utc-offset' or '--time-zone', found both",
      help: "a zone has its offsets itself; '--utc-offset' is one for the whole year")
  }

  /// The given options that only apply to an export of training.
  var givenForTraining: [String] {
    [(prunes, "--prune"), (overwrites, "--overwrite"), (lifter != nil, "--lifter")]
      .filter(\.0).map(\.1)
  }

  /// The given options for values without a unit or time zone.
  var givenForValues: [String] {
    [(unit != nil, "--unit"), (offset != nil, "--utc-offset"), (zone != nil, "--time-zone")]
      .filter(\.0).map(\.1)
  }

  /// Throws if an option was given that does not apply to a file.
  func requireNone(of given: [String], _ file: String) throws(UsageError) {
    guard let option = given.first else { return }
    throw UsageError(
      message: "'\(option)' cannot be used with \(file)", help: "leave it out")
  }

  /// Returns the clock that the options name; nil if they name none.
  func clock(_ shell: Shell) throws(UsageError) -> WallClock? {
    if let zone { return .zone(try shell.zoneRules(zone)) }
    return offset.map { .offset(Int16($0.minutes)) }
  }

  /// Imports the file, which the given app wrote.
  func run(_ source: TrainingSource, _ shell: inout Shell) throws {
    try check()
    shell.noteReading("the export", from: file)
    let text = try shell.system.text(at: file)
    shell.reportEncoding(text.encoding, of: file)
    try run(source, text, isRecognised: false, &shell)
  }

  /// Imports the text of the file.
  ///
  /// - Parameter isRecognised: Whether the app was recognised by the file instead of named by the user.
  func run(
    _ known: TrainingSource, _ bytes: TextFile, isRecognised: Bool, _ shell: inout Shell
  ) throws {
    guard lifter == nil || known == .openpowerlifting else {
      throw UsageError(
        message:
          "expected '--lifter' with an export of OpenPowerlifting, found one of \(known.title)",
        help: "the files of other apps have one lifter")
    }
    let progress = shell.showProgress()
    let user = try shell.importer()
    let now = try shell.draftDefaults().now
    let (clock, machine) = (try clock(shell), shell.machineZone())
    if isRecognised { shell.note("this is an export of \(known.title)") }
    shell.noteImporter(user)
    var plan: Plan?
    let appended: Int
    let isDryRun = shell.options.dryRun
    do {
      appended = try shell.append { log in
        var made = try self.plan(bytes, known, user, log, now, clock, machine, progress)
        if isDryRun { made.preview = try ImportPreview(made.training, in: log) }
        plan = made
        return made.events
      } next: {
        plan?.next($0) ?? []
      }
    } catch let error as ImportError {
      shell.refuse(error.problems, in: file)
      throw LogError(error, file)
    } catch let error as Unprunable {
      shell.refuse(error.problems, in: file)
      throw Refusal(
        .rowsLeftOut,
        "\(counted(error.problems.count, "rows")) left out, whose sets '--prune' would remove",
        help: "mend them, or import the file without '--prune'")
    }
    guard let plan else { return }
    if let weights = plan.training.bodyWeights { shell.report(weights, of: file) }
    try report(plan, appended: appended, &shell)
  }

  private func plan(
    _ bytes: TextFile, _ source: TrainingSource, _ user: Name, _ log: Log, _ now: Timestamp,
    _ clock: WallClock?, _ machine: UserClock.Zone?, _ progress: Progress?
  ) throws -> Plan {
    let (imported, names, recorded) = try replay(
      log.readOnce(), OfUser<ImportedSessions>(user), ExerciseNames(),
      OfUser<RecordedBodyWeights>(user))
    let sessions = imported.value
    let before = sessions.unit(of: source)
    let (clock, times) = chosen(clock, sessions.clock(of: source), machine)
    let defaults = TrainingDefaults(unit: unit ?? before ?? .kg, clock: clock, lifter: lifter)
    let training = try ImportedTraining(
      bytes, from: source, by: user, defaults: defaults, latest: now.adding(seconds: 86_400),
      exercise: names.exercise(renamed:)
    ) { progress?.report($0, of: bytes.count) }
    if prunes, !training.problems.isEmpty { throw Unprunable(problems: training.problems) }
    let aliases =
      names.hasCatalogue ? [] : training.names.filter { names.name(of: $0.exercise) == nil }
    let reconciliation = Reconciliation(
      beginning: training, from: source, by: user, with: sessions, at: now, prunes: prunes,
      overwrites: overwrites)
    if prunes, reconciliation.isAgainstNothing {
      throw Refusal(
        .nothingToImport,
        "the file has no sets, and '--prune' would remove all that earlier ones had",
        help: "'replog import --undo' takes the last import back")
    }
    return Plan(
      training: training, reconciliation: reconciliation,
      names: aliases[...],
      weights: training.bodyWeights.map { recorded.value.changes(for: $0, by: user, at: now) },
      now: now, user: user, defaults: defaults,
      isUnitOfBefore: before != nil, times: times)
  }

  /// Returns the clock of times without a zone: that of the options, of the last import, or of this machine.
  private func chosen(
    _ given: WallClock?, _ before: WallClock?, _ machine: UserClock.Zone?
  ) -> (clock: WallClock, words: ImportSummary.Clock) {
    if let given {
      let minutes = offset.map { Int16($0.minutes) } ?? 0
      return (given, .init(name: zone?.text ?? (minutes == 0 ? "UTC" : "UTC\(written(minutes))")))
    }
    if let before { return (before, .init(name: "as in the last import")) }
    guard let machine else {
      return (.offset(0), .init(name: "UTC", remark: "; '--time-zone' takes a zone"))
    }
    let remark = ", the zone of this machine; '--time-zone' takes another"
    return (.zone(machine.rules), .init(name: machine.name, remark: remark))
  }
}

// MARK: - The report

extension TrainingImport {
  private func report(
    _ plan: Plan, appended: Int, _ shell: inout Shell
  ) throws {
    let (training, reconciliation) = (plan.training, plan.reconciliation)
    shell.name(training.problems, in: file)
    shell.doubt(training.implausible, in: file)
    if !training.ignoredColumns.isEmpty {
      let columns = alternatives(training.ignoredColumns, joint: "and")
      shell.note("these columns were ignored: \(columns)")
    }
    if unit == nil { noteUnit(plan, &shell) }
    if case .known(_, else: let minutes) = plan.defaults.clock, reconciliation.added.sessions > 0 {
      shell.note(
        "new times have the UTC offset of the last import, \(written(minutes)); '--time-zone' takes a zone"
      )
    }
    let weights = training.bodyWeights
    let bodyWeights = weights.map { [("bodyWeights", $0.measurements.count)] } ?? []
    try shell.show(
      ImportReport(
        counts: [
          ("sessions", training.sessions), ("sets", training.sets),
          ("exercises", training.exercises), ("rows", training.rows),
        ] + bodyWeights + [("passedOver", training.passedOver)],
        appended: appended, duplicates: reconciliation.known + (plan.weights?.known ?? 0),
        problems: training.problems.count + (weights?.problems.count ?? 0),
        isDryRun: shell.options.dryRun,
        changes: changes(reconciliation),
        summary: ImportSummary(training, times: plan.times), preview: plan.preview))
  }

  /// Returns an offset as `+01:00`, or `Z`.
  private func written(_ minutes: Int16) -> String {
    let time = Timestamp(milliseconds: 0, offsetMinutes: minutes).description
    return time.hasSuffix("Z") ? "Z" : String(time.suffix(6))
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

  /// Adds a note about the unit of numbers that have none.
  private func noteUnit(_ plan: Plan, _ shell: inout Shell) {
    let isMetric = plan.defaults.unit == .kg
    var taken: [String] = []
    if plan.training.unitlessWeights > 0 {
      taken.append("weights as \(plan.defaults.unit.rawValue)")
    }
    if plan.training.unitlessDistances > 0 {
      taken.append("distances as \(isMetric ? "kilometres" : "miles")")
    }
    guard !taken.isEmpty else { return }
    let before = plan.isUnitOfBefore ? ", as before" : ""
    let other = isMetric ? "'--unit lb' takes pounds and miles" : "'--unit kg' takes kilograms"
    shell.note(
      "the file names no unit: read \(taken.joined(separator: " and "))\(before); \(other)")
  }
}

extension Shell {
  /// Appends drafts that depend on the log, batch by batch, or only checks them.
  ///
  /// - Parameters:
  ///   - decide: A closure that reads the log and returns the approximate number of drafts. It is called again if the
  ///     log grows meanwhile.
  ///   - next: A closure that returns the next drafts, at most as many as requested; an empty array ends the import.
  /// - Returns: The number of new events.
  mutating func append(
    _ decide: (Log) throws -> Int, next: (Int) -> [Draft]
  ) throws -> Int {
    if options.dryRun { return try rehearse(decide, next) }
    let path = try requirePath()
    // It throws for standard input, which must not be read in vain.
    if path == "-" { _ = try openAppender() }
    let log = try system.hasLog(path) ? openLog() : Log([], name: path)
    var total = try decide(log)
    var batch = next(Log.largestBatch)
    // Without drafts no log is opened.
    guard !batch.isEmpty else { return 0 }
    let defaults = try draftDefaults()
    let appender = try openAppender()
    let progress = showProgress()
    var aside: Appended.SetAside?
    var (count, done) = (0, 0)
    try appender.locked { locked in
      // Another appender may have written first.
      if locked.log.bytes.count != log.bytes.count {
        total = try decide(locked.log)
        batch = next(Log.largestBatch)
      }
      while !batch.isEmpty {
        let appended = try locked.append(batch, defaults: defaults)
        aside = aside ?? appended.setAside
        count += appended.acknowledgements.count { !$0.isDuplicate }
        done += batch.count
        progress?.report(done, of: max(done, total), .events)
        batch = next(Log.largestBatch)
      }
    }
    tell(aside)
    return count
  }

  /// Checks drafts that depend on the log, and returns their number.
  private mutating func rehearse(
    _ decide: (Log) throws -> Int, _ next: (Int) -> [Draft]
  ) throws -> Int {
    let defaults = try draftDefaults()
    let log = try openLog()
    let total = try decide(log)
    let progress = showProgress()
    var dryRun = try DryRun(of: log)
    var done = 0
    while true {
      let batch = next(Log.largestBatch)
      guard !batch.isEmpty else { return done }
      // Each batch is checked as if it were the first: keeping all of them would double the memory.
      try dryRun.check(batch, defaults: defaults)
      done += batch.count
      progress?.report(done, of: max(done, total), .events)
    }
  }

  /// Undoes the last import of the user whose training would be imported.
  mutating func undoImport(overwrites: Bool) throws {
    let user = try importer()
    let now = try draftDefaults().now
    var undo: ImportUndo?
    var rest: ArraySlice<Draft> = []
    let appended = try append { log in
      undo = try ImportUndo(log, by: user, at: now, overwrites: overwrites)
      try ImportUndo.requireLast(undo, of: user, in: log)
      rest = undo?.drafts[...] ?? []
      return rest.count
    } next: { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    guard let undo else {
      throw Refusal(
        .nothingToUndo, "there is no import of '\(user)' to take back",
        help: "'--user' names the user of the import")
    }
    try show(UndoReport(undo: undo, appended: appended, isDryRun: options.dryRun))
  }
}

extension ImportUndo {
  /// Refuses to undo the import of training if body weights were imported after it.
  fileprivate static func requireLast(_ undo: ImportUndo?, of user: Name, in log: Log) throws {
    let weights = try replay(log.readOnce(), OfUser<RecordedBodyWeights>(user)).value
    guard let newest = weights.newestOfOwnFile, newest > undo?.positions.upperBound ?? 0 else {
      return
    }
    throw Refusal(
      .notUndoable,
      "the last import was of body weights, up to event \(newest), which '--undo' does not take back",
      help: "'replog bodyweight remove' takes them away")
  }
}
