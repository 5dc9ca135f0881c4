import Events
import Projections

/// `replog one-rm`: the estimates of the one-repetition maximum.
struct OneRepMaxCommand: Command {
  static let name = "one-rm"
  static let summary = "estimate from a set what could be lifted once, by seven formulas"
  static let example = "replog one-rm 100kg 5 --rpe 8"
  static let remark =
    "One repetition is its own estimate. Few repetitions, up to ten, are estimated best."
  static let accepts: GlobalOptions.Accepted = []
  static let isAboutNamedLog = false
  var weight = EnteredWeight(0)
  var reps = 0
  var rpe: Double?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&weight, "WEIGHT", "what was lifted, in kg unless it has a unit")
    try a.positional(&reps, "REPS", "how often, 1…1,000")
    try a.option(&rpe, "--rpe", "its exertion, 6…10 in halves; adds the estimate of the RPE chart")
  }

  func run(_ shell: inout Shell) throws {
    let weight = try weight.load()
    guard (1...1_000).contains(reps) else {
      throw Refusal(
        .outOfRange, "\(reps) repetitions have no estimate", help: "give those of the set, 1…1,000")
    }
    if let rpe, RPEChart.percent(reps: 1, rpe: rpe) == nil {
      throw Refusal(
        .outOfRange, "the chart has no RPE \(decimal(rpe))", help: "it has 6…10 in halves")
    }
    try shell.show(OneRepMaxReport(weight: weight, reps: reps, rpe: rpe))
  }
}

/// `replog points`: a total in points that compare lifters.
struct PointsCommand: Command {
  static let name = "points"
  static let summary = "compare a total across body weights: Wilks, DOTS and IPF GL points"
  static let example = "replog points --sex female --bodyweight 60kg --total 500kg --age 45"
  static let remark =
    "A total is that of squat, bench press and deadlift, or with '--event bench' of the bench alone."
  static let accepts: GlobalOptions.Accepted = []
  static let isAboutNamedLog = false
  var sex = Sex.mx
  var bodyWeight = EnteredWeight(0)
  var total = EnteredWeight(0)
  var age: Double?
  var isEquipped = false
  var event: LiftingEvent?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.required(&sex, "--sex", "whose constants are taken; mx takes the men's")
    try a.required(&bodyWeight, "--bodyweight", "of the lifter, in kg unless it has a unit")
    try a.required(&total, "--total", "what was lifted, in kg unless it has a unit")
    try a.option(&age, "--age", "in years; adds the points of the age, by McCulloch's factor")
    try a.flag(&isEquipped, "--equipped", "take the constants for suits, which IPF GL alone has")
    try a.option(&event, "--event", "what the total is of; sbd unless given")
  }

  func run(_ shell: inout Shell) throws {
    if let age, !(0...150).contains(age) {
      throw Refusal(
        .outOfRange, "an age of \(decimal(age)) has no factor", help: "give it in years, 0…150")
    }
    let report = PointsReport(
      sex: sex, bodyWeight: try bodyWeight.mass("body weight"), total: try total.mass("total"),
      age: age, equipment: isEquipped ? .equipped : .classic, event: event ?? .sbd)
    try shell.show(report)
  }
}

/// `replog warmup`: the sets before a heavy set.
struct WarmUpCommand: Command {
  static let name = "warmup"
  static let summary = "show the warm-up sets for a weight: 40, 50 and 60 % of it"
  static let example = "replog warmup 100kg --bar 20kg"
  static let accepts: GlobalOptions.Accepted = []
  static let isAboutNamedLog = false
  var weight = EnteredWeight(0)
  var bar: EnteredWeight?
  var step: EnteredWeight?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&weight, "WEIGHT", "the weight to come, in kg unless it has a unit")
    try a.option(&bar, "--bar", "what the bar weighs, less than which no set is")
    try a.option(&step, "--step", "what loads are rounded to; 2.5 kg or 5 lb unless given")
  }

  func run(_ shell: inout Shell) throws {
    let weight = try weight.load()
    let bar = try bar.map { try $0.load("bar", in: weight.unit) } ?? 0
    let step = try step.step(weight.unit)
    guard bar <= weight.value else {
      throw Refusal(
        .outOfRange, "the bar is heavier than \(weight)", help: "give a lighter one with '--bar'")
    }
    try shell.show(WarmUpReport(weight: weight, bar: bar, step: step))
  }
}

/// `replog five-three-one`: the four weeks of a cycle.
struct FiveThreeOneCommand: Command {
  static let name = "five-three-one"
  static let summary = "show the four weeks of Wendler's 5/3/1 for a maximum"
  static let example = "replog five-three-one --max 315lb --step 5lb"
  static let remark =
    "Loads are rounded to the nearest step, from the middle up. 'replog program start' follows one."
  static let accepts: GlobalOptions.Accepted = []
  static let isAboutNamedLog = false
  var max: EnteredWeight?
  var trainingMax: EnteredWeight?
  var step: EnteredWeight?
  var supplement: FiveThreeOne.Supplement?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&max, "--max", "what can be lifted once; 90 % of it is the training max")
    try a.option(&trainingMax, "--training-max", "the training max itself, in place of '--max'")
    try a.option(&step, "--step", "what loads are rounded to; 2.5 kg or 5 lb unless given")
    try a.option(&supplement, "--supplement", "the work after the main sets")
  }

  func run(_ shell: inout Shell) throws {
    guard let entered = max ?? trainingMax else {
      throw UsageError.missing("'--max WEIGHT' or '--training-max WEIGHT'", of: Self.name)
    }
    guard max == nil || trainingMax == nil else {
      throw UsageError(
        message: "expected '--max' or '--training-max', found both",
        help: "see 'replog help \(Self.name)'")
    }
    let weight = try entered.load()
    let step = try step.step(weight.unit)
    let load =
      max == nil ? weight.value : FiveThreeOne.trainingMax(ofMax: weight.value, step)
    try shell.show(
      FiveThreeOneReport(
        trainingMax: Weight(load, weight.unit), step: step, supplement: supplement))
  }
}

extension EnteredWeight {
  /// Returns a lifted weight, in kilograms unless it has a unit.
  func load() throws(Refusal) -> Weight {
    let weight = try mass("weight")
    guard weight.value > 0 else {
      throw Refusal(.outOfRange, "a weight of \(weight) is none", help: "give one above 0")
    }
    return weight
  }

  /// Returns a weight in 0…2,000 kg.
  func mass(_ what: String) throws(Refusal) -> Weight {
    let weight = Weight(value, unit ?? .kg)
    guard weight.value >= 0, weight.kilograms <= 2_000 else {
      throw Refusal(
        .outOfRange, "a \(what) of \(weight) is out of range", help: "give one of 0…2,000 kg")
    }
    return weight
  }

  /// Returns the number of a weight in the unit of the other weights.
  func load(_ what: String, in unit: Weight.Unit) throws(Refusal) -> Double {
    guard (self.unit ?? unit) == unit else {
      throw Refusal(
        .unitMismatch,
        "a \(what) in \(unit == .kg ? "lb" : "kg") does not go with weights in \(unit.rawValue)",
        help: "give all of them in one unit")
    }
    return try EnteredWeight(value, unit).mass(what).value
  }
}

extension EnteredWeight? {
  /// Returns the step to which loads of a unit are rounded.
  func step(_ unit: Weight.Unit) throws(Refusal) -> LoadStep {
    guard let self else { return .usual(unit) }
    let size = try self.load("step", in: unit)
    guard (0.01...100).contains(size), let step = LoadStep(size) else {
      throw Refusal(
        .outOfRange, "a step of \(decimal(size)) is out of range", help: "give one of 0.01…100")
    }
    return step
  }
}

extension LiftingEvent: ArgumentValue {
  static var placeholder: String { "EVENT" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}

extension FiveThreeOne.Supplement: ArgumentValue {
  static var placeholder: String { "WORK" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}
