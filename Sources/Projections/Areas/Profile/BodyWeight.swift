import Events

/// One user's measurements of body weight.
///
/// A measurement belongs to the local day of its event, which may be entered later. A removed measurement counts as
/// never taken.
public struct BodyWeight: UserProjection {
  public struct Measurement: Equatable, Sendable {
    /// The event that recorded it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public let at: Timestamp
    public let weight: Weight
  }

  private var measurements: [EventID: Measurement] = [:]
  /// The removed measurements, which can be restored.
  private var removed: [EventID: Measurement] = [:]

  public init() {}
  public static var reads: Areas { [.profile] }

  public mutating func apply(_ event: Event) {
    guard case .profile(let fact) = event.body else { return }
    switch fact {
    case .bodyWeightRecorded(let recorded):
      guard measurements[event.id] == nil else { return }
      measurements[event.id] = Measurement(
        id: event.id, seq: event.seq, at: event.at, weight: recorded.weight)
    case .bodyWeightRemoved(let removal):
      guard let measurement = measurements.removeValue(forKey: removal.measurement) else { return }
      removed[removal.measurement] = measurement
    case .bodyWeightRestored(let restoring):
      guard canRestore(restoring.measurement) else { return }
      measurements[restoring.measurement] = removed.removeValue(forKey: restoring.measurement)
    default: break
    }
  }

  /// A Boolean value indicating whether there are no measurements.
  public var isEmpty: Bool { measurements.isEmpty }

  /// Returns the day whose weight the next event changes; nil if it changes none.
  func day(weighedBy fact: ProfileEvent, _ event: Event) -> LocalDay? {
    switch fact {
    case .bodyWeightRecorded: measurements[event.id] == nil ? event.at.day : nil
    case .bodyWeightRemoved(let removal): measurements[removal.measurement]?.at.day
    case .bodyWeightRestored(let restoring):
      canRestore(restoring.measurement) ? removed[restoring.measurement]?.at.day : nil
    default: nil
    }
  }

  func canRestore(_ id: EventID) -> Bool { removed[id] != nil && measurements[id] == nil }

  /// Returns a measurement; nil if there is none, or if it was removed.
  subscript(id: EventID) -> Measurement? { measurements[id] }

  /// The measurements, oldest first; of two with the same time, the one entered first comes first.
  ///
  /// Cost: sorts them.
  public var series: BodyWeightSeries {
    BodyWeightSeries(measurements: measurements.values.sorted { $0.isBefore($1) })
  }

  /// The measurement with the latest time; nil before the first.
  public var latest: Measurement? { measurements.values.max { $0.isBefore($1) } }

  /// Returns the body weight on a day: the last measurement on or before the day; nil before the first.
  ///
  /// Cost: looks at every measurement. For many days use `series`.
  public func weight(on day: LocalDay) -> Weight? {
    measurements.values.filter { $0.at.day <= day }.max { $0.isBefore($1) }?.weight
  }
}

/// Measurements of body weight in order; finds a day in log n steps.
public struct BodyWeightSeries: Equatable, Sendable {
  /// The measurements, oldest first.
  public let measurements: [BodyWeight.Measurement]

  /// Returns the body weight on a day: the last measurement on or before the day; nil before the first.
  public func weight(on day: LocalDay) -> Weight? {
    let next = measurements.indices.search { measurements[$0].at.day > day }
    return next > 0 ? measurements[next - 1].weight : nil
  }
}

extension BodyWeight.Measurement {
  /// Returns whether another measurement is later: on a later day, at a later time, or entered later.
  ///
  /// The day comes first, since two clocks may show different days at the same time.
  fileprivate func isBefore(_ other: BodyWeight.Measurement) -> Bool {
    (at.day, at.milliseconds, seq) < (other.at.day, other.at.milliseconds, other.seq)
  }
}
