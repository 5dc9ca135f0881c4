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
  /// The events that each trace wants, and those that are shown whatever they change.
  private var interest: Interest
  /// The event that was read last, alone.
  private var run = EventRun()
  private var traces: [any ViewTracing]
  private let names: [String]
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
    names = traces.map(\.name)
    (self.user, self.range, self.isOfUser) = (user, range, isOfUser)
    interest = Interest { $0.seq <= range.upperBound }
    for (place, trace) in traces.enumerated() {
      for part in trace.interests { interest.add(Self.bit(place), part.scope, part.areas) }
    }
    // Of all users, so that an event of another that cannot be read is damage here as well.
    interest.add(Self.shown, .everything, .all)
  }

  /// The bit of an event that may be shown whatever it changes.
  private static var shown: UInt64 { 1 << 63 }

  /// A Boolean value indicating whether each trace has a bit of its own.
  private var hasBits: Bool { traces.count <= 63 }

  /// Returns the bit of a trace; beyond 63 traces some share one.
  private static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place % 63) }

  /// Returns the next event to show; nil after the last one.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
  public mutating func next() throws -> Step? {
    while try lines.next(interest, in: &run) {
      let (event, wanting) = (run.event(at: 0), run.wanting[0])
      var changes: [(view: String, change: ViewChange)] = []
      for place in traces.indices where wanting & Self.bit(place) != 0 {
        if hasBits {
          traces[place].fold(event) { changes.append((names[place], $0)) }
        } else {
          traces[place].apply(event) { changes.append((names[place], $0)) }
        }
      }
      guard range.contains(event.seq), !isOfUser || event.user == user || !changes.isEmpty else {
        continue
      }
      var bytes: [UInt8] = []
      try lines.writeAlone(to: &bytes)
      return Step(event: event, line: bytes, changes: changes)
    }
    return nil
  }
}
