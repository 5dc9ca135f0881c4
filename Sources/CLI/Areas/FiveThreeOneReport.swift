import Events
import Projections

/// `replog warmup`: the sets before a weight.
struct WarmUpReport: ObjectReport {
  let weight: Weight
  /// The weight of the bar, the minimum load of a set; 0 for none.
  let bar: Double
  let step: LoadStep

  private var sets: [(set: FiveThreeOne.PlannedSet, load: Double)] {
    FiveThreeOne.warmUp(of: weight.value, step).map { ($0, max($0.load, bar)) }
  }

  func table(isColored: Bool) -> String {
    var table = Table([.number("percent"), .number("reps"), .number("weight")])
    for (set, load) in sets {
      table.add("\(set.percent) %", "\(set.reps)", "\(Weight(load, weight.unit))")
    }
    return table.text(isColored: isColored)
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("weight", weight.value)
    json.member("unit", weight.unit.rawValue)
    json.member("sets", sets) { entry, json in
      json.member("percent", entry.set.percent)
      json.member("weight", entry.load)
      json.member("reps", entry.set.reps)
    }
  }
}

/// `replog five-three-one`: the weeks of a cycle.
struct FiveThreeOneReport: ObjectReport {
  let trainingMax: Weight
  let step: LoadStep
  /// The work after the main sets; nil for none.
  let supplement: FiveThreeOne.Supplement?

  private var warmUp: [FiveThreeOne.PlannedSet] { FiveThreeOne.warmUp(of: trainingMax.value, step) }

  private func main(_ week: Int) -> [FiveThreeOne.PlannedSet] {
    FiveThreeOne.sets(week: week, of: trainingMax.value, step)
  }

  private func extra(_ week: Int) -> [FiveThreeOne.PlannedSet] {
    supplement.map { FiveThreeOne.sets(of: $0, week: week, trainingMax.value, step) } ?? []
  }

  func table(isColored: Bool) -> String {
    var columns: [Table.Column] = [.number("week"), .text("warm-up"), .text("sets")]
    if let supplement { columns.append(.text(supplement.rawValue)) }
    var table = Table(columns)
    for week in 1...FiveThreeOne.weeks {
      var cells = ["\(week)", warmUp.work, main(week).work]
      if supplement != nil { cells.append(extra(week).first.map { "5 × \($0.work)" } ?? "") }
      table.add(cells)
    }
    return "training max \(trainingMax); '+' means as many repetitions as possible\n"
      + table.text(isColored: isColored)
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("trainingMax", trainingMax.value)
    json.member("unit", trainingMax.unit.rawValue)
    json.member("weeks", 1...FiveThreeOne.weeks) { week, json in
      json.member("week", week)
      json.member("sets", main(week))
      json.member("warmUp", warmUp)
      if supplement != nil { json.member("supplement", extra(week)) }
    }
  }
}

extension FiveThreeOne.PlannedSet {
  /// The repetitions and the load: `5+ × 240`.
  var work: String { "\(reps)\(isAMRAP ? "+" : "") × \(decimal(load))" }
}

extension [FiveThreeOne.PlannedSet] {
  /// The sets one after another: `5 × 185, 5 × 215, 5+ × 240`.
  var work: String { map(\.work).joined(separator: ", ") }
}

extension JSONWriter {
  /// Writes a member with a list of sets.
  fileprivate mutating func member(_ name: StaticString, _ sets: [FiveThreeOne.PlannedSet]) {
    member(name, sets) { set, json in
      json.member("percent", set.percent)
      json.member("weight", set.load)
      json.member("reps", set.reps)
      json.member("amrap", set.isAMRAP)
    }
  }
}
