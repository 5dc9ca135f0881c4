import Events
import Projections

/// The help of the option for the step to which loads are rounded.
let stepHelp = "the step to which loads are rounded (default: 2.5 kg or 5 lb)"

/// The calculators, which need no log.
@CommandList var strengthCommands: [any Command] {
  calculator(
    "one-rm", "estimate the one-repetition maximum from a set, using seven formulas",
    "replog one-rm 5x100kg --rpe 8",
    (load: EnteredLoad?.none, reps: Int?.none, rpe: Double?.none)
  ) {
    try $1.positional(
      &$0.load, "REPSxWEIGHT",
      "the set, for example 5x100kg, or its weight; in kg unless it has a unit")
    try $1.positional(
      &$0.reps, "REPS", "the repetitions, if the first argument is a weight, 1…1,000")
    try $1.option(
      &$0.rpe, "--rpe", "the RPE, 6…10 in steps of 0.5; adds the estimate from the RPE chart")
  } report: {
    guard let load = $0.load else { throw UsageError.missing("REPSxWEIGHT", of: "one-rm") }
    guard let reps = load.reps ?? $0.reps else { throw UsageError.missing("REPS", of: "one-rm") }
    guard load.reps == nil || $0.reps == nil else {
      throw UsageError.superfluous("\(reps)", of: "one-rm", mayBeSecret: false)
    }
    let weight = try load.weight.load()
    guard (1...1_000).contains(reps) else {
      throw Refusal(
        .outOfRange, "the repetitions must be 1…1,000, got \(reps)",
        help: "give the repetitions of the set")
    }
    if let rpe = $0.rpe, RPEChart.percent(reps: 1, rpe: rpe) == nil {
      throw Refusal(
        .outOfRange, "the RPE must be 6…10 in steps of 0.5, got \(decimal(rpe))",
        help: "leave out '--rpe' to use the formulas alone")
    }
    return OneRepMaxReport(weight: weight, reps: reps, rpe: $0.rpe)
  }
  .with(
    \.remark,
    "For a single repetition, the estimate is the weight itself. Estimates are most accurate for up to ten repetitions."
  )
  calculator(
    "points", "compare totals across body weights: Wilks, DOTS and IPF GL points",
    "replog points --sex female --bodyweight 60kg --total 500kg --age 45",
    (
      sex: Sex.mx, bodyWeight: EnteredWeight(0), total: EnteredLoad(EnteredWeight(0)),
      age: Double?.none, isEquipped: false, event: LiftingEvent?.none
    )
  ) {
    try $1.required(
      &$0.sex, "--sex", "the lifter's sex, which selects the constants; mx selects those for men")
    try $1.required(
      &$0.bodyWeight, "--bodyweight", "the lifter's body weight, in kg unless it has a unit")
    try $1.required(
      &$0.total, "--total",
      "the weight lifted, or a set to estimate it from, for example 5x100kg; in kg unless it has a unit"
    )
    try $1.option(
      &$0.age, "--age",
      "the age in years; also shows the points with McCulloch's age factor applied")
    try $1.flag(
      &$0.isEquipped, "--equipped",
      "use the constants for equipped lifting; only IPF GL has them")
    try $1.option(&$0.event, "--event", "the lifts in the total (default: sbd)")
  } report: {
    if let age = $0.age, !(0...150).contains(age) {
      throw Refusal(
        .outOfRange, "the age must be 0…150 years, got \(decimal(age))", help: "give it in years")
    }
    return PointsReport(
      sex: $0.sex, bodyWeight: try $0.bodyWeight.mass("body weight"),
      total: try $0.total.maximum.mass("total"), age: $0.age,
      equipment: $0.isEquipped ? .equipped : .classic, event: $0.event ?? .sbd)
  }
  .with(
    \.remark,
    "A total is the sum of squat, bench press and deadlift; with '--event bench', it is the bench press alone."
  )
  calculator(
    "warmup", "show warm-up sets at 40, 50 and 60% of a weight",
    "replog warmup 100kg --bar 20kg",
    (working: EnteredLoad(EnteredWeight(0)), bar: EnteredWeight?.none, step: EnteredWeight?.none)
  ) {
    try $1.positional(
      &$0.working, "WEIGHT",
      "the working weight, or the set, for example 5x100kg; in kg unless it has a unit")
    try $1.option(
      &$0.bar, "--bar", "the weight of the bar, which is the minimum weight of each set")
    try $1.option(&$0.step, "--step", stepHelp)
  } report: {
    let weight = try $0.working.weight.load()
    let bar = try $0.bar?.load("bar", in: weight.unit) ?? 0
    let step = try $0.step.step(weight.unit)
    guard bar <= weight.value else {
      throw Refusal(
        .outOfRange, "the bar must weigh at most \(weight), got \(decimal(bar))",
        help: "give a lighter one with '--bar'")
    }
    return WarmUpReport(weight: weight, bar: bar, step: step)
  }
  platesCommand
  calculator(
    "five-three-one", "show the four weeks of Wendler's 5/3/1 for a maximum",
    "replog five-three-one --max 315lb --step 5lb",
    (
      max: EnteredLoad?.none, trainingMax: EnteredWeight?.none, step: EnteredWeight?.none,
      supplement: FiveThreeOne.Supplement?.none
    )
  ) {
    try $1.option(
      &$0.max, "--max",
      "the one-repetition maximum, or a set to estimate it from; the training max is 90% of the maximum"
    )
    try $1.option(&$0.trainingMax, "--training-max", "the training max, in place of '--max'")
    try $1.option(&$0.step, "--step", stepHelp)
    try $1.option(&$0.supplement, "--supplement", "the supplementary sets after the main sets")
  } report: {
    guard let entered = $0.max?.maximum ?? $0.trainingMax else {
      throw UsageError.missing("'--max WEIGHT' or '--training-max WEIGHT'", of: "five-three-one")
    }
    guard $0.max == nil || $0.trainingMax == nil else {
      throw UsageError.excluding("--max", "--training-max", of: "five-three-one")
    }
    let weight = try entered.load()
    let step = try $0.step.step(weight.unit)
    let load = $0.max == nil ? weight.value : FiveThreeOne.trainingMax(ofMax: weight.value, step)
    return FiveThreeOneReport(
      trainingMax: Weight(load, weight.unit), step: step, supplement: $0.supplement)
  }
  .with(
    \.remark,
    "Loads are rounded to the nearest step, with halves rounded up. To follow the program, use 'replog program start'."
  )
}

/// Returns a command that computes a report from its arguments alone.
func calculator<State: Sendable>(
  _ name: String, _ summary: String, _ example: String, _ state: State,
  _ list: @escaping @Sendable (inout State, any Arguments) throws -> Void,
  report: @escaping @Sendable (State) throws -> any Report
) -> Request<State> {
  Request(name, summary, example, state, list) { try $2.show(report($0), wraps: true) }
    .with(\.accepts, [])
    .with(\.isAboutNamedLog, false)
}

extension EnteredWeight {
  /// Returns a lifted weight, in kilograms unless it has a unit.
  func load() throws(Refusal) -> Weight {
    let weight = try mass("weight")
    guard weight.value > 0 else {
      throw Refusal(
        .outOfRange, "the weight must be more than 0, got \(weight)", help: "give a larger value")
    }
    return weight
  }

  /// Returns a weight in 0…2,000 kg.
  func mass(_ what: String) throws(Refusal) -> Weight {
    let weight = Weight(value, unit ?? .kg)
    guard weight.value >= 0, weight.kilograms <= 2_000 else {
      throw Refusal(
        .outOfRange, "the \(what) must be 0…2,000 kg, got \(weight)",
        help: "give a weight in this range")
    }
    return weight
  }

  /// Returns the number of a weight in the unit of the other weights.
  func load(_ what: String, in unit: Weight.Unit) throws(Refusal) -> Double {
    guard (self.unit ?? unit) == unit else {
      throw Refusal(
        .unitMismatch,
        "the \(what) must be in \(unit.rawValue) like the other weights, got \(unit == .kg ? "lb" : "kg")",
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
        .outOfRange, "the step must be 0.01…100, got \(decimal(size))",
        help: "give a step in this range")
    }
    return step
  }
}

extension LiftingEvent: ChoiceArgument {
  static var placeholder: String { "EVENT" }
}

extension FiveThreeOne.Supplement: ChoiceArgument {
  static var placeholder: String { "WORK" }
}
