import Events

/// A change of an element of a list.
public enum ElementChange {
  /// The element at this place is new.
  case added(Int)
  /// The element at this place was another one, with the same key.
  case replaced(Int, before: any Record)
  /// The element at this place is the same one, and only its fields and the ends of its lists differ.
  ///
  /// `hasNewKeys` tells that no two elements of these lists have the key of an added one. Otherwise they are searched.
  case grown(Int, before: ElementOutline, hasNewKeys: Bool)
  /// This element was removed.
  case removed(any Record)
}

/// The fields of an element and the lengths of its lists, before they grew.
public struct ElementOutline {
  let fields: RecordDifference.Outline

  public init(of element: some Record) {
    fields = RecordDifference.Outline(of: element, keepsLists: false)
  }
}

/// A change of a row by an event that changed only a few elements of one of its lists.
///
/// No two elements of the list have the same key, before or after.
public struct RowEdit<Row: Record> {
  let list: String
  /// A closure that changes the row, and returns the changes of the list's elements.
  package let change: (inout Row) -> [ElementChange]

  /// Creates a change of a row.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - change: A closure that changes the row, and returns the changes of the list's elements.
  public init(of list: String, _ change: @escaping (inout Row) -> [ElementChange]) {
    (self.list, self.change) = (list, change)
  }

  /// Changes a row, and appends the changes of its parts to `changes`.
  ///
  /// Other fields are compared; other lists may only have grown.
  ///
  /// - Returns: Whether the elements may only have moved, which is no change.
  func apply(to row: inout Row, at path: RecordPath, _ changes: inout [ViewChange]) -> Bool {
    let before = RecordDifference.Outline(of: row, keepsLists: false)
    let elements = change(&row)
    RecordDifference.compare(before, row, at: path, edited: (list, elements), &changes)
    return elements.isEmpty
  }
}
