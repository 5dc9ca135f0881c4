import Events

/// A walk over two states of a record that lists where they differ, in the order of the fields.
///
/// Values are compared as they are, and only what differs is looked into, so that a set logged in a session
/// of hundreds costs the comparison of two lists and nothing for the sets that stay.
///
/// A value that differs is one change; so is a record that is in one state alone, with all within it. The
/// order of a list whose elements have keys is not compared.
struct RecordDifference {
  /// Appends to `changes` where two states of the record at `path` differ.
  static func compare<R: Record>(
    _ old: R, _ new: R, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    if old != new { compare(differing: old, new, at: path, &changes) }
  }

  /// Appends to `changes` where two states of the record at `path` differ, which are known to.
  static func compare<R: Record>(
    differing old: R, _ new: R, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    compare(Outline(of: old, keepsLists: true), new, at: path, &changes)
  }

  /// The fields of a record before a change.
  struct Outline {
    fileprivate let fields: [Field]

    /// Creates the outline of `record`.
    ///
    /// - Parameter keepsLists: whether lists are kept; else their lengths alone, for a record whose lists grow.
    init<R: Record>(of record: R, keepsLists: Bool) {
      var collector = FieldCollector(keepsLists: keepsLists)
      R.list(record, &collector)
      fields = collector.fields
    }
  }

  /// Appends to `changes` where the record at `path` differs from what it was.
  ///
  /// Of lists whose lengths alone were kept, as those of a session's sets, none but the new elements are looked at.
  static func compare<R: Record>(
    _ old: Outline, _ new: R, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    var comparer = FieldComparer(old: old.fields, path: path)
    // Lent, so that what is nested appends to the one list.
    swap(&comparer.changes, &changes)
    R.list(new, &comparer)
    swap(&comparer.changes, &changes)
  }

  /// Appends to `changes` where two states of a record that may be absent differ.
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

  /// Appends to `changes` where two states of the list at `path` differ: what is gone first, in the order it had.
  ///
  /// Elements are paired by their key, and by their position where they have none.
  static func compare<R: Record>(
    lists old: [R], _ new: [R], at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    let same = old.countOfCommonPrefix(with: new)
    guard same < old.count || same < new.count else { return }
    if same == old.count {
      // Nearly always something was added at the end, and no table is made of what stays.
      return compare(grown: new, from: same, at: path, &changes)
    }
    if let places = differing(old, new, from: same) {
      for place in places {
        let inner = path.appending(step(to: place, in: new))
        compare(differing: old[place], new[place], at: inner, &changes)
      }
      return
    }
    let (oldSteps, newSteps) = (steps(old, from: same), steps(new, from: same))
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

  /// Appends to `changes` the elements of the list at `path` after the first `count`.
  fileprivate static func compare<R: Record>(
    grown list: [R], from count: Int, at path: RecordPath, _ changes: inout [ViewChange]
  ) {
    for (place, step) in steps(list, from: count).enumerated() {
      changes.append(
        ViewChange(path: path.appending(step), before: nil, after: .record(list[count + place])))
    }
  }

  /// The most elements that are named one by one, each with a look at all before it.
  private static let fewElements = 4

  /// Returns the places from `first` on at which two lists of the same keys differ; nil for other lists, and where
  /// they are many.
  ///
  /// Nearly always the elements keep their places, and no table of them is to be made.
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

  /// Returns the step to an element, as a walk over the whole list names it.
  private static func step<R: Record>(to place: Int, in records: [R]) -> RecordPath.Step {
    guard let key = R.key, let value = records[place]._keyScalar else { return .index(place) }
    // An element whose key another one before it has is named by its position.
    let isShared = records.hasElement(amongFirst: place) { $0._keyScalar == value }
    return isShared ? .index(place) : .match(key, value.spelling)
  }

  /// Returns the step to each element after the first `count`, as a walk over the whole list names it.
  static func steps<R: Record>(_ records: [R], from count: Int = 0) -> [RecordPath.Step] {
    guard let key = R.key else { return (count..<records.count).map { .index($0) } }
    // Nearly always one was added at the end, and no set of the keys before it is made for that.
    if records.count - count == 1 { return [step(to: count, in: records)] }
    var met: Set<RecordScalar> = []
    met.reserveCapacity(records.count)
    for record in records.prefix(count) { if let key = record._keyScalar { met.insert(key) } }
    return (count..<records.count).map { place in
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

/// Finds the value of a field.
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

/// A field of a record, with what it holds.
private enum Field {
  case value(RecordScalar?)
  /// A list of records of some type.
  case list(any Sendable)
  /// The first elements of a list, as many, which are the same in both states.
  case count(Int)
  /// A record of some type; nil where it is absent.
  case object((any Sendable)?)
}

/// Collects the fields of a record in order.
private struct FieldCollector: RecordVisitor {
  var fields: [Field] = []
  /// A Boolean value indicating whether lists are kept, as opposed to their lengths.
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

/// Compares the fields of a record with those of its earlier state.
///
/// It collects the changes, since a closure that it kept would put the length of the path of this file into the
/// binary, which then differs with the folder of its build.
private struct FieldComparer: RecordVisitor {
  let old: [Field]
  let path: RecordPath
  fileprivate(set) var changes: [ViewChange] = []
  private var place = 0

  init(old: [Field], path: RecordPath) { (self.old, self.path) = (old, path) }

  /// Returns the field of the earlier state at the current place; nil where that has fewer fields.
  private mutating func next() -> Field? {
    defer { place += 1 }
    return place < old.count ? old[place] : nil
  }

  private func inner(_ name: StaticString) -> RecordPath {
    path.appending(.key(name.description))
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard case .value(let before) = next() else { return }
    let after = value?.scalar
    guard before != after else { return }
    changes.append(
      ViewChange(path: inner(name), before: .value(before), after: .value(after)))
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    switch next() {
    case .list(let list):
      guard let before = list as? [R] else { return }
      RecordDifference.compare(lists: before, records ?? [], at: inner(name), &changes)
    case .count(let count):
      guard let records, records.count > count else { return }
      RecordDifference.compare(grown: records, from: count, at: inner(name), &changes)
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
