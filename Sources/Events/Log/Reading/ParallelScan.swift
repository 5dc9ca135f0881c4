/// One pass over a log on all cores: parts are processed in parallel and taken in order.
///
///     bytes   |---- part 0 ----|---- part 1 ----|---- part 2 ----|---- …
///     threads   the caller       another          the caller
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// A thread that needs a part that is not ready works on the next one meanwhile, so the cores are
/// busy to the end whether the work or the taking costs more. A few parts are ahead of the one
/// being taken, never more: memory does not grow with the log.
struct ParallelScan<Part>: Sendable where Part: Sendable {
  let log: Log
  /// The start of the pass: the first byte of a line.
  let start: Int
  /// The end of the pass.
  let end: Int
  /// A closure that makes a part of the lines in a range of the bytes, in the memory of a used part
  /// or nil.
  let work: @Sendable (Range<Int>, LineDecoder, consuming Part?) -> Part

  /// The size of one part in bytes: its events stay in a core's own cache.
  private static var partSize: Int { 1 << 17 }
  /// The number of parts whose pages one call maps: a page fault each took a twelfth of a replay.
  private static var mapped: Int { 8 }
  /// The most parts that are ahead.
  private static var window: Int { 8 }
  /// The size in bytes below which a second thread takes longer to start than it saves.
  private static var threaded: Int { 1 << 21 }

  private struct Progress {
    /// The number of parts that were begun.
    var begun = 0
    /// The number of parts that were taken.
    var taken = 0
    /// The parts that are ready, each in its place.
    var ready = [Part?](repeating: nil, count: window)
    var isStopped = false
    /// The used parts, whose memory is used again: a third of the page faults.
    var spare: [Part] = []

    /// Returns the next part to work on, or nil when there is none now.
    mutating func begin(of total: Int) -> Int? {
      guard begun < total, begun - taken < window else { return nil }
      begun += 1
      return begun - 1
    }
  }

  /// Passes all parts to `take`, in order, until it throws.
  func run<E: Error>(_ take: (inout Part) throws(E) -> Void) throws(E) {
    let total = (end - start + ParallelScan.partSize - 1) / ParallelScan.partSize
    let others = end - start < ParallelScan.threaded ? 0 : min(System.cores, 4) - 1
    let progress = Monitor(Progress())
    try System.onThreads(others, { self.help(progress, total) }) { (_) throws(E) in
      defer { progress.change { $0.isStopped = true } }
      let decoder = LineDecoder()
      for next in 0..<total {
        var part = part(next, of: total, progress, decoder)
        try take(&part)
        progress.change { state in
          state.taken = next + 1
          state.spare.append(part)
        }
        log.onProgress?(min(end, start + (next + 1) * ParallelScan.partSize))
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
      let part = make(number, progress, decoder)
      progress.change { $0.ready[number % ParallelScan.window] = part }
    }
  }

  /// Returns the part `number`, after working on others as long as it is not ready.
  private func part(
    _ number: Int, of total: Int, _ progress: Monitor<Progress>, _ decoder: LineDecoder
  ) -> Part {
    while true {
      let (ready, begun): (Part?, Int) = progress.wait { state in
        if let part = state.ready[number % ParallelScan.window].take() { return (part, -1) }
        return state.begin(of: total).map { (nil, $0) }
      }
      if let ready { return ready }
      let part = make(begun, progress, decoder)
      if begun == number { return part }
      progress.change { $0.ready[begun % ParallelScan.window] = part }
    }
  }

  /// Returns the part of the lines that begin in its share of the bytes.
  private func make(
    _ number: Int, _ progress: Monitor<Progress>, _ decoder: LineDecoder
  ) -> Part {
    let spare = progress.alone { $0.spare.popLast() }
    let first = start + number * ParallelScan.partSize
    if number % ParallelScan.mapped == 0 {
      log.memory.populate(first..<min(first + ParallelScan.partSize * ParallelScan.mapped, end))
    }
    let begin = lineStart(first)
    let stop = max(begin, lineStart(min(first + ParallelScan.partSize, end)))
    return work(begin..<stop, decoder, spare)
  }

  /// Returns the start of the first line at or after `offset`.
  private func lineStart(_ offset: Int) -> Int {
    guard offset > start, offset < end else { return offset }
    return log.bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset - 1).map { min($0 + 1, end) }
      ?? end
  }
}
