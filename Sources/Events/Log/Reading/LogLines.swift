/// The lines of a log by number; each event is decoded on demand.
///
/// They take 8 bytes per line, whereas the events would take 300.
package struct LogLines: Sendable {
  private var places: [Int] = []
  private let reader: Monitor<LineReader>

  /// Reads a log, and checks and decodes each line.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  package init(of log: Log) throws(LogError) {
    reader = Monitor(log.lines())
    try log.forEachPart(from: []) { (offsets: inout [Int], reader) throws(LogError) in
      offsets.removeAll(keepingCapacity: true)
      while try reader.next() != nil {
        _ = try reader.wholeEvent()
        offsets.append(reader.offset)
      }
    } take: { offsets in
      places += offsets
    }
  }

  package var count: Int { places.count }

  /// Returns the event of a line with all its content.
  package func event(at number: Int) throws(LogError) -> Event {
    try reader.alone { (reader) throws(LogError) in
      _ = try reader.move(to: places[number])
      return try reader.wholeEvent()
    }
  }
}

/// A writer of the lines of a new log, event by event, with new positions and checksums.
package struct NewLines {
  /// The lines written since the last call of `removeBytes()`.
  package private(set) var bytes: [UInt8] = []
  /// The name of the log, for errors.
  private let name: String
  private var sum: UInt64 = 0
  private var count = 0

  /// Creates a writer for a log without events.
  package init(ofLog name: String) { self.name = name }

  /// Appends the line of an event, with the next position.
  ///
  /// - Parameter batch: The number of events written together, for the first of them; 1 for other events.
  /// - Throws: `.refused` for an event that does not fit into a line.
  package mutating func append(_ event: Event, batch: Int = 1) throws(LogError) {
    var event = event
    event.seq = count + 1
    do throws(LineError) {
      // Data out of range may exist in a log. No reader would accept a head out of range.
      if let breach = event.headBreach { throw LineError(0, breach) }
      let start = bytes.count
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
      // The newline does not count. A line grows with the digits of its position.
      guard bytes.count - start - 1 <= LogFormat.longestLine else {
        throw LineError(
          0, "an event must be at most 1 MiB long with its new position",
          help: "shorten its text, or leave it out")
      }
    } catch {
      var refusal = LogError(.refused, name, error.message, help: error.help)
      refusal.draft = count
      throw refusal
    }
    count += 1
  }

  /// Removes the lines after they were written elsewhere.
  package mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  mutating func reserve(_ size: Int) { bytes.reserveCapacity(size) }
}
