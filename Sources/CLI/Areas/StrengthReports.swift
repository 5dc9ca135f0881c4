import Events
import Projections

/// `replog one-rm`: the estimates by each formula, and the loads for other repetitions.
struct OneRepMaxReport: ObjectReport {
  let weight: Weight
  let reps: Int
  /// The exertion (RPE) of the set; nil if the chart was not requested.
  let rpe: Double?

  /// The numbers of repetitions in the table.
  private static let counts = [1, 3, 5, 8, 10]

  func table(isColored: Bool) -> String {
    var table = Table(
      [Table.Column.text("formula")]
        + Self.counts.map { Table.Column.number(counted($0, "reps")) })
    for formula in OneRepMax.published {
      let max = formula.estimate(weight.value, reps: reps)
      table.add(
        [formula.rawValue]
          + Self.counts.map { count in cell(max.flatMap { formula.load(for: count, ofMax: $0) }) })
    }
    if let rpe {
      let max = RPEChart.estimate(weight.value, reps: reps, rpe: rpe)
      table.add(
        ["RPE chart"]
          + Self.counts.map { count in
            cell(max.flatMap { RPEChart.load(for: count, rpe: 10, ofMax: $0) })
          })
    }
    return table.text(isColored: isColored)
  }

  private func cell(_ load: Double?) -> String {
    load.map { "\(decimal($0, places: 1)) \(weight.unit.rawValue)" } ?? "–"
  }

  func writeMembers(_ json: inout JSONWriter) {
    let kilograms = weight.kilograms
    for formula in OneRepMax.published {
      json.key(formula.rawValue)
      json.number(formula.estimate(kilograms, reps: reps))
    }
    if let rpe { json.member("rpe", RPEChart.estimate(kilograms, reps: reps, rpe: rpe)) }
  }
}

/// `replog points`: the points of a total.
struct PointsReport: ObjectReport {
  let sex: Sex
  let bodyWeight: Weight
  let total: Weight
  /// The age in years; nil if it is unknown.
  let age: Double?
  let equipment: LiftingEquipment
  let event: LiftingEvent

  private func points(_ formula: PointsFormula) -> Double {
    formula.points(total: total.kilograms, bodyWeight: bodyWeight.kilograms, sex)
  }

  private var goodlift: Double {
    IPFPoints.goodlift(
      total: total.kilograms, bodyWeight: bodyWeight.kilograms, sex, equipment, event)
  }

  private var ageFactor: Double { AgeFactor.factor(age: age) }

  func table(isColored: Bool) -> String {
    var columns: [Table.Column] = [.text("formula"), .number("points")]
    if age != nil { columns.append(.number("with age")) }
    var table = Table(columns)
    let rows = [
      ("Wilks", points(.wilks)), ("Wilks 2020", points(.wilks2020)), ("DOTS", points(.dots)),
      ("IPF GL", goodlift),
    ]
    for (name, points) in rows {
      let cells = [name, decimal(points)]
      table.add(age == nil ? cells : cells + [decimal(points * ageFactor)])
    }
    return heading + table.text(isColored: isColored)
  }

  /// The total in both units, and the basis of the points.
  private var heading: String {
    let masses = [Weight.Unit.kg, .lb].map { "\(Weight(total.converted(to: $0), $0))" }
    let factor = age.map { ", age factor \(decimal(AgeFactor.factor(age: $0), places: 3))" } ?? ""
    return "\(event.rawValue) \(equipment.rawValue), total \(masses.joined(separator: " or ")) "
      + "at \(bodyWeight)\(factor)\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("wilks", points(.wilks))
    json.member("wilks2020", points(.wilks2020))
    json.member("dots", points(.dots))
    json.member("ipfGl", goodlift)
    json.member("ageFactor", ageFactor)
  }
}

/// `replog plates`: the plates of one side.
struct PlatesReport: ObjectReport {
  let wanted: Weight
  let bar: Double
  let loading: PlateLoading

  func table(isColored: Bool) -> String {
    let unit = wanted.unit.rawValue
    let plates = loading.perSide.flatMap { plates in
      Array(repeating: decimal(plates.plate, places: 3), count: plates.count)
    }
    let side = plates.isEmpty ? "nothing" : plates.joined(separator: " + ")
    let total = "\(decimal(loading.total, places: 3)) \(unit)"
    let miss = loading.isExact ? "" : ", the nearest below \(wanted)"
    return
      "\(side) on each side of the \(decimal(bar, places: 3)) \(unit) bar: \(total)\(miss)\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("total", loading.total)
    json.member("unit", wanted.unit.rawValue)
    json.member("perSide", loading.perSide) { plates, json in
      json.member("plate", plates.plate)
      json.member("count", plates.count)
    }
    json.member("exact", loading.isExact)
  }
}

extension JSONWriter {
  /// Writes a member with a number, or `null`.
  mutating func member(_ name: StaticString, _ value: Double?) {
    key(plain: name)
    number(value)
  }

  /// Writes a number, or `null` if JSON cannot express it.
  fileprivate mutating func number(_ value: Double?) {
    if let value, value.isFinite { double(value) } else { null() }
  }
}
