import Events

/// One user's measurements of the body, such as the waist.
///
/// A measurement belongs to the local day of its event. A removed measurement counts as never taken.
public struct Measurements: UserProjection {
  public struct Measurement: Equatable, Sendable {
    /// The event that logged it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public let at: Timestamp
    public let kind: BodyMeasure
    /// The length as entered, or the body fat in percent.
    public let value: Double
    public let unit: LengthUnit

    /// The length in centimetres, rounded to millionths, or the body fat in percent.
    public var amount: Double {
      kind != .bodyFat && unit == .inch ? millionths(value * 2.54) ?? value * 2.54 : value
    }
  }

  private var current: [EventID: Measurement] = [:]
  /// The removed measurements, which can be restored.
  private var removed: [EventID: Measurement] = [:]

  public init() {}
  public static var reads: Areas { [.profile] }

  public mutating func apply(_ event: Event) {
    guard case .profile(let fact) = event.body else { return }
    switch fact {
    case .measurementLogged(let logged):
      guard current[event.id] == nil else { return }
      current[event.id] = Measurement(
        id: event.id, seq: event.seq, at: event.at, kind: logged.kind, value: logged.value,
        unit: logged.unit)
    case .measurementRemoved(let removal):
      guard let measurement = current.removeValue(forKey: removal.measurement) else { return }
      removed[removal.measurement] = measurement
    case .measurementRestored(let restoring):
      guard current[restoring.measurement] == nil,
        let measurement = removed.removeValue(forKey: restoring.measurement)
      else { return }
      current[restoring.measurement] = measurement
    default: break
    }
  }

  /// Returns a measurement; nil if there is none, or if it was removed.
  subscript(id: EventID) -> Measurement? { current[id] }

  /// The measurements, oldest first: by their day, then by their time, then by their place in the log.
  ///
  /// Cost: sorts them.
  public var all: [Measurement] {
    current.values.sorted {
      ($0.at.day, $0.at.milliseconds, $0.seq) < ($1.at.day, $1.at.milliseconds, $1.seq)
    }
  }
}
