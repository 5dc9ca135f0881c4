import Events

/// A weight as the user entered it; without a unit it is in the user's unit.
public struct EnteredWeight: Equatable, Sendable {
  /// The number; negative for assistance.
  public let value: Double
  /// The unit; nil for the user's unit.
  public let unit: Weight.Unit?

  /// Creates the entry of a weight with its unit.
  public init(_ weight: Weight) { self.init(weight.value, weight.unit) }

  /// Creates the entry of `value` in `unit`; nil means the user's unit.
  public init(_ value: Double, _ unit: Weight.Unit? = nil) {
    (self.value, self.unit) = (value, unit)
  }

  /// Creates the weight written in `text`.
  ///
  /// The forms are `100kg`, `225 lb`, `102,5 kgs`, `-20kg` for assistance, and a bare number in the user's unit.
  ///
  /// - Throws: `EntryError` for any other text, with the nearest valid entry.
  public init(_ text: String) throws(EntryError) {
    guard let weight = EnteredWeight(understood: text) else {
      throw EntryError(
        expected: EnteredWeight.forms, found: text,
        nearest: EnteredWeight.nearest(to: text)?.description)
    }
    self = weight
  }

  /// Creates the weight written in `text`; nil for any other text.
  init?(understood text: String) {
    guard let measure = Measure(text.lowercased()) else { return nil }
    self.init(measure)
  }

  /// Creates the load of a measure; nil if the measure is not a load.
  init?(_ measure: Measure) {
    switch measure {
    case .number(let value, _): self.init(value)
    case .weight(let weight): self.init(weight)
    case .body, .range, .seconds, .metres, .run: return nil
    }
  }

  /// The forms, for the text of an error.
  public static let forms = "a weight such as 100kg, 225lb or 60"

  /// Returns the weight in its unit, or in `usual`.
  func weight(_ usual: Weight.Unit) -> Weight { Weight(value, unit ?? usual) }

  /// Returns the load of an exercise in its unit, or in `usual`.
  ///
  /// If a word of its name is "assisted", a load above 0 is help, as in imports.
  ///
  /// - Parameter typed: The name that the user typed; nil if it is the same.
  func load(of exercise: Name, typed: String? = nil, _ usual: Weight.Unit) -> Weight {
    let weight = weight(usual)
    let isHelp = exercise.isAssisted || typed.map { Name($0).isAssisted } ?? false
    return isHelp && weight.value > 0 ? Weight(-weight.value, weight.unit) : weight
  }
}

extension EnteredWeight: CustomStringConvertible {
  /// The weight in the form of an entry: `102.5kg`, or `60` without a unit.
  public var description: String { entry(of: value) + (unit?.rawValue ?? "") }
}
