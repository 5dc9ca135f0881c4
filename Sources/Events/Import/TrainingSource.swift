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
    guard (try? CSVReader(bytes)) != nil else { return nil }
    self.init(recognising: TextFile(bytes))
  }

  /// Creates the app that wrote a file, recognised by the header line, or by the rows where there is none;
  /// nil when it is none of them.
  package init?(recognising bytes: TextFile) {
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

  /// Returns the id of a part of an imported session: of its `start`, its `end`, or its `set 3`.
  ///
  /// Logs hold ids made so; what an import wrote is found again by them.
  ///
  /// - Parameters:
  ///   - milliseconds: the start on the clock on the wall, since 1970-01-01.
  ///   - title: the title as the first file had it; empty for none.
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
