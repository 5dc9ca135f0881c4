import Events

/// The order of the sets of a session of which some were moved.
///
/// Cost: log n for each set that is logged, removed or moved. A session whose sets stay in the order they
/// were logged has none.
struct SetOrder: Sendable {
  /// The offsets of the sets, as they were logged.
  private var tree = PositionTree<Int>()
  /// The node of each offset; nil for a set that was removed.
  private var nodes: [Int?] = []

  /// Creates the order in which the sets of a session were logged.
  init(_ sets: [History.LoggedSet]) {
    for (offset, set) in sets.enumerated() {
      nodes.append(set.isRemoved ? nil : tree.put(offset, at: tree.count))
    }
  }

  /// The offsets of the sets in their order.
  var offsets: [Int] { tree.elements }

  /// Adds the set that was logged last, at the end.
  mutating func append() { nodes.append(tree.put(nodes.count, at: tree.count)) }

  /// Removes a set.
  mutating func remove(_ offset: Int) {
    guard let node = nodes[offset].take() else { return }
    tree.remove(node)
    if tree.isSparse { rebuild() }
  }

  /// Moves a set to a position, from 1 and counted without it; one that is not there means the nearest that is.
  mutating func move(_ offset: Int, to position: Int) {
    guard nodes[offset] != nil else { return }
    remove(offset)
    nodes[offset] = tree.put(offset, at: min(max(1, position), tree.count + 1) - 1)
  }

  /// Returns the position of a set, from 1; nil for one that was removed.
  func position(of offset: Int) -> Int? { nodes[offset].map { tree.place(of: $0) + 1 } }

  private mutating func rebuild() {
    let offsets = offsets
    tree = PositionTree()
    for offset in offsets { nodes[offset] = tree.put(offset, at: tree.count) }
  }
}
