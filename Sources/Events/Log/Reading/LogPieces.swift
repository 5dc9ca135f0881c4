/// The lines of a log by a property of theirs, each piece to be written as a log of its own.
///
/// Memory: 8 bytes per line.
package struct LogPieces {
  private let log: Log
  private var places: [String: [Int]] = [:]

  /// Reads a log and checks each line.
  ///
  /// - Parameter key: A closure that returns the piece of the current line of a reader.
  package init(of log: Log, by key: (LineReader.Line, LineReader) -> String) throws(LogError) {
    self.log = log
    var lines = log.lines()
    while let line = try lines.next() { places[key(line, lines), default: []].append(lines.offset) }
  }

  /// The keys, in order.
  package var keys: [String] { places.keys.sorted() }

  /// Returns the number of lines of a piece.
  package func count(of key: String) -> Int { places[key]?.count ?? 0 }

  /// Calls `body` with the lines of a piece in their order, some at a time.
  ///
  /// The lines keep their positions but neither `sum` nor `batch`, since other lines are missing between them.
  package func forEachLines(
    of key: String, _ body: ([UInt8]) throws(LogError) -> Void
  ) throws(LogError) {
    var (reader, bytes) = (log.lines(), [UInt8]())
    for place in places[key] ?? [] {
      _ = try reader.move(to: place)
      try reader.writeAlone(to: &bytes)
      guard bytes.count > 1 << 16 else { continue }
      try body(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try body(bytes)
  }
}
