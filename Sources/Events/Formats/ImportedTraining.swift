/// An app whose export of a whole training history can be read.
public enum TrainingSource: String, CaseIterable, Sendable {
  case strong
  case hevy

  /// Which app wrote `bytes`, told by the header line; nil when it is none of them.
  public init?(recognising bytes: Bytes) {
    guard var reader = try? CSVReader(bytes), let header = try? reader.next(),
      let source = TrainingSource.allCases.first(where: {
        (try? TrainingLayout(header, $0.dialect)) != nil
      })
    else { return nil }
    self = source
  }

  var dialect: TrainingDialect {
    switch self {
    case .strong: .strong
    case .hevy: .hevy
    }
  }
}

/// What an export leaves unsaid.
public struct TrainingDefaults: Equatable, Sendable {
  /// The unit of weights that neither the header nor the row names. Where a distance has no unit,
  /// it is taken as kilometres beside kilograms, as miles beside pounds.
  public let unit: Weight.Unit
  /// Minutes by which the lifter's clock was ahead of UTC; -1439...1439.
  public let offsetMinutes: Int16

  /// Kilograms and UTC, unless said otherwise.
  public init(unit: Weight.Unit = .kg, offsetMinutes: Int16 = 0) {
    // Anything else could be written into a log and not be read again.
    precondition(abs(offsetMinutes) < 1440, "no clock is \(offsetMinutes) minutes ahead of UTC")
    self.unit = unit
    self.offsetMinutes = offsetMinutes
  }
}

/// The training history that an export holds, as events about to be appended.
///
///     2026-03-02 18:04:00,Push,1h,Squat,1,100,5     SessionStarted at 18:04, title "Push"
///     2026-03-02 18:04:00,Push,1h,Squat,2,100,4  →  SetLogged, SetLogged at 18:04
///                                                   SessionEnded at 19:04
///
/// Sessions come in the order of their starts, whatever the order of the file; the sets of one keep
/// their order. Every id follows from the user, the app, the session's start and title as written,
/// and the place of the set among the session's rows. So a file read again gives the same drafts,
/// which an append recognises, and so does a later file that holds more sessions. The same history
/// read with another unit or offset gives the same ids with other content, which an append refuses:
/// better than having every session twice.
public struct ImportedTraining: Equatable, Sendable {
  /// The events, session by session.
  public var drafts: [Draft] = []
  /// How many sessions they make.
  public var sessions = 0
  /// How many sets.
  public var sets = 0
  /// How many different exercises.
  public var exercises = 0
  /// How many rows the file has below its header, blank lines apart.
  public var rows = 0
  /// How many of them are rest timers, which say nothing about training.
  public var passedOver = 0
  /// The rows that were left out, in the order of the file.
  public var problems: [ImportProblem] = []
  /// Columns that this build does not know, as the header names them; what they hold was not taken.
  public var ignoredColumns: [String] = []

  /// The most rows, blank lines apart; 25 sets on 250 days of 20 years are 125,000. A row takes some
  /// 2 KB until all of them are appended.
  public static let mostRows = 150_000

  /// Reads the export `bytes` that `source` wrote.
  ///
  /// - Parameter user: whose training it is.
  /// - Throws: `ImportError` when the file is not such an export, or when more than half of its rows
  ///   make no sense; a single bad row is a problem and the rest is taken.
  public init(
    _ bytes: Bytes, from source: TrainingSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults()
  ) throws(ImportError) {
    let dialect = source.dialect
    var reader = try CSVReader(bytes)
    let layout = try TrainingLayout(try reader.next(), dialect)
    var collected = CollectedTraining()
    var cells = TrainingCells(
      layout: layout, dialect: dialect, defaults: defaults,
      allowsDecimalComma: reader.separator == UInt8(ascii: ";"))
    while let row = try reader.next() {
      guard rows < Self.mostRows else {
        throw ImportError(
          kind: .malformed, line: row.line,
          message: "expected at most \(grouped("\(Self.mostRows)")) rows, found more",
          help: "import it in parts, cut between two sessions")
      }
      rows += 1
      cells.row = row
      if cells.isRest {
        passedOver += 1
        continue
      }
      do throws(ImportProblem) { try collected.take(&cells) } catch {
        problems.append(error)
        if problems.count == ImportError.manyProblems {
          try ImportError.refuse(problems, of: rows - passedOver, "rows")
        }
      }
    }
    try ImportError.refuse(problems, of: rows - passedOver, "rows")
    ignoredColumns = layout.ignored
    var writer = TrainingWriter(source: source, user: user)
    for session in collected.chronological { writer.write(session) }
    drafts = writer.drafts
    sessions = writer.sessions
    sets = writer.sets
    exercises = writer.exercises
  }
}
