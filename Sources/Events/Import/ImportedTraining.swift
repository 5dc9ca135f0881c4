/// An app with a readable export of a whole training history.
public enum TrainingSource: String, CaseIterable, Sendable {
  /// The app Strong.
  case strong
  /// The app Hevy.
  case hevy
  /// The app FitNotes.
  case fitnotes
  /// The app StrongLifts.
  case stronglifts
  /// The records of meets that OpenPowerlifting publishes.
  case openpowerlifting

  /// Creates the app that wrote `bytes`, recognised by the header line, or by the rows where there is
  /// none; nil when it is none of them.
  public init?(recognising bytes: Bytes) {
    guard var reader = try? CSVReader(bytes), let first = try? reader.next(),
      let source = TrainingSource.allCases.first(where: {
        (try? TrainingLayout.reading(bytes, beginning: first, from: $0)) != nil
      })
    else { return nil }
    self = source
  }

  /// The name of the app.
  public var title: String {
    switch self {
    case .strong: "Strong"
    case .hevy: "Hevy"
    case .fitnotes: "FitNotes"
    case .stronglifts: "StrongLifts"
    case .openpowerlifting: "OpenPowerlifting"
    }
  }

  /// The command that imports its files.
  package var command: String {
    switch self {
    case .strong, .hevy: "import \(rawValue)"
    case .fitnotes, .stronglifts, .openpowerlifting: "import"
    }
  }

  /// Returns the id of a part of an imported session: of its `start`, its `end`, or its `set 3`.
  ///
  /// Logs hold ids made so; what an import wrote is found again by them.
  ///
  /// - Parameters:
  ///   - milliseconds: the start on the clock on the wall, since 1970-01-01.
  ///   - title: the title as the first file had it; empty for none.
  package func id(
    of part: String, inSessionAt milliseconds: Int64, called title: Name, by user: Name
  ) -> EventID {
    EventID(derivedFrom: [
      "training", rawValue, user.text, String(milliseconds), title.text, part,
    ])
  }

  var dialect: TrainingDialect {
    switch self {
    case .strong: .strong
    case .hevy: .hevy
    case .fitnotes: .fitNotes
    case .stronglifts: .strongLifts
    case .openpowerlifting: .openPowerlifting
    }
  }
}

/// The values that an export leaves out.
public struct TrainingDefaults: Equatable, Sendable {
  /// The unit of weights that neither the header nor the row names.
  ///
  /// A distance without a unit is taken as kilometres with kilograms, as miles with pounds.
  public let unit: Weight.Unit
  /// The clock of times without a zone.
  public let clock: WallClock
  /// The name of the lifter whose meets are taken from a file of several; nil for a file of one.
  public let lifter: String?

  /// Creates defaults, by default kilograms and UTC.
  public init(unit: Weight.Unit = .kg, offsetMinutes: Int16 = 0) {
    // Any other offset could be written into a log and not be read again.
    precondition(abs(offsetMinutes) < 1440, "no clock is \(offsetMinutes) minutes ahead of UTC")
    self.init(unit: unit, clock: .offset(offsetMinutes))
  }

  /// Creates defaults with a clock, which may be that of a time zone.
  public init(unit: Weight.Unit, clock: WallClock, lifter: String? = nil) {
    self.unit = unit
    self.clock = clock
    self.lifter = lifter
  }
}

/// The training history of an export, as events about to be appended.
///
///     2026-03-02 18:04:00,Push,1h,Squat,1,100,5     SessionStarted at 18:04, title "Push"
///     2026-03-02 18:04:00,Push,1h,Squat,2,100,4  →  SetLogged, SetLogged at 18:04
///                                                   SessionEnded at 19:04
///
/// Sessions come in the order of their starts, whatever the order of the file; the sets of one keep
/// their order. Every id follows from the user, the app, the session's start and title as written,
/// and the place of the set among the session's rows. So a file read again gives the same drafts,
/// which an append recognises, and so does a later file that holds more sessions. Where the history has
/// changed meanwhile, in the app or because it is read with another unit or offset, a reconciliation of
/// the drafts with the log makes of them what is new or corrected.
public struct ImportedTraining: Equatable, Sendable {
  /// The events, session by session.
  public var drafts: [Draft] = []
  /// The number of sessions.
  public var sessions = 0
  /// The number of sets.
  public var sets = 0
  /// The number of different exercises.
  public var exercises = 0
  /// The names of exercises as the file has them, where the ids made of them are spelled otherwise.
  public var names: [ExerciseAliased] = []
  /// The number of rows after the header, without blank lines.
  public var rows = 0
  /// The number of rows that are no training: rest timers, meets of others, exercises without sets.
  public var passedOver = 0
  /// The rows that were left out, in the order of the file.
  public var problems: [ImportProblem] = []
  /// The columns unknown to this build, as the header names them; their content was not taken.
  public var ignoredColumns: [String] = []

  /// The number of sets with a weight other than 0 that names no unit.
  public var unitlessWeights = 0
  /// The number of sets with a distance that names no unit.
  public var unitlessDistances = 0

  /// The most rows, without blank lines; 25 sets on 250 days of 20 years are 125,000.
  ///
  /// A row takes some 2 KB until all of them are appended.
  public static let mostRows = 150_000

  /// Creates the drafts of the export `bytes` that `source` wrote.
  ///
  /// - Parameters:
  ///   - user: The user whose training it is.
  ///   - exercise: Returns the exercise that a name of the file is another name of; nil where it is none.
  /// - Throws: `ImportError` when the file is no such export, or when more than half of its rows
  ///   are invalid; a single bad row is a problem and the rest is taken.
  public init(
    _ bytes: Bytes, from source: TrainingSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(),
    exercise: @escaping (String) -> Name? = { _ in nil }
  ) throws(ImportError) {
    let dialect = source.dialect
    try source.checkLifter(bytes, defaults.lifter)
    var reader = try CSVReader(bytes)
    let first = try reader.next()
    var shape = source.shape(of: first, defaults)
    let (layout, hasHeader) = try TrainingLayout.reading(bytes, beginning: first, from: source)
    var collected = CollectedTraining()
    var cells = TrainingCells(
      layout: layout, dialect: dialect, defaults: defaults,
      allowsDecimalComma: reader.separator == UInt8(ascii: ";"))
    try take(
      hasHeader ? try reader.next() : first, and: &reader, as: &shape, by: &cells, into: &collected)
    ignoredColumns = layout.ignored
    (unitlessWeights, unitlessDistances) = collected.unitless
    var writer = TrainingWriter(source: source, user: user, exercise: exercise)
    for session in collected.chronological { writer.write(session) }
    drafts = writer.drafts
    sessions = writer.sessions
    sets = writer.sets
    exercises = writer.exercises
    names = writer.names
  }

  /// Takes in a row and those that follow it.
  private mutating func take(
    _ first: CSVRow?, and reader: inout CSVReader, as shape: inout (any RowShape)?,
    by cells: inout TrainingCells, into collected: inout CollectedTraining
  ) throws(ImportError) {
    var next = first
    while let row = next {
      next = try reader.next()
      guard rows < Self.mostRows else {
        throw ImportError(
          kind: .malformed, line: row.line,
          message: "expected at most \(grouped("\(Self.mostRows)")) rows, found more",
          help: "import it in parts, cut between two sessions")
      }
      rows += 1
      guard let problem = take(row, as: &shape, by: &cells, into: &collected) else { continue }
      problems.append(problem)
      if problems.count == ImportError.manyProblems {
        try ImportError.refuse(problems, of: rows - passedOver, "rows")
      }
    }
    try ImportError.refuse(problems, of: rows - passedOver, "rows")
  }

  /// Takes in the sets of a row, and returns the first problem with it.
  private mutating func take(
    _ row: CSVRow, as shape: inout (any RowShape)?, by cells: inout TrainingCells,
    into collected: inout CollectedTraining
  ) -> ImportProblem? {
    var problem: ImportProblem?
    do throws(ImportProblem) {
      let plain = try shape?.rows(of: row) ?? [row]
      if plain.isEmpty { passedOver += 1 }
      for row in plain {
        cells.row = row
        if cells.isRest {
          passedOver += 1
          continue
        }
        // One set of a row that makes no sense leaves the others of it as they are.
        do throws(ImportProblem) { try collected.take(&cells) } catch {
          problem = problem ?? error
        }
      }
    } catch { problem = error }
    return problem
  }
}
