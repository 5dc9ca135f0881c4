import Events

/// One user's measurements of the body's weight.
///
/// A measurement is of the local day of its event, which may be entered later. One that is removed never
/// was.
public struct BodyWeight: UserProjection {
  /// A measurement.
  public struct Measurement: Equatable, Sendable {
    /// The event that recorded it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public let at: Timestamp
    public let weight: Weight
  }

  private var measurements: [EventID: Measurement] = [:]

  public init() {}
  public static var reads: Areas { [.profile] }

  public mutating func apply(_ event: Event) {
    guard case .profile(let fact) = event.body else { return }
    switch fact {
    case .bodyWeightRecorded(let recorded):
      guard measurements[event.id] == nil else { return }
      measurements[event.id] = Measurement(
        id: event.id, seq: event.seq, at: event.at, weight: recorded.weight)
    case .bodyWeightRemoved(let removal): measurements[removal.measurement] = nil
    case .profileRevised, .maxRecorded, .maxCleared, .settingChanged: break
    }
  }

  /// A Boolean value indicating whether there are no measurements.
  public var isEmpty: Bool { measurements.isEmpty }

  /// Returns the day whose weight an event about to be folded in changes; nil where it changes none.
  func day(weighedBy fact: ProfileEvent, _ event: Event) -> LocalDay? {
    switch fact {
    case .bodyWeightRecorded: measurements[event.id] == nil ? event.at.day : nil
    case .bodyWeightRemoved(let removal): measurements[removal.measurement]?.at.day
    case .profileRevised, .maxRecorded, .maxCleared, .settingChanged: nil
    }
  }

  /// Returns a measurement; nil for one that never was or is removed.
  subscript(id: EventID) -> Measurement? { measurements[id] }

  /// The measurements, oldest first; of two at one time the one that was entered first.
  ///
  /// Cost: sorts them.
  public var series: BodyWeightSeries {
    BodyWeightSeries(measurements: measurements.values.sorted { $0.isBefore($1) })
  }

  /// The latest measurement by its time; nil before the first.
  public var latest: Measurement? { measurements.values.max { $0.isBefore($1) } }

  /// Returns the body's weight on a day: that of the last measurement on it or before; nil before the first.
  ///
  /// Cost: looks at every measurement; for many days ask a `series`.
  public func weight(on day: LocalDay) -> Weight? {
    measurements.values.filter { $0.at.day <= day }.max { $0.isBefore($1) }?.weight
  }
}

/// Measurements of the body's weight in order, in which a day is found with log n steps.
public struct BodyWeightSeries: Equatable, Sendable {
  /// The measurements, oldest first.
  public let measurements: [BodyWeight.Measurement]

  /// Returns the body's weight on a day: that of the last measurement on it or before; nil before the first.
  public func weight(on day: LocalDay) -> Weight? {
    var (low, high) = (0, measurements.count)
    while low < high {
      let middle = (low + high) / 2
      if measurements[middle].at.day <= day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? measurements[low - 1].weight : nil
  }
}

extension BodyWeight.Measurement {
  /// Returns whether another measurement is later: on a later day, at a later time, or entered later.
  ///
  /// The day comes first, since two clocks may show different days at one time.
  fileprivate func isBefore(_ other: BodyWeight.Measurement) -> Bool {
    (at.day, at.milliseconds, seq) < (other.at.day, other.at.milliseconds, other.seq)
  }
}
