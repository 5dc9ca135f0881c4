import Events

/// The event that wrote each value of a view: `replog blame`.
///
///     let blame = try Blame(PlanView.self, of: "ann", in: log)
///     for line in blame.lines(at: RecordPath()) { print(line.path, line.writer?.seq) }
public struct Blame: Sendable {
  /// A value, and the event that wrote it.
  public struct Line: Sendable {
    public let path: RecordPath
    /// The value; nil where the path leads nowhere any more.
    public let value: JSON?
    /// The event that wrote the value, or took it away; nil for a value of the view of an empty log.
    public let writer: Writers.Writer?
  }

  /// A change of the part at a path.
  public struct Link: Sendable {
    public let writer: Writers.Writer
    /// The part before; nil where there was none.
    public let before: JSON?
    /// The part after; nil where there is none any more.
    public let after: JSON?
  }

  private let view: any View
  public let writers: Writers

  /// The view as a tree, which is made each time.
  public var tree: RecordTree { view.tree }

  /// Creates the blame of a view by one pass over a log.
  ///
  /// - Parameters:
  ///   - user: The user whose view it is; nil where it is nobody's.
  ///   - asOf: How much of the log is included; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public init(
    _ view: any View.Type, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws {
    var (trace, writers) = (view._trace(of: user), Writers())
    try log.forEachEvent(of: trace.interests, asOf: asOf) { event in
      trace.fold(event) { writers.note($0, by: event) }
    }
    (self.view, self.writers) = (trace.view, writers)
  }

  /// Returns the values at and within a path, in the order of the JSON.
  ///
  /// A path to what is gone gives one line without a value; one that never led anywhere gives none.
  public func lines(at path: RecordPath) -> [Line] {
    let tree = tree
    guard let canonical = tree.canonical(path), let part = tree[canonical] else {
      guard let entry = writers[path], entry.isRemoval else { return [] }
      return [Line(path: path, value: nil, writer: entry.writer)]
    }
    var lines: [Line] = []
    part.forEachValue { inner, value in
      let path = RecordPath(canonical.steps + inner.steps)
      let entry = value.isEmptyList ? writers.entry(ofEmptyList: path) : writers[path]
      lines.append(Line(path: path, value: value, writer: entry?.writer))
    }
    return lines
  }

  /// Writes the path of each value and the event that wrote it, as JSON in the order of that of the view.
  ///
  ///     [{"path":"[exercise=squat].reps","seq":41,"at":"2026-03-02T18:04:11.250Z","user":"ann","type":"SetLogged"}]
  ///
  /// A view of 100,000 sets has more than a million values, of which neither a list nor a tree is made.
  ///
  /// - Parameter take: A closure that gets the JSON in pieces, and returns whether it wants more; not called after the
  ///   return.
  public func writeJSON(to take: @escaping ([UInt8]) -> Bool) {
    var walk = WriterWalk(writers, take)
    view._list(in: &walk)
    walk.finish()
  }

  /// Returns the line of a part that was at a path once and is not any more; nil where the path never led anywhere.
  ///
  /// A path by positions leads to no part that `lines(at:)` finds once it is gone: this is a second pass over the log.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public static func removal(
    _ view: any View.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws -> Line? {
    let last = try chain(view, path, of: user, in: log, asOf: asOf).last
    return last.flatMap { link in
      link.after == nil ? Line(path: path, value: nil, writer: link.writer) : nil
    }
  }

  /// Returns all changes of the part at a path, the first one first.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public static func chain(
    _ view: any View.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws -> [Link] {
    var (trace, links) = (view._trace(path, of: user), [Link]())
    try log.forEachEvent(of: trace.interests, asOf: asOf) { event in
      guard let (before, after) = trace.apply(event) else { return }
      links.append(Link(writer: Writers.Writer(event), before: before, after: after))
    }
    return links
  }
}

extension JSON {
  /// A Boolean value indicating whether it is an array without elements.
  fileprivate var isEmptyList: Bool {
    if case .array(let elements) = self { elements.isEmpty } else { false }
  }
}
