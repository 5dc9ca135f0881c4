import Events

/// A condition on the value at a path of a view: `[exercise=squat].weightKg > 300`.
///
/// The operators are `== != < <= > >=` with a value after them, and `exists` and `missing` without one. The value is
/// JSON, or a text without its quotes. Numbers are compared as numbers, times as moments, and texts by their bytes.
/// Values of two kinds are different, and neither is less. If the path leads nowhere, no comparison holds, not even
/// `!=`. `missing` holds for such a path, and for `null`.
public struct PathCondition: Equatable, Sendable {
  /// A relation between the value at the path and the value of the condition.
  public enum Relation: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case less = "<"
    case greaterOrEqual = ">="
    case greater = ">"
    case exists
    case missing
  }

  public var path: RecordPath
  public var relation: Relation
  /// The value to compare with; `null` if the relation needs none.
  public var value: JSON

  public init(_ path: RecordPath, _ relation: Relation, _ value: JSON = .null) {
    (self.path, self.relation, self.value) = (path, relation, value)
  }

  /// Returns whether the condition holds for the value at its path; `found` is nil if the path leads nowhere.
  public func holds(for found: JSON?) -> Bool {
    let isMissing = found == nil || found == .null
    guard relation != .exists, relation != .missing else {
      return isMissing == (relation == .missing)
    }
    guard let found else { return false }
    let order = PathCondition.order(found, value)
    return switch relation {
    case .equal: order == .same
    case .notEqual: order != .same
    case .less: order == .before
    case .lessOrEqual: order == .before || order == .same
    case .greater: order == .after
    case .greaterOrEqual: order == .after || order == .same
    case .exists, .missing: false
    }
  }

  /// A kind of value; values of two kinds are never equal, and neither is less.
  package enum Kind: Sendable {
    case number, text, boolean, null, list, object

    package init(of value: JSON) {
      switch value {
      case .number: self = .number
      case .string: self = .text
      case .bool: self = .boolean
      case .null: self = .null
      case .array: self = .list
      case .object: self = .object
      }
    }
  }

  /// The kind that a value must have for the condition to hold; nil if values of several kinds can satisfy it.
  package var neededKind: Kind? {
    switch relation {
    case .exists, .missing, .notEqual: nil
    case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual:
      value == .null ? nil : Kind(of: value)
    }
  }

  private enum Order { case before, same, after, none }

  /// Returns the order of two values; `none` if they are different and have no order.
  private static func order(_ one: JSON, _ other: JSON) -> Order {
    switch (one, other) {
    case (.number(let one), .number(let other)): order(one.double, other.double)
    case (.string(let one), .string(let other)):
      if let one = Timestamp(one), let other = Timestamp(other) {
        order(one.milliseconds, other.milliseconds)
      } else if one.utf8.elementsEqual(other.utf8) {
        .same
      } else {
        one.utf8.lexicographicallyPrecedes(other.utf8) ? .before : .after
      }
    default: one == other ? .same : .none
    }
  }

  private static func order<T: Comparable>(_ one: T, _ other: T) -> Order {
    if one == other { return .same }
    return one < other ? .before : .after
  }
}

extension PathCondition: CustomStringConvertible {
  public var description: String {
    let path = path.text(quoting: PathCondition.endsOfPath)
    return switch relation {
    case .exists, .missing: "\(path) \(relation.rawValue)"
    default: "\(path) \(relation.rawValue) \(value.jsonText)"
    }
  }
}

extension PathCondition {
  /// The characters that end the path, unless they are in quotes or brackets.
  private static let endsOfPath = " \t=!<>"

  /// Creates the condition written in `text`: a path, an operator and a value.
  ///
  /// A key that contains a space or one of `= ! < >` must be in quotes, like the keys that a path quotes.
  public init(parsing text: String) throws(RecordPath.ParseError) {
    var parser = RecordPathParser(text)
    let path = try parser.path(endingBefore: PathCondition.endsOfPath)
    let (relation, rest) = try parser.relation()
    self.init(path, relation, PathCondition.value(rest))
  }

  /// Returns the value written in `text`: JSON, otherwise the text itself.
  private static func value(_ text: String) -> JSON { json(text) ?? .string(text) }

  private static func json(_ text: String) -> JSON? {
    try? Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try JSON(bytes) }
  }

  /// Returns the elements that are possible after a relation if `text` is not a value; nil if it is a value.
  static func expected(after relation: Relation, insteadOf text: String) -> String? {
    switch (json(text), text.first) {
    case (nil, "="), (nil, "<"), (nil, ">"), (nil, "!"): return "a value or quoted text"
    case (nil, "\""): return "text with a closing quote"
    case (nil, _):
      // The digits exclude words for infinity.
      let isTooLarge =
        Double(text)?.isInfinite == true && text.utf8.contains { (0x30...0x39).contains($0) }
      return isTooLarge ? "a number below 1.8e308" : nil
    case (.null, _), (.bool, _), (.array, _), (.object, _):
      let isOfOrder = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(relation)
      return isOfOrder ? "a number, a time or text" : nil
    case (.number, _), (.string, _): return nil
    }
  }
}
