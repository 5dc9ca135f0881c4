/// An app whose export of the training history can be imported.
public enum TrainingSource: String, CaseIterable, Sendable {
  case strong
  case hevy
  case fitnotes
  case stronglifts
  /// The records of meets published by OpenPowerlifting.
  case openpowerlifting

  /// Creates the app that wrote `bytes`, or returns nil for an unknown format.
  ///
  /// The header line identifies the app; without a header, the rows do.
  public init?(recognising bytes: Bytes) {
    guard (try? CSVReader(bytes)) != nil else { return nil }
    self.init(recognising: TextFile(bytes))
  }

  /// Creates the app that wrote a file, or returns nil for an unknown format.
  ///
  /// The header line identifies the app; without a header, the rows do.
  package init?(recognising bytes: TextFile) {
    guard var reader = try? CSVReader(bytes), let first = try? reader.next(),
      let source = TrainingSource.allCases.first(where: {
        (try? TrainingLayout.reading(bytes, beginning: first, from: $0)) != nil
      })
    else { return nil }
    self = source
  }

  /// Creates the app that wrote a file.
  ///
  /// - Parameter others: The other kinds of files that the caller reads, as in ", or a catalogue".
  /// - Throws: The problem of a file that no known app wrote.
  package init(recognised text: TextFile, or others: String = "") throws(ImportError) {
    if let source = TrainingSource(recognising: text) {
      self = source
      return
    }
    // For a file that is not text, or not valid CSV, this throws first.
    do throws(ImportError) { _ = try ImportedTraining(text, from: .strong, by: "nobody") } catch {
      if error.kind != .unrecognised { throw error }
    }
    let titles = TrainingSource.allCases.map(\.title)
    let apps = titles.dropLast().joined(separator: ", ") + " or " + (titles.last ?? "")
    throw ImportError(
      kind: .unrecognised, line: 1,
      message: "expected an export from \(apps)\(others), found "
        + (text.count == 0 ? "an empty file" : "something else"),
      help: "the first line must be the header that the app wrote")
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

  /// Returns the id of a part of an imported session: `start`, `end`, or `set 3`.
  ///
  /// Logs contain such ids, so the derivation must not change. Later imports find earlier ones by these ids.
  ///
  /// - Parameters:
  ///   - milliseconds: The start in local time, in milliseconds since 1970-01-01.
  ///   - title: The title in the first file; empty for none.
  package func id(
    of part: String, inSessionAt milliseconds: Int64, called title: String, by user: Name
  ) -> EventID {
    var ids = ids(inSessionAt: milliseconds, called: title, by: user)
    return ids.id(part)
  }

  /// Returns the ids of the parts of an imported session.
  func ids(inSessionAt milliseconds: Int64, called title: String, by user: Name) -> DerivedIDs {
    DerivedIDs(["training", rawValue, user.text, String(milliseconds), title])
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

/// The values that an export omits.
public struct TrainingDefaults: Equatable, Sendable {
  /// The unit of weights if neither the header nor the row states it.
  ///
  /// A distance without a unit is in kilometres with kilograms, and in miles with pounds.
  public let unit: Weight.Unit
  /// The clock for times without a time zone.
  public let clock: WallClock
  /// The name of the lifter in a file with several lifters; nil for a file with one lifter.
  public let lifter: String?

  /// Creates defaults with a fixed UTC offset.
  public init(unit: Weight.Unit = .kg, offsetMinutes: Int16 = 0) {
    // A log could store any other offset, but not read it back.
    precondition(abs(offsetMinutes) < 1440, "no clock is \(offsetMinutes) minutes ahead of UTC")
    self.init(unit: unit, clock: .offset(offsetMinutes))
  }

  /// Creates defaults with a clock, which may have a time zone.
  public init(unit: Weight.Unit, clock: WallClock, lifter: String? = nil) {
    (self.unit, self.clock, self.lifter) = (unit, clock, lifter)
  }
}
