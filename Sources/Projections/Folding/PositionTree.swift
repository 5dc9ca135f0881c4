import Events

/// A long list as a balanced tree, which finds, inserts and removes an element in log n steps.
///
/// Source: Seidel and Aragon, "Randomized search trees" (1996). The priorities are random, so no crafted log can turn
/// the tree into a list. No result depends on the priorities. A removed element stays in the tree as a mark, which
/// keeps the order of the other nodes comparable. The marks stay until the owner rebuilds the tree.
struct PositionTree<Element: Sendable>: Sendable {
  private struct Node: Sendable {
    let element: Element
    let priority = UInt64.random(in: 0...UInt64.max)
    var isThere = true
    var left: Int?
    var right: Int?
    var parent: Int?
    /// The number of nodes in the subtree, then the number of nodes with an element.
    var size = 1
    var count = 1
  }

  private var nodes: [Node] = []
  private var root: Int?

  /// The number of elements.
  var count: Int { root.map { nodes[$0].count } ?? 0 }

  /// The elements in order.
  var elements: [Element] { inOrder.map { nodes[$0].element } }

  /// A Boolean value indicating whether most nodes are marks, so that the owner should rebuild the tree.
  var isSparse: Bool { nodes.count > 2 * count + 64 }

  /// The nodes with an element, in order.
  var inOrder: [Int] {
    var (found, above): ([Int], [Int]) = ([], [])
    var next = root
    while next != nil || !above.isEmpty {
      while let node = next {
        above.append(node)
        next = nodes[node].left
      }
      guard let node = above.popLast() else { break }
      if nodes[node].isThere { found.append(node) }
      next = nodes[node].right
    }
    return found
  }

  subscript(node: Int) -> Element { nodes[node].element }

  /// Returns whether a node still has its element.
  func isThere(_ node: Int) -> Bool { nodes[node].isThere }

  /// Inserts an element at a place in `0...count` and returns its node.
  @discardableResult
  mutating func put(_ element: Element, at place: Int) -> Int {
    let before = node(at: place).map { index(of: $0) } ?? nodes.count
    let node = nodes.count
    nodes.append(Node(element: element))
    let (left, right) = split(root, at: before)
    root = merge(merge(left, node), right)
    if let root { nodes[root].parent = nil }
    return node
  }

  /// Removes the element of a node.
  mutating func remove(_ node: Int) {
    guard nodes[node].isThere else { return }
    nodes[node].isThere = false
    var next: Int? = node
    while let node = next {
      Steps.add()
      nodes[node].count -= 1
      next = nodes[node].parent
    }
  }
}

// MARK: - Places

extension PositionTree {
  /// Returns the node of the element at a place, counted from 0; nil if there is none.
  func node(at place: Int) -> Int? {
    guard place >= 0, place < count else { return nil }
    var (rest, next) = (place, root)
    while let node = next {
      Steps.add()
      let before = nodes[node].left.map { nodes[$0].count } ?? 0
      if rest < before {
        next = nodes[node].left
      } else if rest == before, nodes[node].isThere {
        return node
      } else {
        rest -= before + (nodes[node].isThere ? 1 : 0)
        next = nodes[node].right
      }
    }
    return nil
  }

  /// Returns the number of nodes before a node, including marks.
  func index(of node: Int) -> Int { nodesBefore(node, \.size) { _ in 1 } }

  /// Returns the number of elements before the element of a node.
  func place(of node: Int) -> Int { nodesBefore(node, \.count) { $0.isThere ? 1 : 0 } }

  private func nodesBefore(_ node: Int, _ size: KeyPath<Node, Int>, _ own: (Node) -> Int) -> Int {
    func left(_ node: Int) -> Int { nodes[node].left.map { nodes[$0][keyPath: size] } ?? 0 }
    var index = left(node)
    var node = node
    while let parent = nodes[node].parent {
      Steps.add()
      if nodes[parent].right == node { index += own(nodes[parent]) + left(parent) }
      node = parent
    }
    return index
  }

  private mutating func split(_ node: Int?, at index: Int) -> (left: Int?, right: Int?) {
    guard let node else { return (nil, nil) }
    Steps.add()
    let before = nodes[node].left.map { nodes[$0].size } ?? 0
    if index <= before {
      let (left, right) = split(nodes[node].left, at: index)
      nodes[node].left = right
      update(node)
      return (left, node)
    }
    let (left, right) = split(nodes[node].right, at: index - before - 1)
    nodes[node].right = left
    update(node)
    return (node, right)
  }

  private mutating func merge(_ left: Int?, _ right: Int?) -> Int? {
    guard let left else { return right }
    guard let right else { return left }
    Steps.add()
    if nodes[left].priority >= nodes[right].priority {
      nodes[left].right = merge(nodes[left].right, right)
      update(left)
      return left
    }
    nodes[right].left = merge(left, nodes[right].left)
    update(right)
    return right
  }

  /// Updates a node from its children.
  private mutating func update(_ node: Int) {
    var (size, count) = (1, nodes[node].isThere ? 1 : 0)
    for case let child? in [nodes[node].left, nodes[node].right] {
      nodes[child].parent = node
      size += nodes[child].size
      count += nodes[child].count
    }
    (nodes[node].size, nodes[node].count) = (size, count)
  }
}
