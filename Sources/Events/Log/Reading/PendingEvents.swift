/// The events of a device that wait to be synced, in the order in which they were recorded.
///
/// An event that the log already contains, or that was refused, is not among them, although its line may still be in
/// the file: a device may lose power between two steps of a sync.
package struct PendingEvents: Sendable {
  /// Events that were written together, and that the remote takes or refuses together.
  package struct Unit: Sendable {
    /// The ids of the events.
    package var ids: [EventID] = []
    /// The time of the first event.
    package var at: Timestamp
    /// The ranges of the lines in the file, without newlines.
    var lines: [Range<Int>] = []
  }

  /// The file with the pending events.
  package let file: Log
  /// The units that wait, oldest first.
  package private(set) var units: [Unit]
  /// A Boolean value indicating whether the file has units that no longer wait.
  let hasOthers: Bool

  /// The number of waiting events.
  package var count: Int { units.reduce(0) { $0 + $1.ids.count } }

  /// Reads the files of a device; `file` was opened before the others.
  ///
  /// A sync moves events from the file to the log, so an event is found in one of them at any time.
  ///
  /// - Parameter checked: A position of the log before which no event of the file was when it was checked.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  init(
    in file: Log, notIn log: Log, or refused: Log, behind checked: LogPosition?
  ) throws(LogError) {
    self.file = file
    let all = try PendingEvents.units(of: file)
    guard !all.isEmpty else {
      (units, hasOthers) = ([], false)
      return
    }
    let ids = Set(all.lazy.flatMap(\.ids))
    let start = checked.flatMap { log.holds($0) ? $0 : nil }
    var gone = try PendingEvents.ids(ids, in: log, behind: start)
    gone.formUnion(try PendingEvents.ids(ids, in: refused, behind: nil))
    units = all.filter { unit in !unit.ids.contains(where: gone.contains) }
    hasOthers = units.count < all.count
  }

  /// Reads the pending events of the log at `path`; the result is nil if the log is not synced with another one.
  package init?(ofLogAt path: String, system: System) throws(LogError) {
    let files = DeviceFiles(of: path, system)
    guard try files.areThere(system) else { return nil }
    let file = try files.log(at: files.pending, system)
    try self.init(
      in: file, notIn: files.log(at: files.log, system), or: files.log(at: files.refused, system),
      behind: SyncState(files, system).reconciled)
  }

  /// Returns the units of a log.
  ///
  /// - Parameter start: The position before the first unit; nil for the beginning.
  package static func units(
    of log: Log, behind start: LogPosition? = nil
  ) throws(LogError) -> [Unit] {
    var units: [Unit] = []
    var lines = log.lines(behind: start)
    var missing = 0
    while let line = try lines.next() {
      if missing == 0 {
        units.append(Unit(at: line.at))
        missing = max(1, lines.batch)
      }
      units[units.count - 1].ids.append(lines.id)
      units[units.count - 1].lines.append(lines.range)
      missing -= 1
    }
    return units
  }

  private static func ids(
    _ wanted: Set<EventID>, in log: Log, behind start: LogPosition?
  ) throws(LogError) -> Set<EventID> {
    var lines = log.lines(behind: start)
    var found: Set<EventID> = []
    while try lines.next() != nil { if wanted.contains(lines.id) { found.insert(lines.id) } }
    return found
  }

  /// Returns the lines of the units for the end of a log, with positions and checksums that continue it.
  ///
  /// - Parameter tail: The tail of the log; nil for a new log.
  func lines(of units: [Unit], after tail: Tail?) -> [UInt8] {
    var bytes: [UInt8] = tail?.lacksNewline == true ? [UInt8(ascii: "\n")] : []
    var (seq, sum) = (tail?.seq ?? 0, tail?.sum ?? 0)
    for range in units.lazy.flatMap(\.lines) {
      seq += 1
      let line = file.bytes[range]
      let start = bytes.count
      bytes += Array("{\"seq\":\(seq)".utf8)
      // The device wrote the line, so it begins with its position and ends with its checksum.
      let rest = line.firstIndex(of: UInt8(ascii: ","), from: 7) ?? line.count
      line.append(rest..<max(rest, line.count - Envelope.sumLength), to: &bytes)
      sum = Bytes.of(Array(bytes[start...])) { XXH64.hash($0, seed: sum) }
      bytes += Array(",\"sum\":\"".utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
    }
    return bytes
  }

  /// Returns the events of a unit.
  package func events(of unit: Unit) throws(LogError) -> [Event] {
    var events: [Event] = []
    for range in unit.lines {
      do throws(LineError) { events.append(try LineDecoder().whole(file.bytes[range])) } catch {
        throw file.damage(error, from: range.lowerBound, to: range.upperBound)
      }
    }
    return events
  }

  /// Returns the bytes of the lines of a unit, each without its newline.
  package func lines(of unit: Unit) -> [[UInt8]] { unit.lines.map { file.bytes.array(in: $0) } }
}

/// The end of a prefix of a log.
package struct LogPosition: Equatable, Sendable {
  /// The position of the last event; 0 for an empty prefix.
  package var seq = 0
  /// The checksum of the last line; 0 for an empty prefix.
  package var sum: UInt64 = 0
  /// The number of bytes.
  package var bytes = 0

  package init(seq: Int = 0, sum: UInt64 = 0, bytes: Int = 0) {
    (self.seq, self.sum, self.bytes) = (seq, sum, bytes)
  }

  init(_ tail: Tail) { self.init(seq: tail.seq, sum: tail.sum, bytes: tail.end) }
}

extension Log {
  /// Returns a reader of the lines after a position; nil for all lines.
  func lines(behind position: LogPosition?) -> LineReader {
    guard let position, position.bytes > 0 else { return lines() }
    return lines(
      behind: Checkpoint.Position(end: position.bytes, seq: position.seq, sum: position.sum))
  }

  /// Returns whether the log begins with the prefix that ends at a position, according to its last checksum.
  package func holds(_ position: LogPosition) -> Bool {
    guard position.bytes > 0 else { return position == LogPosition() }
    guard position.bytes <= bytes.count, bytes[position.bytes - 1] == UInt8(ascii: "\n") else {
      return false
    }
    let line = bytes.lastLine(before: position.bytes)
    guard let envelope = try? LineDecoder().logged(bytes, in: line) else { return false }
    return envelope.seq == position.seq && envelope.sum == position.sum
  }
}
