import Events

/// The measurements of a user's body over time.
public struct MeasurementsView: PersonalView {
  public struct Row: Record {
    public let measurement: Measurements.Measurement
    /// The change since the previous measurement of the kind, in centimetres or per cent; nil for the first.
    public let change: Double?

    public static var key: String? { "measurement" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let measurement = row?.measurement
      let isFat = measurement?.kind == .bodyFat
      f(
        "measurement", measurement?.id, .plain.reference.column(5, "id"),
        "The id of the event that logged the measurement.")
      f("at", measurement?.at, .plain.column(1, "date").personal, "The time of the measurement.")
      f("kind", measurement?.kind, .plain.column(2, "kind"), "The part of the body.")
      f(
        "cm", isFat ? nil : measurement?.amount, .hidden.personal,
        "The length in centimetres; null for `bodyFat`.")
      f(
        "percent", isFat ? measurement?.amount : nil, .hidden.personal,
        "Body fat as a percentage of body weight; null for a length.")
      f(
        "change", row?.change, .plain.column(4, "change").personal,
        "The change in `cm` or `percent` since the previous measurement of its kind; null for the first."
      )
      f(
        "value", measurement?.value, .plain.column(3, "value").personal,
        "The length as entered, or the body fat in percent.")
      f(
        "unit", isFat ? nil : measurement?.unit, .hidden,
        "The unit of `value` as entered; null for body fat.")
    }
  }

  public static let name = "measurements"
  public static let summary = "your body measurements, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no measurements"
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.measurement.at.day }

  public var rows: [Row]

  public init(of user: Name?, _ measurements: Measurements, _: EmptyProjection) {
    var latest: [BodyMeasure: Double] = [:]
    rows = measurements.all.map { measurement in
      let before = latest.updateValue(measurement.amount, forKey: measurement.kind)
      return Row(
        measurement: measurement, change: before.flatMap { millionths(measurement.amount - $0) })
    }.reversed()
  }
}
