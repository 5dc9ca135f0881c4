/// The lines of a log by number, each decoded when it is asked for.
///
/// They take eight bytes a line, where their events would take three hundred.
package struct LogLines: Sendable {
  /// The places of some lines that were decoded.
  private struct Part: Sendable {
    var places: [Int] = []
    /// The damage after the last line; nil where there is none.
    var failure: LogError?

    private init() {}

    /// Creates the part that `reader` reads, in the memory of `spare`.
    init(_ reader: inout LineReader, in spare: consuming Part?) {
      self = spare ?? Part()
      places.removeAll(keepingCapacity: true)
      failure = nil
      do throws(LogError) {
        while try reader.next() != nil {
          _ = try reader.wholeEvent()
          places.append(reader.offset)
        }
      } catch {
        failure = error
      }
    }
  }

  private var places: [Int] = []
  private let reader: Monitor<LineReader>

  /// Reads a log, checks each line and decodes it.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
  package init(of log: Log) throws(LogError) {
    reader = Monitor(log.lines())
    try log.forEachPart { (reader, spare) in
      Part(&reader, in: spare)
    } take: { (part: inout Part) throws(LogError) in
      places += part.places
      if let failure = part.failure { throw failure }
    }
  }

  /// The number of lines.
  package var count: Int { places.count }

  /// Returns the event of a line, with all its content.
  package func event(at number: Int) throws(LogError) -> Event {
    try reader.alone { (reader) throws(LogError) in
      _ = try reader.move(to: places[number])
      return try reader.wholeEvent()
    }
  }
}

/// The lines of a new log, made event by event, with positions and sums of their own.
package struct NewLines {
  /// The lines that were made since they were removed last.
  package private(set) var bytes: [UInt8] = []
  /// The name of the log, for errors.
  private let name: String
  private var sum: UInt64 = 0
  private var count = 0

  /// Creates the lines of a log without events.
  package init(ofLog name: String) { self.name = name }

  /// Adds the line of an event; its position is that of its place.
  ///
  /// - Throws: `.refused` for an event that no line can hold.
  package mutating func append(_ event: Event) throws(LogError) {
    var event = event
    event.seq = count + 1
    do throws(LineError) {
      // Data out of range may come from a log; a line with such a head no reader would take.
      if let breach = event.headBreach { throw LineError(0, breach) }
      sum = try event.write(to: &bytes, previousSum: sum)
    } catch {
      var refusal = LogError(.refused, name, error.message, help: error.help)
      refusal.draft = count
      throw refusal
    }
    count += 1
  }

  /// Removes the lines, which were written elsewhere.
  package mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  mutating func reserve(_ size: Int) { bytes.reserveCapacity(size) }
}
