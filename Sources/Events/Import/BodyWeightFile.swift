/// A source of body weight measurements.
public enum BodyWeightSource: String, CaseIterable, Sendable {
  /// The body tracker of FitNotes: `Date,Time,Measurement,Value,Unit`.
  case fitnotes
  /// The workouts of StrongLifts, each with a body weight.
  case stronglifts
  /// The meets of OpenPowerlifting, with the weight at the weigh-in.
  case openpowerlifting

  /// Creates the source for the body weights in a training export, or returns nil if the export has none.
  public init?(_ training: TrainingSource) {
    switch training {
    case .strong, .hevy, .fitnotes: return nil
    case .stronglifts: self = .stronglifts
    case .openpowerlifting: self = .openpowerlifting
    }
  }

  /// Creates the source of a file with body weights only, recognised by its header, or returns nil for another file.
  package init?(recognising bytes: TextFile) {
    guard var reader = try? CSVReader(bytes), let first = try? reader.next(),
      BodyWeightColumns(first, .fitnotes) != nil
    else { return nil }
    self = .fitnotes
  }

  /// Returns the id of an imported measurement.
  ///
  /// Logs contain such ids, so the derivation must not change. The value is part of the id, so a corrected
  /// measurement has another id.
  ///
  /// - Parameter wall: The local time in milliseconds since 1970-01-01.
  package func id(of weight: Weight, atWall wall: Int64, by user: Name) -> EventID {
    EventID(derivedFrom: [
      "body weight", rawValue, user.text, String(wall), "\(weight.value) \(weight.unit.rawValue)",
    ])
  }
}

/// The body weight measurements in a file, to be recorded in a profile.
public struct ImportedBodyWeights: Equatable, Sendable {
  public struct Measurement: Equatable, Sendable {
    public let id: EventID
    public let at: Timestamp
    public let weight: Weight
  }

  /// The measurements, without duplicates and in the order of their times.
  public fileprivate(set) var measurements: [Measurement] = []
  /// The number of rows after the header, without blank lines.
  public fileprivate(set) var rows = 0
  /// The number of rows of other measurements, such as a waist.
  public fileprivate(set) var passedOver = 0
  /// The rows that were skipped because of a problem, in the order of the file.
  public fileprivate(set) var problems: [ImportProblem] = []
  /// The implausible dates of imported rows; at most the first 1,000.
  public fileprivate(set) var implausible: [ImportProblem] = []

  /// The app that the measurements are from.
  public let source: BodyWeightSource

  /// Creates the measurements of a file.
  ///
  /// - Parameter latest: The latest time of a measurement; nil for any.
  /// - Throws: `ImportError` if the file has another format, or if more than half of its rows are invalid.
  public init(
    _ bytes: Bytes, from source: BodyWeightSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(), latest: Timestamp? = nil
  ) throws(ImportError) {
    _ = try CSVReader(bytes)
    try self.init(TextFile(bytes), from: source, by: user, defaults: defaults, latest: latest)
  }

  /// Creates the measurements of a file that is read in parts.
  package init(
    _ bytes: TextFile, from source: BodyWeightSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(), latest: Timestamp? = nil
  ) throws(ImportError) {
    var reader = try CSVReader(bytes)
    let first = try reader.next()
    guard let first, var rows = BodyWeightRows(first, source, by: user, defaults, latest) else {
      throw BodyWeightColumns.missing(first)
    }
    while let row = try reader.next() { rows.add(row) }
    self = rows.finished()
    // The weights in a training export are an extra; the import of the training judges its rows.
    if source == .fitnotes { try ImportError.refuse(problems, of: self.rows - passedOver, "rows") }
  }

  fileprivate init(of source: BodyWeightSource) { self.source = source }
}

/// A collector of the body weight measurements in the rows of a file.
struct BodyWeightRows {
  private var weights: ImportedBodyWeights
  private let columns: BodyWeightColumns
  private let user: Name
  private let defaults: TrainingDefaults
  private let latest: Timestamp?
  private var seen: Set<EventID> = []
  /// The time and the weight of the last row, which all rows of a workout repeat.
  private var last: (wall: WallTime, weight: Weight)?

  /// Creates a collector for a file, or returns nil if its header has no body weights.
  init?(
    _ header: CSVRow, _ source: BodyWeightSource, by user: Name, _ defaults: TrainingDefaults,
    _ latest: Timestamp?
  ) {
    guard let columns = BodyWeightColumns(header, source) else { return nil }
    weights = ImportedBodyWeights(of: source)
    self.columns = columns
    (self.user, self.defaults, self.latest) = (user, defaults, latest)
  }

  /// Adds the measurement of a row.
  mutating func add(_ row: CSVRow) {
    weights.rows += 1
    do throws(ImportProblem) {
      guard let (wall, weight) = try columns.read(row, defaults) else {
        weights.passedOver += 1
        return
      }
      if let last, last.wall == wall, last.weight == weight { return }
      // For a training export, the problems of the dates are those of the sessions.
      let isAlone = weights.source == .fitnotes
      let at = defaults.timestamp(of: wall)
      if at.isInFuture(after: latest) {
        guard isAlone else { return }
        throw ImportProblem.inFuture(line: row.line, column: columns.nameOfDate)
      }
      last = (wall, weight)
      let id = weights.source.id(of: weight, atWall: wall.milliseconds, by: user)
      guard seen.insert(id).inserted else { return }
      weights.measurements.append(.init(id: id, at: at, weight: weight))
      if isAlone, at.isBeforeRecords, weights.implausible.count < 1_000 {
        weights.implausible.append(
          ImportProblem(line: row.line, column: columns.nameOfDate, ImportProblem.tooEarly))
      }
    } catch { weights.problems.append(error) }
  }

  /// Returns the measurements in the order of their times.
  consuming func finished() -> ImportedBodyWeights {
    weights.measurements.sort { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
    return weights
  }
}

/// The columns of the time and the body weight in a row.
private struct BodyWeightColumns {
  private let columns: HeaderColumns
  private let source: BodyWeightSource
  private let (date, value): (Int, Int)
  /// The columns of the time of day, the measured quantity, the unit and the name, in files that have them.
  private let (time, measurement, unit, name): (Int?, Int?, Int?, Int?)
  private let workout: StrongLiftsTime?

  init?(_ header: CSVRow, _ source: BodyWeightSource) {
    columns = HeaderColumns(header)
    self.source = source
    let value: Int?
    switch source {
    case .fitnotes: value = columns["measurement"] == nil ? nil : columns["value"]
    case .stronglifts: value = columns["body weight"]
    case .openpowerlifting: value = columns["bodyweightkg"]
    }
    guard let date = columns["date"], let value else { return nil }
    (self.date, self.value) = (date, value)
    (time, measurement) = (columns["time"], columns["measurement"])
    (unit, name) = (columns["unit"], columns["name"])
    workout = source == .stronglifts ? StrongLiftsTime(columns) : nil
  }

  static func missing(_ header: CSVRow?) -> ImportError {
    ImportError(
      kind: .unrecognised, line: header?.line ?? 1,
      message:
        "expected a header with the columns 'Date', 'Time', 'Measurement', 'Value', 'Unit', found "
        + (header == nil ? "an empty file" : "other columns"),
      help: "the first line must be the header that the app wrote")
  }

  /// Returns the time and the weight of a row, or nil for a row without a weight.
  func read(
    _ row: CSVRow, _ defaults: TrainingDefaults
  ) throws(ImportProblem) -> (WallTime, Weight)? {
    // For a training row, the import of the sets reports the problems.
    let isAlone = source == .fitnotes
    if let problem = row.breach(ofWidth: columns.names.count) {
      guard isAlone else { return nil }
      throw problem
    }
    if let measurement {
      let kind = row.text(measurement).lowercased()
      guard kind == "bodyweight" || kind == "body weight" else { return nil }
    }
    if source == .openpowerlifting, let lifter = defaults.lifter, row.text(name) != lifter {
      return nil
    }
    // A training export need not have a weight in every row.
    if !isAlone, row.text(value).isEmpty || WrittenCell.number(row.text(value)) == 0 { return nil }
    let weight = try weight(row, defaults)
    let written = workout?.start(of: row) ?? start(of: row)
    guard let wall = WallTime(written) else {
      guard isAlone else { return nil }
      throw problem(row, date, "expected a date such as '2018-07-30', found text")
    }
    return (wall, weight)
  }

  var nameOfDate: String { columns.names[date] }

  private func start(of row: CSVRow) -> String {
    let time = row.text(time)
    return time.isEmpty ? WrittenCell.noon(row.text(date)) : "\(row.text(date)) \(time)"
  }

  private func weight(_ row: CSVRow, _ defaults: TrainingDefaults) throws(ImportProblem) -> Weight {
    guard let number = WrittenCell.number(row.text(value)) else {
      throw problem(
        row, value, "expected a number, found \(row.text(value).isEmpty ? "nothing" : "text")")
    }
    var known = WrittenUnit.weights[columns.keys[value].unit]
    if source == .openpowerlifting { known = .kg }
    let written = row.text(unit).lowercased()
    if !written.isEmpty {
      known = WrittenUnit.weights[written]
      if known == nil { throw problem(row, unit, "expected 'kg' or 'lbs', found text") }
    }
    let weight = Weight(number, known ?? defaults.unit)
    if let breach = Limit.bodyWeight(weight.unit).breach(by: number) {
      throw problem(row, value, breach)
    }
    return weight
  }

  private func problem(_ row: CSVRow, _ place: Int?, _ message: String) -> ImportProblem {
    ImportProblem(line: row.line, column: place.map { columns.names[$0] }, message)
  }
}
