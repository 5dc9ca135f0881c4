import Events

/// A walk over two states of a record that lists their differences, in the order of the fields.
///
/// Values are compared directly, and the walk enters only records and lists that differ. A set that is logged in a
/// session of hundreds therefore costs the comparison of two lists and nothing for the sets that stay.
///
/// A value that differs is one change. A record that only one state has is also one change, with everything in it. The
/// order of a list whose elements have keys is not compared.
struct RecordDifference {
  /// Appends the differences between two states of the record at `path` to `changes`.
  static func compare<R: Record>(
    _ old: R, _ new: R, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    if old != new { compare(differing: old, new, at: path, &changes) }
  }

  /// Appends the differences between two states of the record at `path` to `changes`; the states must differ.
  static func compare<R: Record>(
    differing old: R, _ new: R, at path: RecordPath, _ changes: inout [ViewChange]
  ) { compare(Outline(of: old, keepsLists: true), new, at: path, &changes) }

  /// The fields of a record before a change.
  struct Outline {
    fileprivate let fields: [Field]

    /// Creates the outline of `record`.
    ///
    /// - Parameter keepsLists: Whether the outline keeps lists. Otherwise it keeps their lengths, for a record with
    ///   growing lists.
    init<R: Record>(of record: R, keepsLists: Bool) {
      var collector = FieldCollector(keepsLists: keepsLists)
      R.list(record, &collector)
      fields = collector.fields
    }
  }

  /// Appends the differences between an outline and the record at `path` to `changes`.
  ///
  /// If the outline keeps only the length of a list, such as the sets of a session, only the new elements are compared.
  static func compare<R: Record>(
    _ old: Outline, _ new: R, at path: RecordPath,
    edited: (list: String, elements: [ElementChange])? = nil, hasNewKeys: Bool = false,
    _ changes: inout [ViewChange]
  ) {
    var comparer = FieldComparer(old: old.fields, path: path, edited: edited)
    comparer.hasNewKeys = hasNewKeys
    // Lent, so that nested walks append to the same list.
    swap(&comparer.changes, &changes)
    R.list(new, &comparer)
    swap(&comparer.changes, &changes)
  }

  /// Appends the differences between two states of a record that may be absent to `changes`.
  static func compare<R: Record>(
    optional old: R?, _ new: R?, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, let new?): compare(old, new, at: path, &changes)
    case (nil, let new?):
      changes.append(ViewChange(path: path, before: .value(nil), after: .record(new)))
    case (let old?, nil):
      changes.append(ViewChange(path: path, before: .record(old), after: .value(nil)))
    }
  }

  /// Appends the differences between two states of the list at `path` to `changes`, removed elements first.
  ///
  /// Removed elements have their old order. Elements are paired by their key, or by their position if they have no key.
  static func compare<R: Record>(
    lists old: [R], _ new: [R], at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    let same = old.countOfCommonPrefix(with: new)
    guard same < old.count || same < new.count else { return }
    if same == old.count {
      // Nearly always an element was appended, and the unchanged elements need no table.
      return compare(grown: new, from: same, at: path, &changes)
    }
    if let places = differing(old, new, from: same) {
      for place in places {
        let inner = path.appending(step(to: place, in: new))
        compare(differing: old[place], new[place], at: inner, &changes)
      }
      return
    }
    let rest = countOfCommonSuffix(old, new, after: same)
    let oldSteps = steps(old, from: same, to: old.count - rest)
    let newSteps = steps(new, from: same, to: new.count - rest)
    var places: [RecordPath.Step: Int] = [:]
    places.reserveCapacity(oldSteps.count)
    for (place, step) in oldSteps.enumerated() { places[step] = place }
    let kept = Set(newSteps)
    for (place, step) in oldSteps.enumerated() where !kept.contains(step) {
      changes.append(
        ViewChange(
          path: path.appending(step), before: .record(old[same + place]), after: nil))
    }
    for (place, step) in newSteps.enumerated() {
      let record = new[same + place]
      if let place = places[step] {
        let before = old[same + place]
        if before != record {
          compare(differing: before, record, at: path.appending(step), &changes)
        }
      } else {
        changes.append(ViewChange(path: path.appending(step), before: nil, after: .record(record)))
      }
    }
  }

  /// Appends the elements of the list at `path` after the first `count` to `changes`.
  fileprivate static func compare<R: Record>(
    grown list: [R], from count: Int, at path: RecordPath, hasNewKeys: Bool = false,
    _ changes: inout [ViewChange]
  ) {
    // Without earlier elements, no key is one of theirs.
    let steps = hasNewKeys ? steps(Array(list[count...])) : steps(list, from: count)
    for (place, step) in steps.enumerated() {
      changes.append(
        ViewChange(path: path.appending(step), before: nil, after: .record(list[count + place])))
    }
  }

  /// Appends some changes of the elements of the list at `path` to `changes`; each element is named by its key.
  fileprivate static func compare<R: Record>(
    edited list: [R], _ elements: [ElementChange], at path: RecordPath,
    _ changes: inout [ViewChange]
  ) {
    func inner(_ record: R) -> RecordPath {
      path.appending(.match(R.key ?? "", record._keyScalar?.spelling ?? ""))
    }
    for element in elements {
      switch element {
      case .added(let place):
        changes.append(
          ViewChange(path: inner(list[place]), before: nil, after: .record(list[place])))
      case .replaced(let place, let before):
        guard let before = before as? R else { continue }
        compare(before, list[place], at: inner(before), &changes)
      case .grown(let place, let before, let hasNewKeys):
        compare(
          before.fields, list[place], at: inner(list[place]), hasNewKeys: hasNewKeys, &changes)
      case .removed(let record):
        guard let before = record as? R else { continue }
        changes.append(ViewChange(path: inner(before), before: .record(before), after: nil))
      }
    }
  }

  /// The maximum number of elements whose step is found by a search of all elements before them.
  private static let fewElements = 4

  /// Returns the places from `first` on at which two lists of the same keys differ; nil if the keys or many places
  /// differ.
  ///
  /// Nearly always the elements keep their places, so this avoids a table of them.
  private static func differing<R: Record>(_ old: [R], _ new: [R], from first: Int) -> [Int]? {
    guard old.count == new.count else { return nil }
    var places: [Int] = []
    for place in first..<old.count where old[place] != new[place] {
      guard places.count < fewElements else { return nil }
      guard R.key == nil || old[place]._keyScalar == new[place]._keyScalar else { return nil }
      places.append(place)
    }
    return places
  }

  /// Returns the step to an element, named as in a walk over the whole list.
  private static func step<R: Record>(to place: Int, in records: [R]) -> RecordPath.Step {
    guard let key = R.key, let value = records[place]._keyScalar else { return .index(place) }
    // If an earlier element has the same key, the element is named by its position.
    let isShared = records.hasElement(amongFirst: place) { $0._keyScalar == value }
    return isShared ? .index(place) : .match(key, value.spelling)
  }

  /// Returns the number of elements at the ends of two lists that are the same and named by their keys in both.
  ///
  /// An element with the key of an earlier one is named by its position, which differs if elements before it were added
  /// or removed. If a list has such an element, the result is 0.
  private static func countOfCommonSuffix<R: Record>(
    _ old: [R], _ new: [R], after first: Int
  ) -> Int {
    guard R.key != nil else { return 0 }
    let most = min(old.count, new.count) - first
    var count = 0
    while count < most, old[old.count - 1 - count] == new[new.count - 1 - count] { count += 1 }
    return count > 0 && hasUniqueKeys(old) && hasUniqueKeys(new) ? count : 0
  }

  private static func hasUniqueKeys<R: Record>(_ records: [R]) -> Bool {
    var met: Set<RecordScalar> = []
    met.reserveCapacity(records.count)
    return records.allSatisfy { $0._keyScalar.map { met.insert($0).inserted } ?? false }
  }

  /// Returns the steps to the elements from `count` to before `end`, named as in a walk over the whole list.
  static func steps<R: Record>(
    _ records: [R], from count: Int = 0, to end: Int? = nil
  ) -> [RecordPath.Step] {
    let end = end ?? records.count
    guard let key = R.key else { return (count..<end).map { .index($0) } }
    // Nearly always one element was appended or removed, which does not need a set of the earlier keys.
    if end - count == 1 { return [step(to: count, in: records)] }
    var met: Set<RecordScalar> = []
    met.reserveCapacity(end)
    for record in records.prefix(count) { if let key = record._keyScalar { met.insert(key) } }
    return (count..<end).map { place in
      guard let value = records[place]._keyScalar, met.insert(value).inserted else {
        return .index(place)
      }
      return .match(key, value.spelling)
    }
  }
}

extension Record {
  public var _keyScalar: RecordScalar? {
    guard let key = Self.key else { return nil }
    var finder = ScalarFinder(key: key)
    Self.list(self, &finder)
    return finder.found
  }
}

/// A visitor that finds the value of a field.
private struct ScalarFinder: RecordVisitor {
  let key: String
  var found: RecordScalar?

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard found == nil, key.isSpelled(name) else { return }
    switch value?.scalar {
    case .weight(let weight): found = .number(weight.kilograms)
    case nil: found = .text("null")
    case let scalar: found = scalar
    }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {}

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {}
}

/// A field of a record, with its content.
private enum Field {
  case value(RecordScalar?)
  /// A list of records of some type.
  case list(any Sendable)
  /// The length of a list; both states share that many first elements.
  case count(Int)
  /// A record of some type; nil if it is absent.
  case object((any Sendable)?)
}

/// A visitor that collects the fields of a record in order.
private struct FieldCollector: RecordVisitor {
  var fields: [Field] = []
  /// A Boolean value indicating whether lists are kept instead of their lengths.
  private let keepsLists: Bool

  init(keepsLists: Bool) {
    self.keepsLists = keepsLists
    fields.reserveCapacity(12)
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { fields.append(.value(value?.scalar)) }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    // A list that is kept is copied when the record grows.
    fields.append(keepsLists ? .list(records ?? []) : .count(records?.count ?? 0))
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) { fields.append(.object(record)) }
}

/// A visitor that compares the fields of a record with those of its earlier state.
///
/// It collects the changes instead of passing them to a stored closure. Such a closure would put the length of this
/// file's path into the binary, which would then differ with the folder of its build.
private struct FieldComparer: RecordVisitor {
  let old: [Field]
  let path: RecordPath
  /// The list that was edited, with the changes of its elements; nil for none.
  let edited: (list: String, elements: [ElementChange])?
  fileprivate(set) var changes: [ViewChange] = []
  /// A Boolean value indicating whether no two elements of a list have the key of an added one.
  var hasNewKeys = false
  private var place = 0

  init(old: [Field], path: RecordPath, edited: (list: String, elements: [ElementChange])?) {
    (self.old, self.path, self.edited) = (old, path, edited)
  }

  /// Returns the field of the earlier state at the current place; nil if that state has fewer fields.
  private mutating func next() -> Field? {
    defer { place += 1 }
    return place < old.count ? old[place] : nil
  }

  private func inner(_ name: StaticString) -> RecordPath { path.appending(.key(name.description)) }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard case .value(let before) = next() else { return }
    let after = value?.scalar
    guard before != after else { return }
    changes.append(ViewChange(path: inner(name), before: .value(before), after: .value(after)))
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    switch next() {
    case .list(let list):
      guard let before = list as? [R] else { return }
      RecordDifference.compare(lists: before, records ?? [], at: inner(name), &changes)
    case .count(let count):
      guard let records else { return }
      if let edited, edited.list.isSpelled(name) {
        return RecordDifference.compare(edited: records, edited.elements, at: inner(name), &changes)
      }
      guard records.count > count else { return }
      RecordDifference.compare(
        grown: records, from: count, at: inner(name), hasNewKeys: hasNewKeys, &changes)
    default: break
    }
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard case .object(let field) = next() else { return }
    let before = field as? R
    guard before != record else { return }
    RecordDifference.compare(optional: before, record, at: inner(name), &changes)
  }
}
