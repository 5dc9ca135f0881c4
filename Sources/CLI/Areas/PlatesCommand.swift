import Events
import Projections

let platesCommand = calculator(
  "plates", "show the plates to load on each side of a bar",
  "replog plates 145lb --bar 45lb --have 45x4,35x4,25x4,15x4,10x4",
  (total: EnteredWeight(0), bar: EnteredWeight?.none, have: PlateStock?.none)
) {
  try $1.positional(&$0.total, "TOTAL", "the total weight with the bar, in kg unless it has a unit")
  try $1.option(&$0.bar, "--bar", "the weight of the bar (default: 20 kg or 45 lb)")
  try $1.option(&$0.have, "--have", "the available plates, counting both sides")
} report: {
  let total = try $0.total.load()
  let unit = total.unit
  let bar = try $0.bar?.load("bar", in: unit) ?? (unit == .kg ? 20 : 45)
  let stock = try $0.have?.plates.map {
    PlateLoading.Plates(try $0.plate.load("plate", in: unit), $0.count)
  }
  let loading = try PlateLoading(
    total: total.value, bar: bar, of: stock ?? PlateLoading.usual(inPounds: unit == .lb))
  return PlatesReport(wanted: total, bar: bar, loading: loading)
}
.with(
  \.remark,
  """
  Without '--have' there are unlimited plates of 25, 20, 15, 10, 5, 2.5 and 1.25 kg, or of 45, 35, 25, 10, 5 \
  and 2.5 lb. \
  If a total cannot be loaded, the nearest lower total is shown.
  """)

/// Plates in the form of an entry: `20x4,10x2`, with or without a unit.
struct PlateStock: ArgumentValue {
  let plates: [(plate: EnteredWeight, count: Int)]

  static var placeholder: String { "PLATES" }
  static var expected: String { "plates with their counts, such as 20x4,10x2,1.25x2" }

  init?(argument text: String) {
    var plates: [(plate: EnteredWeight, count: Int)] = []
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "x", omittingEmptySubsequences: false)
      guard halves.count == 2, let count = Int(halves[1].filter { $0 != " " }),
        let weight = EnteredWeight(argument: String(halves[0]))
      else { return nil }
      plates.append((weight, count))
    }
    self.plates = plates
  }
}
