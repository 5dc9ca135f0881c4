import Events

/// A walk over a log that stops at each event, with what it changed.
public struct LogReplay {
  /// An event, its line, and its changes.
  public struct Step {
    public let event: Event
    /// The line by itself, with its newline.
    public let line: [UInt8]
    /// The changes of the views, in the order of the views.
    public let changes: [(view: String, change: ViewChange)]
  }

  private var lines: LineReader
  private var traces: [any ViewTracing]
  private let user: Name?
  private let range: ClosedRange<Int>
  /// A Boolean value indicating whether events of others are passed over unless they change something.
  private let isOfUser: Bool

  /// Creates the walk over a log.
  ///
  /// - Parameters:
  ///   - user: The user whose personal views are shown; nil takes the events of all users as those of one.
  ///   - range: The positions of the events to stop at.
  ///   - isOfUser: A Boolean value indicating whether events of others are passed over unless they change
  ///     something.
  public init(
    _ log: Log, _ views: [any View.Type], of user: Name?, in range: ClosedRange<Int>,
    isOfUser: Bool
  ) {
    lines = log.lines()
    traces = views.map { $0._trace(of: user) }
    (self.user, self.range, self.isOfUser) = (user, range, isOfUser)
  }

  /// Returns the next event to show; nil after the last one.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
  public mutating func next() throws -> Step? {
    while let line = try lines.next() {
      if line.seq > range.upperBound { continue }
      let event = try lines.event()
      var changes: [(view: String, change: ViewChange)] = []
      for place in traces.indices {
        let name = traces[place].name
        traces[place].apply(event) { changes.append((name, $0)) }
      }
      guard range.contains(line.seq), !isOfUser || line.user == user || !changes.isEmpty else {
        continue
      }
      var bytes: [UInt8] = []
      try lines.writeAlone(to: &bytes)
      return Step(event: event, line: bytes, changes: changes)
    }
    return nil
  }
}
