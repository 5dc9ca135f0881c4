import Events

/// The unit in which a user enters weights: that of the profile, otherwise of the last weight.
///
/// The unit of a weight counts even if the user did not type it. Before the first weight it is kilograms.
public struct WeightUnit: UserProjection {
  /// The unit of the profile; nil if the user chose none.
  public private(set) var chosen: Weight.Unit?
  /// The unit of the last weight that the user entered.
  private var last = Weight.Unit.kg
  /// The last units of planned weights, by exercise.
  private var planned: [Name: Weight.Unit] = [:]

  public init() {}
  public static var reads: Areas { [.plan, .sessions, .profile] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("WeightUnit") }

  public var unit: Weight.Unit { chosen ?? last }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .plan(.exerciseAdded(let addition)):
      guard let unit = addition.planned.weight?.unit else { return }
      last = unit
      planned[addition.planned.exercise] = unit
    case .sessions(.setLogged(let set)): last = set.weight?.unit ?? last
    case .sessions(.setRevised(let revision)): last = revision.weight?.unit ?? last
    case .profile(.profileRevised(let revision)):
      chosen = revision.unit ?? chosen
      if revision.cleared.contains(.unit) { chosen = nil }
    default: break
    }
  }

  /// Returns the unit of an exercise's weight that is typed without a unit.
  ///
  /// It is the unit of the profile. Otherwise it is the last unit of the exercise, first in a set, then in the plan, and
  /// otherwise kilograms. The unit of other exercises does not count: a machine in pounds says nothing about the next
  /// bar.
  func unit(of exercise: Name, in history: History) -> Weight.Unit {
    chosen ?? history.unit(of: exercise) ?? planned[exercise] ?? .kg
  }
}

extension WeightUnit: Payload {
  /// 3: the units of planned exercises.
  @usableFromInline package static var version: Int { 3 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    chosen = try f.optional("chosen", old?.chosen)
    last = try f.withDefault(.kg, "unit", old?.last)
    for entry in try f.list("planned", old?.entries) { planned[entry.exercise] = entry.unit }
  }

  private var entries: [Entry] {
    planned.map { Entry(exercise: $0.key, unit: $0.value) }.sorted { $0.exercise < $1.exercise }
  }

  /// The unit of an exercise, as a checkpoint keeps it.
  private struct Entry: NestedPayload {
    let exercise: Name
    let unit: Weight.Unit

    init(exercise: Name, unit: Weight.Unit) { (self.exercise, self.unit) = (exercise, unit) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      exercise = try f("exercise", old?.exercise)
      unit = try f.withDefault(.kg, "unit", old?.unit)
    }
  }
}
