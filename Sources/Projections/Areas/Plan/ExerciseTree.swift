import Events

/// A long list of exercises, which finds an exercise by its place and by its name.
struct ExerciseTree: Sendable {
  private var tree = PositionTree<PlannedExercise>()
  /// The nodes of each name, the first of the list first; created when a name is first looked up.
  private var byName: [Name: Heap<Int>]?
  /// The number of exercises of each name.
  private var counts: [Name: Int] = [:]

  init(_ exercises: [PlannedExercise]) {
    for exercise in exercises { put(exercise, at: count) }
  }

  var count: Int { tree.count }

  /// The exercises in order.
  var elements: [PlannedExercise] {
    Steps.add(count)
    return tree.elements
  }

  /// The exercise at a place; nil if there is none.
  subscript(place: Int) -> PlannedExercise? { tree.node(at: place).map { tree[$0] } }

  /// Returns the number of exercises with a name.
  func count(of name: Name) -> Int { counts[name] ?? 0 }

  /// Inserts an exercise at a place in `0...count`.
  mutating func put(_ exercise: PlannedExercise, at place: Int) {
    let node = tree.put(exercise, at: place)
    counts[exercise.exercise, default: 0] += 1
    if byName != nil { enter(node) }
  }

  /// Removes the exercise `name` at a position from 1, or the first of its name; nil if it is not there.
  mutating func remove(_ name: Name, at position: Int?) -> (exercise: PlannedExercise, place: Int)?
  {
    // A log may hold any number, since reading one applies no limits.
    let found: Int? =
      if let position { position > 0 ? tree.node(at: position - 1) : nil } else { first(name) }
    guard let node = found, tree[node].exercise == name else { return nil }
    let (exercise, place) = (tree[node], tree.place(of: node))
    tree.remove(node)
    counts[name, default: 0] -= 1
    if tree.isSparse { self = ExerciseTree(elements) }
    return (exercise, place)
  }

  /// Returns the node of the first exercise with a name; nil if there is none.
  private mutating func first(_ name: Name) -> Int? {
    if byName == nil {
      // The nodes are in order already, as a heap may be.
      byName = Dictionary(grouping: tree.inOrder) { tree[$0].exercise }.mapValues { Heap($0) }
    }
    guard var heap = byName?.removeValue(forKey: name) else { return nil }
    heap.removeFirst(while: { !tree.isThere($0) }, by: { tree.index(of: $0) < tree.index(of: $1) })
    byName?[name] = heap
    return heap.first
  }

  /// Adds a new node to the nodes of its name.
  private mutating func enter(_ node: Int) {
    let name = tree[node].exercise
    var heap = byName?.removeValue(forKey: name) ?? Heap()
    heap.insert(node) { tree.index(of: $0) < tree.index(of: $1) }
    byName?[name] = heap
  }
}
