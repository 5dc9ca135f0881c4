import Events

/// The part of a path that exists in a view, and the steps that are possible after it.
public struct PathSuggestions: Sendable {
  /// The longest prefix of the path that leads to a part of the view.
  public let reached: RecordPath
  /// The possible next steps, the likeliest first.
  public let steps: [RecordPath.Step]

  /// Looks for a path in a view; the result is nil if the path exists.
  public init?(_ path: RecordPath, in tree: RecordTree) {
    guard tree[path] == nil else { return nil }
    var (part, count) = (tree, 0)
    while let next = part[RecordPath([path.steps[count]])] { (part, count) = (next, count + 1) }
    reached = RecordPath(Array(path.steps[..<count]))
    var candidates: [RecordPath.Step] = []
    switch part {
    case .value: break
    case .object(let members): candidates = members.map { .key($0.name) }
    case .list(let key, let elements):
      candidates = RecordTree.steps(key, elements)
      if case .index(let index) = path.steps[count], !elements.isEmpty {
        steps = [.index(index < 0 ? -elements.count : elements.count - 1)]
        return
      }
    }
    let texts = candidates.map(PathSuggestions.word)
    let near = nearest(to: PathSuggestions.word(path.steps[count]), among: texts, limit: 5)
    let likely = near.compactMap { word in texts.firstIndex(of: word).map { candidates[$0] } }
    steps = likely + candidates.filter { !likely.contains($0) }
  }

  /// Returns the part of a step that people misspell.
  private static func word(_ step: RecordPath.Step) -> String {
    switch step {
    case .key(let key): key
    case .index(let index): "\(index)"
    case .match(_, let value): value
    }
  }
}

extension Log {
  /// Returns suggestions for a path that leads nowhere in a view at the end of the log; nil if the path exists.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public func suggestions(
    for path: RecordPath, in view: any LogView.Type, of user: Name? = nil, asOf: AsOf? = nil
  ) throws -> PathSuggestions? {
    try states(of: [view], of: user, asOf: asOf).first.flatMap {
      PathSuggestions(path, in: $0.tree)
    }
  }
}
