import Events

/// Which exercises a log has met, to catch a misspelled one before it becomes a fact.
public struct KnownExercises: Projection {
  private var numbers = ExerciseNumbers()
  private var isCatalogued = false

  public init() {}
  public static var reads: Areas { ExerciseNumbers.reads }
  public static var kept: Kept<Self>? { Kept("KnownExercises") }

  public mutating func apply(_ event: Event) {
    if case .exercises(.exerciseCatalogued) = event.body { isCatalogued = true }
    numbers.apply(event)
  }

  /// The exercise that `text` names: one the log has met, in whatever case its letters are written,
  /// or a new one where that is asked for or there is no catalogue to go by.
  public func resolve(_ text: String, isNew: Bool) throws(Refusal) -> Name {
    let name = Name(trimmed(text))
    if numbers[name] != nil || isNew { return name }
    let folded = name.text.lowercased()
    let alike = numbers.exercises.filter { $0.text.lowercased() == folded }
    if let only = alike.first, alike.count == 1 { return only }
    guard isCatalogued else { return name }
    let known = nearest(to: name.text, among: numbers.exercises.map(\.text))
    let help = known.isEmpty ? "" : "did you mean \(alternatives(known))? "
    throw Refusal(
      "the log has never met an exercise '\(name)'", help: help + "'--new' records a new one")
  }
}

extension KnownExercises: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    numbers = try f("numbers", old?.numbers)
    isCatalogued = try f.usually(false, "isCatalogued", old?.isCatalogued)
  }
}

/// The unit in which a user enters weights: that of the last one they entered with or without a
/// word for it, kilograms before the first.
public struct WeightUnit: UserProjection {
  /// The unit.
  public private(set) var unit = Weight.Unit.kg

  public init() {}
  public static var reads: Areas { [.plan, .sessions] }
  public static var kept: Kept<Self>? { Kept("WeightUnit") }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .plan(.exerciseAdded(let addition)): unit = addition.planned.weight?.unit ?? unit
    case .sessions(.setLogged(let set)): unit = set.weight?.unit ?? unit
    case .sessions(.setRevised(let revision)): unit = revision.weight?.unit ?? unit
    default: break
    }
  }
}

extension WeightUnit: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    unit = try f.usually(.kg, "unit", old?.unit)
  }
}

/// A weight as somebody typed it; without a unit it is in theirs.
public struct EnteredWeight: Equatable, Sendable {
  let value: Double
  let unit: Weight.Unit?

  /// The weight written in `text`; nil when it is not one.
  public init?(_ text: String) {
    guard let weight = Weight(text, unit: .kg) else { return nil }
    value = weight.value
    unit = trimmed(text).last?.isLetter ?? false ? weight.unit : nil
  }

  func weight(_ usual: Weight.Unit) -> Weight { Weight(value, unit ?? usual) }
}
