/// A run of events that readers want, in order, with the readers of each event.
///
/// The type is internal machinery. It is public because a requirement of `Projection` uses it; apps do not need it.
public struct EventRun: Sendable {
  @usableFromInline var events: [Event] = []
  /// The sets of the run, except sets with a note; most events of a log are sets.
  @usableFromInline var sets = Rows<TypedEvent<SetLogged>>(room: usual)
  @usableFromInline var rows = Rows<Row>(room: usual)
  /// The union of the bits of all events.
  @usableFromInline private(set) var bits: UInt64 = 0

  /// The number of lines that a part of a scan rarely exceeds.
  private static let usual = 600

  package init() {}

  /// The place of an event, and the readers of the event.
  @usableFromInline struct Row: BitwiseCopyable {
    /// A bit for each reader that wants the event.
    @usableFromInline let bits: UInt64
    /// The index in `events`, or the complement of the index in `sets`.
    @usableFromInline let place: Int

    init(_ place: Int, _ bits: UInt64) { (self.place, self.bits) = (place, bits) }
  }

  @inlinable package var count: Int { rows.count }

  /// Returns whether a reader wants the event at `index`.
  ///
  /// - Parameter bit: The bit of the reader.
  @inlinable @inline(__always)
  package func isWanted(_ index: Int, by bit: UInt64) -> Bool { rows[index].bits & bit != 0 }

  /// Returns whether a reader wants any of the events; most readers want no event of most runs.
  ///
  /// - Parameter bit: The bit of the reader.
  @inlinable @inline(__always)
  package func isWanted(by bit: UInt64) -> Bool { bits & bit != 0 }

  /// Calls `body` with the event at `index`, or calls `set` if the event is a set.
  ///
  /// Both are passed without a copy. An array returns a copy, and copying the events took an eighth of a replay.
  @inlinable @inline(__always)
  package func withEvent(
    at index: Int, _ body: (borrowing Event) -> Void, set: (borrowing TypedEvent<SetLogged>) -> Void
  ) {
    let place = rows[index].place
    if place < 0 { sets.with(~place, set) } else { events.withElement(at: place, body) }
  }

  /// Returns the event at `index`.
  package func event(at index: Int) -> Event {
    let place = rows[index].place
    return place < 0 ? sets[~place].event : events[place]
  }

  /// Returns the user of the event at `index`; nil for facts without a user.
  @inlinable @inline(__always)
  package func user(at index: Int) -> Name? {
    let place = rows[index].place
    return place < 0 ? sets[~place].user : events[place].user
  }

  /// Calls `body` with the event at `index`.
  @inlinable
  package func withEvent(at index: Int, _ body: (Event) -> Void) {
    withEvent(at: index) {
      body($0)
    } set: {
      body($0.event)
    }
  }
}

extension EventRun {
  /// Removes all events and keeps the memory.
  mutating func clear() {
    events.removeAll(keepingCapacity: true)
    sets.clear()
    rows.clear()
    bits = 0
  }

  @inline(__always)
  mutating func append(_ set: consuming TypedEvent<SetLogged>, _ bits: UInt64) {
    // A note counts references, and the memory of the sets is freed without releasing references.
    guard set.payload.note == nil else { return append(set.event, bits) }
    rows.append(Row(~sets.count, bits))
    sets.append(set)
    self.bits |= bits
  }

  /// Appends an event that was decoded in the general way, as a set or as any other event.
  mutating func append(decoded event: Event, _ bits: UInt64) {
    guard case .sessions(.setLogged(let set)) = event.body else { return append(event, bits) }
    append(TypedEvent(seq: event.seq, id: event.id, at: event.at, user: event.user, set), bits)
  }

  @inline(__always)
  mutating func append(_ event: consuming Event, _ bits: UInt64) {
    rows.append(Row(events.count, bits))
    events.append(event)
    self.bits |= bits
  }
}

extension LineReader {
  /// Moves to the next line that readers want and appends its event to `run`.
  ///
  /// - Returns: False after the last complete batch.
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  @inline(__always)
  mutating func readBatch(_ interest: Interest, _ run: inout EventRun) throws(LogError) -> Bool {
    let count = run.count
    while try pass(interest, &run) {
      if run.count > count { return true }
    }
    return false
  }

  /// Moves to the next line and appends its event to `run` if readers want the event.
  ///
  /// - Returns: False after the last complete batch.
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  @inline(__always)
  mutating func pass(_ interest: Interest, _ run: inout EventRun) throws(LogError) -> Bool {
    if takeCanonical(interest, &run) { return true }
    guard let line = try next() else { return false }
    if let (event, bits) = try event(of: line, for: interest) { run.append(event, bits) }
    return true
  }

  /// Returns the event of the current line `line`, and the bits of its readers, or nil if no reader wants the event.
  func event(
    of line: Line, for interest: Interest
  ) throws(LogError) -> (event: Event, bits: UInt64)? {
    var bits = interest.bits(line, line.area, line.user)
    // The type may be known although the version is too new. Readers of unknown events get such an event.
    guard bits != 0 || interest.bits(line, nil, line.user) != 0 else { return nil }
    let event = try self.event()
    if event.area != line.area { bits = interest.bits(line, nil, line.user) }
    return bits == 0 ? nil : (event, bits)
  }

  /// Moves over the next lines that readers want and replaces the events in `run` with their events.
  ///
  /// - Parameters:
  ///   - count: The largest number of events.
  ///   - take: A closure called at each of the lines with its range in the log.
  /// - Returns: False after the last complete batch.
  /// - Throws: `LogError.Kind.damaged` with the position of the damage; `run` then contains the earlier events.
  package mutating func next(
    _ count: Int, of interest: Interest, in run: inout EventRun, _ take: (Range<Int>) -> Void
  ) throws(LogError) -> Bool {
    run.clear()
    while run.count < count {
      guard try self.readBatch(interest, &run) else { return false }
      take(range)
    }
    return true
  }
}

extension Log {
  /// Decodes the events that readers want and passes them in the order of the log, a few hundred at a time.
  ///
  /// All lines are checked, including unwanted lines and lines after the included part.
  ///
  /// - Parameters:
  ///   - position: The position to begin after, if earlier lines need not be read; nil for the first line.
  ///   - interest: The wanted events.
  ///   - take: A closure called on this thread.
  /// - Throws: `LogError.Kind.damaged` with the position of the damage; the earlier events were already passed.
  @usableFromInline package func events(
    behind position: Checkpoint.Position? = nil, _ interest: Interest,
    _ take: (inout EventRun) -> Void
  ) throws(LogError) {
    try forEachPart(
      behind: position, from: EventRun(),
      { (run, reader) throws(LogError) in
        run.clear()
        while try reader.readBatch(interest, &run) {}
      }, take: take)
  }

  /// Computes a part from a few hundred lines at a time, in parallel, and takes the parts in the order of the log.
  ///
  /// - Parameters:
  ///   - position: The position to begin after, if earlier lines need not be read; nil for the first line.
  ///   - empty: A part of no lines.
  ///   - fill: A closure that replaces the content of an empty or a used part. It is called on several threads at once.
  ///   - take: A closure called on this thread.
  /// - Throws: The error of `fill`, after its part was taken; the error of `take`; `LogError.Kind.damaged` for a torn
  ///   end, after all parts were taken.
  func forEachPart<Part: Sendable>(
    behind position: Checkpoint.Position? = nil, from empty: Part,
    _ fill: @escaping @Sendable (inout Part, inout LineReader) throws(LogError) -> Void,
    take: (inout Part) throws(LogError) -> Void
  ) throws(LogError) {
    let (scan, tailError) = parts(behind: position, from: empty, fill)
    try scan.run { (part) throws(LogError) in
      try take(&part.content)
      if let failure = part.failure { throw failure }
    }
    if let tailError { throw tailError }
  }

  /// Returns a pass that computes parts from the lines, and the error of a torn end, to throw after the pass.
  func parts<Part: Sendable>(
    behind position: Checkpoint.Position? = nil, from empty: Part,
    _ fill: @escaping @Sendable (inout Part, inout LineReader) throws(LogError) -> Void
  ) -> (scan: ParallelScan<(content: Part, failure: LogError?)>, tailError: LogError?) {
    // Even if the last line is damaged, the error names the first damaged one.
    var tailError: LogError?
    var end = bytes.count
    do throws(LogError) { end = try tail().end } catch { tailError = error }
    let scan = ParallelScan(log: self, start: position?.end ?? 0, end: end) {
      (range, decoder, spare: consuming (content: Part, failure: LogError?)?) in
      var reader = LineReader(self, decoder, in: range, isInside: range.lowerBound > 0)
      if isCancelled?() ?? false { reader.cancel() }
      var part = spare ?? (empty, nil)
      part.failure = nil
      do throws(LogError) { try fill(&part.content, &reader) } catch { part.failure = error }
      return part
    }
    return (scan, tailError)
  }
}
