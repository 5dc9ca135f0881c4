import Events

extension Log {
  /// Passes the events of some areas and users to `body`, in the order of the log.
  ///
  /// All lines are checked, including other events and lines after the requested part.
  ///
  /// - Parameters:
  ///   - interests: The areas, and the users whose events of these areas are passed. Use the `_interests` of one or
  ///     more projections.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place, after earlier events were passed on. An error of `body` ends
  ///   the calls but not the checks.
  public func forEachEvent(
    of interests: [(areas: Areas, scope: Scope)], asOf: AsOf? = nil,
    _ body: (Event) throws -> Void
  ) throws {
    var failure: (any Error)?
    try forEachRun(of: interests, asOf: asOf) { run in
      for index in 0..<run.count where failure == nil {
        run.withEvent(at: index) { event in do { try body(event) } catch { failure = error } }
      }
      if let failure { throw failure }
    }
  }

  /// Folds events into a trace, and passes each change with its event to `body`, in the order of the log.
  ///
  /// All searches of a log for changes of a view are made with this function: `blame`, `bisect`, `why` and `Log.flips`.
  ///
  /// - Parameter asOf: The part of the log to read; nil for all of it.
  /// - Throws: The errors of `forEachEvent(of:asOf:_:)`.
  func forEachChange(
    in trace: inout any ViewTracing, asOf: AsOf?, _ body: (Event, ViewChange) throws -> Void
  ) throws {
    try forEachRun(of: trace.interests, asOf: asOf) { run in
      try trace.forEachChange(by: &run, wantedBy: 1, body)
    }
  }

  /// Folds events into the traces of some users, and passes each change with the index of its trace to `body`.
  ///
  /// The changes of one trace are in the order of the log.
  ///
  /// Cost: one pass for each 64 traces.
  func forEachChange(
    in traces: inout [any ViewTracing], asOf: AsOf?,
    _ body: (Int, Event, ViewChange) throws -> Void
  ) throws {
    for first in stride(from: 0, to: traces.count, by: 64) {
      let group = first..<min(first + 64, traces.count)
      var interest = Interest(in: asOf?.includes)
      for place in group {
        for part in traces[place].interests {
          interest.add(1 << UInt64(place - first), part.scope, part.areas)
        }
      }
      try forEachRun(of: interest) { run in
        for place in group {
          try traces[place].forEachChange(by: &run, wantedBy: 1 << UInt64(place - first)) {
            try body(place, $0, $1)
          }
        }
      }
    }
  }

  /// Passes the events of some interests to `body`, a few hundred at a time; the bit of all of them is 1.
  private func forEachRun(
    of interests: [(areas: Areas, scope: Scope)], asOf: AsOf?,
    _ body: (inout EventRun) throws -> Void
  ) throws {
    var interest = Interest(in: asOf?.includes)
    for part in interests { interest.add(1, part.scope, part.areas) }
    try forEachRun(of: interest, body)
  }

  private func forEachRun(of interest: Interest, _ body: (inout EventRun) throws -> Void) throws {
    var failure: (any Error)?
    try events(interest) { run in
      guard failure == nil else { return }
      do { try body(&run) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Returns the position of the first event in a range that changes the value at a path of some views; nil for none.
  ///
  /// Cost: one fold of all the views, up to the first change. No line after the range is read, unless positions are
  /// missing there.
  ///
  /// - Parameters:
  ///   - user: The user of the views; nil for nobody.
  ///   - range: The positions of the events.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  package func firstChange(
    at path: RecordPath, in views: [any LogView.Type], of user: Name?,
    among range: ClosedRange<Int>,
    asOf: AsOf? = nil
  ) throws(LogError) -> Int? {
    // Before the range the views are only folded, which takes less time than a trace.
    var (folds, traces) = (views.map { $0._fold(of: user) }, [any ViewTracing]())
    let interests = folds.flatMap(\.interests)
    var (lines, seq, isChanged) = (lines(), 0, false)
    while seq < range.upperBound, let line = try lines.next() {
      seq = line.seq
      guard seq <= range.upperBound else { return nil }
      guard asOf?.includes(line) ?? true, interests.include(line.area, of: line.user) else {
        continue
      }
      let event = try lines.event()
      guard seq >= range.lowerBound else {
        for place in folds.indices { folds[place].fold(event) }
        continue
      }
      if traces.isEmpty {
        traces = folds.map { $0.trace(at: path) }
        folds = []
      }
      for place in traces.indices { traces[place].apply(event) { _ in isChanged = true } }
      if isChanged { return seq }
    }
    return nil
  }
}

extension ViewTracing {
  /// Folds in the events of `run` that have `bit`, and passes each change with its event to `body`.
  fileprivate mutating func forEachChange(
    by run: inout EventRun, wantedBy bit: UInt64, _ body: (Event, ViewChange) throws -> Void
  ) throws {
    var changes: [(place: Int, change: ViewChange)] = []
    _fold(&run, wantedBy: bit) { changes.append(($0, $1)) }
    var last: (place: Int, event: Event)?
    for (place, change) in changes {
      let event = if let last, last.place == place { last.event } else { run.event(at: place) }
      last = (place, event)
      try body(event, change)
    }
  }
}
