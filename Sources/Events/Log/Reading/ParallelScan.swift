/// A pass over a log on all cores, which processes parts in parallel and takes them in order.
///
///     bytes   |---- part 0 ----|---- part 1 ----|---- part 2 ----|---- …
///     threads   the caller       another          the caller
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// The memory does not depend on the size of the log: see `OrderedParts`.
struct ParallelScan<Part>: Sendable where Part: Sendable {
  let log: Log
  /// The offset where the pass starts, which must be the first byte of a line.
  let start: Int
  /// The offset where the pass ends.
  let end: Int
  /// A closure that computes a part from the lines in a range, reusing the memory of a used part if there is one.
  let work: @Sendable (Range<Int>, LineDecoder, consuming Part?) -> Part

  /// The size of one part in bytes; its events fit into a core's own cache.
  private static var partSize: Int { 1 << 17 }
  /// The number of parts whose pages one call maps; a page fault for each page took a twelfth of a replay.
  private static var mapped: Int { 8 }
  /// The size in bytes below which starting a second thread takes longer than it saves.
  private static var threaded: Int { 1 << 21 }

  /// Passes all parts to `take`, in order, until `take` throws.
  func run<E: Error>(_ take: (inout Part) throws(E) -> Void) throws(E) {
    let parts = OrderedParts(
      (end - start + Self.partSize - 1) / Self.partSize,
      isThreaded: end - start >= Self.threaded && !log.usesOneThread, tool: { LineDecoder() },
      make: make)
    try parts.run { (number, part) throws(E) in
      try take(&part)
      log.onProgress?(min(end, start + (number + 1) * Self.partSize))
    }
  }

  /// Returns the part for the lines that begin in the byte range with this number.
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
