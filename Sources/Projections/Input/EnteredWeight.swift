import Events

/// A weight as the user entered it; without a unit it is in theirs.
public struct EnteredWeight: Equatable, Sendable {
  /// The number; negative for assistance.
  public let value: Double
  /// The unit; nil for that of the user.
  public let unit: Weight.Unit?

  /// Creates the entry of a weight with its unit.
  public init(_ weight: Weight) { self.init(weight.value, weight.unit) }

  /// Creates the entry of `value`, in `unit` or, for nil, in the unit of the user.
  public init(_ value: Double, _ unit: Weight.Unit? = nil) {
    self.value = value
    self.unit = unit
  }

  /// Creates the weight written in `text`.
  ///
  /// The forms are `100kg`, `225 lb`, `102,5 kgs`, `-20kg` for help, and a bare number in the unit of the
  /// user.
  ///
  /// - Throws: `EntryError` for any other text, with the nearest that is one.
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

  /// Creates the load of a measure; nil where it is none.
  init?(_ measure: Measure) {
    switch measure {
    case .number(let value, _): self.init(value)
    case .weight(let weight): self.init(weight)
    case .body, .seconds, .metres, .run: return nil
    }
  }

  /// The forms, for an error.
  public static let forms = "a weight as in 100kg, 225lb or 60"

  /// Returns the weight in its unit, or in `usual`.
  func weight(_ usual: Weight.Unit) -> Weight { Weight(value, unit ?? usual) }
}

extension EnteredWeight: CustomStringConvertible {
  /// The weight as it can be entered: `102.5kg`, or `60` without a unit.
  public var description: String { entry(of: value) + (unit?.rawValue ?? "") }
}
