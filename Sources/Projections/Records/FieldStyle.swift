/// The form in which people see a field; JSON is the same for all styles.
///
/// A style consists of a base and its differences from the base:
///
///     f("startedAt", row?.startedAt, .plain.column(1, "started"), "The start.")
///     f("weightKg", row?.weight, .mass.column(3, "weight"), "The load in kilograms.")
///     f("email", row?.email, .hidden.personal, "The address.")
public struct FieldStyle: Sendable {
  public enum Unit: String, Sendable {
    /// Kilograms; tables show the unit of the user.
    case kilograms = "kg"
    case seconds = "s"
    case metres = "m"
  }

  /// The unit of the values in JSON; nil for values without one.
  public var unit: Unit?
  /// A Boolean value indicating whether tables omit the field.
  public var isHidden: Bool
  /// A Boolean value indicating whether the field identifies a person or is in their own words.
  ///
  /// Of a record it is also true if the record derives from measurements of the person's body.
  public var isPersonal: Bool
  /// A Boolean value indicating whether the value counts by months, which a shift by weeks does not preserve.
  public var isByMonth: Bool
  /// A Boolean value indicating whether tables omit the column if no row has a value.
  public var isRare: Bool
  /// The position among the columns with a position, which precede all others.
  public var position: Int?
  /// The title of the column; nil for the name of the field.
  public var title: StaticString?
  /// The text of a cell without a value.
  public var placeholder: StaticString
  /// A Boolean value indicating whether the field is an exercise; tables show its name instead of its id.
  public var isExercise: Bool
  /// A Boolean value indicating whether the field is an id; tables show its shortest unambiguous prefix.
  public var isReference: Bool
  /// A Boolean value indicating whether a narrow terminal truncates long texts.
  public var isShortened: Bool
  /// The order, from 1, in which a narrow terminal omits the column; nil if it never does.
  public var turn: Int?

  @inlinable @inline(__always)
  init(unit: Unit? = nil, isHidden: Bool = false) {
    (self.unit, self.isHidden, isPersonal) = (unit, isHidden, false)
    (isByMonth, isRare) = (false, false)
    (position, title, placeholder) = (nil, nil, "–")
    (isExercise, isReference, isShortened, turn) = (false, false, false, nil)
  }

  /// A column named after the field: numbers on the right, times to the minute, lists as their count.
  @inlinable public static var plain: FieldStyle { FieldStyle() }
  /// No column.
  @inlinable public static var hidden: FieldStyle { FieldStyle(isHidden: true) }
  @inlinable public static var mass: FieldStyle { FieldStyle(unit: .kilograms) }
  @inlinable public static var seconds: FieldStyle { FieldStyle(unit: .seconds) }
  @inlinable public static var metres: FieldStyle { FieldStyle(unit: .metres) }

  @inlinable public var personal: FieldStyle {
    var style = self
    style.isPersonal = true
    return style
  }

  /// This style for a value that counts by months.
  @inlinable public var byMonth: FieldStyle {
    var style = self
    style.isByMonth = true
    return style
  }

  /// This style for a value that few rows have.
  @inlinable public var rare: FieldStyle {
    var style = self
    style.isRare = true
    return style
  }

  /// Returns this style with a position among the columns and a title.
  @inlinable
  public func column(_ position: Int, _ title: StaticString) -> FieldStyle {
    var style = self
    (style.position, style.title) = (position, title)
    return style
  }

  /// Returns this style with a title of its column.
  @inlinable
  public func titled(_ title: StaticString) -> FieldStyle {
    var style = self
    style.title = title
    return style
  }

  /// This style for the id of an exercise.
  @inlinable public var exercise: FieldStyle {
    var style = self
    (style.isExercise, style.isShortened) = (true, true)
    return style
  }

  /// This style for the id of an entity that users refer to by a prefix.
  @inlinable public var reference: FieldStyle {
    var style = self
    style.isReference = true
    return style
  }

  /// This style for a text that may be truncated.
  @inlinable public var shortened: FieldStyle {
    var style = self
    style.isShortened = true
    return style
  }

  /// Returns this style for a column that a narrow terminal omits, after the columns with a smaller `turn`.
  @inlinable
  public func dropped(_ turn: Int) -> FieldStyle {
    var style = self
    style.turn = turn
    return style
  }

  /// Returns this style with a text for cells without a value.
  @inlinable
  public func placeholder(_ text: StaticString) -> FieldStyle {
    var style = self
    style.placeholder = text
    return style
  }
}
