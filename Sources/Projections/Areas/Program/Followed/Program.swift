import Events

/// The program that a user follows, with the sets done.
public struct Program: UserProjection {
  public struct Lift: Equatable, Sendable {
    public internal(set) var exercise: Name
    /// The exercise as a start of the program would set it now.
    let setting: TrainingMax

    /// The load to which the percentages apply, at its current value; for a progression the last entered weight.
    public var trainingMax: Weight { setting.weight }
    /// The increase after a cycle or a session, in the unit of the training max.
    public var increment: Double { setting.increment }

    init(_ setting: TrainingMax) { (exercise, self.setting) = (setting.exercise, setting) }
  }

  /// A working weight that was entered after the start.
  struct Adjustment: Sendable {
    /// The position of the event.
    let seq: Int
    let weight: Weight
  }

  /// The last set of a week, as performed.
  public struct Done: Equatable, Sendable {
    public let exercise: Name
    /// The cycle, from 1.
    public let cycle: Int
    /// The week of the cycle, from 1.
    public let week: Int
    public let reps: Int
    /// The load: the one that the user entered, or the planned load at that time.
    public let load: Weight
    /// The set in the history; nil for none.
    public let set: EventID?

    /// The estimated one-repetition maximum, in the unit of the load; nil after a failed attempt.
    public var estimate: Double? { FiveThreeOne.estimate(load.value, reps: reps) }
  }

  /// A program in its current state.
  ///
  /// Two programs are equal if everything but the times of their starts is equal. The history of their training maxes
  /// does not matter.
  public struct Followed: Sendable {
    public let program: Name
    public let scheme: ProgramScheme
    /// The step to which loads are rounded; nil for the usual step of each unit.
    public let step: Double?
    public let startedAt: Timestamp
    /// The position of the event that started it.
    let startSeq: Int
    /// The cycle, from 1.
    public fileprivate(set) var cycle: Int
    /// The number of times that the training maxes increased, minus the increases that were undone.
    fileprivate var rises = 0
    fileprivate(set) var bases: [Base]
    fileprivate var done: [Key: Done] = [:]
    private var places: [Name: Int] = [:]

    fileprivate init(_ start: ProgramStarted, _ event: Event) {
      program = start.program ?? Name(event.id)
      (scheme, step) = (start.scheme, start.step)
      (startedAt, startSeq) = (event.at, event.seq)
      // Reading a log applies no limits.
      cycle = min(max(1, start.cycle ?? 1), 1_000)
      bases = []
      for lift in start.lifts where places[lift.exercise] == nil {
        places[lift.exercise] = bases.count
        bases.append(Base(lift: lift))
      }
    }
  }

  /// A training max as entered, and the number of increases at that time.
  struct Base: Sendable {
    let lift: TrainingMax
    fileprivate var weight: Weight
    fileprivate var rises = 0
    /// The working weights that were entered since the start, of a progression.
    fileprivate(set) var adjustments: [Adjustment] = []

    var exercise: Name { lift.exercise }

    init(lift: TrainingMax) { (self.lift, weight) = (lift, lift.weight) }
  }

  /// The key of a week of an exercise.
  fileprivate struct Key: Hashable, Sendable {
    let place: Int
    let cycle: Int
    let week: Int
  }

  /// The program; nil before the first, and after the end of one.
  public private(set) var followed: Followed?
  /// The programs that ended or were replaced, in their last state.
  private(set) var earlier: [Name: Followed] = [:]
  /// The merges of exercises; the program keeps the names from its events.
  public private(set) var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.program, .exercises] }

  public mutating func apply(_ event: Event) {
    guard case .program(let fact) = event.body else { return merges.apply(event) }
    switch fact {
    case .programStarted(let start): begin(start, event)
    case .programSetCompleted(let set):
      if set.program == followed?.program { followed?.complete(set) }
    case .programSetCleared(let set):
      if set.program == followed?.program { followed?.clear(set) }
    case .cycleCompleted(let end):
      if end.program == followed?.program { followed?.complete(end) }
    case .cycleReopened(let reopening):
      if reopening.program == followed?.program { followed?.reopen(reopening) }
    case .trainingMaxAdjusted(let adjustment):
      if adjustment.program == followed?.program { followed?.adjust(adjustment, event) }
    case .programEnded(let end): if end.program == followed?.program { leave() }
    }
  }

  private mutating func begin(_ start: ProgramStarted, _ event: Event) {
    leave()
    let started = Followed(start, event)
    followed = start.continues == true ? earlier[started.program] ?? started : started
  }

  private mutating func leave() {
    guard let left = followed else { return }
    (earlier[left.program], followed) = (left, nil)
  }
}

extension Program.Followed {
  /// The exercises in the order of the program.
  public var lifts: [Program.Lift] { bases.map(lift) }

  /// The first week of the cycle in which an exercise is not done; the last week if all are done.
  public var week: Int {
    (1...FiveThreeOne.weeks).first { week in
      bases.indices.contains { done[Program.Key(place: $0, cycle: cycle, week: week)] == nil }
    } ?? FiveThreeOne.weeks
  }

  /// Returns an exercise of the program; nil if it is not part of the program.
  public subscript(exercise: Name) -> Program.Lift? { places[exercise].map { lift(bases[$0]) } }

  /// Returns the last set of a week of this cycle; nil if it is not done.
  public func done(_ exercise: Name, week: Int) -> Program.Done? {
    done(exercise, cycle: cycle, week: week)
  }

  /// Returns the last set of a week of a cycle; nil if it is not done.
  public func done(_ exercise: Name, cycle: Int, week: Int) -> Program.Done? {
    places[exercise].flatMap { done[Program.Key(place: $0, cycle: cycle, week: week)] }
  }

  /// All last sets done, by cycle, week and exercise.
  public var sets: [Program.Done] {
    done.sorted { one, other in
      (one.key.cycle, one.key.week, one.key.place) < (
        other.key.cycle, other.key.week, other.key.place
      )
    }.map(\.value)
  }

  /// Returns the most recent last set of an exercise, without deloads.
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

  /// Returns the step to which loads of a unit are rounded.
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
    if rises != base.rises, !isProgression {
      value += Double(rises - base.rises) * base.lift.increment
      // Undoing an increase restores the entered value.
      value = millionths(value) ?? value
    }
    return Program.Lift(base.lift.starting(at: Weight(value, base.weight.unit)))
  }

  /// Replaces the initial weights of the exercises, and discards all later changes of weight.
  mutating func restart(at weights: [Weight]) {
    for (place, weight) in zip(bases.indices, weights) {
      bases[place] = Program.Base(lift: bases[place].lift.starting(at: weight))
    }
  }

  fileprivate mutating func complete(_ set: ProgramSetCompleted) {
    guard let place = places[set.exercise] else { return }
    let lift = lift(bases[place])
    let planned = Weight(
      sets(of: lift, week: set.week).last?.load ?? lift.trainingMax.value, lift.trainingMax.unit)
    done[Program.Key(place: place, cycle: set.cycle, week: set.week)] = Program.Done(
      exercise: set.exercise, cycle: set.cycle, week: set.week, reps: set.reps,
      load: set.weight ?? planned, set: set.set)
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

  fileprivate mutating func adjust(_ adjustment: TrainingMaxAdjusted, _ event: Event) {
    guard let place = places[adjustment.exercise] else { return }
    // The increment is in the unit of the lift, so the unit stays the same.
    let unit = bases[place].weight.unit
    let value = adjustment.weight.converted(to: unit)
    let weight =
      adjustment.weight.unit == unit ? adjustment.weight : Weight(millionths(value) ?? value, unit)
    (bases[place].weight, bases[place].rises) = (weight, rises)
    guard isProgression else { return }
    bases[place].adjustments.append(Program.Adjustment(seq: event.seq, weight: weight))
  }
}

extension TrainingMax {
  /// Returns the same exercise with another weight.
  func starting(at weight: Weight) -> TrainingMax {
    TrainingMax(
      exercise: exercise, weight: weight, increment: increment, sets: sets, reps: reps,
      maxReps: maxReps, failures: failures, deload: deload)
  }
}

extension Program.Followed: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    (one.program, one.scheme, one.step, one.cycle)
      == (other.program, other.scheme, other.step, other.cycle)
      && one.lifts == other.lifts && one.done == other.done
  }
}
