/// A search for runs, line by line: events that one user recorded together at the same time.
///
/// A run is a part of a batch, or of full batches that follow each other. Its order matters: of the events that move an
/// exercise, one removes it and one adds it.
struct RecordedRuns {
  private var last: LineReader.Line?
  /// The number of lines of the batch after the current one.
  private var rest = 0
  /// A Boolean value indicating whether the batch is full, so that the next one may continue it.
  private var isFull = false

  /// Returns whether the next line of a log continues the run of the line before it.
  mutating func continues(_ line: LineReader.Line, _ lines: LineReader) -> Bool {
    defer { last = line }
    guard rest > 0 || isFull, let last, last.seq + 1 == line.seq else {
      (rest, isFull) = (lines.batch - 1, lines.batch == Log.largestBatch)
      return false
    }
    if rest == 0 { (rest, isFull) = (lines.batch, lines.batch == Log.largestBatch) }
    rest -= 1
    return last.at == line.at && last.user == line.user
  }

  /// Returns the `batch` of a line of a written run: a long run is written as full batches.
  static func batch(at index: Int, of count: Int) -> Int {
    index % Log.largestBatch == 0 ? min(count - index, Log.largestBatch) : 1
  }
}
