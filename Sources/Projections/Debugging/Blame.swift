import Events

/// The event that wrote each value of a view.
///
///     let blame = try Blame(PlanView.self, of: "ann", in: log)
///     for line in blame.lines(at: RecordPath()) { print(line.path, line.writer?.seq) }
public struct Blame: Sendable {
  /// A value, and the event that wrote it.
  public struct Line: Sendable {
    public let path: RecordPath
    /// The value; nil if it was removed.
    public let value: JSON?
    /// The event that wrote or removed the value; nil for a value of the view of an empty log.
    public let writer: BlameIndex.Writer?
  }

  /// A change of the part at a path, or of a part within it.
  public struct Link: Sendable {
    /// The path of the part that changed.
    public let path: RecordPath
    public let writer: BlameIndex.Writer
    /// The part before the change; nil if it was added.
    public let before: JSON?
    /// The part after the change; nil if it was removed.
    public let after: JSON?

    init(_ change: ViewChange, by event: Event) {
      (path, writer) = (change.path, BlameIndex.Writer(event))
      (before, after) = (change.before?.json, change.after?.json)
    }
  }

  private let view: any LogView
  /// The position of the last event that the remote accepted; nil for a log that is not synced.
  private let accepted: Int?
  public let writers: BlameIndex

  /// The view as a tree, which is created on each access.
  public var tree: RecordTree { view.tree }

  /// Creates the blame of a view by one pass over a log.
  ///
  /// - Parameters:
  ///   - user: The user of the view; nil if it has no user.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public init(_ view: any LogView.Type, of user: Name?, in log: Log, asOf: AsOf? = nil) throws {
    var (trace, writers) = (view._trace(of: user, at: nil), BlameIndex())
    try log.forEachChange(in: &trace, asOf: asOf) { writers.record($1, by: $0) }
    (self.view, self.writers, accepted) = (trace.view, writers, log.accepted)
  }

  /// Returns the values at and within a path, in the order of the JSON.
  ///
  /// A path to a removed value gives one line without a value. A path that never led anywhere gives none.
  public func lines(at path: RecordPath) -> [Line] {
    var lines: [Line] = []
    forEachLine(at: path) { lines.append($0) }
    return lines
  }

  /// Passes the values at and within a path to `body` one by one, in the form of `lines(at:)`.
  package func forEachLine(at path: RecordPath, _ body: (Line) throws -> Void) rethrows {
    var leads = false
    try view.forEachPart(at: path) { place, part in
      leads = true
      try part.forEachValue { inner, value in
        let path = RecordPath(place.steps + inner.steps)
        let entry = value == [] ? writers.entry(ofEmptyList: path) : writers[path]
        try body(Line(path: path, value: value, writer: entry?.writer))
      }
    }
    if !leads, let entry = writers[path], entry.isRemoval {
      try body(Line(path: path, value: nil, writer: entry.writer))
    }
  }

  /// Writes the path of each value and the event that wrote it as JSON, in the order of the view's JSON.
  ///
  ///     [{"path":"[exercise=squat].reps","seq":41,"at":"2026-03-02T18:04:11.250Z","user":"ann","type":"SetLogged"}]
  ///
  /// A view of 100,000 sets has more than a million values, so neither a list nor a tree of them is created.
  ///
  /// - Parameter take: A closure that gets the JSON in pieces, and returns whether it wants more. It is not called
  ///   after the function returns.
  public func writeJSON(to take: @escaping ([UInt8]) -> Bool) {
    var walk = WriterWalk(writers, accepted: accepted, take)
    view._list(in: &walk)
    walk.finish()
  }

  /// Returns the line of a part that was removed from a path; nil if the path never led anywhere.
  ///
  /// After the removal, `lines(at:)` finds no part for a path with positions. This is a second pass over the log.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public static func removal(
    _ view: any LogView.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws -> Line? {
    let last = try chain(view, path, of: user, in: log, asOf: asOf).last
    return last.flatMap { link in
      let isRemoved = link.after == nil && link.path == path
      return isRemoved ? Line(path: path, value: nil, writer: link.writer) : nil
    }
  }

  /// Returns all changes of the part at a path, oldest first.
  ///
  /// The changes of a record or a list are those of the parts within it, so they grow with the changes of the events
  /// and not with the size of the part. If a position in a list of keyed elements leads to the part, they are changes
  /// of the whole part, since other elements may have had that position.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public static func chain(
    _ view: any LogView.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws -> [Link] {
    var links: [Link] = []
    try forEachChange(view, path, of: user, in: log, asOf: asOf) { links.append($1) }
    return links
  }

  /// Passes all changes of the part at a path to `body` one by one, oldest first, in the form of `chain`.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place, or an error of `body`.
  package static func forEachChange(
    _ view: any LogView.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil,
    _ body: (Event, Link) throws -> Void
  ) throws {
    let hasParts = view.hasParts(at: path)
    var trace = view._trace(of: user, at: hasParts ? nil : path)
    try log.forEachChange(in: &trace, asOf: asOf) { event, change in
      guard let change = hasParts ? change.within(path) : change else { return }
      try body(event, Link(change, by: event))
    }
  }

  /// Returns the value at a path of each user's view, and the last event that changed it.
  ///
  /// Cost: one pass for each 64 users.
  ///
  /// - Returns: The lines in the order of the users; nil for a user whose path leads nowhere.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public static func lines(
    _ view: any LogView.Type, _ path: RecordPath, ofEach users: [Name], in log: Log,
    asOf: AsOf? = nil
  ) throws -> [Line?] {
    var traces = users.map { view._trace(of: $0, at: path) }
    var values = traces.map { $0.view.value(at: path) }
    var writers = [BlameIndex.Writer?](repeating: nil, count: users.count)
    try log.forEachChange(in: &traces, asOf: asOf) { place, event, change in
      (values[place], writers[place]) = (change.after?.json, BlameIndex.Writer(event))
    }
    return zip(values, writers).map { value, writer in
      value.map { Line(path: path, value: $0, writer: writer) }
    }
  }

  /// Returns the path of the value at a path of a view, in the spelling of `lines(at:)`; nil if there is none.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  package static func canonical(
    _ path: RecordPath, in view: any LogView.Type, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws -> RecordPath? {
    let view = try log.states(of: [view], of: user, asOf: asOf).first?.view
    guard !path.steps.isEmpty else { return path }
    var found: RecordPath?
    view?.forEachPart(at: path) { place, _ in found = place }
    return found
  }
}

extension LogView {
  /// Passes the parts at a path to `body` as trees, each with its path in the spelling of `RecordTree.forEachValue`.
  ///
  /// A list that is the whole view is passed row by row: a tree takes ten times the memory of its records.
  fileprivate func forEachPart(
    at path: RecordPath, _ body: (RecordPath, RecordTree) throws -> Void
  ) rethrows {
    let rows = Self.shape == .list ? rows : []
    guard !rows.isEmpty else {
      if let (place, part) = tree.part(at: path) { try body(place, part) }
      return
    }
    let steps = RecordDifference.steps(rows)
    guard let first = path.steps.first else {
      for (step, row) in zip(steps, rows) { try body(RecordPath([step]), Self._tree(of: row)) }
      return
    }
    let rest = RecordPath(Array(path.steps.dropFirst()))
    guard let place = Self.place(of: first, in: rows),
      let (inner, part) = Self._tree(of: rows[place]).part(at: rest)
    else { return }
    try body(RecordPath([steps[place]] + inner.steps), part)
  }

  /// Returns the place of the row that a step leads to; nil if it leads nowhere.
  private static func place(of step: RecordPath.Step, in rows: [Row]) -> Int? {
    switch step {
    case .key: nil
    case .index(let position): rows.index(at: position)
    case .match(let key, let value):
      rows.firstIndex { _value(at: [.key(key)], in: $0)?.isSpelled(value) ?? false }
    }
  }
}
