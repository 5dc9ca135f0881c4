import Events

/// A body measurement as a lifter writes it: `82cm`, `32.5in`, `18.5%`, `82`.
public struct EnteredMeasure: Equatable, Sendable {
  public let value: Double
  /// The unit of a length; nil for per cent, and for a number alone.
  public let unit: LengthUnit?
  /// A Boolean value indicating whether the text has a per cent sign.
  public let isPercent: Bool

  public init(_ value: Double, _ unit: LengthUnit? = nil, isPercent: Bool = false) {
    (self.value, self.unit, self.isPercent) = (value, unit, isPercent)
  }

  /// Creates the measure written in `text`; nil for any other text.
  public init?(_ text: String) {
    let text = trimmed(text.lowercased())
    let digits = text.prefix { !$0.isLetter && $0 != "%" && $0 != "\"" }
    guard let value = enteredNumber(trimmed(digits)) else { return nil }
    self.value = value
    switch trimmed(text[digits.endIndex...]) {
    case "": (unit, isPercent) = (nil, false)
    case "cm": (unit, isPercent) = (.cm, false)
    case "in", "inch", "inches", "\"": (unit, isPercent) = (.inch, false)
    case "%": (unit, isPercent) = (nil, true)
    default: return nil
    }
  }
}

/// A request to log a measurement of the body, now or on a past day.
public struct LogMeasurement: Decision {
  public static let needsProfile = false

  public var kind: BodyMeasure
  public var measure: EnteredMeasure

  public init(kind: BodyMeasure, _ measure: EnteredMeasure) {
    (self.kind, self.measure) = (kind, measure)
  }

  public func decide(_ state: EmptyProjection, _ context: Context) throws(Refusal) -> [Event.Body] {
    if kind == .bodyFat ? measure.unit != nil : measure.isPercent {
      throw Refusal(
        .unitMismatch,
        kind == .bodyFat
          ? "body fat must be a percentage, got a length"
          : "the \(kind.rawValue) must be a length, got a percentage",
        help: "write body fat as 18.5%, and all others as 82cm or 32in")
    }
    if kind == .bodyFat, measure.value > 100 {
      throw Refusal(
        .outOfRange, "body fat must be 1…100%, got \(decimal(measure.value))%",
        help: "give the percentage of your body weight")
    }
    return [MeasurementLogged(kind, measure.value, measure.unit ?? .cm).body]
  }
}

/// A request to remove a measurement of the body.
public struct RemoveMeasurement: Decision {
  /// The measurement: an id or a prefix of it, `last`, or the position of its event as in `@45`.
  public var measurement: Reference

  public init(measurement: Reference) { self.measurement = measurement }

  public func decide(
    _ state: OfUser<Measurements>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let id = try state.value.measurement(measurement).id
    return [MeasurementRemoved(measurement: id).body]
  }
}

extension Measurements {
  /// Returns the measurement of a reference; `last` is the one that was logged last.
  fileprivate func measurement(_ reference: Reference) throws(Refusal) -> Measurement {
    try reference.resolve(
      among: all.sorted { $0.seq < $1.seq }, by: { (Name($0.id), $0.seq) }, "measurement",
      created: "did not log one of your measurements",
      help: "\(.show(.measurements)) shows your measurements")
  }
}
