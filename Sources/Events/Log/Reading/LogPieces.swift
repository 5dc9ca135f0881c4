/// The lines of a log grouped by a property, with each group to be written as a separate log.
///
/// Memory: 8 bytes per line.
package struct LogPieces {
  private let log: Log
  /// The offsets of the lines; inverted (`~`) for a line that continues the run of the line before it in the piece.
  private var places: [String: [Int]] = [:]

  /// Reads a log and checks each line.
  ///
  /// - Parameter key: A closure that returns the piece of the current line of a reader.
  package init(of log: Log, by key: (LineReader.Line, LineReader) -> String) throws(LogError) {
    self.log = log
    var lines = log.lines()
    var (runs, last) = (RecordedRuns(), String?.none)
    while let line = try lines.next() {
      let key = key(line, lines)
      let isInRun = runs.continues(line, lines) && key == last
      places[key, default: []].append(isInRun ? ~lines.offset : lines.offset)
      last = key
    }
  }

  /// The keys, in order.
  package var keys: [String] { places.keys.sorted() }

  /// Returns the number of lines of a piece.
  package func count(of key: String) -> Int { places[key]?.count ?? 0 }

  /// Calls `body` with the lines of a piece in their order, some at a time.
  ///
  /// The lines keep their positions, but not `sum`, since other lines are missing between them. Only the events of a
  /// run remain a batch, so that a union keeps their order.
  package func forEachLines(
    of key: String, _ body: ([UInt8]) throws(LogError) -> Void
  ) throws(LogError) {
    var (reader, bytes) = (log.lines(), [UInt8]())
    var rest = places[key, default: []][...]
    while let first = rest.popFirst() {
      let run = [first] + rest.prefix { $0 < 0 }.map { ~$0 }
      rest = rest.dropFirst(run.count - 1)
      for (index, place) in run.enumerated() {
        _ = try reader.move(to: place)
        try reader.writeAlone(to: &bytes, batch: RecordedRuns.batch(at: index, of: run.count))
      }
      guard bytes.count > 1 << 16 else { continue }
      try body(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try body(bytes)
  }
}
