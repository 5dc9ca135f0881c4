import Events

/// The program that a user follows, with what is done of it.
public struct Program: UserProjection {
  /// An exercise of the program.
  public struct Lift: Equatable, Sendable {
    public let exercise: Name
    /// The load that the percentages are of, as it is now.
    public let trainingMax: Weight
    /// The rise after a cycle, in the unit of the training max.
    public let increment: Double
  }

  /// The last set of a week, as it was done.
  public struct Done: Equatable, Sendable {
    public let exercise: Name
    /// The cycle, from 1.
    public let cycle: Int
    /// The week of the cycle, from 1.
    public let week: Int
    public let reps: Int
    /// The load: the one that was entered, or the planned one of that time.
    public let load: Weight

    /// The estimate of the one-repetition maximum, in the unit of the load; nil after a failed attempt.
    public var estimate: Double? { FiveThreeOne.estimate(load.value, reps: reps) }
  }

  /// A program as it stands.
  ///
  /// Two are equal where all but the times of their starts is, and however their training maxes came about.
  public struct Followed: Sendable {
    public let program: Name
    public let scheme: ProgramScheme
    /// The step that loads are rounded to; nil for that of each unit.
    public let step: Double?
    public let startedAt: Timestamp
    /// The cycle, from 1.
    public fileprivate(set) var cycle: Int
    /// The number of times that the training maxes rose, less those that were taken back.
    fileprivate var rises = 0
    fileprivate var bases: [Base]
    fileprivate var done: [Key: Done] = [:]
    private var places: [Name: Int] = [:]

    fileprivate init(_ start: ProgramStarted, _ event: Event) {
      program = start.program ?? Name(event.id)
      (scheme, step, startedAt) = (start.scheme, start.step, event.at)
      // Reading a log applies no limits.
      cycle = min(max(1, start.cycle ?? 1), 1_000)
      bases = []
      for lift in start.lifts where places[lift.exercise] == nil {
        places[lift.exercise] = bases.count
        bases.append(Base(lift: lift))
      }
    }
  }

  /// A training max as it was entered, and the number of rises at that time.
  fileprivate struct Base: Sendable {
    let exercise: Name
    let increment: Double
    var weight: Weight
    var rises = 0

    init(lift: TrainingMax) {
      (exercise, increment, weight) = (lift.exercise, lift.increment, lift.weight)
    }
  }

  /// A week of an exercise.
  fileprivate struct Key: Hashable, Sendable {
    let place: Int
    let cycle: Int
    let week: Int
  }

  /// The program; nil before the first and after the end of one.
  public private(set) var followed: Followed?

  public init() {}
  public static var reads: Areas { [.program] }

  public mutating func apply(_ event: Event) {
    guard case .program(let fact) = event.body else { return }
    switch fact {
    case .programStarted(let start): followed = Followed(start, event)
    case .programSetCompleted(let set):
      if set.program == followed?.program { followed?.complete(set) }
    case .programSetCleared(let set):
      if set.program == followed?.program { followed?.clear(set) }
    case .cycleCompleted(let end):
      if end.program == followed?.program { followed?.complete(end) }
    case .cycleReopened(let reopening):
      if reopening.program == followed?.program { followed?.reopen(reopening) }
    case .trainingMaxAdjusted(let adjustment):
      if adjustment.program == followed?.program { followed?.adjust(adjustment) }
    case .programEnded(let end): if end.program == followed?.program { followed = nil }
    }
  }
}

extension Program.Followed {
  /// The exercises in the order of the program.
  public var lifts: [Program.Lift] { bases.map(lift) }

  /// The first week of the cycle in which an exercise is not done; the last one where all are.
  public var week: Int {
    (1...FiveThreeOne.weeks).first { week in
      bases.indices.contains { done[Program.Key(place: $0, cycle: cycle, week: week)] == nil }
    } ?? FiveThreeOne.weeks
  }

  /// Returns an exercise of the program; nil where it has none of that name.
  public subscript(exercise: Name) -> Program.Lift? { places[exercise].map { lift(bases[$0]) } }

  /// Returns the last set of a week of this cycle; nil where it is not done.
  public func done(_ exercise: Name, week: Int) -> Program.Done? {
    done(exercise, cycle: cycle, week: week)
  }

  /// Returns the last set of a week of a cycle; nil where it is not done.
  public func done(_ exercise: Name, cycle: Int, week: Int) -> Program.Done? {
    places[exercise].flatMap { done[Program.Key(place: $0, cycle: cycle, week: week)] }
  }

  /// All last sets that are done, by cycle, week and exercise.
  public var sets: [Program.Done] {
    done.sorted { one, other in
      (one.key.cycle, one.key.week, one.key.place) < (
        other.key.cycle, other.key.week, other.key.place
      )
    }.map(\.value)
  }

  /// Returns the last set of an exercise that was done latest, deloads left out.
  public func latest(_ exercise: Name) -> Program.Done? {
    sets.last { $0.exercise == exercise && $0.week < FiveThreeOne.weeks }
  }

  /// Returns whether an exercise was done for fewer repetitions than planned in a week of this cycle.
  public func isStalled(_ exercise: Name) -> Bool {
    (1..<FiveThreeOne.weeks).contains { week in
      guard let set = done(exercise, week: week), let lift = self[exercise] else { return false }
      return set.reps < (self.sets(of: lift, week: week).last?.reps ?? 0)
    }
  }

  /// Returns the step that loads of a unit are rounded to.
  public func step(_ unit: Weight.Unit) -> LoadStep {
    step.flatMap { LoadStep($0) } ?? .usual(unit)
  }

  /// Returns the main sets of an exercise in a week.
  public func sets(of lift: Program.Lift, week: Int) -> [FiveThreeOne.PlannedSet] {
    let max = lift.trainingMax
    return FiveThreeOne.sets(week: week, of: max.value, step(max.unit))
  }

  /// Returns the warm-up of an exercise, which is the same in every week.
  public func warmUp(of lift: Program.Lift) -> [FiveThreeOne.PlannedSet] {
    FiveThreeOne.warmUp(of: lift.trainingMax.value, step(lift.trainingMax.unit))
  }

  private func lift(_ base: Program.Base) -> Program.Lift {
    var value = base.weight.value
    if rises != base.rises {
      value += Double(rises - base.rises) * base.increment
      // A rise that is taken back leaves what was entered.
      let rounded = (value * 1_000_000).rounded() / 1_000_000
      if rounded.isFinite { value = rounded }
    }
    return Program.Lift(
      exercise: base.exercise, trainingMax: Weight(value, base.weight.unit),
      increment: base.increment)
  }

  fileprivate mutating func complete(_ set: ProgramSetCompleted) {
    guard let place = places[set.exercise] else { return }
    let lift = lift(bases[place])
    let planned = Weight(
      sets(of: lift, week: set.week).last?.load ?? lift.trainingMax.value, lift.trainingMax.unit)
    done[Program.Key(place: place, cycle: set.cycle, week: set.week)] = Program.Done(
      exercise: set.exercise, cycle: set.cycle, week: set.week, reps: set.reps,
      load: set.weight ?? planned)
  }

  fileprivate mutating func clear(_ set: ProgramSetCleared) {
    guard let place = places[set.exercise] else { return }
    done[Program.Key(place: place, cycle: set.cycle, week: set.week)] = nil
  }

  fileprivate mutating func complete(_ end: CycleCompleted) {
    guard end.cycle == cycle else { return }
    cycle += 1
    rises += 1
  }

  fileprivate mutating func reopen(_ reopening: CycleReopened) {
    guard reopening.cycle == cycle - 1, reopening.cycle > 0 else { return }
    cycle -= 1
    rises -= 1
  }

  fileprivate mutating func adjust(_ adjustment: TrainingMaxAdjusted) {
    guard let place = places[adjustment.exercise] else { return }
    // The increment is in the unit of the lift, which therefore stays.
    let unit = bases[place].weight.unit
    bases[place].weight = Weight(adjustment.weight.converted(to: unit), unit)
    bases[place].rises = rises
  }
}

extension Program.Followed: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    (one.program, one.scheme, one.step, one.cycle)
      == (other.program, other.scheme, other.step, other.cycle)
      && one.lifts == other.lifts && one.done == other.done
  }
}
