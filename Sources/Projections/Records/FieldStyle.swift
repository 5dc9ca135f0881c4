/// The form in which people see a field; JSON is the same for all styles.
///
/// A style is made of a base and what differs from it:
///
///     f("startedAt", row?.startedAt, .plain.column(1, "started"), "The start.")
///     f("weightKg", row?.weight, .mass.column(3, "weight"), "The load in kilograms.")
///     f("email", row?.email, .hidden.personal, "The address.")
public struct FieldStyle: Sendable {
  /// A unit of measurement.
  public enum Unit: String, Sendable {
    /// Kilograms; tables show the unit of the user.
    case kilograms = "kg"
    case seconds = "s"
    case metres = "m"
  }

  /// The unit of the values in JSON; nil for values without one.
  public var unit: Unit?
  /// A Boolean value indicating whether tables leave the field out.
  public var isHidden: Bool
  /// A Boolean value indicating whether the field identifies a person, is in their own words, or, of a record,
  /// follows from figures of their body.
  public var isPersonal: Bool
  /// A Boolean value indicating whether the value counts by months, which a shift by weeks does not keep.
  public var isByMonth: Bool
  /// The position among the columns that have one, which come before all others.
  public var position: Int?
  /// The title of the column; nil for the name of the field.
  public var title: StaticString?
  /// The text of a cell without a value.
  public var placeholder: StaticString
  /// A Boolean value indicating whether it is an exercise, whose name tables show in place of its id.
  public var isExercise: Bool
  /// A Boolean value indicating whether it is an id, of which tables show as much as it takes to type it.
  public var isReference: Bool
  /// A Boolean value indicating whether a narrow terminal shows only the beginning of long texts.
  public var isShortened: Bool
  /// The turn of the column, from 1, among those that a narrow terminal leaves out; nil for one that stays.
  public var turn: Int?

  @inlinable @inline(__always)
  init(unit: Unit? = nil, isHidden: Bool = false) {
    (self.unit, self.isHidden, isPersonal) = (unit, isHidden, false)
    isByMonth = false
    (position, title, placeholder) = (nil, nil, "–")
    (isExercise, isReference, isShortened, turn) = (false, false, false, nil)
  }

  /// A column called like the field: numbers on the right, times to the minute, lists by their count.
  @inlinable public static var plain: FieldStyle { FieldStyle() }
  /// No column.
  @inlinable public static var hidden: FieldStyle { FieldStyle(isHidden: true) }
  /// A mass.
  @inlinable public static var mass: FieldStyle { FieldStyle(unit: .kilograms) }
  /// A duration.
  @inlinable public static var seconds: FieldStyle { FieldStyle(unit: .seconds) }
  /// A distance.
  @inlinable public static var metres: FieldStyle { FieldStyle(unit: .metres) }

  /// This style for a field that is personal.
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

  /// Returns this style with a position among the columns and a title.
  @inlinable
  public func column(_ position: Int, _ title: StaticString) -> FieldStyle {
    var style = self
    (style.position, style.title) = (position, title)
    return style
  }

  /// This style for the id of an exercise.
  @inlinable public var exercise: FieldStyle {
    var style = self
    (style.isExercise, style.isShortened) = (true, true)
    return style
  }

  /// This style for the id of something that is referred to by the beginning of it.
  @inlinable public var reference: FieldStyle {
    var style = self
    style.isReference = true
    return style
  }

  /// This style for a text that may be shortened.
  @inlinable public var shortened: FieldStyle {
    var style = self
    style.isShortened = true
    return style
  }

  /// Returns this style for a column that a narrow terminal leaves out after those of the turns before.
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
