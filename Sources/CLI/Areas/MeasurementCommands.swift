import Events
import Projections

@CommandList var measurementCommands: [any Command] {
  Request(
    "measurements add", "record a body measurement",
    """
    replog measurements add waist 82cm
    replog measurements add body-fat 18.5% --at "yesterday 7:30"
    """, LogMeasurement(kind: .waist, EnteredMeasure(0))
  ) {
    try $1.positional(&$0.kind, "KIND", "the part of the body, or body-fat")
    try $1.positional(&$0.measure, "VALUE", "the value, for example 82cm, 32.5in or 18.5%")
  }
  .with(\.at, "the time of the measurement (default: now)")
  .with(\.offer, .adds)
  Request(
    "measurements remove", "remove a measurement entered by mistake",
    "replog measurements remove last", RemoveMeasurement(measurement: .latest),
    about: \.measurement, "MEASUREMENT",
    "the measurement: its id, a prefix of it, '@45' or 'last'"
  )
  .with(\.completions, ["MEASUREMENT": .live(.entity(.bodyMeasurement))])
}

/// `replog measurements`: the measurements of the body, also of one kind.
let measurementsCommand = Request(
  MeasurementsView.self, "replog measurements --kind waist --from 2026-01-01",
  (kind: BodyMeasure?.none, filter: ViewFilter(), picture: PictureArguments())
) {
  try $0.filter.arguments($1, of: MeasurementsView.self)
  try $1.option(&$0.kind, "--kind", "the part of the body, or body-fat (default: all)")
  try $0.picture.arguments($1)
} perform: { options, _, shell in
  try shell.show(personal: MeasurementsView.self, options.filter, as: options.picture) {
    var view = MeasurementsView(of: $0.user, $1, $2)
    if let kind = options.kind { view.rows.removeAll { $0.measurement.kind != kind } }
    return view
  } draw: { view, _, _ in
    view.charts
  }
}

extension BodyMeasure: ChoiceArgument {
  static var placeholder: String { "KIND" }
  static var choices: [String] { allCases.map(\.word) }

  /// The word on a command line and in a table.
  var word: String { self == .bodyFat ? "body-fat" : rawValue }
}

extension EnteredMeasure: ArgumentValue {
  static var placeholder: String { "VALUE" }
  static var expected: String { "a measurement such as 82cm, 32.5in or 18.5%" }
  init?(argument text: String) { self.init(text) }
}

extension MeasurementsView.Row: OwnCells {
  /// Returns the value and the change with their unit, which is that of the entry.
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    let isFat = measurement.kind == .bodyFat
    let suffix = isFat ? " %" : " \(measurement.unit.rawValue)"
    switch field {
    case "kind": return measurement.kind.word
    case "value": return decimal(measurement.value) + suffix
    case "change":
      let isInch = !isFat && measurement.unit == .inch
      return change.map { decimal(isInch ? $0 / 2.54 : $0) + suffix }
    default: return nil
    }
  }
}
