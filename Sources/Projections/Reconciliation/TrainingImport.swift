import Events

/// The import of an app's export of training, with the choices of the user; the defaults suit most files.
///
///     let outcome = try appender.importTraining(bytes, by: ann, defaults: defaults)
///     print("\(outcome.training.sessions) sessions, \(outcome.appended) events")
///
/// The names in the file are the exercises of the log: an alias leads to its exercise, and a spelling that the log does
/// not have becomes a name. A unit and a time zone that the file omits are those of the last import of the same app.
public struct TrainingImport: Equatable, Sendable {
  /// The app that wrote the file; nil to recognise it by the header.
  public var source: TrainingSource?
  /// The unit of weights without one; nil for that of the last import, or kilograms.
  public var unit: Weight.Unit?
  /// The clock of times without a zone; nil for that of the last import, or `usualClock`.
  public var clock: WallClock?
  /// The clock of times without a zone in a first import, such as that of the device.
  public var usualClock: WallClock
  /// The lifter in a file with several lifters; nil for a file with one.
  public var lifter: String?
  /// A Boolean value indicating whether to remove sessions and sets that an earlier file had and this one lacks.
  public var prunes: Bool
  /// A Boolean value indicating whether the values of the file replace changes by the user.
  public var overwrites: Bool
  /// A Boolean value indicating whether sessions in the future are imported instead of being skipped.
  public var takesFuture: Bool

  public init(
    from source: TrainingSource? = nil, unit: Weight.Unit? = nil, clock: WallClock? = nil,
    usualClock: WallClock = .offset(0), lifter: String? = nil, prunes: Bool = false,
    overwrites: Bool = false, takesFuture: Bool = false
  ) {
    (self.source, self.unit, self.clock) = (source, unit, clock)
    (self.usualClock, self.lifter) = (usualClock, lifter)
    (self.prunes, self.overwrites, self.takesFuture) = (prunes, overwrites, takesFuture)
  }

  /// The origin of a value that the file omits.
  public enum Origin: Sendable {
    case choice
    /// The last import of an export of the same app.
    case lastImport
    /// The usual value: kilograms, or `usualClock`.
    case usual
  }
}

extension TrainingImport {
  /// An export that was read, and the resulting changes of the log.
  public struct Outcome: Sendable {
    /// The app that wrote the file.
    public let source: TrainingSource
    /// The user who did the training.
    public let user: Name
    /// The content of the file: its counts, its days, its volume, and the rows that were left out.
    public let training: ImportedTraining
    /// The numbers of sessions and sets that are new, revised, missing from the file, removed and kept.
    public private(set) var changes: Reconciliation
    /// The changes of the body weights that the file also has; nil for none.
    public private(set) var weights: BodyWeightChanges?
    /// The spellings of exercises that become names in the log.
    public let names: [ExerciseAliased]
    /// The unit and the clock that were used for values without one.
    public let defaults: TrainingDefaults
    public let unitOrigin: Origin
    public let clockOrigin: Origin
    /// The number of new events.
    public fileprivate(set) var appended = 0
    /// The file with a partial write of an earlier crash; nil if there was none.
    public fileprivate(set) var setAside: Appended.SetAside?

    /// A Boolean value indicating whether the import removes sessions and sets that the file lacks.
    public let prunes: Bool
    private let now: Timestamp
    private var namesLeft: ArraySlice<ExerciseAliased>

    /// The number of facts of the file that the log already has.
    public var known: Int { changes.known + (weights?.known ?? 0) }

    /// The number of events of a first import.
    package var events: Int {
      training.sets + 2 * training.sessions + (training.bodyWeights?.measurements.count ?? 0)
    }
  }
}

// MARK: - Making

extension TrainingImport.Outcome {
  /// Reads a file and compares it with the log; the events are created when they are taken.
  ///
  /// - Parameters:
  ///   - source: The app that wrote the file.
  ///   - now: The time of corrections.
  ///   - latest: The latest start of a session; nil for a day after `now`.
  ///   - onProgress: A closure called from time to time with the number of bytes read.
  /// - Throws: `ImportError` for a file that cannot be read, `LogError` for a damaged log.
  package init(
    _ text: TextFile, _ request: TrainingImport, from source: TrainingSource, by user: Name,
    in log: Log, at now: Timestamp, latest: Timestamp? = nil, onProgress: ((Int) -> Void)? = nil
  ) throws {
    let (imported, known, recorded) = try replay(
      log.readOnce(), OfUser<ImportedSessions>(user), ExerciseNames(),
      OfUser<RecordedBodyWeights>(user))
    let sessions = imported.value
    let (unit, clock) = (sessions.unit(of: source), sessions.clock(of: source))
    unitOrigin = request.unit != nil ? .choice : unit != nil ? .lastImport : .usual
    clockOrigin = request.clock != nil ? .choice : clock != nil ? .lastImport : .usual
    defaults = TrainingDefaults(
      unit: request.unit ?? unit ?? .kg, clock: request.clock ?? clock ?? request.usualClock,
      lifter: request.lifter)
    training = try ImportedTraining(
      text, from: source, by: user, defaults: defaults,
      latest: request.takesFuture ? nil : latest ?? now.adding(seconds: 86_400),
      exercise: known.exercise(renamed:), onProgress: onProgress)
    names = known.hasCatalogue ? [] : training.names.filter { known.name(of: $0.exercise) == nil }
    changes = Reconciliation(
      beginning: training, from: source, by: user, with: sessions, at: now, prunes: request.prunes,
      overwrites: request.overwrites)
    weights = training.bodyWeights.map { recorded.value.changes(for: $0, by: user, at: now) }
    namesLeft = names[...]
    (prunes, self.source, self.user, self.now) = (request.prunes, source, user, now)
  }

  /// Refuses to remove sessions and sets if the file does not have the whole history.
  package func requireWholeHistory() throws(Refusal) {
    guard prunes else { return }
    let left = training.problems.count
    guard left == 0 else {
      throw Refusal(
        .rowsLeftOut,
        "\(counted(left, "rows")) \(left == 1 ? "was" : "were") left out, "
          + "and pruning would remove \(left == 1 ? "its" : "their") sets",
        help: "correct them, or import the file without \(.give(.prunes))")
    }
    guard !changes.isAgainstNothing else {
      throw Refusal(
        .nothingToImport,
        "the file has no sets, and pruning would remove all sets of earlier imports",
        help: "to undo the last import: \(.undoImport)")
    }
  }

  /// Creates the next events: at most `count`, and none at the end.
  ///
  /// Body weights are in separate batches, so that undoing an import of training takes back whole batches.
  package mutating func next(_ count: Int) -> [Draft] {
    let drafts = nextOfTraining(count)
    return drafts.isEmpty ? weights?.next(count) ?? [] : drafts
  }

  private mutating func nextOfTraining(_ count: Int) -> [Draft] {
    let drafts = changes.next(count)
    let named = namesLeft.prefix(count - drafts.count)
    namesLeft = namesLeft.dropFirst(named.count)
    return drafts + named.map { Draft(at: now, user: user, $0.body) }
  }
}

// MARK: - Importing

extension Appender {
  /// Imports an export of training: new sessions and sets are logged, and changed ones are corrected.
  ///
  /// It does everything that the command `import` does. Importing the same file again appends nothing. A history of any
  /// length is appended batch by batch under one lock.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8, UTF-16 or Windows-1252.
  ///   - request: The choices of the user.
  ///   - user: The user who did the training; nil for the default user of the log.
  ///   - defaults: The time, on the clock of the user, and the latest start of a session (default: a day later).
  /// - Throws: `ImportError` for a file that cannot be read, with the rows and the reasons. `Refusal` if nobody is
  ///   signed in, or if the import would remove sets by an incomplete file. `LogError` for the log.
  @discardableResult
  public func importTraining(
    _ bytes: [UInt8], _ request: TrainingImport = TrainingImport(), by user: Name? = nil,
    defaults: DraftDefaults
  ) throws -> TrainingImport.Outcome {
    let text = try TextFile(decoding: bytes)
    let log = try Log(path: path, usesCheckpoint: usesCheckpoint)
    var outcome = try request.outcome(of: text, by: user, in: log, defaults)
    let first = outcome.next(Log.largestBatch)
    guard !first.isEmpty else { return outcome }
    (outcome.appended, outcome.setAside) = try append(
      first, decidedBy: log, defaults: defaults.forJudgedRows
    ) {
      outcome = try request.outcome(of: text, by: user, in: $0, defaults)
    } next: {
      outcome.next($0)
    }
    return outcome
  }
}

extension Log {
  /// Returns the outcome that an import would have, without appending its events.
  ///
  /// - Throws: The errors that `Appender.importTraining` would throw before it writes.
  public func dryRun(
    importing bytes: [UInt8], _ request: TrainingImport = TrainingImport(), by user: Name? = nil,
    defaults: DraftDefaults
  ) throws -> TrainingImport.Outcome {
    var outcome = try request.outcome(of: TextFile(decoding: bytes), by: user, in: self, defaults)
    var dryRun = try DryRun(of: self)
    outcome.appended = try dryRun.check(defaults: defaults.forJudgedRows) { outcome.next($0) }
    return outcome
  }
}

extension TrainingImport {
  /// Returns the outcome for a log, before any of its events are taken.
  fileprivate func outcome(
    of text: TextFile, by user: Name?, in log: Log, _ defaults: DraftDefaults
  ) throws -> Outcome {
    guard let user = try user ?? log.defaultUser() else {
      throw Refusal(.notSignedIn, "nobody is signed in", help: Identity.signInHelp)
    }
    let source = try source ?? TrainingSource(recognised: text)
    let outcome = try Outcome(
      text, self, from: source, by: user, in: log, at: defaults.now, latest: defaults.latest)
    try outcome.requireWholeHistory()
    return outcome
  }
}

extension DraftDefaults {
  /// The defaults without a latest time: the rows were judged by the starts of their sessions, which may end later.
  fileprivate var forJudgedRows: DraftDefaults {
    var defaults = self
    defaults.latest = nil
    return defaults
  }
}
