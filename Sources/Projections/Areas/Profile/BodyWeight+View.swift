import Events

/// The body weight of a user over time.
public struct BodyWeightView: PersonalView {
  public struct Row: Record {
    public let measurement: BodyWeight.Measurement
    /// The change since the previous measurement, in kilograms; nil for the first.
    public let change: Double?

    public static var key: String? { "measurement" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f(
        "measurement", row?.measurement.id, .plain.reference.column(4, "id"),
        "The id of the event that recorded the measurement.")
      f(
        "at", row?.measurement.at, .plain.column(1, "date").personal, "The time of the measurement."
      )
      f(
        "weightKg", row?.measurement.weight, .mass.column(2, "weight").personal,
        "The weight in kilograms.")
      f(
        "changeKg", row?.change, .mass.column(3, "change").personal,
        "The change since the previous measurement in kilograms; null for the first.")
      f("weight", row?.measurement.weight.value, .hidden.personal, "The weight as entered.")
      f("unit", row?.measurement.weight.unit, .hidden, "The unit as entered.")
    }
  }

  public static let name = "bodyweight"
  public static let summary = "your recorded body weights, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no measurements"
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.measurement.at.day }

  public var rows: [Row]

  public init(of user: Name?, _ body: BodyWeight, _: EmptyProjection) {
    let series = body.series.measurements
    rows = series.indices.reversed().map { place in
      let change =
        place > 0
        ? series[place].weight.kilograms - series[place - 1].weight.kilograms : nil
      return Row(measurement: series[place], change: change)
    }
  }
}
