/// One pass over a log on all cores: parts are processed in parallel and taken in order.
///
///     bytes   |---- part 0 ----|---- part 1 ----|---- part 2 ----|---- …
///     threads   the caller       another          the caller
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// Memory does not grow with the log: see `OrderedParts`.
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
  /// The size in bytes below which a second thread takes longer to start than it saves.
  private static var threaded: Int { 1 << 21 }

  /// Passes all parts to `take`, in order, until it throws.
  func run<E: Error>(_ take: (inout Part) throws(E) -> Void) throws(E) {
    let parts = OrderedParts(
      (end - start + Self.partSize - 1) / Self.partSize, isThreaded: end - start >= Self.threaded,
      tool: { LineDecoder() }, make: make)
    try parts.run { (number, part) throws(E) in
      try take(&part)
      log.onProgress?(min(end, start + (number + 1) * Self.partSize))
    }
  }

  /// Returns the part of the lines that begin in its share of the bytes.
  @Sendable private func make(
    _ number: Int, _ decoder: LineDecoder, _ spare: consuming Part?
  ) -> Part {
    let first = start + number * Self.partSize
    if number % Self.mapped == 0 {
      log.memory.populate(first..<min(first + Self.partSize * Self.mapped, end))
    }
    let begin = lineStart(first)
    let stop = max(begin, lineStart(min(first + Self.partSize, end)))
    return work(begin..<stop, decoder, spare)
  }

  /// Returns the start of the first line at or after `offset`.
  private func lineStart(_ offset: Int) -> Int {
    guard offset > start, offset < end else { return offset }
    return log.bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset - 1).map { min($0 + 1, end) }
      ?? end
  }
}
