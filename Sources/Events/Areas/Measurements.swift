/// A body measurement: the girth of a body part, or body fat.
public enum BodyMeasure: String, CaseIterable, Sendable, Vocabulary {
  case waist
  case chest
  case hips
  case thigh
  case arm
  case calf
  case neck
  case shoulders
  /// Body fat as a percentage of body weight.
  case bodyFat

  @usableFromInline package static let words = Words(Self.self)
}

/// A unit of length.
public enum LengthUnit: String, CaseIterable, Sendable, Vocabulary {
  /// Centimetres, the default unit.
  case cm
  /// Inches, exactly 2.54 cm each (1959 agreement).
  case inch = "in"

  @usableFromInline package static let words = Words(Self.self)
}

/// A measurement of the body on the day of the event; its id is the id of the event.
public struct MeasurementLogged: Equatable, Sendable, EventPayload {
  public let kind: BodyMeasure
  /// The length as entered, or the body fat in percent.
  public let value: Double
  public let unit: LengthUnit

  public init(_ kind: BodyMeasure, _ value: Double, _ unit: LengthUnit = .cm) {
    (self.kind, self.value, self.unit) = (kind, value, unit)
  }

  package var body: Event.Body { .profile(.measurementLogged(self)) }

  @usableFromInline package static var creates: EntityKind? { .bodyMeasurement }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    kind = try f("kind", old?.kind, .any, "The part of the body that was measured.")
    value = try f(
      "value", old?.value, .range(1...300).personal,
      "The length in `unit`, or the body fat in percent."
    )
    unit = try f.withDefault(
      .cm, "unit", old?.unit, .any, "The unit of a length; omitted for centimetres.")
  }
}

/// The removal of a body measurement entered by mistake.
public struct MeasurementRemoved: Equatable, Sendable, EventPayload {
  /// The event that logged the measurement.
  public let measurement: EventID

  public init(measurement: EventID) { self.measurement = measurement }

  package var body: Event.Body { .profile(.measurementRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    measurement = try f(
      "measurement", old?.measurement, .ends(.bodyMeasurement),
      "The event that logged the measurement.")
  }
}

/// The restoration of a removed body measurement, with its id, its time and its value.
public struct MeasurementRestored: Equatable, Sendable, EventPayload {
  /// The event that logged the measurement.
  public let measurement: EventID

  public init(measurement: EventID) { self.measurement = measurement }

  package var body: Event.Body { .profile(.measurementRestored(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    measurement = try f(
      "measurement", old?.measurement, .restores(.bodyMeasurement),
      "The event that logged the measurement.")
  }
}
