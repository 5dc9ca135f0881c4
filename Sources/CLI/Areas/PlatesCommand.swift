import Events
import Projections

/// `replog plates`: the plates on each side of a bar.
struct PlatesCommand: Command {
  static let name = "plates"
  static let summary = "show which plates to load on each side of a bar"
  static let example = "replog plates 145lb --bar 45lb --have 45x4,35x4,25x4,15x4,10x4"
  static let remark = """
    Without '--have' there are plenty of 25, 20, 15, 10, 5, 2.5 and 1.25 kg, or of 45, 35, 25, 10, 5
    and 2.5 lb.
    A total that cannot be loaded is answered with the nearest below.
    """
  static let accepts: GlobalOptions.Accepted = []
  static let isAboutNamedLog = false
  var total = EnteredWeight(0)
  var bar: EnteredWeight?
  var have: PlateStock?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&total, "TOTAL", "the weight with the bar, in kg unless it has a unit")
    try a.option(&bar, "--bar", "what the bar weighs; 20 kg or 45 lb unless given")
    try a.option(&have, "--have", "the plates there are, those of both sides together")
  }

  func run(_ shell: inout Shell) throws {
    let total = try total.load()
    let unit = total.unit
    let bar = try bar.map { try $0.load("bar", in: unit) } ?? (unit == .kg ? 20 : 45)
    var stock = PlateLoading.usual(inPounds: unit == .lb)
    if let have {
      stock = try have.plates.map {
        PlateLoading.Plates(try $0.plate.load("plate", in: unit), $0.count)
      }
    }
    let loading = try PlateLoading(total: total.value, bar: bar, of: stock)
    try shell.show(PlatesReport(wanted: total, bar: bar, loading: loading))
  }
}

/// Plates in the form of an entry: `20x4,10x2`, with or without a unit.
struct PlateStock: ArgumentValue {
  let plates: [(plate: EnteredWeight, count: Int)]

  static var placeholder: String { "PLATES" }
  static var expected: String { "plates and how many of each as in 20x4,10x2,1.25x2" }

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
