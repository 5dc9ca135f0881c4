import Events

/// The order of the sets in a session with moved or restored sets.
///
/// Cost: log n for each set that is logged, removed, restored or moved. A session without such sets has no such order.
struct SetOrder: Sendable {
  /// The offsets of the sets in the order in which they were logged.
  private var tree = PositionTree<Int>()
  /// The node of each offset; nil for a removed set.
  private var nodes: [Int?] = []

  /// Creates the order in which the sets of a session were logged.
  init(_ sets: [History.LoggedSet]) {
    for (offset, set) in sets.enumerated() {
      nodes.append(set.isRemoved ? nil : tree.put(offset, at: tree.count))
    }
  }

  /// The offsets of the sets in their order.
  var offsets: [Int] { tree.elements }

  /// Appends the set that was logged last.
  mutating func append() { nodes.append(tree.put(nodes.count, at: tree.count)) }

  mutating func remove(_ offset: Int) {
    guard let node = nodes[offset].take() else { return }
    tree.remove(node)
    if tree.isSparse { rebuild() }
  }

  /// Moves a set to a position, counted from 1 without the set; a position out of range means the nearest valid one.
  mutating func move(_ offset: Int, to position: Int) {
    guard nodes[offset] != nil else { return }
    remove(offset)
    put(offset, at: position)
  }

  /// Puts a removed set at a position, counted from 1 without the set, as `move` does.
  mutating func put(_ offset: Int, at position: Int) {
    nodes[offset] = tree.put(offset, at: min(max(1, position), tree.count + 1) - 1)
  }

  /// Returns the position of a set, from 1; nil if it was removed.
  func position(of offset: Int) -> Int? { nodes[offset].map { tree.place(of: $0) + 1 } }

  private mutating func rebuild() {
    let offsets = offsets
    tree = PositionTree()
    for offset in offsets { nodes[offset] = tree.put(offset, at: tree.count) }
  }
}
