/// One pass over a log on all cores: parts of it are worked on side by side and taken up in order.
///
///     bytes   |---- part 0 ----|---- part 1 ----|---- part 2 ----|---- …
///     threads   the caller       another          the caller
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// Whoever needs a part that is not ready works on the next one meanwhile, so the cores are busy to the
/// end whether the work or the taking up costs more. A few parts are ahead of the one that is taken up,
/// never more: memory does not grow with the log.
struct Pass<Part>: Sendable where Part: Sendable {
  let log: Log
  /// Where the pass begins: the first byte of a line.
  let start: Int
  /// Where it ends.
  let end: Int
  /// Makes a part of the lines that stand in a range of the bytes.
  let work: @Sendable (Range<Int>, LineDecoder) -> Part

  /// How many bytes of the log are one part: its events stay in a core's own cache.
  private static var partSize: Int { 1 << 17 }
  /// How many parts may be ahead.
  private static var window: Int { 8 }
  /// Below this many bytes a second thread takes longer to start than it saves.
  private static var threaded: Int { 1 << 21 }

  private struct Progress {
    /// How many parts somebody works on, or did.
    var begun = 0
    /// How many were taken up.
    var taken = 0
    /// Those that are ready, each in its place.
    var ready = [Part?](repeating: nil, count: window)
    var isStopped = false

    /// The next part to work on; nil when there is none now.
    mutating func begin(of total: Int) -> Int? {
      guard begun < total, begun - taken < window else { return nil }
      begun += 1
      return begun - 1
    }
  }

  /// Hands all parts to `take`, in order, until it throws.
  func run<E: Error>(_ take: (inout Part) throws(E) -> Void) throws(E) {
    let total = (end - start + Pass.partSize - 1) / Pass.partSize
    let others = end - start < Pass.threaded ? 0 : min(System.cores, 4) - 1
    let progress = Monitor(Progress())
    try System.onThreads(others, { self.help(progress, total) }) { () throws(E) in
      defer { progress.change { $0.isStopped = true } }
      let decoder = LineDecoder()
      for next in 0..<total {
        var part = part(next, of: total, progress, decoder)
        try take(&part)
        progress.change { $0.taken = next + 1 }
      }
    }
  }

  /// Works on parts until there are none.
  private func help(_ progress: Monitor<Progress>, _ total: Int) {
    let decoder = LineDecoder()
    while let number = progress.wait({ state -> Int?? in
      if state.isStopped || state.begun == total { return .some(nil) }
      return state.begin(of: total).map { $0 }
    }) {
      let part = make(number, decoder)
      progress.change { $0.ready[number % Pass.window] = part }
    }
  }

  /// The part `number`; works on others as long as it is not ready.
  private func part(
    _ number: Int, of total: Int, _ progress: Monitor<Progress>, _ decoder: LineDecoder
  ) -> Part {
    while true {
      let (ready, begun): (Part?, Int) = progress.wait { state in
        if let part = state.ready[number % Pass.window].take() { return (part, -1) }
        return state.begin(of: total).map { (nil, $0) }
      }
      if let ready { return ready }
      let part = make(begun, decoder)
      if begun == number { return part }
      progress.change { $0.ready[begun % Pass.window] = part }
    }
  }

  /// A part is the lines that begin in its share of the bytes.
  private func make(_ number: Int, _ decoder: LineDecoder) -> Part {
    let first = start + number * Pass.partSize
    let begin = lineStart(first)
    return work(begin..<max(begin, lineStart(min(first + Pass.partSize, end))), decoder)
  }

  /// Where the first line begins that does not begin before `offset`.
  private func lineStart(_ offset: Int) -> Int {
    guard offset > start, offset < end else { return offset }
    return log.bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset - 1).map { min($0 + 1, end) }
      ?? end
  }
}

/// Some events of a log that somebody wants, in order, and who wants each.
public struct EventRun: Sendable {
  @usableFromInline var events: [Event] = []
  /// For each event, a bit for each who wants it.
  public fileprivate(set) var wanting: [UInt64] = []
  /// What ended the run; nil when nothing did.
  fileprivate var damage: LogError?

  /// Lends `body` the event at `index`. An array would hand out a copy, and copying one, with whatever
  /// it refers to, was an eighth of a replay.
  @inlinable @inline(__always)
  public mutating func lend(_ index: Int, to body: (inout Event) -> Void) {
    body(&events[index])
  }
}

extension Log {
  /// Decodes the events that `wanting` has a bit for, and hands them on in the order of the log, some
  /// hundreds at a time.
  ///
  /// All lines are checked, those that nobody wants and what is behind them too.
  ///
  /// - Parameters:
  ///   - position: where to begin, behind lines that need not be read; nil for the first line.
  ///   - wanting: asked on several threads at once.
  ///   - take: called on this thread.
  /// - Throws: `LogError.Kind.damaged` with the place; what comes before it has been handed on.
  public func events(
    behind position: Checkpoint.Position? = nil,
    _ wanting: @escaping @Sendable (LineReader.Line) -> UInt64, _ take: (inout EventRun) -> Void
  ) throws(LogError) {
    // Where even the last line is bad, the first bad one is still the one to name.
    var tailError: LogError?
    var end = bytes.count
    do throws(LogError) { end = try tail().end } catch { tailError = error }
    let pass = Pass(log: self, start: position?.end ?? 0, end: end) { range, decoder in
      var reader = LineReader(self, decoder, in: range, isInside: range.lowerBound > 0)
      return reader.run(wanting)
    }
    try pass.run { (run) throws(LogError) in
      take(&run)
      if let damage = run.damage { throw damage }
    }
    if let tailError { throw tailError }
  }
}

extension LineReader {
  /// The events of all lines that `wanting` has a bit for, up to the first damage.
  fileprivate mutating func run(_ wanting: (LineReader.Line) -> UInt64) -> EventRun {
    var run = EventRun()
    // As many lines as a part nearly always has at most.
    run.events.reserveCapacity(600)
    run.wanting.reserveCapacity(600)
    do throws(LogError) {
      while let line = try next() {
        let bits = wanting(line)
        guard bits != 0 else { continue }
        let event = try event()
        // The type may be known and its version too new; then nobody can know what it says.
        guard event.area != nil else { continue }
        run.events.append(consume event)
        run.wanting.append(bits)
      }
    } catch {
      run.damage = error
    }
    return run
  }
}
