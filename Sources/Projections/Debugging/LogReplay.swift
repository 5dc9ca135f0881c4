import Events

/// A walk over a log that stops at each event and lists the changes that the event makes.
///
/// It reads and folds a few hundred events ahead, one view after the other. Event by event, switching between views
/// would take a fifth of a walk over the log of many users.
public struct LogReplay {
  /// An event, its line, and its changes.
  public struct Step: Sendable {
    public let event: Event
    /// The line by itself, with its newline.
    public let line: [UInt8]
    /// The changes of the views, in the order of the views.
    public let changes: [(view: String, change: ViewChange)]
    /// A Boolean value indicating whether the event waits to be synced.
    public let isPending: Bool
  }

  private let log: Log
  private var lines: LineReader
  /// The events that each trace wants, and the events that are always shown.
  private let interest: Interest
  /// The events that were read ahead, and the places of their lines.
  private var run = EventRun()
  private var ranges: [Range<Int>] = []
  /// The changes that each of these events makes.
  private var changes: [[(view: String, change: ViewChange)]] = []
  /// The index of the next event to show.
  private var place = 0
  /// A Boolean value indicating whether the log ends after these events.
  private var isAtEnd = false
  /// The damage after these events; nil if there is none.
  private var damage: (any Error)?
  private var traces: [any ViewTracing]
  private let names: [String]
  private let user: Name?
  private let range: ClosedRange<Int>
  /// A Boolean value indicating whether events of other users are skipped unless they change something.
  private let isOfUser: Bool

  /// The maximum number of events that are read ahead.
  private static let ahead = 512
  /// The number of events with changes up to which starting a second thread costs more than it saves.
  private static let fewChanges = 512

  /// Creates the walk over a log.
  ///
  /// - Parameters:
  ///   - user: The user of the personal views; nil for nobody, whose views are those of an empty log.
  ///   - range: The positions of the events to stop at.
  ///   - asOf: The part of the log to read; nil for all of it.
  ///   - isOfUser: A Boolean value indicating whether events of other users are skipped unless they change something.
  public init(
    _ log: Log, _ views: [any LogView.Type], of user: Name?, in range: ClosedRange<Int>,
    asOf: AsOf? = nil, isOfUser: Bool
  ) {
    self.log = log
    lines = log.lines()
    traces = views.map { $0._trace(of: user, at: nil) }
    names = traces.map(\.name)
    (self.user, self.range, self.isOfUser) = (user, range, isOfUser)
    var interest = Interest { $0.seq <= range.upperBound && asOf?.includes($0) ?? true }
    for (place, trace) in traces.enumerated() {
      for part in trace.interests { interest.add(Self.bit(place), part.scope, part.areas) }
    }
    // Of all users, so that an unreadable event of another user is damage here too.
    interest.add(Self.shown, .everything, .all)
    self.interest = interest
  }

  /// The bit of an event that may be shown even if it changes nothing.
  private static var shown: UInt64 { 1 << 63 }

  /// A Boolean value indicating whether each trace has a bit of its own.
  private var hasBits: Bool { traces.count <= 63 }

  /// Returns the bit of a trace; with more than 63 traces, some share a bit.
  private static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place % 63) }

  /// Returns the next event to show; nil after the last one.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public mutating func next() throws -> Step? {
    while true {
      while place < ranges.count {
        let place = place
        self.place += 1
        if let step = try step(at: place) { return step }
      }
      if let damage { throw damage }
      guard !isAtEnd else { return nil }
      readAhead()
    }
  }

  /// Returns the next events to show, as many as are read ahead; an empty array after the last one.
  ///
  /// - Throws: `LogError.Kind.damaged`, with the place, after it has returned the events before the damage.
  package mutating func nextSteps() throws -> [Step] {
    guard let first = try next() else { return [] }
    var steps = [first]
    while place < ranges.count {
      let place = place
      self.place += 1
      do { if let step = try step(at: place) { steps.append(step) } } catch {
        (damage, self.place) = (error, ranges.count)
      }
    }
    return steps
  }

  /// Returns one of the events that were read ahead; nil if it is not shown.
  private func step(at place: Int) throws -> Step? {
    let changes = changes[place]
    // Nearly all belong to other users, and no `Event` is created for them.
    guard !isOfUser || !changes.isEmpty || run.user(at: place) == user else { return nil }
    let event = run.event(at: place)
    guard range.contains(event.seq) else { return nil }
    var bytes: [UInt8] = []
    try lines.writeAlone(ranges[place], to: &bytes)
    return Step(event: event, line: bytes, changes: changes, isPending: log.isPending(event.seq))
  }

  /// Reads the next events and folds them into the traces.
  private mutating func readAhead() {
    place = 0
    ranges.removeAll(keepingCapacity: true)
    do {
      isAtEnd = try !lines.next(Self.ahead, of: interest, in: &run) { ranges.append($0) }
    } catch {
      damage = error
    }
    let changed = changes.reduce(0) { $0 + $1.count }
    changes = Array(repeating: [], count: ranges.count)
    if hasBits, changed > Self.fewChanges { foldOnThreads() } else { fold() }
  }

  /// Folds the events that were read ahead into the traces.
  private mutating func fold() {
    for trace in traces.indices {
      let (name, bit) = (names[trace], Self.bit(trace))
      if hasBits {
        traces[trace]._fold(&run, wantedBy: bit) { changes[$0].append((name, $1)) }
      } else {
        for place in ranges.indices {
          traces[trace].apply(run.event(at: place)) { changes[place].append((name, $0)) }
        }
      }
    }
  }

  /// A trace after the events that were read ahead, and their changes by the index of the event.
  private struct Folded: Sendable {
    var trace: (any ViewTracing)?
    let changes: [(event: Int, change: ViewChange)]
  }

  /// Folds the events that were read ahead into the traces, on several threads.
  private mutating func foldOnThreads() {
    // Moved out, so that each trace changes in place.
    let (traces, run) = (Monitor(traces.map(Optional.some)), run)
    self.traces = []
    let folds = OrderedParts<Folded, Void>(names.count, isThreaded: true, tool: {}) { place, _, _ in
      // A separate copy, since reading an event changes the run.
      var (run, changes) = (run, [(event: Int, change: ViewChange)]())
      var trace = traces.alone { $0[place].take() }
      trace?._fold(&run, wantedBy: Self.bit(place)) { changes.append(($0, $1)) }
      return Folded(trace: trace, changes: changes)
    }
    folds.run { place, folded in
      for (event, change) in folded.changes { changes[event].append((names[place], change)) }
      if let trace = folded.trace.take() { self.traces.append(trace) }
    }
  }
}
