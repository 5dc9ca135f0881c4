import Events

/// The body weights and the measurements of a user as comma-separated values, oldest first.
public struct MeasurementTable {
  /// The columns, in their order; like the keys of JSON they are stable.
  public static let columns = [
    "user", "date", "at", "measurement", "value", "unit", "event", "seq",
  ]

  /// The rows, with the row of the names of the columns.
  public let text: String
  public let count: Int

  public init(of user: Name?, _ weights: BodyWeight, _ measurements: Measurements) {
    var rows = weights.series.measurements.map { weight in
      (
        at: weight.at, seq: weight.seq, id: weight.id,
        cells: ["weight", plainNumber(weight.weight.value), weight.weight.unit.rawValue]
      )
    }
    rows += measurements.all.map { measurement in
      let unit = measurement.kind == .bodyFat ? "%" : measurement.unit.rawValue
      return (
        at: measurement.at, seq: measurement.seq, id: measurement.id,
        cells: [measurement.kind.rawValue, plainNumber(measurement.value), unit]
      )
    }
    rows.sort { ($0.at.day, $0.at.milliseconds, $0.seq) < ($1.at.day, $1.at.milliseconds, $1.seq) }
    count = rows.count
    let user = inertCell(user?.text ?? "")
    text =
      csvRow(MeasurementTable.columns)
      + rows.map { row in
        csvRow(
          [user, row.at.day.description, row.at.description] + row.cells
            + [row.id.description, String(row.seq)])
      }.joined()
  }
}
