/// A dictionary of values by name.
///
/// A name that is a text is found by the number of the text, without hashing. In a replay of 500 users, half of the
/// look-ups are for the user and a quarter are for the exercise. Names that are ids are found in a dictionary.
///
/// A map takes four bytes for each text of the process, regardless of its content. Use it once per fold. For a map
/// per user, use a dictionary.
///
/// The type is internal machinery. It is public because a requirement of `UserProjection` uses it; apps do not need
/// it.
public struct NameMap<Value> {
  @usableFromInline
  package var list: [(name: Name, value: Value)] = []

  /// The names and values, in the order of insertion.
  @usableFromInline package var entries: [(name: Name, value: Value)] { list }
  /// The index of the entry plus one for each text; 0 for none.
  @usableFromInline var texts: [UInt32] = []
  /// The indexes of the entries whose names are ids.
  @usableFromInline var ids: [Name: Int] = [:]

  @usableFromInline package init() {}

  @usableFromInline package var isEmpty: Bool { entries.isEmpty }

  /// The names, in the order of insertion.
  @usableFromInline package var names: [Name] { entries.map(\.name) }

  /// Returns the index of a name in `entries`, or nil if the map does not contain the name.
  @inlinable @inline(__always)
  package func place(of name: Name) -> Int? {
    guard let number = name.textNumber else { return ids[name] }
    guard number < texts.count else { return nil }
    let place = Int(texts[number]) &- 1
    return place < 0 ? nil : place
  }

  /// Returns the index of a name, after inserting the name with `value` if it is missing.
  @inlinable @inline(__always)
  package mutating func place(of name: Name, orNew value: @autoclosure () -> Value) -> Int {
    if let place = place(of: name) { return place }
    return add(name, value())
  }

  @usableFromInline @inline(never)
  mutating func add(_ name: Name, _ value: Value) -> Int {
    // One step for the entry and one for its index.
    Steps.add(2)
    let place = list.count
    list.append((name, value))
    if let number = name.textNumber {
      while texts.count <= number { texts.append(0) }
      texts[number] = UInt32(place + 1)
    } else {
      ids[name] = place
    }
    return place
  }

  @inlinable
  package subscript(place: Int) -> Value {
    @inline(__always) get { list[place].value }
    @inline(__always) _modify { yield &list[place].value }
  }

  /// The value of a name; nil if the map does not contain the name.
  ///
  /// Setting nil has no effect.
  @inlinable
  package subscript(name: Name) -> Value? {
    get { place(of: name).map { list[$0].value } }
    set {
      guard let newValue else { return }
      list[place(of: name, orNew: newValue)].value = newValue
    }
  }
}

extension NameMap: Sendable where Value: Sendable {}

extension NameMap: Equatable where Value: Equatable {
  /// Returns whether both maps have the same values for the same names, in any order.
  public static func == (one: NameMap, other: NameMap) -> Bool {
    one.entries.count == other.entries.count
      && one.entries.allSatisfy { other[$0.name] == $0.value }
  }
}

extension Sequence {
  /// Returns the elements sorted by their names.
  ///
  /// All texts are ranked once; taking the lock for each comparison took half of the output of `pbs`.
  ///
  /// - Parameter name: A closure that returns the name of an element.
  @usableFromInline package func sorted(byName name: (Element) -> Name) -> [Element] {
    let elements = Array(self)
    // A single element needs no order, and ranking would sort all texts of the process.
    guard elements.count > 1 else { return elements }
    guard let ranks = Name.ranks(of: elements.map(name)) else {
      return elements.sorted { name($0) < name($1) }
    }
    return ranks.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      .map { elements[$0.offset] }
  }
}

extension Sequence<Name> {
  @usableFromInline package func sortedByName() -> [Name] { sorted(byName: { $0 }) }
}
