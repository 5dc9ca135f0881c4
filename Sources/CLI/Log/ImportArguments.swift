import Events
import Projections

/// The common part of the commands that read a training history.
struct ImportArguments {
  static let fileHelp = "the exported file; '-' reads standard input"

  var file = ""
  var unit: Weight.Unit?
  var offset: UTCOffset?
  var zone: ZoneName?
  var lifter: String?
  var prunes = false
  var overwrites = false
  var takesFuture = false

  mutating func options(_ a: some Arguments) throws {
    try a.option(
      &unit, "--unit",
      "the unit for weights that have none (default: the unit of the last import, or kg)")
    try a.option(
      &offset, "--utc-offset",
      "the UTC offset for times without a time zone (default: the offset of the last import, or of this machine)"
    )
    try a.option(
      &zone, "--time-zone",
      "the time zone for times that have none; daylight saving time is taken into account")
    try a.flag(
      &prunes, "--prune",
      "remove sessions and sets that were in an earlier file but are missing from this one")
    try a.flag(&overwrites, "--overwrite", "replace your own changes with the values in the file")
    try a.flag(
      &takesFuture, "--future", "also import rows with times more than a day ahead of the clock")
  }

  /// Throws for options that exclude one another.
  func check() throws(UsageError) {
    guard offset != nil, zone != nil else { return }
    throw UsageError(
      code: .conflictingOptions, message: "'--utc-offset' cannot be combined with '--time-zone'",
      help: "a time zone includes its offsets; '--utc-offset' is the same all year")
  }

  /// The given options that only apply to an export of training.
  var givenForTraining: [String] {
    [(prunes, "--prune"), (overwrites, "--overwrite"), (lifter != nil, "--lifter")]
      .filter(\.0).map(\.1)
  }

  /// The given options for values without a unit or time zone, and for times.
  var givenForValues: [String] {
    [
      (unit != nil, "--unit"), (offset != nil, "--utc-offset"), (zone != nil, "--time-zone"),
      (takesFuture, "--future"),
    ].filter(\.0).map(\.1)
  }

  /// Throws if an option was given that does not apply to a file.
  func requireNone(of given: [String], _ file: String) throws(UsageError) {
    guard let option = given.first else { return }
    throw UsageError(message: "'\(option)' cannot be used with \(file)", help: "leave it out")
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
    try requireNoLifter(in: known)
    let progress = shell.showProgress()
    let user = try shell.importer()
    let now = try shell.draftDefaults().now
    let (request, machine) = (try request(known, shell), shell.machineZone())
    if isRecognised { shell.note("this is an export from \(known.title)") }
    shell.noteImporter(user)
    let latest = shell.latestTime(after: now)
    var (outcome, preview): (TrainingImport.Outcome?, ImportPreview?)
    let appended: Int
    let isDryRun = shell.options.dryRun
    do {
      appended = try shell.append { log in
        let read = try TrainingImport.Outcome(
          bytes, request, from: known, by: user, in: log, at: now, latest: latest
        ) { progress?.report($0, of: bytes.count) }
        outcome = read
        try read.requireWholeHistory()
        if isDryRun { preview = try ImportPreview(read.training, in: log) }
        return read.events
      } next: {
        outcome?.next($0) ?? []
      }
    } catch let error as ImportError {
      shell.refuse(error.problems, in: file)
      throw LogError(error, file)
    } catch let refusal as Refusal {
      if refusal.code == .rowsLeftOut { shell.refuse(outcome?.training.problems ?? [], in: file) }
      throw refusal
    }
    guard let outcome else { return }
    report(outcome, &shell)
    if outcome.changes.added.sessions > 0 { noteNextSteps(outcome, &shell) }
    try shell.show(
      ImportReport(
        outcome, appended: appended, isDryRun: isDryRun, times: times(of: outcome, machine),
        preview: preview))
  }

  /// Returns the request to import a file of an app.
  private func request(_ known: TrainingSource, _ shell: Shell) throws -> TrainingImport {
    TrainingImport(
      from: known, unit: unit, clock: try clock(shell),
      usualClock: shell.machineZone().map { .zone($0.rules) } ?? .offset(0),
      lifter: lifter, prunes: prunes, overwrites: overwrites, takesFuture: takesFuture)
  }

  /// Refuses the name of a lifter if the files of the app have one lifter.
  private func requireNoLifter(in known: TrainingSource) throws {
    guard lifter != nil, known != .openpowerlifting else { return }
    throw UsageError(
      message:
        "'--lifter' can be used only with an OpenPowerlifting export; this is a \(known.title) export",
      help: "the files of other apps have only one lifter")
  }

  /// Notes the rows that were left out, the implausible ones, and other remarks on an import.
  private func report(_ outcome: TrainingImport.Outcome, _ shell: inout Shell) {
    if let weights = outcome.training.bodyWeights { shell.report(weights, of: file) }
    shell.name(outcome.training.problems, in: file)
    shell.doubt(outcome.training.implausible, in: file)
    note(outcome, &shell)
  }

  /// Notes commands that show the imported training to a person.
  private func noteNextSteps(_ outcome: TrainingImport.Outcome, _ shell: inout Shell) {
    let options = shell.options
    guard !options.json, !options.dryRun, let first = outcome.training.mostTrained.first else {
      return
    }
    let log = options.log.map { " --log \(quotedForShell($0.text))" } ?? ""
    let given = log + (options.user.map { " --user \(quotedForShell($0.text))" } ?? "")
    shell.note("next: replog report\(given)")
    // In double quotes a shell would read these.
    guard inert(first.name) == first.name, !first.name.contains(where: { "\"$`\\!".contains($0) })
    else { return }
    shell.note("next: replog records \"\(first.name)\"\(given)")
    shell.note("next: replog session start\(given)")
    guard let set = outcome.training.lastEntry(of: first.exercise) else { return }
    shell.note("next: replog set log \"\(first.name)\" \(set)\(given)")
  }

  /// Returns the clock of times without a zone: that of the options, of the last import, or of this machine.
  private func times(
    of outcome: TrainingImport.Outcome, _ machine: UserClock.Zone?
  ) -> ImportSummary.Clock {
    switch outcome.clockOrigin {
    case .choice:
      let minutes = offset.map { Int16($0.minutes) } ?? 0
      return .init(name: zone?.text ?? (minutes == 0 ? "UTC" : "UTC\(written(minutes))"))
    case .lastImport: return .init(name: "as in the last import")
    case .usual:
      guard let machine else {
        return .init(name: "UTC", remark: "; '--time-zone' sets a time zone")
      }
      let remark = ", the zone of this machine; '--time-zone' sets another"
      return .init(name: machine.name, remark: remark)
    }
  }

  /// Adds notes about the values that were taken where the file states none, and about ignored columns.
  private func note(_ outcome: TrainingImport.Outcome, _ shell: inout Shell) {
    let columns = outcome.training.ignoredColumns
    if !columns.isEmpty {
      shell.note("these columns were ignored: \(alternatives(columns, joint: "and"))")
    }
    let supersets = outcome.training.supersetsLeftOut
    if supersets > 0 {
      shell.note(
        "\(counted(supersets, "sets")) imported without a superset: its number must be 0 to 25, for A to Z"
      )
    }
    if unit == nil { noteUnit(outcome, &shell) }
    if case .known(_, else: let minutes) = outcome.defaults.clock,
      outcome.changes.added.sessions > 0
    {
      shell.note(
        "new times get the UTC offset of the last import, \(written(minutes)); '--time-zone' sets a time zone"
      )
    }
  }

  /// Returns an offset as `+01:00`, or `Z`.
  private func written(_ minutes: Int16) -> String {
    Timestamp(milliseconds: 0, offsetMinutes: minutes).offsetDescription
  }

  /// Adds a note about the unit of numbers that have none.
  private func noteUnit(_ outcome: TrainingImport.Outcome, _ shell: inout Shell) {
    let isMetric = outcome.defaults.unit == .kg
    var taken: [String] = []
    if outcome.training.unitlessWeights > 0 {
      taken.append("weights were read as \(outcome.defaults.unit.rawValue)")
    }
    if outcome.training.unitlessDistances > 0 {
      taken.append("distances were read as \(isMetric ? "kilometres" : "miles")")
    }
    guard !taken.isEmpty else { return }
    let before = outcome.unitOrigin == .lastImport ? ", as before" : ""
    let other = isMetric ? "'--unit lb' reads pounds and miles" : "'--unit kg' reads kilograms"
    shell.note(
      "the file does not name a unit, so \(taken.joined(separator: " and "))\(before); \(other)")
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
  mutating func append(_ decide: (Log) throws -> Int, next: (Int) -> [Draft]) throws -> Int {
    if options.dryRun { return try rehearse(decide, next) }
    let path = try requirePath()
    // It throws for standard input, which must not be read in vain.
    if path == "-" { _ = try openAppender() }
    let log = try system.hasLog(path) ? openLog() : Log([], name: path)
    var total = try decide(log)
    let batch = next(Log.largestBatch)
    // Without drafts no log is opened.
    guard !batch.isEmpty else { return 0 }
    let defaults = try draftDefaults()
    let appender = try openAppender()
    let progress = showProgress()
    var done = 0
    let (count, aside) = try appender.append(batch, decidedBy: log, defaults: defaults) {
      total = try decide($0)
    } next: {
      next($0)
    } onAppend: {
      done += $0
      progress?.report(done, of: max(done, total), .events)
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
    return try dryRun.check(defaults: defaults, next: next) {
      done += $0
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
        .nothingToUndo, "'\(user)' has no import to undo",
        help: "'--user' names the user of the import")
    }
    try show(undo, appended: appended)
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
      "the last import, up to event \(newest), imported body weights; '--undo' cannot undo it",
      help: "'replog bodyweight remove' removes them")
  }
}

extension ImportedTraining {
  /// Returns the last set of an exercise in the form of an entry: `5x100kg`; nil if all sets are failed attempts.
  fileprivate func lastEntry(of exercise: Name) -> EnteredSet? {
    for place in (0..<sessions).reversed() {
      let sets = session(at: place).sets.map(\.set)
      let last = sets.last {
        $0.exercise == exercise && ($0.reps > 0 || $0.seconds != nil || $0.metres != nil)
      }
      if let last { return EnteredSet(last) }
    }
    return nil
  }
}

extension EnteredSet {
  /// Creates the entry of a logged set.
  fileprivate init(_ set: SetLogged) {
    let load = set.weight.flatMap { $0.value == 0 ? nil : EnteredWeight($0.value, $0.unit) }
    self.init(reps: set.reps, weight: load)
    guard set.reps == 0 else { return }
    (reps, seconds, metres) = (nil, set.seconds, set.metres)
  }
}
